"""AgUiChat: the public API of one <ag-ui-chat>, the same for Python and for JavaScript.

Every public method and property here is one of JavaScript's, in camelCase; `settings.py` adds those of the attributes.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from agentic.agents.chat import Chat
from agentic.agents.function import AgentCatalog
from agentic.core.clock import Clock
from agentic.core.registry import Registry
from agentic.element.answering import Answering, GetHeaders
from agentic.element.gate import Gate, Predicate
from agentic.element.given import function_or_none, mapping, text
from agentic.element.session import Host, Session
from agentic.element.settings import Settings
from agentic.element.tools import ElementTools, Handler
from agentic.protocol.transport import Transport


class Surroundings(Protocol):
    """What the page gives every chat on it."""

    @property
    def transport(self) -> Transport: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def registry(self) -> Registry: ...
    @property
    def agents(self) -> AgentCatalog: ...
    @property
    def settled(self) -> asyncio.Event: ...


class AgUiChat(Settings):
    """One chat on the page."""

    def __init__(self, host: Host, page: Surroundings, spawn: Callable[[Coroutine[Any, Any, Any]], object]) -> None:
        super().__init__(host)
        chat = Chat(registry=Registry(parent=page.registry), clock=page.clock)
        self._answering = Answering(self, page.agents, page.transport)
        self._gate = Gate(chat.registry)
        self._tools = ElementTools(chat.registry)
        self.session = Session(host, self, chat, choose_agent=self._answering.choose, spawn=spawn, settled=page.settled)

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
        self.session.new()

    def set_collapsed(self, collapsed: bool) -> None:
        """Collapse to the launcher, or expand."""
        self.session.collapse(bool(collapsed))

    def toggle_collapsed(self) -> None:
        """Collapse if expanded, expand if collapsed."""
        self.session.collapse(not self.collapsed)

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
