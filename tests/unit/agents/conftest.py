"""What the tests of agents share: a server that exists only here, and a chat that talks to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from ag_ui.core import RunAgentInput

from agentic import Registry
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import ConnectionLostError
from agentic.protocol.ending import Ending
from agentic.protocol.transport import Request
from agentic.testing import FakeClock, settle

HANGS = "hangs"
BREAKS = "breaks"


def event(kind: str, **members: Any) -> bytes:
    """One frame. Names of members are spelled as the wire does."""
    return f"data: {json.dumps({'type': kind, **members})}\n\n".encode()


STARTED = event("RUN_STARTED", threadId="t", runId="r")
FINISHED = event("RUN_FINISHED", threadId="t", runId="r")


def says(text: str, message_id: str = "m") -> bytes:
    return b"".join(
        [
            event("TEXT_MESSAGE_START", messageId=message_id),
            *[event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=word) for word in text.split()],
            event("TEXT_MESSAGE_END", messageId=message_id),
        ]
    )


def piece_by_piece(data: bytes) -> tuple[bytes, ...]:
    """The frames, each as the network would bring it alone."""
    return tuple(frame + b"\n\n" for frame in data.split(b"\n\n") if frame)


def calls(name: str, arguments: Any = None, call_id: str = "k") -> bytes:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return b"".join(
        [
            event("TOOL_CALL_START", toolCallId=call_id, toolCallName=name),
            event("TOOL_CALL_ARGS", toolCallId=call_id, delta=text),
            event("TOOL_CALL_END", toolCallId=call_id),
        ]
    )


def run(*frames: bytes) -> bytes:
    return b"".join([STARTED, *frames, FINISHED])


@dataclass
class Answer:
    """What the server says to one request, piece by piece; a piece may also be `HANGS` or `BREAKS`.

    Status 0: the server never answers.
    """

    pieces: tuple[bytes | str, ...] = ()
    status: int = 200
    media_type: str = "text/event-stream; charset=utf-8"
    url: str = "/agent/"
    is_closed: bool = False

    @property
    async def chunks(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            if piece == HANGS:
                await asyncio.get_running_loop().create_future()
            elif piece == BREAKS:
                raise ConnectionLostError("reset")
            elif isinstance(piece, bytes):
                yield piece

    async def text(self) -> str:
        if BREAKS in self.pieces:
            raise ConnectionLostError("reset")
        return b"".join(piece for piece in self.pieces if isinstance(piece, bytes)).decode()

    def close(self) -> None:
        self.is_closed = True


@dataclass
class Server:
    """A transport that answers from a list, and remembers what it was sent."""

    answers: list[Answer | Exception] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    given: list[Answer] = field(default_factory=list)
    is_aborted: bool = False

    async def open(self, request: Request) -> Answer:
        self.requests.append(request)
        if request.method == "POST":
            RunAgentInput.model_validate_json(request.body)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if answer.status == 0:
            await self._never()
        self.given.append(answer)
        return answer

    async def _never(self) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.is_aborted = True

    def will_answer(self, *bodies: bytes | Answer | Exception) -> None:
        self.answers += [Answer((body,)) if isinstance(body, bytes) else body for body in bodies]

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.body) for request in self.requests]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def registry(clock: FakeClock) -> Registry:
    return Registry(clock=clock)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def chat(server: Server, registry: Registry, clock: FakeClock) -> Chat:
    return Chat(HttpAgent("/agent/", server), registry, clock=clock, thread_id="t")


@pytest.fixture
def during(chat: Chat) -> Callable[..., Awaitable[Ending]]:
    """Send a message, do something while the answer is on its way, and give the ending."""

    async def send(act: Callable[[], Any], text: str = "hi") -> Ending:
        sending = asyncio.ensure_future(chat.send(text))
        await settle()
        done = act()
        if asyncio.iscoroutine(done):
            await done
        return await asyncio.wait_for(sending, 5)

    return send


def transcript(chat: Chat) -> list[tuple[str, str]]:
    """Who said what."""
    return [(message.role, message.text) for message in chat.conversation.get().messages]


def kinds(chat: Chat) -> list[str]:
    return [notice.kind for notice in chat.conversation.get().notices]


def answered(body: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The tool messages of a request by the call they answer; every call has exactly one."""
    results = [message for message in body["messages"] if message["role"] == "tool"]
    made = [call["id"] for message in body["messages"] for call in message.get("toolCalls", [])]
    assert sorted(made) == sorted(result["toolCallId"] for result in results)
    return {result["toolCallId"]: result for result in results}
