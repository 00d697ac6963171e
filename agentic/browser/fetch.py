"""FetchTransport: the protocol's Transport over fetch, with every failure told apart.

A body is read in pieces as the browser has them, and each piece crosses to Python once: an awaited crossing costs ten
times what decoding it does.
"""

import asyncio
from collections.abc import AsyncIterator

import js

from agentic.browser.ffi import JsException, JsObject, to_browser
from agentic.errors import AddressError, ConnectionLostError, HeadersError, UnreachableError, UsageError
from agentic.protocol.transport import Request


class FetchTransport:
    """Opens requests with the page's own fetch."""

    async def open(self, request: Request) -> "FetchResponse":
        """Send it; `UnreachableError` if no answer comes, or the error that says why it cannot be sent at all.

        Cancelling aborts it.
        """
        abort = js.AbortController.new()
        try:
            response = await js.fetch(request.url, _options(request, abort.signal))
        except JsException as failure:
            raise _reason(request, failure) from None
        except asyncio.CancelledError:
            abort.abort()
            raise
        return FetchResponse(response, abort)


def _reason(request: Request, failure: JsException) -> UsageError | UnreachableError:
    """What was wrong with a request that failed: the browser says so in its own words, and in those alone."""
    try:
        address = js.Request.new(request.url).url
    except JsException:
        return AddressError(request.url)
    if not address.startswith(("http:", "https:")):
        return AddressError(request.url)
    try:
        js.Headers.new(to_browser(request.headers))
    except JsException as refusal:
        return HeadersError(str(refusal))
    return UnreachableError(str(failure))


def _options(request: Request, signal: JsObject) -> JsObject:
    return to_browser(
        {
            "method": request.method,
            "headers": request.headers,
            "body": request.body or None,  # a GET may not even have an empty one
            "credentials": request.credentials,
            # An answer is of now: a cached one would be another run's.
            "cache": "no-store",
            "signal": signal,
        }
    )


class FetchResponse:
    """An answer whose body comes piece by piece."""

    def __init__(self, response: JsObject, abort: JsObject) -> None:
        self.status: int = response.status
        self.url: str = response.url
        self._response = response
        self.media_type: str = self.header("content-type").partition(";")[0].strip().lower()
        self._abort = abort

    @property
    def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives; `ConnectionLostError` where it breaks off. Leaving it early aborts the request."""
        return self._read()

    def header(self, name: str) -> str:
        """A header of the answer; "" where there is none, or this page may not see it."""
        return str(self._response.headers.get(name) or "")

    async def text(self) -> str:
        """The whole body, for what is no stream."""
        try:
            return await self._response.text()
        except JsException as failure:
            raise ConnectionLostError(str(failure)) from None
        finally:
            self.close()

    def close(self) -> None:
        """Abort what is still going on; an answer that has come whole does not notice."""
        self._abort.abort()

    async def _read(self) -> AsyncIterator[bytes]:
        if not self._response.body:  # A 204 has none.
            return
        reader = self._response.body.getReader()
        try:
            while not (piece := await reader.read()).done:
                yield piece.value.to_bytes()
        except JsException as failure:
            if not self._abort.signal.aborted:
                raise ConnectionLostError(str(failure)) from None
        finally:
            # Cancelling a task that waits for a piece leaves the request running; only this ends it.
            self.close()
