"""The reader's place: the end stays in sight while the reader is there; any move up is theirs."""

from collections.abc import Callable
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope
from agentic.browser.layout import watch_size

AT_END = 2
"""Pixels from the end that count as the end: positions are fractions, sizes are rounded."""

GAP = 16
"""Pixels kept in sight below a held node."""

UPWARD_KEYS = ("ArrowUp", "PageUp", "Home")


class Follow:
    """Scrolls `viewport` with its growing `content`. `away_changed(is_away)` hears whether the end is out of sight.

    `moved()` hears of every move, the reader's and ours.
    """

    def __init__(
        self,
        viewport: Node,
        content: Node,
        scope: Scope,
        away_changed: Callable[[bool], object],
        moved: Callable[[], object] = lambda: None,
    ) -> None:
        self._viewport = viewport
        self._away_changed = away_changed
        self._moved = moved
        self.follows = True
        self._is_away = False
        self._held: Node | None = None
        self._top = viewport.scrollTop
        scope.listen(viewport, "scroll", self._scrolled, passive=True)
        scope.listen(viewport, "wheel", self._wheeled, passive=True)
        scope.listen(viewport, "touchmove", lambda _: self._release(), passive=True)
        scope.listen(viewport, "touchend", lambda _: self._attach_at_end(), passive=True)
        scope.listen(viewport, "keydown", self._pressed)
        for node in (content, viewport):
            watch_size(node, self._resized, scope)

    def to_end(self) -> None:
        self._set(True)
        self._resized()

    def to(self, node: Node, offset: float) -> None:
        """Have a node begin this far below the top of the view, and stay there."""
        self._set(False)
        top = self._viewport.getBoundingClientRect().top
        self._viewport.scrollTop += node.getBoundingClientRect().top - top - offset
        self._top = self._viewport.scrollTop
        self._tell()

    def _set(self, follows: bool) -> None:
        self.follows = follows
        # The browser keeps the place of a reader while what is above changes its height; at the end we do.
        self._viewport.style.overflowAnchor = "none" if follows else "auto"

    def hold(self, node: Node | None) -> None:
        """Keep this node in sight while it waits, such as a question with other rows below it."""
        if node != self._held:
            self._held = node
            self._resized()

    def _resized(self) -> None:
        if self.follows:
            self._viewport.scrollTop = self._place()
            # A held node may lie above: this move up is not the reader's.
            self._top = self._viewport.scrollTop
        self._tell()

    def _place(self) -> float:
        end = self._viewport.scrollHeight
        if not self._held:
            return end
        held, view = self._held.getBoundingClientRect(), self._viewport.getBoundingClientRect()
        # Of a node that is higher than the view, the beginning is what is read first.
        shift = min(held.bottom - view.bottom + GAP, held.top - view.top - GAP)
        return min(end, self._viewport.scrollTop + shift)

    def _scrolled(self, _event: Any) -> None:
        before, self._top = self._top, self._viewport.scrollTop
        # Content that shrinks moves the view up too, but leaves it at the end.
        if self._top < before and self._distance() > AT_END:
            self._set(False)
        elif self._top > before:
            self._attach_at_end()
        self._tell()
        self._moved()

    def _wheeled(self, event: Any) -> None:
        if event.deltaY < 0:
            self._release()

    def _pressed(self, event: Any) -> None:
        if event.key in UPWARD_KEYS:
            self._release()

    def _release(self) -> None:
        if self._viewport.scrollTop > 0:
            self._set(False)

    def _attach_at_end(self) -> None:
        if self._distance() <= AT_END:
            self._set(True)

    def _distance(self) -> float:
        return self._viewport.scrollHeight - self._viewport.scrollTop - self._viewport.clientHeight

    def _tell(self) -> None:
        is_away = not self.follows and self._distance() > AT_END
        if is_away != self._is_away:
            self._is_away = is_away
            self._away_changed(is_away)
