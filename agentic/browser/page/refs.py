"""References: short names for things of the page, that outlive a re-rendering and never come to mean something else.

A reference remembers what it meant: role, name, where it stands and the node itself. It holds as long as the node is
still that. Is the node gone, or shows another thing now, then the one that is exactly what was meant is looked for;
where there is none, or more than one could be meant, the reference is refused, with what is there instead.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject
from agentic.browser.keep import nothing, weak
from agentic.browser.page.inside import is_inside
from agentic.browser.page.scan import Item, Reader, Scan
from agentic.browser.page.standing import Standing, Standings
from agentic.core.capability import Refusal

MOST_KEPT = 5000
MOST_NAMED = 6
MOST_COMPARED = 60
"""Things alike that are all compared, to find out whether a title is the only one; of more, those that are shown."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a reference means. `is_alone`: no other thing of its role, name and title was on the page."""

    role: str
    name: str
    standing: Standing
    is_alone: bool
    page: str

    def is_like(self, role: str, name: str, standing: Standing) -> bool:
        same = (self.role, self.name, self.standing.group, self.standing.title)
        return same == (role, name, standing.group, standing.title)

    def __str__(self) -> str:
        where = f' in "{self.standing.title}"' if self.standing.title else ""
        return f'{self.role} "{self.name}"{where}'


