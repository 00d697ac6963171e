"""Small questions to a server, with headers and cookie policy that the page's functions give for each."""

from collections.abc import Callable
from typing import Any

from agentic.agents.http import JSON_BODY, merged
from agentic.element.stores import resolved
from agentic.errors import HttpError
from agentic.protocol.transport import Request, Transport


class Asker:
    """Asks through the page's transport. `headers(address)` and `credentials()` are asked before every request."""

    def __init__(
        self,
        transport: Transport,
        headers: Callable[[str], Any] | None = None,
        credentials: Callable[[], Any] | None = None,
    ) -> None:
        self._transport = transport
        self._headers = headers
        self._credentials = credentials

    async def ask(self, address: str, method: str = "GET", body: bytes = b"") -> str:
        """What the server says; `TransportError` where nothing is said, or no."""
        given = await resolved(self._headers(address)) if self._headers else None
        headers = merged({"accept": "application/json"}, given or {})
        if body:
            headers = merged(headers, JSON_BODY)
        credentials = await resolved(self._credentials()) if self._credentials else None
        request = Request(address, body, headers, method, credentials or "same-origin")
        response = await self._transport.open(request)
        if not 200 <= response.status < 300:
            response.close()
            raise HttpError(response.status)
        return await response.text()
