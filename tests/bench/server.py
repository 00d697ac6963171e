"""Static folders that a browser may keep, and an agent that streams as fast as it is read."""

import http.server
import json
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, urlencode, urlsplit

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
EVENTS_A_WRITE = 20

PROSE = (
    "The quick **brown fox** jumps over the lazy dog, then reads `code` and a [link](https://example.com/a?b=c).\n\n"
)
SECTION = (
    "## Heading\n\n" + PROSE * 3 + "- item one\n- item two with *emphasis*\n- item three\n\n"
    "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\n```python\ndef f(x):\n    return x + 1\n```\n\n"
)


@dataclass(frozen=True, slots=True)
class Stream:
    """What a run answers: so many deltas of so many characters; of kind `talk`, so many messages, each with a call.

    `pause`, in milliseconds, is that between two writes of some events each.
    """

    kind: str
    deltas: int
    size: int
    pause: int = 0

    @property
    def query(self) -> str:
        return urlencode(asdict(self))

    @property
    def last_words(self) -> str:
        """How the answer ends; "" where there are many."""
        return "" if self.kind == "talk" else "That was all."

    def text(self) -> str:
        unit = SECTION if self.kind == "markdown" else "lorem "
        length = self.deltas * self.size - len(self.last_words)
        return (unit * (length // len(unit) + 1))[:length] + self.last_words

    def events(self, thread: str, run: str) -> Iterator[bytes]:
        text = self.text()
        pieces = [text[start : start + self.size] for start in range(0, len(text), self.size)]
        yield _event(type="RUN_STARTED", threadId=thread, runId=run)
        if self.kind == "talk":
            for number, piece in enumerate(pieces):
                yield from _message(f"{run}-{number}", [piece])
                yield from _call(f"{run}-{number}")
        else:
            yield from _message("answer", pieces)
        yield _event(type="RUN_FINISHED", threadId=thread, runId=run)


class Server:
    """Serves `folders` (first part of the path to folder) and POST /agent until it is closed."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        handler = type("Handler", (_Handler,), {"folders": folders})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = TYPES
    folders: Mapping[str, Path]

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""

    def translate_path(self, path: str) -> str:
        top, _, rest = urlsplit(path).path.lstrip("/").partition("/")
        return str(self.folders[top] / rest) if top in self.folders else ""

    def end_headers(self) -> None:
        if self.command == "GET":
            self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        query = dict(parse_qsl(urlsplit(self.path).query))
        stream = Stream(query["kind"], int(query["deltas"]), int(query["size"]), int(query["pause"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        events = list(stream.events(request["threadId"], request["runId"]))
        for start in range(0, len(events), EVENTS_A_WRITE):
            self.wfile.write(b"".join(events[start : start + EVENTS_A_WRITE]))
            time.sleep(stream.pause / 1000)


def _message(message: str, pieces: list[str]) -> Iterator[bytes]:
    yield _event(type="TEXT_MESSAGE_START", messageId=message, role="assistant")
    for piece in pieces:
        yield _event(type="TEXT_MESSAGE_CONTENT", messageId=message, delta=piece)
    yield _event(type="TEXT_MESSAGE_END", messageId=message)


def _call(call: str) -> Iterator[bytes]:
    """A call of a tool of the server's own, with its result."""
    yield _event(type="TOOL_CALL_START", toolCallId=call, toolCallName="look_up")
    yield _event(type="TOOL_CALL_ARGS", toolCallId=call, delta=json.dumps({"words": f"number {call}", "limit": 10}))
    yield _event(type="TOOL_CALL_END", toolCallId=call)
    yield _event(type="TOOL_CALL_RESULT", messageId=f"{call}-result", toolCallId=call, content='{"found": 3}')


def _event(**fields: str) -> bytes:
    return f"data: {json.dumps(fields, separators=(',', ':'))}\n\n".encode()