@dataclass(frozen=True, slots=True)
class Record:
    """A reference: what it means, the node and its row held weakly, and the nodes there were when it was given."""

    meaning: Meaning
    node: Callable[[], Node]
    row: Callable[[], Node]
    before: JsObject


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The thing a reference or a name led to."""

    node: Node
    role: str
    name: str
    standing: Standing
    ref: str

    def __str__(self) -> str:
        return f'{self.role} "{self.name}"' if self.name else self.role

    @property
    def where(self) -> str:
        """Itself, and the row it is in, for a person: `button "Delete" in "Order 3"`."""
        return f'{self} in "{self.standing.title}"' if self.standing.title else str(self)


class Refs:
    """Gives references and finds what they mean."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._records: dict[str, Record] = {}
        self._by_meaning: dict[Meaning, dict[str, None]] = {}
        self._of_node: JsObject = js.WeakMap.new()
        self._count = 0

    def give(self, items: list[Item], scan: Scan) -> list[Found]:
        """A reference for each of the items; the one it has, where it still is what that meant."""
        before, standings = js.WeakSet.new(scan.nodes), Standings(self._reader)
        alike = {(item.role, item.name): scan.named(item.role, item.name) for item in items}
        compared = [*items, *(other for each in alike.values() if len(each) <= MOST_COMPARED for other in each)]
        stood = {item.place: standings.of(item, alike[item.role, item.name]) for item in compared}
        counted = Counter(_key(item, stood[item.place][0]) for item in {item.place: item for item in compared}.values())
        rows = {row.js_id: weak(row) for _, row in stood.values() if row}
        found, page = [], _page()
        for item in items:
            where, row = stood[item.place]
            meaning = Meaning(item.role, item.name, where, counted[_key(item, where)] == 1, page)
            held = rows[row.js_id] if row else nothing
            found.append(self._given(item.node, held, meaning, before))
        return found

    def _given(self, node: Node, row: Callable[[], Node], meaning: Meaning, before: JsObject) -> Found:
        ref = self._of_node.get(node) or self._former(node, meaning)
        known = self._records.get(ref) if ref else None
        if not known or not known.meaning.is_like(meaning.role, meaning.name, meaning.standing):
            self._count += 1
            ref = f"e{self._count}"
        self._keep(ref, Record(meaning, weak(node), row, before))
        self._of_node.set(node, ref)
        return Found(node, meaning.role, meaning.name, meaning.standing, ref)

    def _former(self, node: Node, meaning: Meaning) -> str | None:
        """The reference of what stood here before the page was drawn anew."""
        if not meaning.is_alone:
            return None
        for ref in self._by_meaning.get(meaning, ()):
            record = self._records[ref]
            if not is_inside(record.node()) and not record.before.has(node):
                return ref
        return None

    def _keep(self, ref: str, record: Record) -> None:
        self._forget(ref)
        self._records[ref] = record
        self._by_meaning.setdefault(record.meaning, {})[ref] = None
        if len(self._records) > MOST_KEPT:
            self._forget(next(iter(self._records)))

    def _forget(self, ref: str) -> None:
        if record := self._records.pop(ref, None):
            alike = self._by_meaning[record.meaning]
            del alike[ref]
            if not alike:
                del self._by_meaning[record.meaning]

    def knows(self, ref: str) -> bool:
        return ref in self._records

    def seen(self, ref: str) -> tuple[Node, str] | None:
        """What a reference meant when it was given: the node, where it is still there, and its name."""
        record = self._records.get(ref)
        node = record.node() if record else None
        return (node, record.meaning.name) if record and node else None

    def still(self, ref: str) -> Found | None:
        """What a reference means, where its node still is just that; None where the page must be looked at again."""
        record = self._records[ref]
        node, meaning = record.node(), record.meaning
        if not is_inside(node):
            return None
        role = self._reader.role(node)
        if role != meaning.role or self._reader.name(node, role) != meaning.name:
            return None
        row = record.row() or None
        if row and not row.contains(node) and row.getRootNode() == node.getRootNode():
            return None
        now = Standings(self._reader).read(node, meaning.name, row)
        is_same = meaning.is_like(role, meaning.name, now) and (meaning.is_alone or now.text == meaning.standing.text)
        return Found(node, role, meaning.name, now, ref) if is_same else None

    def find(self, ref: str, scan: Scan) -> Found | Refusal:
        """What a reference means on the page as it is now."""
        record, meaning = self._records[ref], self._records[ref].meaning
        alike, standings = scan.named(meaning.role, meaning.name), Standings(self._reader)
        stood = [(item, *standings.of(item, alike)) for item in alike]
        if len(alike) == 1 and meaning.standing.title:
            stood = [(alike[0], *standings.titled(alike[0], meaning.standing.title))]
        exact = [each for each in stood if meaning.is_like(meaning.role, meaning.name, each[1])]
        if len(exact) == 1 and self._may_move(record, exact[0][0].node, len(alike)):
            item, where, row = exact[0]
            renewed = replace(meaning, standing=where, page=_page())
            return self._moved(ref, item.node, row, renewed, scan)
        if len(stood) == 1 and stood[0][0].node == record.node() and not meaning.standing.title:
            item, where, row = stood[0]
            return self._moved(ref, item.node, row, replace(meaning, standing=where, page=_page()), scan)
        near = self.give([item for item, *_ in stood[:MOST_NAMED]], scan)
        there = "; there is " + ", ".join(f"{each.where} [{each.ref}]" for each in near) if near else ""
        return Refusal("stale", f"{ref} meant {meaning}, which is not on the page any more{there}; read the page again")

    def _may_move(self, record: Record, node: Node, alike: int) -> bool:
        """Whether the one that is exactly what was meant can be it."""
        if not record.meaning.is_alone:
            return False
        if node == record.node():
            return True
        # Of many, not all were compared: one that was there beside what is gone may have been its double.
        is_double = alike > MOST_COMPARED and record.before.has(node) and not is_inside(record.node())
        return record.meaning.page == _page() and not is_double

    def _moved(self, ref: str, node: Node, row: Node | None, meaning: Meaning, scan: Scan) -> Found:
        self._keep(ref, Record(meaning, weak(node), weak(row) if row else nothing, js.WeakSet.new(scan.nodes)))
        self._of_node.set(node, ref)
        return Found(node, meaning.role, meaning.name, meaning.standing, ref)


def _key(item: Item, where: Standing) -> tuple[str, str, str, str]:
    return item.role, item.name, where.group, where.title


def _page() -> str:
    return f"{js.location.pathname}{js.location.search}"
