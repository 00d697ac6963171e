"""RunIndex: a server's index of runs, for a host that shows its runs itself."""

import json
from collections.abc import Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.element.runs import sibling
from agentic.protocol.transport import Request, Transport

Given = Callable[[], Any] | None
Rows = list[Mapping[str, Any]]


class RunIndex:
    """Reads the index at `url`. `headers` and `credentials` are functions of the page's, asked before every request."""

    def __init__(self, transport: Transport, url: str, headers: Given = None, credentials: Given = None) -> None:
        self._transport = transport
        self._url = url
        self._headers = headers
        self._credentials = credentials

    async def list(self) -> Rows:
        """The server's runs as it tells them; none where it cannot be reached: a look back that fails is no failure."""
        try:
            return await self._rows()
        except Exception:
            return []

    async def continuable(self) -> Rows:
        """Those that can be continued."""
        return [row for row in await self.list() if row.get("continuable") is True]

    def resume_url(self, run_id: str) -> str:
        """Where a run is continued."""
        return sibling(self._url, "resume", run_id)

    def fork_url(self, run_id: str) -> str:
        """Where a run is branched."""
        return sibling(self._url, "fork", run_id)

    async def _rows(self) -> Rows:
        headers = {"accept": "application/json", **(await _asked(self._headers) or {})}
        credentials = await _asked(self._credentials) or "same-origin"
        request = Request(self._url, headers=headers, method="GET", credentials=credentials)
        response = await self._transport.open(request)
        if not 200 <= response.status < 300:
            response.close()
            return []
        index = json.loads(await response.text())
        rows = index.get("runs") if isinstance(index, dict) else None
        return [row for row in rows or () if isinstance(row, dict) and isinstance(row.get("run_id"), str)]


async def _asked(given: Given) -> Any:
    found = given() if given else None
    return await found if isawaitable(found) else found
