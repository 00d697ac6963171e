"""Who answers a chat: the page's own agent, the one its attribute names, or the server at its endpoint."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any, Protocol

from agentic.agents.agent import Agent
from agentic.agents.function import AgentCatalog
from agentic.agents.http import merged
from agentic.agents.remote import HttpAgent
from agentic.core.camel import camel
from agentic.element.asker import Asker
from agentic.element.settings import Settings
from agentic.protocol.transport import Transport

PATIENCE = 1  # seconds that a message waits for its agent: the page's own scripts have ended when it is sent

GetHeaders = Callable[[], Mapping[str, str] | Awaitable[Mapping[str, str]]]
AgentFactory = Callable[[Mapping[str, Any]], Any]


class Page(Protocol):
    """What of the page's it takes to reach an agent."""

    @property
    def transport(self) -> Transport: ...
    @property
    def agents(self) -> AgentCatalog: ...
    @property
    def foreign_origin(self) -> Callable[[str], str | None]: ...
    @property
    def adopt_agent(self) -> Callable[[Any, Mapping[str, Any]], Agent]: ...


class Answering:
    """Chooses the agent anew for each run, so that every attribute and property is live."""

    def __init__(self, settings: Settings, page: Page) -> None:
        self.headers: Mapping[str, str] = {}
        self.get_headers: GetHeaders | None = None
        self.trusted_origins: tuple[str, ...] = ()
        self._factory: AgentFactory | None = None
        self._made: Agent | None = None
        self._settings = settings
        self._page = page
        self._noticed: set[str] = set()

    @property
    def factory(self) -> AgentFactory | None:
        """A function of the page that makes a JavaScript agent; it wins over attributes."""
        return self._factory

    @factory.setter
    def factory(self, factory: AgentFactory | None) -> None:
        self._factory = factory
        self.forget()

    def forget(self) -> None:
        """Another conversation: the factory is asked for another agent."""
        self._made = None

    def choose(self) -> Agent | None:
        """The agent for the next run; None, with a word to the page's author, where nothing is named."""
        name, address = self._settings.agent, self._settings.endpoint
        if self._factory:
            self._made = self._made or self._page.adopt_agent(self._factory, self._options(address))
            return self._made
        if name and address:
            self._settings.host.warn(f"both agent={name!r} and endpoint={address!r} are set; the agent answers")
        if name:
            return self._page.agents.named(name, PATIENCE)
        if address:
            return self._server(address)
        self._settings.host.error('nothing can be sent without the attribute endpoint="…" or agent="…"')
        return None

    def continuing(self, address: str) -> Agent:
        """An agent for one continuation, made as the conversation's own is, for another address."""
        if self._factory:
            return self._page.adopt_agent(self._factory, self._options(address))
        return self._server(address)

    async def ask(self, address: str, method: str = "GET", body: bytes = b"") -> str:
        """What the server says, asked with the headers of every request; `TransportError` else."""
        asker = Asker(self._page.transport, self._headers_for, lambda: self._settings.credentials)
        return await asker.ask(address, method, body)

    def _server(self, address: str) -> Agent:
        async def headers() -> Mapping[str, str]:
            return await self._headers_for(address)

        return HttpAgent(address, self._page.transport, headers=headers, credentials=self._settings.credentials)

    async def _headers_for(self, address: str) -> Mapping[str, str]:
        return self._noticing(address, await self._current_headers())

    def _options(self, address: str) -> Mapping[str, Any]:
        """What a factory is told; it asks for headers itself, right before a request."""
        return {
            "url": address,
            "credentials": self._settings.credentials,
            "headers": self.headers,
            camel("get_headers"): self.get_headers,
            camel("trusted_origins"): self.trusted_origins,
        }

    async def _current_headers(self) -> dict[str, str]:
        """The fixed headers with those of `get_headers` over them, read right before the request."""
        fresh: Any = self.get_headers() if self.get_headers else None
        if isawaitable(fresh):
            fresh = await fresh
        return merged(self.headers, fresh or {})

    def _noticing(self, address: str, headers: Mapping[str, str]) -> Mapping[str, str]:
        """The headers. If they go to another origin the page's author is told, once for each: it is no refusal."""
        origin = self._page.foreign_origin(address)
        if origin and origin not in self.trusted_origins and origin not in self._noticed:
            self._noticed.add(origin)
            names = ", ".join(headers) or "no header of the page's own"
            self._settings.host.warn(
                f"requests go to another origin, {origin}, with {names}; name it in trustedOrigins if that is meant"
            )
        return headers
