"""Where the panel stands in the window, and moving it to another corner."""

from typing import Any, Protocol

from agentic.core.signal import Signal
from agentic.element.settings import Attributes, Settings
from agentic.errors import UsageError

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
CORNER = "data-corner"
MOVABLE = ("floating", "bottom-left")
FILLING = ("page", "full")
"""These fill the window and are always open."""
PHONE = 600
"""Pixels of width up to which the panel fills the window; `host.css` has the same."""


class Standing(Attributes, Protocol):
    """A host element that stands on a page."""

    def node(self) -> Any: ...


class Whereabouts:
    """Tells where the panel is and what can be done to it; a move that cannot be is not pretended."""

    def __init__(self, settings: Settings, host: Standing) -> None:
        self._settings = settings
        self._host = host
        self.corner = Signal("")
        """The corner it was sent to last; empty where it stands as the page has it."""

    def describe(self) -> dict[str, Any]:
        """Placement, what can be done, the panel's box and the window's size, in pixels."""
        box, window = self._host.node().getBoundingClientRect(), self._window()
        placement = self._settings.placement
        fixed = self.why_fixed()
        return {
            "placement": placement,
            "collapsed": self._settings.collapsed,
            "collapsible": placement not in FILLING,
            "movable": not fixed,
            "fixed": fixed,
            "draggable": False,
            "fullBleed": self._is_full_bleed(),
            "panel": {"x": box.left, "y": box.top, "width": box.width, "height": box.height},
            "viewport": {"width": window.innerWidth, "height": window.innerHeight},
        }

    def move(self, corner: str) -> bool:
        """Send it to a corner; False where the placement owns its place or it fills the window."""
        if corner not in CORNERS:
            raise UsageError(f"moveTo: it must be one of {', '.join(CORNERS)}, not {corner!r}")
        if self.why_fixed():
            return False
        self.put(corner)
        return True

    def put(self, corner: str) -> None:
        """Have it in a corner, or, with an empty one, where the page has it."""
        self._host.set_attribute(CORNER, corner or None)
        self.corner.set(corner)

    def settle(self) -> None:
        """A placement that owns the panel's place has it back."""
        if self._settings.placement not in MOVABLE and self._host.attribute(CORNER):
            self.put("")

    def why_fixed(self) -> str:
        """Why the panel cannot be moved, and what would help; empty if it can."""
        if self._is_full_bleed():
            return "it fills the window, so there is nowhere to move it; minimise it instead"
        if self._settings.placement not in MOVABLE:
            return f'placement="{self._settings.placement}" owns its place; minimise it instead'
        return ""

    def _is_full_bleed(self) -> bool:
        placement = self._settings.placement
        is_phone = self._window().innerWidth <= PHONE and placement != "embedded"
        return placement in FILLING or is_phone

    def _window(self) -> Any:
        return self._host.node().ownerDocument.defaultView


def is_chat_corner(value: Any) -> bool:
    """Whether this names a corner."""
    return value in CORNERS
