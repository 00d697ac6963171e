"""Line: the way to a model's server. It asks, gives the frames of the answer, and says what is wrong in words."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from typing import Any

from agentic.agents import catalog
from agentic.agents.here import Here
from agentic.agents.http import JSON_BODY, Headers, encode, host_headers, merged, words_of
from agentic.agents.key import Given, Key
from agentic.agents.trouble import is_address, not_a_model, refused, told, unreachable
from agentic.errors import ProviderError, UnreachableError, UsageError
from agentic.protocol.sse import Decoder
from agentic.protocol.transport import Request, Response, Transport

BLANK = b"\xef\xbb\xbf \t\r\n"
LONGEST_BLANK = 64

Authorize = Callable[[str], Mapping[str, str]]


class Line:
    """A base address with a key. `authorize` makes the headers of a key, which is "" where there is none.

    `headers` are the host's own. No others are sent: some providers refuse a page's request for one they do not expect.
    """

    def __init__(
        self,
        base_url: str,
        authorize: Authorize,
        key: Given = None,
        *,
        model: str = "",
        headers: Headers | None = None,
        credentials: str = "omit",
        transport: Transport | None = None,
    ) -> None:
        self.base_url = base_url
        self.model = model
        self._key = Key(key)
        self._authorize = authorize
        self._headers = headers
        self._credentials = credentials
        self._transport = transport

    async def stream(self, path: str, body: Mapping[str, Any]) -> AsyncGenerator[str, None]:
        """The data of each frame; an answer that is one JSON text is one frame. Closing ends the request."""
        response = await self._open(path, encode(dict(body)), "POST")
        try:
            await self._refuse_failure(response, path)
            async for frame in self._frames(response):
                yield frame
        finally:
            response.close()

    async def get(self, path: str) -> Any:
        """The JSON at a path."""
        response = await self._open(path, b"", "GET")
        try:
            await self._refuse_failure(response, path)
            text = await response.text()
            return json.loads(text)
        except ValueError:
            raise not_a_model(response.media_type, self.base_url) from None
        finally:
            response.close()

    def broken(self, error: Any) -> ProviderError:
        """The error that an answer reports inside itself."""
        return self._hidden(told(error, url=self.base_url, model=self.model, has_key=self._key.is_known))

    async def _open(self, path: str, body: bytes, method: str) -> Response:
        url = f"{self.base_url}{path}"
        here: Here = catalog.here
        if not is_address(url):
            raise unreachable(self.base_url, here.origin)
        given = await host_headers(self._headers)
        self._key.hide_too(map(str, given.values()))
        headers = merged(given, {**(JSON_BODY if body else {}), **self._authorize(await self._key.get())})
        request = Request(url, body, headers, method, self._credentials)
        try:
            return await (self._transport or here.transport).open(request)
        except UnreachableError:
            raise unreachable(url, here.origin) from None

    async def _refuse_failure(self, response: Response, path: str) -> None:
        if 200 <= response.status < 300:
            return
        error = refused(
            response.status,
            await words_of(response),
            url=f"{self.base_url}{path}",
            model=self.model,
            has_key=self._key.is_known,
            wait=response.header("retry-after"),
        )
        raise self._hidden(error)

    async def _frames(self, response: Response) -> AsyncIterator[str]:
        """Frames of events, or the one JSON text: servers are not to be believed about which of them they send."""
        decoder, beginning = Decoder(), bytearray()
        is_stream = False
        async for chunk in response.chunks:
            if not is_stream:
                beginning += chunk
                first = bytes(beginning[:LONGEST_BLANK]).lstrip(BLANK)[:1]
                if first == b"<":
                    raise not_a_model(response.media_type, self.base_url)
                if not first or first in b"{[":
                    continue
                is_stream, chunk = True, bytes(beginning)
            for frame in decoder.feed(chunk):
                yield frame
        if last := decoder.close() if is_stream else beginning.decode("utf-8-sig", "replace").strip():
            yield last

    def _hidden(self, error: ProviderError) -> ProviderError:
        """The error without the key, which some servers quote."""
        return ProviderError(self._key.hide_in(str(error)), error.code)


def base_of(url: str, *endings: str) -> str:
    """The base of an address that may have been given with one of these endings."""
    if not isinstance(url, str) or not url.strip():
        raise UsageError("give the address of the model's server, such as http://localhost:11434/v1")
    base = url.strip()
    for ending in endings:
        base = base.rstrip("/").removesuffix(ending).rstrip("/")
    return base
