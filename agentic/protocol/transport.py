"""Transport: what a source of bytes must offer."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `credentials` is fetch's word: `same-origin`, `include` or `omit`. An empty body is none."""

    url: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"
    credentials: str = "same-origin"


class Response(Protocol):
    """An answer whose body comes piece by piece.

    `chunks` raises `ConnectionLostError` where the connection breaks off.
    """

    status: int
    media_type: str
    url: str

    @property
    def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives, however it is cut."""
        ...

    def header(self, name: str) -> str:
        """A header of the answer; "" where there is none, or the browser hides it from this page."""
        ...

    async def text(self) -> str:
        """The whole body as text, for what is no stream."""
        ...

    def close(self) -> None:
        """Abort the request if it is still going on; the server sees that. Nothing happens a second time."""
        ...


class Transport(Protocol):
    """Opens requests. Cancelling `open`, while no answer has come, aborts the request."""

    async def open(self, request: Request) -> Response:
        """Send it; `UnreachableError` if no answer comes."""
        ...
