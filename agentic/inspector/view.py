"""The open panel of an inspection: its parts, drawn at most once a frame, and the focus that comes and goes with it."""

from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope
from agentic.browser.ports import Ports
from agentic.core.registry import Registry
from agentic.core.words import Words
from agentic.element.part import translate
from agentic.element.parts.announcer import say
from agentic.element.view import KEY_EVENTS, TYPED_INTO, keep_inside
from agentic.inspector.inspection import Inspection
from agentic.inspector.pane import Pane
from agentic.inspector.parts.approvals import ApprovalsPane
from agentic.inspector.parts.bar import Bar
from agentic.inspector.parts.capability import CapabilityDetails
from agentic.inspector.parts.catalog import Catalog
from agentic.inspector.parts.edge import Edge
from agentic.inspector.parts.pending import PendingPane
from agentic.inspector.parts.record import RecordDetails
from agentic.inspector.parts.tabs import Tabs
from agentic.inspector.parts.timeline import Timeline
from agentic.inspector.parts.waiting import Waiting

PARTS: tuple[type[Pane], ...] = (
    Edge,
    Bar,
    Tabs,
    Waiting,
    Catalog,
    CapabilityDetails,
    Timeline,
    RecordDetails,
    PendingPane,
    ApprovalsPane,
)


class View:
    """Opens the parts when made, closes them and lets go of every node when closed."""

    def __init__(self, element: Node, session: Inspection, page: Ports) -> None:
        self.scope = Scope()
        self._root: Node = element.shadowRoot
        self._session = session
        self._words: Words | None = None
        self._is_due = False
        self._registry: Registry | None = None
        self._hearing = self.scope.child()
        panel = self._root.querySelector("[data-panel]")
        self._panel: Node = panel
        self._parts = [
            make(self._root.querySelector(f'[data-part="{make.name}"]'), session, self.scope, page) for make in PARTS
        ]
        for part in self._parts:
            part.opened()
        for kind in KEY_EVENTS:
            self.scope.listen(self._root, kind, keep_inside)
        self.scope.listen(panel, "keydown", self._pressed)
        # What a capability's own function says of it can change in silence: it is asked again when somebody looks.
        for kind in ("focusin", "pointerenter"):
            self.scope.listen(panel, kind, self.schedule)
        for source in (session.changed, page.chats.changed):
            self.scope.defer(source.subscribe(self.schedule))
        self.scope.defer(session.wants_focus.subscribe(lambda _: self.focus()))
        spoken = self._root.querySelector("[data-spoken]")
        self.scope.defer(session.announced.subscribe(lambda text: say(spoken, text)))
        self._draw()

    def schedule(self, _: object = None) -> None:
        """Draw in the next frame."""
        if not self._is_due:
            self._is_due = True
            self.scope.frame(self._draw)

    def focus(self) -> None:
        """Put the focus on the panel itself, from where the next Tab goes on; never on a button that acts."""
        self._panel.focus(preventScroll=True)

    def close(self) -> None:
        self.scope.close()
        for part in self._parts:
            vars(part).clear()
        self._parts = []
        self._root = self._panel = None

    def _pressed(self, event: Any) -> None:
        if event.key != "Escape" or event.isComposing or self._session.settings.dock == "embedded":
            return
        field = event.composedPath()[0]
        if is_written_in(field):
            # The browser empties a search field; from any other, what is written there is not to be lost by one key.
            if field.type != "search":
                self.focus()
            return
        event.preventDefault()
        event.stopPropagation()
        self._session.close()

    def _draw(self) -> None:
        self._is_due = False
        self._hear()
        if self._words is not self._session.words:
            self._words = self._session.words
            translate(self._root, self._words)
        for part in self._parts:
            part.update()

    def _hear(self) -> None:
        """Listen to the registry that is looked at."""
        registry = self._session.registry
        if registry is self._registry:
            return
        self._hearing.close()
        self._hearing = self.scope.child()
        self._registry = registry
        if registry:
            self._hearing.defer(registry.news.subscribe(self.schedule))
            self._hearing.defer(registry.audit.subscribe(self.schedule))


def is_written_in(node: Node) -> bool:
    """Whether this is a field that a person writes into, and has something in it."""
    return node.localName in TYPED_INTO and node.type != "checkbox" and bool(node.value)
