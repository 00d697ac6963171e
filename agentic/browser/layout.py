"""Sizes: when a node's box changes, and what an on-screen keyboard leaves of the window."""

from collections.abc import Callable

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope


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
