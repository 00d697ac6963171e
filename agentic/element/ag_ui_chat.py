"""AgUiChat: the public API of one <ag-ui-chat>, the same for Python and for JavaScript.

Every public method and property here is one of JavaScript's, in camelCase; `settings.py` adds those of the attributes.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from agentic.agents.chat import Chat
from agentic.core.cancel import Cancellation
from agentic.core.clock import Clock
from agentic.core.registry import Registry
from agentic.element.answering import AgentFactory, Answering, GetHeaders, Page
from agentic.element.approving import Approving, Renderer
from agentic.element.gate import Gate, Predicate
from agentic.element.given import function_or_none, mapping, text, texts
from agentic.element.runs import Runs
from agentic.element.session import Host, Session
from agentic.element.settings import Settings
from agentic.element.tools import ElementTools, Handler


class Surroundings(Page, Protocol):
    """What the page gives every chat on it."""

    @property
    def clock(self) -> Clock: ...
    @property
    def registry(self) -> Registry: ...
    @property
    def abort_signal(self) -> Callable[[Cancellation], Any]: ...
    @property
    def settled(self) -> asyncio.Event: ...


class AgUiChat(Settings):
    """One chat on the page."""

    def __init__(self, host: Host, page: Surroundings, spawn: Callable[[Coroutine[Any, Any, Any]], object]) -> None:
        super().__init__(host)
        chat = Chat(registry=Registry(parent=page.registry), clock=page.clock)
        self._answering = Answering(self, page)
        self._gate = Gate(chat.registry)
        self._tools = ElementTools(chat.registry)
        approving = Approving(page.clock, chat.find_call, page.abort_signal, host.warn)
        self.session = Session(
            host,
            self,
            chat,
            approving=approving,
            runs=Runs(self, self._answering.read, spawn),
            choose_agent=self._answering.choose,
            continuing=self._answering.continuing,
            spawn=spawn,
            settled=page.settled,
        )

    def register_tool(
        self,
        *,
        name: str = "",
        handler: Handler | None = None,
        description: str = "",
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer a tool to the agent; the same name again replaces this element's earlier tool."""
        self._tools.register(name, handler, description, mapping("registerTool: parameters", parameters))

    def send_message(self, content: str) -> None:
        """Send as if the user had typed it; nothing happens for an empty text or during a run."""
        self.session.send_now(text("sendMessage", content))

    def retry_last_turn(self) -> None:
        """Answer the newest message again."""
        self.session.retry()

    def new_chat(self) -> None:
        """Begin a new conversation."""
        self._answering.forget()
        self.session.new()

    def set_collapsed(self, collapsed: bool) -> None:
        """Collapse to the launcher, or expand."""
        self.session.collapse(bool(collapsed))

    def toggle_collapsed(self) -> None:
        """Collapse if expanded, expand if collapsed."""
        self.session.collapse(not self.collapsed)

    def open_checkpoints(self) -> None:
        """Show the server's runs that can be continued."""
        self.session.runs.open()

    def close_checkpoints(self) -> None:
        """Put the panel of runs away."""
        self.session.runs.close()

    def toggle_checkpoints(self) -> None:
        """Show the panel of runs, or put it away."""
        self.session.runs.toggle()

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of every request the element makes."""
        return self._answering.headers

    @headers.setter
    def headers(self, headers: Mapping[str, str] | None) -> None:
        self._answering.headers = mapping("headers", headers)

    @property
    def get_headers(self) -> GetHeaders | None:
        """A function asked for headers right before every request; its headers win."""
        return self._answering.get_headers

    @get_headers.setter
    def get_headers(self, get_headers: GetHeaders | None) -> None:
        self._answering.get_headers = function_or_none("getHeaders", get_headers)

    @property
    def trusted_origins(self) -> list[str]:
        """Origins that requests with the page's headers go to on purpose; of others the console tells, once each."""
        return list(self._answering.trusted_origins)

    @trusted_origins.setter
    def trusted_origins(self, origins: list[str] | None) -> None:
        self._answering.trusted_origins = texts("trustedOrigins", origins)

    @property
    def agent_factory(self) -> AgentFactory | None:
        """A function that makes the agent: one of JavaScript's, with the interface of AG-UI's official client."""
        return self._answering.factory

    @agent_factory.setter
    def agent_factory(self, factory: AgentFactory | None) -> None:
        self._answering.factory = function_or_none("agentFactory", factory)

    @property
    def shared_state(self) -> Any:
        """The state that agent and page share, as it stands. A new chat keeps it."""
        return self.session.chat.state

    @shared_state.setter
    def shared_state(self, state: Any) -> None:
        self.session.chat.state = {} if state is None else state

    @property
    def forwarded_props(self) -> Any:
        """JSON that goes along with every request as it is; what it means is the server's affair."""
        return self.session.chat.forwarded_props

    @forwarded_props.setter
    def forwarded_props(self, props: Any) -> None:
        self.session.chat.forwarded_props = {} if props is None else props

    @property
    def approval_renderer(self) -> Renderer | None:
        """A function of request and `{signal}` that asks a server's question instead of the card; true approves."""
        return self.session.approving.renderer

    @approval_renderer.setter
    def approval_renderer(self, renderer: Renderer | None) -> None:
        self.session.approving.renderer = function_or_none("approvalRenderer", renderer)

    @property
    def approve_with_edits(self) -> bool:
        """True: the server takes edited arguments, so its questions offer to change them."""
        return self.session.approving.offers_edits

    @approve_with_edits.setter
    def approve_with_edits(self, offers: bool) -> None:
        self.session.approving.offers_edits = bool(offers)

    @property
    def auto_confirm(self) -> bool:
        """True: no call asks first."""
        return self._gate.never_asks

    @auto_confirm.setter
    def auto_confirm(self, never_asks: bool) -> None:
        self._gate.never_asks = never_asks

    @property
    def confirm_predicate(self) -> Predicate | None:
        """A function of name and arguments that says whether this call asks first."""
        return self._gate.predicate

    @confirm_predicate.setter
    def confirm_predicate(self, predicate: Predicate | None) -> None:
        self._gate.predicate = function_or_none("confirmPredicate", predicate)

    @property
    def strings(self) -> Mapping[str, str]:
        """Words of the interface to replace; they win over `data-strings`."""
        return self.session.strings

    @strings.setter
    def strings(self, strings: Mapping[str, str] | None) -> None:
        self.session.use_strings(mapping("strings", strings))
