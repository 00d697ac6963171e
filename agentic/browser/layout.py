"""Sizes: when a node's box changes, and what an on-screen keyboard leaves of the window."""

from collections.abc import Callable

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject, Scope


def watch_size(node: Node, changed: Callable[[], object], scope: Scope) -> None:
    """Call `changed` after the layout of each frame in which the node's box changed, and once at first."""
    observer = js.ResizeObserver.new(scope.lend(lambda *_: changed()))
    observer.observe(node)
    scope.defer(observer.disconnect)


def watch_visible_window(changed: Callable[[float, float], object], scope: Scope) -> None:
    """Call `changed(top, bottom)` with the pixels of the window that are hidden above and below, as a keyboard does."""
    viewport = getattr(js.window, "visualViewport", None)
    if not viewport:
        return

    def measure(_event: object) -> None:
        # Zoomed in by fingers, nothing is hidden: the person looks closer.
        top = viewport.offsetTop if viewport.scale == 1 else 0
        bottom = js.window.innerHeight - viewport.height - top if viewport.scale == 1 else 0
        changed(max(0, round(top)), max(0, round(bottom)))

    scope.listen(viewport, "resize", measure)
    scope.listen(viewport, "scroll", measure)


def place_beside(node: Node, rect: JsObject) -> None:
    """Put a fixed node above a box of the window, or below it where there is no room; all of it in sight."""
    gap, edge = 6, 8
    box = node.getBoundingClientRect()
    top = rect.top - box.height - gap
    if top < edge:
        top = rect.bottom + gap
    left = rect.right - box.width
    node.style.top = f"{min(max(top, edge), js.window.innerHeight - box.height - edge):.0f}px"
    node.style.left = f"{min(max(left, edge), js.window.innerWidth - box.width - edge):.0f}px"
