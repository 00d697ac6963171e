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
from agentic.element.asking import Asking
from agentic.element.asking import Renderer as QuestionRenderer
from agentic.element.attachments import references
from agentic.element.declared import Declared
from agentic.element.gate import Gate, Predicate
from agentic.element.given import function_or_none, mapping, text, texts
from agentic.element.keeping import Keeping
from agentic.element.landing import Landing, NavigationResult
from agentic.element.page_seam import GetPageMap, PageSeam
from agentic.element.page_state import register_page_state
from agentic.element.place import Page as PlacePage
from agentic.element.place import Place
from agentic.element.routes import Navigate, Routes
from agentic.element.runs import Runs
from agentic.element.session import Host, Session
from agentic.element.settings import Settings
from agentic.element.stores import Store
from agentic.element.tools import ElementTools, Handler
from agentic.element.whereabouts import Whereabouts
from agentic.errors import UsageError
from agentic.protocol.content import Content, read_content

ResolvePageTarget = Callable[[str], Any]


class Surroundings(Page, PlacePage, Protocol):
    """What the page gives every chat on it."""

    @property
    def clock(self) -> Clock: ...
    @property
    def registry(self) -> Registry: ...
    @property
    def abort_signal(self) -> Callable[[Cancellation], Any]: ...
    @property
    def adopt_store(self) -> Callable[[Any], Store]: ...
    @property
    def go(self) -> Callable[[str], object]: ...
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
        self._whereabouts = Whereabouts(self, host)
        self._resolve_page_target: ResolvePageTarget | None = None
        self._declared = Declared(host.warn)
        self._routes = Routes(chat.registry, page.go)
        keeping = Keeping(chat, self, Place(self, page, self._answering.ask, spawn), spawn)
        keeping.left.subscribe(lambda _: self._answering.forget())
        approving = Approving(page.clock, chat.find_call, page.abort_signal, host.warn, self._declared)
        chat.ask = approving.ask
        self.session = Session(
            host,
            self,
            chat,
            approving=approving,
            runs=Runs(self, self._answering.read, self._answering.continuing, spawn),
            asking=Asking(chat.questions, chat.registry, page.abort_signal, spawn, host.warn),
            keeping=keeping,
            landing=Landing(chat, keeping, page.clock, host.address, self._routes.stays),
            choose_agent=self._answering.choose,
            spawn=spawn,
            settled=page.settled,
        )
        self._store: Any = None
        self._adopt_store = page.adopt_store
        self._page_seam = PageSeam(chat.registry, host.address, lambda: self.session.words("pageMoved"))
        chat.context = self._page_seam.context

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

    def register_page_state(
        self,
        *,
        name: str = "",
        read: Callable[[], Any] | None = None,
        write: Callable[[Any], Any] | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer state of the page as tools: `read_<name>`, and with a `write` also `set_<name>`, which asks first."""
        given = mapping("registerPageState: schema", schema)
        register_page_state(self.session.registry, name, read, write, given)

    def send_message(self, content: Content, attachments: list[Mapping[str, Any]] | None = None) -> None:
        """Send as if the user had typed it; nothing happens for an empty message or during a run.

        `content` is a text, or a list of parts as AG-UI spells them. `attachments` are references to uploaded files,
        `{id, name, mime, size}`.
        """
        if not isinstance(content, (str, list)):
            raise UsageError(f"sendMessage: it must be a text or a list of parts, not {content!r}")
        self.session.send_now(read_content(content) or "", references("sendMessage: attachments", attachments))

    def retry_last_turn(self) -> None:
        """Answer the newest message again."""
        self.session.retry()

    def new_chat(self) -> None:
        """Begin a new conversation."""
        self.session.new()

    async def reload(self) -> None:
        """Load anew what is loaded at the start, with everything as it is set now; a run that is going on ends."""
        if self.session.runs.is_open:
            self.session.runs.open()
        await self.session.keeping.reload()

    def describe_surface(self) -> dict[str, Any]:
        """Where the panel is, and what can be done to it."""
        return self._whereabouts.describe()

    def move_to(self, corner: str) -> bool:
        """Send the panel to a corner of the window; False where it has a fixed place."""
        return self._whereabouts.move(text("moveTo", corner))

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
    def conversation_store(self) -> Any:
        """Where conversations are kept: a store of the page's own, None for the tab's."""
        return self._store

    @conversation_store.setter
    def conversation_store(self, store: Any) -> None:
        self.session.keeping.use(None if store is None else self._adopt_store(store))
        self._store = store

    @property
    def navigation_result(self) -> NavigationResult | None:
        """A function of the checkpoint `{toolCallId}` that says what is found on the page to which a call has led."""
        return self.session.landing.navigation_result

    @navigation_result.setter
    def navigation_result(self, result: NavigationResult | None) -> None:
        self.session.landing.navigation_result = function_or_none("navigationResult", result)

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
    def agent_capabilities(self) -> Mapping[str, Any] | None:
        """What the agent declares that it can do, as AG-UI spells it; a malformed declaration is not used."""
        return self._declared.given

    @agent_capabilities.setter
    def agent_capabilities(self, declaration: Mapping[str, Any] | None) -> None:
        self._declared.use(declaration)

    @property
    def approve_with_edits(self) -> bool:
        """True: the server takes edited arguments, so its questions offer to change them; else as it declares."""
        return self.session.approving.offers_edits

    @approve_with_edits.setter
    def approve_with_edits(self, offers: bool) -> None:
        self.session.approving.wants_edits = bool(offers)

    @property
    def ask_user(self) -> bool:
        """True: a server's agent may ask the user, by the tool `ask_user`."""
        return self.session.asking.is_offered

    @ask_user.setter
    def ask_user(self, is_offered: bool) -> None:
        self.session.asking.is_offered = bool(is_offered)

    @property
    def ask_user_renderer(self) -> QuestionRenderer | None:
        """A function of request and `{signal}` that asks the agent's question instead of the card; gives the answer."""
        return self.session.asking.renderer

    @ask_user_renderer.setter
    def ask_user_renderer(self, renderer: QuestionRenderer | None) -> None:
        self.session.asking.renderer = function_or_none("askUserRenderer", renderer)

    @property
    def route_map(self) -> list[Mapping[str, Any]]:
        """Places of the site, `{id, path, title?, group?, description?}`, that the agent may go to by their ids."""
        return self._routes.map

    @route_map.setter
    def route_map(self, routes: Any) -> None:
        self._routes.map = routes

    @property
    def navigate(self) -> Navigate | None:
        """A function of a path that leads there without loading the page anew; without it, the page is loaded."""
        return self._routes.navigate

    @navigate.setter
    def navigate(self, navigate: Navigate | None) -> None:
        self._routes.navigate = function_or_none("navigate", navigate)

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
    def get_page_map(self) -> GetPageMap | None:
        """A function that gives what can be done on the page now; sent with every round, and read by `read_page`."""
        return self._page_seam.get_page_map

    @get_page_map.setter
    def get_page_map(self, get_page_map: GetPageMap | None) -> None:
        self._page_seam.get_page_map = function_or_none("getPageMap", get_page_map)

    @property
    def auto_inject_page_map(self) -> bool:
        """False: the map is not sent by itself, and only `read_page` gives it."""
        return self._page_seam.auto_inject

    @auto_inject_page_map.setter
    def auto_inject_page_map(self, auto_inject: bool) -> None:
        self._page_seam.auto_inject = bool(auto_inject)

    @property
    def resolve_page_target(self) -> ResolvePageTarget | None:
        """A function from what an agent calls a thing of the page to its element; without it, a CSS selector."""
        return self._resolve_page_target

    @resolve_page_target.setter
    def resolve_page_target(self, resolve: ResolvePageTarget | None) -> None:
        self._resolve_page_target = function_or_none("resolvePageTarget", resolve)

    @property
    def strings(self) -> Mapping[str, str]:
        """Words of the interface to replace; they win over `data-strings`."""
        return self.session.strings

    @strings.setter
    def strings(self, strings: Mapping[str, str] | None) -> None:
        self.session.use_strings(mapping("strings", strings))
