"""What the shim talks to: one peer for each <agentic-inspector>. It has a view, and nodes, only while it is open."""

from collections.abc import Callable

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope
from agentic.browser.keep import Keeper, weak
from agentic.browser.ports import Ports
from agentic.element.face import Face
from agentic.element.host import ElementHost
from agentic.element.surface import methods_of, properties_of
from agentic.inspector import events
from agentic.inspector.agentic_inspector import AgenticInspector
from agentic.inspector.settings import Settings
from agentic.inspector.view import View


class Peer(Face):
    """The Python side of one inspector."""

    def __init__(self, element: Node, page: Ports) -> None:
        self._host = ElementHost(element)
        self._page = page
        self._inspector = AgenticInspector(self._host, page, Scope().spawn)
        super().__init__(
            self._inspector,
            methods_of(AgenticInspector),
            properties_of(AgenticInspector, Settings),
            Keeper(element),
        )
        self._view: View | None = None
        self._is_connected = False
        self._was_open = False
        self._came_from: Callable[[], Node] = lambda: None

    def connected(self) -> None:
        self._is_connected = True
        self._was_open = self._inspector.open
        self._inspector.inspection.reword()
        self._settle()

    def disconnected(self) -> None:
        self._is_connected = False
        self._close_view()

    def removed(self) -> None:
        """It did not come back; calls made by hand go on, as an agent's would."""

    def changed(self, attribute: str) -> None:
        """An attribute was written."""
        inspection = self._inspector.inspection
        if attribute == "for":
            inspection.retarget()
        if attribute == "data-strings":
            inspection.reword()
        # Before it is in a document there is no shell; the attributes of the markup are told of earlier than that.
        if self._is_connected:
            self._settle()
            self._tell()
        inspection.changed.set(None)

    def _settle(self) -> None:
        """Have a view exactly while the panel is in sight."""
        is_shown = self._inspector.open or self._inspector.dock == "embedded"
        if is_shown and not self._view:
            self._view = View(self._host.node(), self._inspector.inspection, self._page)
        elif not is_shown:
            self._close_view()

    def _close_view(self) -> None:
        if self._view:
            self._view.close()
            self._view = None

    def _tell(self) -> None:
        """Opened, the focus comes in; closed, it goes back to where it was. The page is told of both."""
        is_open = self._inspector.open
        if is_open == self._was_open:
            return
        self._was_open = is_open
        if is_open and self._view:
            self._came_from = weak(focused(self._host.node().ownerDocument))
            self._view.focus()
        elif not is_open and (origin := self._came_from()) and origin.isConnected:
            origin.focus()
        self._host.emit(events.TOGGLE, {"open": is_open})


def focused(root: Node) -> Node:
    """What has the focus, inside a shadow root too."""
    node = root.activeElement
    return focused(node.shadowRoot) if node and node.shadowRoot and node.shadowRoot.activeElement else node
