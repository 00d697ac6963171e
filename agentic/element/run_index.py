"""RunIndex: a server's index of runs, for a host that shows its runs itself."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agentic.element.runs import sibling

Rows = list[Mapping[str, Any]]


class RunIndex:
    """Reads the index at `url`, asking by `ask`."""

    def __init__(self, url: str, ask: Callable[[str], Awaitable[str]]) -> None:
        self._url = url
        self._ask = ask

    async def list(self) -> Rows:
        """The server's runs as it tells them; none where it cannot be reached: a look back that fails is no failure."""
        try:
            index = json.loads(await self._ask(self._url))
        except Exception:
            return []
        rows = index.get("runs") if isinstance(index, dict) else None
        return [row for row in rows or () if isinstance(row, dict) and isinstance(row.get("run_id"), str)]

    async def continuable(self) -> Rows:
        """Those that can be continued."""
        return [row for row in await self.list() if row.get("continuable") is True]

    def resume_url(self, run_id: str) -> str:
        """Where a run is continued."""
        return sibling(self._url, "resume", run_id)

    def fork_url(self, run_id: str) -> str:
        """Where a run is branched."""
        return sibling(self._url, "fork", run_id)
