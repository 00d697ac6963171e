"""An AG-UI server that answers what a test tells it to, badly when told to, and notices who goes away."""

import http.server
import json
import select
import socket
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .events import frame

# How often a held answer looks whether the client is still there.
POLL_SECONDS = 0.02
# What a test waits for at most; only a failing test takes this long.
PATIENCE_SECONDS = 15.0


class ClientLeft(Exception):
    """The client closed the connection before the answer was complete."""


class _Reset:
    """The step that cuts the connection without a goodbye."""


class _Forever:
    """The step that sends nothing more and waits until the client goes away."""


RESET = _Reset()
FOREVER = _Forever()

Step = dict[str, Any] | bytes | threading.Event | _Reset | _Forever
Steps = Iterable[Step]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its own status and headers. A whole `body` is sent with its length, `steps` as a stream."""

    status: int = 200
    content_type: str = "text/event-stream"
    body: bytes | None = None
    steps: tuple[Step, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()


def refusal(status: int, body: str = "", content_type: str = "text/plain") -> Reply:
    """An HTTP answer that is no stream."""
    return Reply(status, content_type, body.encode())


OVER = refusal(500, "the script has no answer for this request")

# A function gets the request's JSON body.
Answer = Reply | Steps | Callable[[dict[str, Any]], Reply | Steps]


@dataclass(slots=True, eq=False)
class Request:
    """One request: what came, and how its answer ended."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    _left: threading.Event = field(default_factory=threading.Event)
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body["messages"]

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.body.get("tools", [])]

    @property
    def results(self) -> list[dict[str, Any]]:
        """The tool messages in it."""
        return [message for message in self.messages if message["role"] == "tool"]

    def result(self) -> str:
        """The text of its last tool message."""
        return self.results[-1]["content"]

    def was_left(self) -> bool:
        """Whether the client went away before the end; waits for the answer to end one way or the other."""
        if not self._ended.wait(PATIENCE_SECONDS):
            raise TimeoutError("the client neither went away nor read the answer to its end")
        return self._left.is_set()


@dataclass(slots=True)
class ScriptedAgent:
    """Gives its answers in order, one a request, and then the same one for ever: a 500 that says so, if not told.

    `check` sees each request first; what it returns is the answer instead.
    """

    check: Callable[["Request"], Reply | None] = lambda request: None
    requests: list[Request] = field(default_factory=list)
    _answers: list[Answer] = field(default_factory=list)
    _then: Answer = OVER
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def answers(self, *answers: Answer, then: Answer = OVER) -> None:
        """From now on answer with these in order, and with `then` when they are used up."""
        with self._changed:
            self._answers, self._then = list(answers), then

    def forget(self) -> None:
        self.answers()
        self.requests = []

    def request(self, number: int = 1) -> Request:
        """The request of this number, the first being 1; waits for it."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= number, PATIENCE_SECONDS):
                raise TimeoutError(f"waited for request {number}, {len(self.requests)} came")
            return self.requests[number - 1]

    def answer(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers.get("Content-Length", 0))) or b"{}")
        request = Request(handler.path, dict(handler.headers), body)
        with self._changed:
            self.requests.append(request)
            answer = self.check(request) or (self._answers.pop(0) if self._answers else self._then)
            self._changed.notify_all()
        try:
            self._send(handler, answer(body) if callable(answer) else answer)
        except (ClientLeft, ConnectionError):
            request._left.set()
        finally:
            handler.close_connection = True
            request._ended.set()

    def _send(self, handler: http.server.BaseHTTPRequestHandler, answer: Reply | Steps) -> None:
        reply = answer if isinstance(answer, Reply) else Reply(steps=tuple(answer))
        handler.send_response(reply.status)
        handler.send_header("Content-Type", reply.content_type)
        handler.send_header("Cache-Control", "no-store")
        handler.send_header("Connection", "close")
        for name, value in reply.headers:
            handler.send_header(name, value)
        if reply.body is not None:
            handler.send_header("Content-Length", str(len(reply.body)))
        handler.end_headers()
        handler.wfile.write(reply.body or b"")
        for step in reply.steps:
            take(step, handler)


def take(step: Step, handler: http.server.BaseHTTPRequestHandler) -> None:
    """Do one step of an answer."""
    if step is RESET:
        cut(handler)
    elif step is FOREVER:
        hold(threading.Event(), handler.connection)
    elif isinstance(step, threading.Event):
        hold(step, handler.connection)
    else:
        handler.wfile.write(step if isinstance(step, bytes) else frame(step))
        handler.wfile.flush()


def hold(gate: threading.Event, connection: socket.socket) -> None:
    """Wait for the gate, and for a client that goes away meanwhile."""
    while not gate.wait(POLL_SECONDS):
        if has_left(connection):
            raise ClientLeft


def has_left(connection: socket.socket) -> bool:
    readable, _, _ = select.select([connection], [], [], 0)
    try:
        return bool(readable) and connection.recv(1, socket.MSG_PEEK) == b""
    except ConnectionError:
        return True


def cut(handler: http.server.BaseHTTPRequestHandler) -> None:
    """Close so that the other side sees a reset and not an end."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # The socket lives until its reader is closed too, and a goodbye must not be said before.
    handler.rfile.close()
    handler.connection.close()
