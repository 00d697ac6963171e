"""One stop for the Tab key in a row of like things; the arrows, Home and End go through the rest."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope

PAGE = 10
"""Things that Page Up and Page Down go past."""

VERTICAL: Mapping[str, int] = MappingProxyType({"ArrowUp": -1, "ArrowDown": 1, "PageUp": -PAGE, "PageDown": PAGE})
HORIZONTAL: Mapping[str, int] = MappingProxyType({"ArrowLeft": -1, "ArrowRight": 1})


class Roving:
    """Moves the focus among the children of `node`; `moved` hears of each that a key went to."""

    def __init__(self, node: Node, scope: Scope, keys: Mapping[str, int], moved: Callable[[Node], object]) -> None:
        self._node = node
        self._keys = keys
        self._moved = moved
        self._stop: Node | None = None
        scope.listen(node, "keydown", self._pressed)

    def stop_at(self, child: Node) -> None:
        """Have the Tab key come here."""
        if child != self._stop:
            if self._stop:
                self._stop.tabIndex = -1
            child.tabIndex = 0
            self._stop = child

    def settle(self) -> None:
        """Have the Tab key come to something that is there and in sight."""
        if self._stop and self._stop.isConnected and not self._stop.hidden:
            return
        if first := next(_shown(self._node.firstElementChild, 1), None):
            self.stop_at(first)

    def _pressed(self, event: Any) -> None:
        if event.altKey or event.ctrlKey or event.metaKey or event.shiftKey:
            return
        if child := self._goal(event.key):
            event.preventDefault()
            self.stop_at(child)
            child.focus()
            self._moved(child)

    def _goal(self, key: str) -> Node | None:
        if key == "Home":
            return next(_shown(self._node.firstElementChild, 1), None)
        if key == "End":
            return next(_shown(self._node.lastElementChild, -1), None)
        steps = self._keys.get(key, 0)
        if not steps or not self._stop:
            return None
        goal = None
        for count, node in enumerate(_shown(self._stop, 1 if steps > 0 else -1)):
            goal = node if count else goal
            if count == abs(steps):
                break
        return goal


def _shown(node: Node | None, direction: int) -> Iterator[Node]:
    """This node and those after it, or before it, without the hidden ones."""
    while node:
        if not node.hidden:
            yield node
        node = node.nextElementSibling if direction > 0 else node.previousElementSibling
