"""SocketTransport: the protocol's Transport over the standard library, for a Python without a page.

Scripts, recordings and tests use it. The library blocks, so it works in threads; closing the socket wakes them.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from agentic.errors import ConnectionLostError, TransportError, UnreachableError
from agentic.protocol.transport import Request

PIECE = 64 * 1024


class SocketTransport:
    """Opens one connection for each request."""

    async def open(self, request: Request) -> "SocketResponse":
        """Send it; `UnreachableError` if no answer comes. Cancelling closes the connection."""
        exchange = Exchange(request)
        work = asyncio.ensure_future(asyncio.to_thread(exchange.ask))
        try:
            return SocketResponse(exchange, await asyncio.shield(work))
        except asyncio.CancelledError:
            work.add_done_callback(lambda done: done.cancelled() or done.exception())
            exchange.close()
            raise


class Exchange:
    """One request and its answer, as the library does them: each method but `close` blocks."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.is_closed = self._is_over = False
        self._connection: Any = None
        self._socket: socket.socket | None = None
        self._response: Any = None
        self._in_use = Lock()

    def ask(self) -> Any:
        """The library's response; `UnreachableError` if there is none."""
        with self._using(UnreachableError):
            # Imported here: a page has no sockets, and need not carry what is made for them.
            from http.client import HTTPConnection, HTTPSConnection

            parts = urlsplit(self.request.url)
            self._connection = (HTTPSConnection if parts.scheme == "https" else HTTPConnection)(parts.netloc)
            headers = {**self.request.headers, "Connection": "close"}
            path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
            self._connection.request(self.request.method, path, self.request.body or None, headers)
            self._socket = self._connection.sock
            self._response = self._connection.getresponse()
            return self._response

    def read(self) -> bytes:
        """The next piece of the body; empty at its end, or once the exchange is closed."""
        try:
            with self._using(ConnectionLostError):
                piece = self._response.read1(PIECE)
                if not piece and self._response.length:
                    raise OSError(f"{self._response.length} bytes are missing")
                return piece
        except TransportError:
            if self.is_closed:
                return b""
            raise

    def close(self) -> None:
        """End it, also under a thread that waits for it: that thread then puts the rest away."""
        self.is_closed = self._is_over = True
        if self._socket is not None:
            with suppress(OSError):  # it may be closed already
                self._socket.shutdown(socket.SHUT_RDWR)
        self._put_away()

    @contextmanager
    def _using(self, error: type[TransportError]) -> Iterator[None]:
        """Work on the connection; whatever the library raises is this error."""
        from http.client import HTTPException

        try:
            with self._in_use:
                yield
        except (OSError, ValueError, HTTPException) as failure:
            self._is_over = True
            raise error(str(failure)) from None
        finally:
            self._put_away()

    def _put_away(self) -> None:
        """Close what the library holds, if nobody wants it any more and nobody is in the midst of it."""
        if self._is_over and self._in_use.acquire(blocking=False):
            try:
                for held in (self._response, self._connection):
                    if held is not None:
                        held.close()
            finally:
                self._in_use.release()


class SocketResponse:
    """An answer whose body comes piece by piece."""

    def __init__(self, exchange: Exchange, response: Any) -> None:
        self.status: int = response.status
        self.url = exchange.request.url
        self._exchange = exchange
        self._response = response
        self.media_type: str = self.header("content-type").partition(";")[0].strip().lower()

    @property
    def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives; `ConnectionLostError` where it breaks off."""
        return self._read()

    def header(self, name: str) -> str:
        return self._response.getheader(name) or ""

    async def text(self) -> str:
        """The whole body, for what is no stream."""
        return b"".join([piece async for piece in self.chunks]).decode("utf-8", "replace")

    def close(self) -> None:
        """End the request if it is still going on."""
        self._exchange.close()

    async def _read(self) -> AsyncIterator[bytes]:
        try:
            while piece := await asyncio.to_thread(self._exchange.read):
                yield piece
        finally:
            self.close()
