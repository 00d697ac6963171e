"""HttpAgent: an AG-UI server, one POST a run, its answer a stream of server-sent events."""

from collections.abc import AsyncGenerator, Mapping
from types import MappingProxyType
from uuid import uuid4

from agentic.agents import catalog
from agentic.agents.http import Headers, encode, host_headers, merged, words_of
from agentic.errors import HttpError, NotAnEventStreamError
from agentic.protocol.events import Alive, Event
from agentic.protocol.frames import last_value, values
from agentic.protocol.messages import RunInput
from agentic.protocol.reader import Reader
from agentic.protocol.sse import Decoder
from agentic.protocol.transport import Request, Response, Transport
from agentic.protocol.wire import write_input

EVENT_STREAM = "text/event-stream"
PIECE = 16 * 1024  # bytes that are decoded in one go, so that whoever reads the events can pause between them

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
        self._headers = headers
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
        headers = merged(await host_headers(self._headers), OURS)
        return Request(self.url, encode(write_input(input)), headers, credentials=self._credentials)

    async def _refuse_what_is_no_stream(self, response: Response) -> None:
        if not 200 <= response.status < 300:
            raise HttpError(response.status, await words_of(response))
        if response.media_type.partition(";")[0].strip().lower() != EVENT_STREAM:
            raise NotAnEventStreamError(response.media_type)
