"""A long list: one node an item, a few new ones a frame, and only what changed is drawn again."""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, Protocol

from agentic.browser.dom import Node

MOST_A_DRAW = 25
"""Rows that one draw makes or writes anew: about a third of the time of a frame."""

KEY = "data-key"
NEVER = object()


class ListRow(Protocol):
    """One row: its node, and how it shows its source."""

    node: Node

    def update(self, source: Any) -> None: ...


class Rows:
    """Keeps `parent` filled with rows. Items that stay keep their order among each other."""

    def __init__(self, parent: Node, make: Callable[[], ListRow]) -> None:
        self._parent = parent
        self._make = make
        self._rows: dict[Any, ListRow] = {}
        self._drawn: dict[Any, Any] = {}
        self._hidden: set[Any] = set()
        self._by_name: dict[str, Any] = {}

    def draw(self, items: Sequence[tuple[Any, Any]], shown: Set[Any]) -> bool:
        """Have a row for each (key, source), hidden where its key is not `shown`.

        False if the next draw is to go on with it.
        """
        keys = {key for key, _ in items}
        self._drop(self._rows.keys() - keys)
        changed = [at for at, (key, source) in enumerate(items) if self._is_new(key, source)]
        if now := changed[:MOST_A_DRAW]:
            self._draw_between(items, now[0], now[-1] + 1)
        self._hide((self._rows.keys() & keys) - shown)
        return len(changed) <= MOST_A_DRAW

    def node(self, key: Any) -> Node | None:
        row = self._rows.get(key)
        return row.node if row else None

    def key_of(self, node: Node) -> Any:
        """The key of the row that this node is in; None if it is in none."""
        row = node.closest(f"[{KEY}]")
        return self._by_name.get(row.getAttribute(KEY)) if row else None

    def clear(self) -> None:
        self._drop([*self._rows])

    def _is_new(self, key: Any, source: Any) -> bool:
        drawn = self._drawn.get(key, NEVER)
        return drawn is not source and drawn != source

    def _draw_between(self, items: Sequence[tuple[Any, Any]], start: int, end: int) -> None:
        """Draw what changed in this stretch, from its end: so each new row knows the one that it stands before."""
        following = next((self._rows[key].node for key, _ in items[end:] if key in self._rows), None)
        for key, source in reversed(items[start:end]):
            if self._is_new(key, source):
                self._draw_one(key, source, following)
            following = self._rows[key].node

    def _draw_one(self, key: Any, source: Any, following: Node | None) -> None:
        row = self._rows.get(key) or self._make()
        row.update(source)
        self._drawn[key] = source
        if key not in self._rows:
            self._rows[key] = row
            self._by_name[repr(key)] = key
            row.node.setAttribute(KEY, repr(key))
            self._parent.insertBefore(row.node, following)

    def _hide(self, hidden: set[Any]) -> None:
        for key in hidden ^ self._hidden:
            self._rows[key].node.hidden = key in hidden
        self._hidden = hidden

    def _drop(self, keys: Iterable[Any]) -> None:
        for key in keys:
            self._rows.pop(key).node.remove()
            self._drawn.pop(key, None)
            self._hidden.discard(key)
            self._by_name.pop(repr(key), None)
