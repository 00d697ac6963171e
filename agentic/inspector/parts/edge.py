"""The edge by which a docked panel is made larger or smaller: dragged, or moved with the arrows."""

from types import MappingProxyType
from typing import Any

from agentic.browser.layout import watch_size
from agentic.inspector.pane import Pane

GROWS = MappingProxyType({"bottom": ("y", -1), "left": ("x", 1), "right": ("x", -1), "floating": ("y", -1)})
"""Along which axis a panel grows, and which way a pointer goes then."""

ROOM = ("bottom", "left", "right")
"""The docks that take room from the page. Its root is told how much, as `--agentic-inspector-bottom` in pixels."""

KEYS = MappingProxyType({"ArrowUp": ("y", -1), "ArrowDown": ("y", 1), "ArrowLeft": ("x", -1), "ArrowRight": ("x", 1)})
STEP = 24
"""Pixels that one press of an arrow moves the edge."""

SMALLEST = 160
PROPERTY = MappingProxyType({"x": "--_dragged-width", "y": "--_dragged-height"})
PHONE = "(max-width: 600px)"
"""Where the style sheet has every panel at the bottom that is not embedded."""


class Edge(Pane):
    """A separator; the size lasts as long as the element."""

    name = "edge"

    def opened(self) -> None:
        self._start: tuple[float, float] | None = None
        self._dock = ""
        self._panel = self.node.parentElement
        for kind, heard in (
            ("pointerdown", self._grabbed),
            ("pointermove", self._dragged),
            ("lostpointercapture", self._let_go),
            ("keydown", self._pressed),
        ):
            self.scope.listen(self.node, kind, heard)
        watch_size(self._panel, self._measure, self.scope)
        self.scope.defer(lambda: self._take_room(""))

    def update(self) -> None:
        # Where it stands is known without asking; asking for its size would lay the page out anew.
        if self.session.settings.dock != self._dock:
            self._dock = self.session.settings.dock
            self._measure()

    def _measure(self) -> None:
        axis, _ = self._grows()
        self.node.setAttribute("aria-orientation", "horizontal" if axis == "y" else "vertical")
        self.node.setAttribute("aria-valuenow", str(round(self._size(axis))))
        self._take_room(self._place())

    def _grabbed(self, event: Any) -> None:
        axis, _ = self._grows()
        self.node.setPointerCapture(event.pointerId)
        self._start = (_along(axis, event), self._size(axis))
        event.preventDefault()

    def _dragged(self, event: Any) -> None:
        if self._start:
            (axis, direction), (at, size) = self._grows(), self._start
            self._resize(axis, size + direction * (_along(axis, event) - at))

    def _let_go(self, _event: Any) -> None:
        self._start = None

    def _pressed(self, event: Any) -> None:
        axis, direction = self._grows()
        along, way = KEYS.get(event.key, ("", 0))
        if along == axis:
            event.preventDefault()
            self._resize(axis, self._size(axis) + direction * way * STEP)

    def _resize(self, axis: str, size: float) -> None:
        self.node.getRootNode().host.style.setProperty(PROPERTY[axis], f"{max(SMALLEST, round(size))}px")

    def _place(self) -> str:
        dock = self.session.settings.dock
        is_small = self.node.ownerDocument.defaultView.matchMedia(PHONE).matches
        return "bottom" if is_small and dock != "embedded" else dock

    def _grows(self) -> tuple[str, int]:
        return GROWS.get(self._place(), GROWS["bottom"])

    def _size(self, axis: str) -> float:
        box = self._panel.getBoundingClientRect()
        return box.height if axis == "y" else box.width

    def _take_room(self, place: str) -> None:
        style = self._panel.ownerDocument.documentElement.style
        for side in ROOM:
            if side == place:
                style.setProperty(f"--agentic-inspector-{side}", f"{round(self._size(GROWS[side][0]))}px")
            else:
                style.removeProperty(f"--agentic-inspector-{side}")


def _along(axis: str, event: Any) -> float:
    return event.clientY if axis == "y" else event.clientX
