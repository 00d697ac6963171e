"""AgUiChat: the public API of one <ag-ui-chat>, the same for Python and for JavaScript.

Every public method here is one of JavaScript's, in camelCase; `properties.py` has its properties, `settings.py` those
of the attributes.
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
from agentic.element.answering import Answering, Page
from agentic.element.approving import Approving
from agentic.element.asking import Asking
from agentic.element.attachments import message, references
from agentic.element.beside import Beside
from agentic.element.cards import Cards
from agentic.element.catalogs import Catalogs
from agentic.element.declared import Declared
from agentic.element.gate import Gate
from agentic.element.given import function_or_none, mapping, text
from agentic.element.keeping import Keeping
from agentic.element.landing import Landing
from agentic.element.page_seam import PageSeam
from agentic.element.page_state import register_page_state
from agentic.element.place import Page as PlacePage
from agentic.element.place import Place
from agentic.element.properties import Properties
from agentic.element.rounds import Rounds
from agentic.element.routes import Routes
from agentic.element.runs import Runs
from agentic.element.session import Host, Session
from agentic.element.skills import Skills
from agentic.element.tool_labels import ToolLabels
from agentic.element.tools import ElementTools, Handler
from agentic.element.whereabouts import Whereabouts
from agentic.errors import UsageError
from agentic.protocol.content import Content

ROLES = ("user", "assistant")
ResolvePageTarget = Callable[[str], Any]
Spawn = Callable[[Coroutine[Any, Any, Any]], object]


class Charts(Protocol):
    """What makes a node of a chart."""

    def draw(self, value: Any) -> Any: ...


class Surroundings(Page, PlacePage, Protocol):
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


class AgUiChat(Properties):
    """One chat on the page."""

    host: Host

    def __init__(self, host: Host, page: Surroundings, spawn: Spawn) -> None:
        super().__init__(host)
        chat = Chat(registry=Registry(parent=page.registry), clock=page.clock)
        self._answering = Answering(self, page)
        self._gate = Gate(chat.registry)
        self._tools = ElementTools(chat.registry)
        self.whereabouts = Whereabouts(self, host)
        self._resolve_page_target: ResolvePageTarget | None = None
        self._declared = Declared(host.warn)
        self._routes = Routes(chat.registry, page.go)
        self._activities = Activities(page.charts.draw)

        async def read(address: str) -> str:
            # Whoever makes an element sets its headers in the same task, a page's own scripts before they end.
            await page.settled.wait()
            await page.clock.sleep(0)
            return await self._answering.ask(address)

        self.catalogs = Catalogs(self, read, spawn, lambda: self.session.cards.renew())
        self.session = Session(
            host,
            self,
            chat,
            self._beside(chat, page, spawn),
            choose_agent=self._answering.choose,
            spawn=spawn,
            settled=page.settled,
        )
        self._page_seam = PageSeam(chat.registry, host.address, lambda: self.session.words("pageMoved"))
        self._rounds = Rounds(self._page_seam, host.warn)
        chat.context, chat.choose_tools = self._rounds.context, self._rounds.tools

    def _beside(self, chat: Chat, page: Surroundings, spawn: Spawn) -> Beside:
        keeping = Keeping(chat, self, Place(self, page, self._answering.ask, spawn), spawn)
        keeping.left.subscribe(lambda _: self._answering.forget())
        return Beside(
            Approving(page.clock, chat.find_call, page.abort_signal, self.host.warn, self._declared),
            Asking(chat.questions, chat.registry, page.abort_signal, spawn, self.host.warn),
            Runs(self, self._answering.ask, self._answering.continuing, spawn),
            Cards(ToolLabels(chat.registry, lambda: self.catalogs.tools.content), self.host.warn),
            Skills(lambda: self.catalogs.skills.content, self.host.warn),
            self._activities,
            keeping,
            Landing(chat, keeping, page.clock, self.host.address, self._routes.stays),
        )

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

    def register_activity_renderer(
        self, *, type: str = "", render: Render | None = None, removed_notice: str | None = None
    ) -> None:
        """Draw the activities of a type with a function of their content that gives a node, or nothing.

        `removed_notice` is told in the place of one that was drawn and, as its content is now, is not any more.
        """
        self._activities.register(type, render, removed_notice)

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

    def send_message(self, content: Content, attachments: list[Mapping[str, Any]] | None = None) -> None:
        """Send as if the user had typed it; nothing happens for an empty message or during a run.

        `content` is a text, or a list of parts as AG-UI spells them. `attachments` are references to uploaded files,
        `{id, name, mime, size}`.
        """
        said = message("sendMessage", content)
        self.session.send_now(said, references("sendMessage: attachments", attachments))

    def append_message(self, role: str, content: str) -> None:
        """Add what `user` or `assistant` said elsewhere, such as a greeting; it goes along with the next message."""
        if role not in ROLES:
            raise UsageError(f"appendMessage: the role is one of {', '.join(ROLES)}, not {role!r}")
        self.session.chat.append(role, text("appendMessage: content", content))

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
        self.session.new()

    async def reload(self) -> None:
        """Load anew what is loaded at the start, with everything as it is set now; a run that is going on ends."""
        self.catalogs.read_again()
        if self.session.runs.is_open:
            self.session.runs.open()
        await self.session.keeping.reload()

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
