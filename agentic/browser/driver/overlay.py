"""The ring round a target: drawn outside it and above everything, inert, and gone when the target is.

It writes nothing to the page's own nodes. It stands in the top layer, so that it is seen above a modal dialog too, in a
shadow root, so that no rule of the page's reaches it, and is styled through the object model, which a strict content
policy allows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from agentic.browser.dom import Node
from agentic.browser.driver.find import ancestors, check_target
from agentic.browser.ffi import Scope, to_browser
from agentic.browser.motion import prefers_reduced_motion

ACCENT = "#4f46e5"
SCRIM = "rgba(15, 15, 25, 0.45)"
Z_INDEX = "2147483001"
RING_WIDTH = 3
PADDING = 2
FLOW_MS = 2400

TOP_LAYER = "dialog:modal, [popover]:popover-open:not([data-agentic])"
LAYER = MappingProxyType(
    {
        "all": "initial",
        "position": "fixed",
        "inset": "0",
        "display": "block",
        "width": "auto",
        "height": "auto",
        "max-width": "none",
        "max-height": "none",
        "margin": "0",
        "padding": "0",
        "border": "0",
        "overflow": "hidden",
        "background": "transparent",
        "pointer-events": "none",
    }
)
RING = MappingProxyType({"position": "absolute", "box-sizing": "border-box", "pointer-events": "none"})
# Paints the padding only: the whole box less its content.
HOLLOW = "linear-gradient(#000 0 0) content-box exclude, linear-gradient(#000 0 0)"


@dataclass(frozen=True, slots=True)
class Look:
    """What an overlay looks like: CSS values, and pixels as numbers."""

    color: str
    scrim: str
    gradient: str
    ring_width: float
    flow_ms: float
    padding: float
    radius: str
    z_index: str


def show_highlight_overlay(
    el: Node,
    *,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
    ring_width: float | None = None,
    flow_ms: float | None = None,
    padding: float = PADDING,
    radius: float | str | None = None,
) -> Callable[[], None]:
    """Ring the element, dim all the rest (`scrim`) or have a gradient flow round it; the function returned ends that.

    For scrim and gradient True is the theme's, a text a CSS value. The ring follows the element and goes when it goes.
    """
    options = {"ring_width": ring_width, "flow_ms": flow_ms, "padding": padding, "radius": radius}
    return highlight(el, color=color, scrim=scrim, gradient=gradient, **options).close


def highlight(
    el: Node,
    *,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
    ring_width: float | None = None,
    flow_ms: float | None = None,
    padding: float = PADDING,
    radius: float | str | None = None,
) -> "Overlay":
    """The overlay itself, themed by the element it points at: that is where its tokens are read."""
    check_target(el)
    style = el.ownerDocument.defaultView.getComputedStyle(el)
    ring = color or _token(style, "--ag-ui-accent", ACCENT)
    flowing = f"linear-gradient(115deg, transparent 20%, {ring} 50%, transparent 80%)"
    look = Look(
        color=ring,
        scrim=_chosen(scrim, _token(style, "--ag-ui-highlight-scrim", SCRIM)),
        gradient=_chosen(gradient, _token(style, "--ag-ui-highlight-gradient", flowing)),
        ring_width=_number(ring_width, _token(style, "--ag-ui-highlight-ring-width"), RING_WIDTH),
        flow_ms=_number(flow_ms, _token(style, "--ag-ui-highlight-flow-ms"), FLOW_MS),
        padding=padding,
        radius=_radius(radius, style.borderTopLeftRadius, padding),
        z_index=_token(style, "--ag-ui-highlight-z-index", Z_INDEX),
    )
    return Overlay(el, look)


class Overlay:
    """One ring, while it is shown."""

    def __init__(self, el: Node, look: Look) -> None:
        self._el = el
        self._look = look
        self._at: tuple[float, ...] = ()
        self._scrollers = list(_scrollers(el))
        self._scope = Scope()
        document = el.ownerDocument
        self._layer = _styled(document.createElement("div"), LAYER | {"z-index": look.z_index})
        self._layer.setAttribute("aria-hidden", "true")
        self._layer.setAttribute("data-agentic", "overlay")
        self._ring = _styled(document.createElement("div"), RING | _ring_style(look))
        self._layer.attachShadow(to_browser({"mode": "open"})).append(self._ring)
        if look.gradient:
            self._flow(document)
        document.body.append(self._layer)
        self._scope.defer(self._layer.remove)
        self._above = 0
        self._rise()
        self._follow()

    def close(self) -> None:
        """Take it away. Calling it again does nothing."""
        self._scope.close()

    def fade(self, delay_ms: float, duration_ms: float) -> None:
        """Fade out, beginning after a while."""
        timing = {"delay": delay_ms, "duration": duration_ms, "fill": "forwards"}
        self._layer.animate(to_browser([{"opacity": 1}, {"opacity": 0}]), to_browser(timing))

    def press(self, duration_ms: float) -> None:
        """Look pressed: the ring closes on the target and lets go."""
        frames = [{"scale": "1"}, {"scale": "0.96"}, {"scale": "1"}]
        self._ring.animate(to_browser(frames), to_browser({"duration": duration_ms}))

    def _flow(self, document: Node) -> None:
        band = _styled(document.createElement("div"), _band_style(self._look))
        self._ring.append(band)
        if self._look.flow_ms > 0 and not prefers_reduced_motion():
            frames = [{"backgroundPosition": "0% 0%"}, {"backgroundPosition": "-300% 0%"}]
            band.animate(to_browser(frames), to_browser({"duration": self._look.flow_ms, "iterations": float("inf")}))

    def _rise(self) -> None:
        """Stand above all: over a modal dialog there is nothing but the top layer, and its last is its top."""
        self._above = self._el.ownerDocument.querySelectorAll(TOP_LAYER).length
        if hasattr(self._layer, "showPopover"):
            if self._layer.hasAttribute("popover"):
                self._layer.hidePopover()
            self._layer.setAttribute("popover", "manual")
            self._layer.showPopover()

    def _follow(self) -> None:
        """Be where the target is, every frame anew: nothing tells of every way in which it can move."""
        box = self._el.getBoundingClientRect()
        if not self._el.isConnected or (not box.width and not box.height):
            self.close()
            return
        if self._el.ownerDocument.querySelectorAll(TOP_LAYER).length > self._above:
            self._rise()
        gap = self._look.padding
        at = (box.left - gap, box.top - gap, box.width + 2 * gap, box.height + 2 * gap, self._is_in_sight(box))
        if at != self._at:
            self._at = at
            left, top, width, height, is_in_sight = at
            _styled(self._ring, {"width": f"{width}px", "height": f"{height}px"})
            _styled(self._ring, {"transform": f"translate({left}px, {top}px)"})
            _styled(self._ring, {"visibility": "visible" if is_in_sight else "hidden"})
        self._scope.frame(self._follow)

    def _is_in_sight(self, box: Node) -> bool:
        """Whether any of it shows in the boxes that it can be scrolled out of."""
        for scroller in self._scrollers:
            view = scroller.getBoundingClientRect()
            if box.bottom <= view.top or box.top >= view.bottom or box.right <= view.left or box.left >= view.right:
                return False
        return True


def _scrollers(el: Node) -> Iterator[Node]:
    """The elements around it that scroll it; what is fixed is scrolled by none."""
    view = el.ownerDocument.defaultView
    for node in ancestors(el):
        style = view.getComputedStyle(node)
        if node != el and node.localName not in ("html", "body") and "visible" not in style.overflow.split():
            yield node
        if style.position == "fixed":
            return


def _ring_style(look: Look) -> dict[str, str]:
    style = {"inset": "0 auto auto 0", "border-radius": look.radius}
    if not look.gradient:
        style["outline"] = f"{look.ring_width}px solid {look.color}"
    if look.scrim:
        style["box-shadow"] = f"0 0 0 200vmax {look.scrim}"
    return style


def _band_style(look: Look) -> dict[str, str]:
    return RING | {
        "inset": f"{-look.ring_width}px",
        "padding": f"{look.ring_width}px",
        "border-radius": f"calc({look.radius} + {look.ring_width}px)",
        "background-image": look.gradient,
        "background-size": "300% 100%",
        "mask": HOLLOW,
    }


def _styled(node: Node, style: Mapping[str, str]) -> Node:
    for name, value in style.items():
        node.style.setProperty(name, value, "important")
    return node


def _token(style: Node, name: str, default: str = "") -> str:
    return style.getPropertyValue(name).strip() or default


def _chosen(option: bool | str, theme: str) -> str:
    return theme if option is True else option or ""


def _number(option: float | None, token: str, default: float) -> float:
    if option is not None:
        return option
    try:
        return float(token.removesuffix("px").removesuffix("ms"))
    except ValueError:
        return default


def _radius(option: float | str | None, own: str, padding: float) -> str:
    if option is None:
        return f"calc({own} + {padding}px)"
    return option if isinstance(option, str) else f"{option}px"
