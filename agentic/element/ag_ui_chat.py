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
from agentic.core.wire_names import to_wire_name
from agentic.element.activities import CHART_TOOL, Activities, Render, chart_routes, chart_tool
from agentic.element.answering import AgentFactory, Answering, Page
from agentic.element.approving import Approving
from agentic.element.asking import Asking
from agentic.element.beside import Beside
from agentic.element.cards import Cards
from agentic.element.catalogs import Catalogs
from agentic.element.declared import Declared
from agentic.element.delegate import Delegate
from agentic.element.gate import Gate
from agentic.element.given import function_or_none, mapping, text, texts
from agentic.element.page_seam import PageSeam
from agentic.element.page_state import register_page_state
from agentic.element.routes import Routes
from agentic.element.runs import Runs
from agentic.element.session import Host, Session
from agentic.element.settings import Settings
from agentic.element.skills import Skills
from agentic.element.tool_labels import ToolLabels
from agentic.element.tools import ElementTools, Handler
from agentic.element.whereabouts import Whereabouts

ResolvePageTarget = Callable[[str], Any]


class Charts(Protocol):
    """What makes a node of a chart."""

    def draw(self, value: Any) -> Any: ...


class Surroundings(Page, Protocol):
    """What the page gives every chat on it."""

    @property
    def clock(self) -> Clock: ...
    @property
    def registry(self) -> Registry: ...
    @property
    def charts(self) -> Charts: ...
    @property
    def abort_signal(self) -> Callable[[Cancellation], Any]: ...
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
        self.whereabouts = Whereabouts(self, host)
        self._resolve_page_target: ResolvePageTarget | None = None
        self._declared = Declared(host.warn)
        approving = Approving(page.clock, chat.find_call, page.abort_signal, host.warn, self._declared)
        chat.ask = approving.ask

        async def read(address: str) -> str:
            # Whoever makes an element sets its headers in the same task, a page's own scripts before they end.
            await page.settled.wait()
            await page.clock.sleep(0)
            return await self._answering.read(address)

        self.catalogs = Catalogs(self, read, spawn, lambda: self.session.cards.renew())
        self._activities = Activities(page.charts.draw)
        self.session = Session(
            host,
            self,
            chat,
            Beside(
                approving,
                Asking(chat.questions, chat.registry, page.abort_signal, spawn, host.warn),
                Runs(self, self._answering.read, self._answering.continuing, spawn),
                Cards(ToolLabels(chat.registry, lambda: self.catalogs.tools.content), host.warn),
                Skills(lambda: self.catalogs.skills.content, host.warn),
                self._activities,
            ),
            choose_agent=self._answering.choose,
            spawn=spawn,
            settled=page.settled,
        )
        self._page_seam = PageSeam(chat.registry, host.address, lambda: self.session.words("pageMoved"))
        chat.context = self._page_seam.context
        self._routes = Routes(chat.registry, page.go)

    def register_tool(
        self,
        *,
        name: str = "",
        handler: Handler | None = None,
        description: str = "",
        parameters: Mapping[str, Any] | None = None,
        render: Render | None = None,
    ) -> None:
        """Offer a tool to the agent; the same name again replaces this element's earlier tool.

        `render` gives a node for the arguments, to be shown below the card. It has no effects: it runs again whenever
        the conversation is drawn anew.
        """
        render = function_or_none("registerTool: render", render)
        self._tools.register(name, handler, description, mapping("registerTool: parameters", parameters))
        self._activities.draw_tool(to_wire_name(name), render)

    def register_activity_renderer(self, *, type: str = "", render: Render | None = None) -> None:
        """Draw the activities of a type with a function of their content that gives a node, or nothing."""
        self._activities.register(type, render)

    def enable_charts(self, routes: list[str]) -> None:
        """Show charts: `tool` lets the agent call for one, `activity` draws what the server pushes."""
        ways = chart_routes(routes)
        if "activity" in ways:
            self._activities.enable_charts()
        if "tool" in ways:
            self._tools.offer(chart_tool())
            self._activities.draw_tool(CHART_TOOL, self._activities.draw_chart)

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

    def set_skills(self, skills: Any) -> None:
        """Offer these skills, `{name, title, description?, prompt?, sendImmediately?, chip?}`; the last list counts."""
        self.session.skills.give(skills)
        self.session.changed.set(None)

    def register_state_hook(
        self,
        *,
        name: str = "",
        read: Callable[[], Any] | None = None,
        write: Callable[[Any], Any] | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> None:
        """The former name of `register_page_state`."""
        self.session.host.warn("registerStateHook is deprecated; it is called registerPageState now")
        self.register_page_state(name=name, read=read, write=write, schema=schema)

    def send_message(self, content: str) -> None:
        """Send as if the user had typed it; nothing happens for an empty text or during a run."""
        self.session.send_now(text("sendMessage", content))

    def retry_last_turn(self) -> bool:
        """Answer the newest message again; false where there is none, or during a run."""
        return self.session.retry()

    def quote(self, content: str) -> None:
        """Put a text into the composer as a quotation, below what is written there; nothing is sent."""
        self.session.quote(text("quote", content))

    def offer_quote_in_page(self, root: Any = None) -> Callable[[], None]:
        """Offer to quote what is selected in the page, or in one region of it; the function returned ends that."""
        return self.session.reader.quote_in(root)

    def new_chat(self) -> None:
        """Begin a new conversation."""
        self._answering.forget()
        self.session.new()

    def describe_surface(self) -> dict[str, Any]:
        """Where the panel is, and what can be done to it."""
        return self.whereabouts.describe()

    def move_to(self, corner: str) -> bool:
        """Send the panel to a corner of the window; False where it has a fixed place."""
        return self.whereabouts.move(text("moveTo", corner))

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
    def unread(self) -> int:
        """The answers that came while the panel was collapsed."""
        return self.session.reader.unread

    @property
    def unhandled_activity_types(self) -> list[str]:
        """The types of the activities in this conversation that nobody draws."""
        return self._activities.unhandled(self.session.chat.conversation.get().messages)

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of every request the element makes."""
        return self._answering.headers

    @headers.setter
    def headers(self, headers: Mapping[str, str] | None) -> None:
        self._answering.headers = mapping("headers", headers)

    get_headers = Delegate(
        "_answering.get_headers",
        function_or_none,
        "A function asked for headers right before every request; its headers win.",
    )

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

    approval_renderer = Delegate(
        "session.approving.renderer",
        function_or_none,
        "A function of request and `{signal}` that asks a server's question instead of the card; true approves.",
    )

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

    ask_user_renderer = Delegate(
        "session.asking.renderer",
        function_or_none,
        "A function of request and `{signal}` that asks the agent's question instead of the card; gives the answer.",
    )

    skill_context = Delegate(
        "session.skills.get_context",
        function_or_none,
        "A function that gives the values of the placeholders in skills' prompts.",
    )

    @property
    def tool_summaries(self) -> Mapping[str, str]:
        """Labels by the names of tools, for those that bring none themselves, such as a server's."""
        return self.session.cards.labels.summaries

    @tool_summaries.setter
    def tool_summaries(self, summaries: Mapping[str, str] | None) -> None:
        self.session.cards.labels.summaries = mapping("toolSummaries", summaries)
        self.session.cards.renew()

    format_tool_payload = Delegate(
        "session.cards.formatter",
        function_or_none,
        "A function of `{kind, toolName, args}` or `{kind, toolName, status, text}`: a node, a text or null.",
    )

    @property
    def route_map(self) -> list[Mapping[str, Any]]:
        """Places of the site, `{id, path, title?, group?, description?}`, that the agent may go to by their ids."""
        return self._routes.map

    @route_map.setter
    def route_map(self, routes: Any) -> None:
        self._routes.map = routes

    navigate = Delegate(
        "_routes.navigate",
        function_or_none,
        "A function of a path that leads there without loading the page anew; without it, the page is loaded.",
    )

    @property
    def auto_confirm(self) -> bool:
        """True: no call asks first."""
        return self._gate.never_asks

    @auto_confirm.setter
    def auto_confirm(self, never_asks: bool) -> None:
        self._gate.never_asks = never_asks

    confirm_predicate = Delegate(
        "_gate.predicate",
        function_or_none,
        "A function of name and arguments that says whether this call asks first.",
    )

    get_page_map = Delegate(
        "_page_seam.get_page_map",
        function_or_none,
        "A function that gives what can be done on the page now; sent with every round, and read by `read_page`.",
    )

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
