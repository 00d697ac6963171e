"""What is never read from a page: the values of private fields; whether they are filled is all there is to know."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject
from agentic.browser.keep import weak
from agentic.browser.page.roles import TEXT
from agentic.browser.page.scan import Item
from agentic.core.private_fields import is_private

MASK = "••••••"
MOST_SEEN = 50
MOST_SAID = 2000
SHORTEST_MASKED = 3
"""Characters: what is shorter stands in every page by chance."""


@dataclass(frozen=True, slots=True)
class Field:
    """A private field as it was met: its node, held weakly, and by what it is known again once that is gone."""

    node: Callable[[], Node]
    id: str
    name: str
    page: str

    def is_gone(self) -> bool:
        node = self.node()
        return not (node and node.isConnected)

    def replaces(self, other: "Field") -> bool:
        """Whether this came in the place of another one: called the same, on the same page, and that is gone."""
        is_alike = (self.id and self.id == other.id) or (self.name and self.name == other.name)
        return bool(is_alike and self.page == other.page and other.is_gone())


class PrivateFields:
    """Knows the private fields of a page. One that once was is for ever, though a page shows a password as text, or
    draws another field in its place for that."""

    def __init__(self) -> None:
        self._known: JsObject = js.WeakMap.new()
        self._fields: list[Field] = []
        self._seen: tuple[str, ...] = ()
        self._said: dict[str, bool] = {}

    def has(self, node: Node, name: str = "") -> bool:
        """Whether this control is a private field."""
        if self._known.has(node):
            return True
        said = [node.getAttribute(each) or "" for each in ("autocomplete", "name", "id")]
        field = Field(weak(node), node.id, name, js.location.pathname)
        if is_private(getattr(node, "type", "") or "", *said, name) or any(map(field.replaces, self._fields)):
            self._known.set(node, True)
            self._fields = [*self._fields, field][-MOST_SEEN:]
            return True
        return False

    def meet(self, said: str, node: Node, name: str) -> None:
        """Remember what a name or reference meant: whether that was private once decides what is shown of it."""
        self._said[said] = self._said.pop(said, False) or self.has(node, name)
        if len(self._said) > MOST_SAID:
            del self._said[next(iter(self._said))]

    def knows(self, said: str) -> bool:
        """Whether somebody has found what is called so."""
        return said in self._said

    def hides(self, said: str) -> bool:
        """Whether what is written there is not to be shown; so it is of what nobody has found yet."""
        return self._said.get(said, True)

    def keep(self, value: str) -> None:
        """Take a value that is written into a private field out of other text, though the field may not hold it."""
        if len(value) >= SHORTEST_MASKED:
            self._seen = tuple(dict.fromkeys((*self._seen, value)))[-MOST_SEEN:]

    def look(self, items: Iterable[Item]) -> None:
        """Get to know those among the items. Their names tell first: most pages have few, on however many fields."""
        fields = [item for item in items if item.role in TEXT]
        gone = {field.name for field in self._fields if field.is_gone()}
        suspect = {name for name in {item.name for item in fields} if name in gone or is_private("", "", name)}
        for item in fields:
            if item.name in suspect or item.role == "password" or item.node.hasAttribute("autocomplete"):
                self.has(item.node, item.name)

    def values(self) -> list[str]:
        """What private fields hold or held, so that it can be taken out of other text; it goes nowhere else."""
        for node in filter(None, (field.node() for field in self._fields)):
            self.keep(str(getattr(node, "value", "") or ""))
        # The longest first: a value may be the beginning of another.
        return sorted(self._seen, key=len, reverse=True)


def masked(text: str, values: Iterable[str]) -> str:
    """The text without the private values that a page repeats in it."""
    for value in values:
        text = text.replace(value, MASK)
    return text
