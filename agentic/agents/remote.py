"""HttpAgent: an AG-UI server, one POST a run, its answer a stream of server-sent events."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from inspect import isawaitable
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from agentic.agents import catalog
from agentic.core.fault import named, text_of
from agentic.core.result import plain
from agentic.errors import HeadersError, HttpError, NotAnEventStreamError, TransportError, UsageError
from agentic.protocol.events import Alive, Event
from agentic.protocol.frames import last_value, values
from agentic.protocol.messages import RunInput
from agentic.protocol.reader import Reader
from agentic.protocol.sse import Decoder
from agentic.protocol.transport import Request, Response, Transport
from agentic.protocol.wire import write_input

EVENT_STREAM = "text/event-stream"
PIECE = 16 * 1024  # bytes that are decoded in one go, so that whoever reads the events can pause between them

HostHeaders = Mapping[str, str] | None
Headers = Mapping[str, str] | Callable[[], HostHeaders | Awaitable[HostHeaders]]

# Written last: a wildcard in Accept would also admit formats that are not read here.
OURS: Mapping[str, str] = MappingProxyType({"content-type": "application/json", "accept": EVENT_STREAM})


class HttpAgent:
    """Talks to one address. `headers` are the host's own, such as a token; a function, which may be
    async, is asked at every request."""

    def __init__(
        self,
        url: str,
        transport: Transport | None = None,
        headers: Headers | None = None,
        credentials: str = "same-origin",
    ) -> None:
        self.url = url
        self._transport = transport
        self._headers = headers or {}
        self._credentials = credentials

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Send the conversation and read the answer; closing this generator aborts the request."""
        response = await (self._transport or catalog.here.transport).open(await self._request(input))
        try:
            await self._refuse_what_is_no_stream(response)
            decoder, reader = Decoder(), Reader(lambda: str(uuid4()))
            async for chunk in response.chunks:
                for start in range(0, len(chunk), PIECE):
                    frames = decoder.feed(chunk[start : start + PIECE])
                    if not frames:
                        yield Alive()
                    for value in values(frames):
                        for event in reader.read(value):
                            yield event
            for value in last_value(decoder.close()):
                for event in reader.read(value):
                    yield event
        finally:
            response.close()

    async def _request(self, input: RunInput) -> Request:
        headers = await self._own_headers()
        # Names of headers have no case: what the host wrote otherwise must not become a second value.
        kept = {name: value for name, value in headers.items() if name.lower() not in OURS}
        return Request(self.url, encode(write_input(input)), {**kept, **OURS}, credentials=self._credentials)

    async def _own_headers(self) -> Mapping[str, str]:
        try:
            given = self._headers() if callable(self._headers) else self._headers
            return dict((await given if isawaitable(given) else given) or {})
        except Exception as error:
            raise HeadersError(text_of(error) or named(error)) from error

    async def _refuse_what_is_no_stream(self, response: Response) -> None:
        if not 200 <= response.status < 300:
            raise HttpError(response.status, await _what_it_says(response))
        if response.media_type.partition(";")[0].strip().lower() != EVENT_STREAM:
            raise NotAnEventStreamError(response.media_type)


async def _what_it_says(response: Response) -> str:
    try:
        return await response.text()
    except TransportError:
        return ""  # the status is the answer, with or without its words


def encode(body: dict[str, Any]) -> bytes:
    """JSON as UTF-8. Half a character, which JavaScript strings may hold, is replaced."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"the conversation cannot be sent as JSON: {error}") from error
    return text.encode("utf-8", "replace")
