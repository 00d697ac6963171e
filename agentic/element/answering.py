"""Who answers a chat: the agent of the page that its attribute names, or the server at its endpoint."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.agents.agent import Agent
from agentic.agents.function import AgentCatalog
from agentic.agents.remote import HttpAgent
from agentic.element.settings import Settings
from agentic.protocol.transport import Transport

PATIENCE = 1  # seconds that a message waits for its agent: the page's own scripts have ended when it is sent

GetHeaders = Callable[[], Mapping[str, str] | Awaitable[Mapping[str, str]]]


class Answering:
    """Chooses the agent anew for each run, so that every attribute and property is live."""

    def __init__(self, settings: Settings, agents: AgentCatalog, transport: Transport) -> None:
        self.headers: Mapping[str, str] = {}
        self.get_headers: GetHeaders | None = None
        self._settings = settings
        self._agents = agents
        self._transport = transport

    def choose(self) -> Agent | None:
        """The agent for the next run; None, with a word to the page's author, where nothing is named."""
        name, address = self._settings.agent, self._settings.endpoint
        if name and address:
            self._settings.host.warn(f"both agent={name!r} and endpoint={address!r} are set; the agent answers")
        if name:
            return self._agents.named(name, PATIENCE)
        if address:
            return HttpAgent(
                address, self._transport, headers=self._current_headers, credentials=self._settings.credentials
            )
        self._settings.host.error('nothing can be sent without the attribute endpoint="…" or agent="…"')
        return None

    async def _current_headers(self) -> dict[str, str]:
        """The fixed headers with those of `get_headers` over them, read right before the request."""
        fresh: Any = self.get_headers() if self.get_headers else None
        if isawaitable(fresh):
            fresh = await fresh
        return {**self.headers, **(fresh or {})}
