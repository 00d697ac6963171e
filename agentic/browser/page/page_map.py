"""The page map: what is on the page and what can be done there, as text that fits a model.

What is in sight or near is told in full, with a reference for each control; the rest as "more in …", to be asked for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import js

from agentic.browser.dom import Node
from agentic.browser.page.beside import read
from agentic.browser.page.inside import frame_document, one_line, visible_text
from agentic.browser.page.private import PrivateFields, masked
from agentic.browser.page.refs import Found, Refs
from agentic.browser.page.roles import NEWS, TABLES, TOGGLE
from agentic.browser.page.scan import Item, Reader, Scan, Turn
from agentic.browser.page.state import MOST_OPTIONS, kind, options, states, value_of

ALL_SHOWN = 120
"""Things that are shown wherever they are; of more, those in sight or near."""
NEAR = 0.5
"""Windows above and below the visible one that count as near."""
FOR_THE_REST = 0.2
SHORTEST_LINE = 45
"""Characters of a line with its share of what is round it; what cannot fit need not be looked at."""
MOST_PARTS = 10
LONGEST_NEWS = 200
LONGEST_ROW = 100

RoundIt = Mapping[int, tuple[Item, ...]]
Parts = list[tuple[Item | None, list[Item]]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of the map: the whole page or a part of it, from a place on, in so many characters."""

    budget: int
    part: Found | None = None
    after: Found | None = None


class PageMap:
    """Writes what a scan has found."""

    def __init__(self, reader: Reader, refs: Refs, private: PrivateFields) -> None:
        self._reader = reader
        self._refs = refs
        self._private = private

    async def write(self, scan: Scan, wish: Wish, turn: Turn) -> str:
        """The map, at most `wish.budget` characters long; it takes its turns with the page."""
        items = self._wanted(scan, wish)
        shown = items if wish.part or len(items) <= ALL_SHOWN else [each for each in items if _is_near(each, scan)]
        shown = shown[: wish.budget // SHORTEST_LINE]
        lines = [*self._head(scan, wish)]
        round_it = scan.sections()
        await turn.pause_if_long()
        room = wish.budget - sum(len(line) + 1 for line in lines)
        body, written = await self._body(shown, scan, round_it, int(room * (1 - FOR_THE_REST)), turn)
        left = [item for item in items if item.place not in written]
        await turn.pause_if_long()
        rest = self._rest(_by_section(left, round_it), scan, wish, room - sum(len(line) + 1 for line in body))
        self._private.look(scan.items)
        return masked("\n".join([*lines, *body, *rest]), self._private.values())[: wish.budget]

    def line(self, found: Found) -> str:
        """One control, its reference and how it stands now."""
        node, role = found.node, found.role
        value = value_of(node, role, found.name, self._private)
        parts = [f"{found} [{found.ref}]"]
        if value is not None and role in TOGGLE:
            parts.append(f"= {value}")
        elif value is not None:
            is_private = self._private.has(node, found.name)
            parts.append(f"private: {value}" if is_private else f'= "{one_line(value)}"')
        parts += states(node, role)
        if form := kind(node):
            parts.append(f"({form})")
        if choices := options(node):
            more = f" | … {len(choices)} in all" if len(choices) > MOST_OPTIONS else ""
            parts.append(f"of: {' | '.join(choices[:MOST_OPTIONS])}{more}")
        if node.hasAttribute("aria-describedby") and (said := self._reader.description(node)):
            parts.append(f"({said})")
        return " ".join(parts)

    def _wanted(self, scan: Scan, wish: Wish) -> Sequence[Item]:
        top = wish.part.node if wish.part else scan.modal.node if scan.modal else None
        items = scan.within(top) if top else scan.items
        if wish.after:
            places = [item.place for item in items if item.node == wish.after.node]
            items = [item for item in items if places and item.place > places[0]]
        return items

    def _head(self, scan: Scan, wish: Wish) -> Iterator[str]:
        root = js.document.documentElement
        scrolled = (
            f", scrolled to {round(js.scrollY)} of {root.scrollHeight} px" if root.scrollHeight > scan.height else ""
        )
        yield f'page "{one_line(js.document.title)}" {js.location.pathname}{js.location.search}{scrolled}'
        if scan.modal and not wish.part:
            behind = len(scan.items) - len(scan.within(scan.modal.node))
            yield f"a dialog is open; the {behind} things behind it cannot be used until it is closed"

    async def _body(
        self, items: list[Item], scan: Scan, round_it: RoundIt, room: int, turn: Turn
    ) -> tuple[list[str], set[int]]:
        controls = [item for item in items if item.is_control]
        found = {each.node.js_id: each for each in self._refs.give(controls, scan)}
        lines: list[str] = []
        written: set[int] = set()
        row = ""
        for item in items:
            await turn.pause_if_long()
            known = found.get(item.node.js_id) if item.is_control else None
            title = known.standing.title if known else ""
            added = [
                f"{_indent(round_it[item.place])}{text}"
                for text in self._lines(item, known, title if title != row else "")
            ]
            room -= sum(len(line) + 1 for line in added)
            if room < 0:
                break
            row = title or ("" if item.is_section else row)
            lines += added
            written.add(item.place)
        return lines, written

    def _lines(self, item: Item, known: Found | None, new_row: str) -> Iterator[str]:
        if new_row and known:
            yield f"- {one_line(known.standing.text, LONGEST_ROW)}"
        if known:
            yield f"{'  ' if known.standing.title else ''}{self.line(known)}"
        elif item.role == "heading":
            yield f'heading {_level(item.node)} "{item.name}"'
        elif item.role in NEWS:
            if said := one_line(visible_text(item.node), LONGEST_NEWS):
                yield f'{item.role}: "{said}"'
        elif item.role in TABLES:
            yield f"{_titled(item)}: {_table(item.node)}"
        elif item.role == "frame" and not frame_document(item.node):
            yield f"{_titled(item)}: of another site, cannot be read"
        else:
            yield _titled(item)

    def _rest(self, parts: Parts, scan: Scan, wish: Wish, room: int) -> Iterator[str]:
        """What was not told, by the part of the page it is in."""
        sections = [section for section, _ in parts if section]
        found = {each.node.js_id: each for each in self._refs.give(sections, scan)}
        for number, (section, items) in enumerate(parts):
            known = found.get(section.node.js_id) if section else wish.part
            where = f"{known} [{known.ref}]" if known else "the page"
            line = f"more in {where}: {_counts(items)}"
            room -= len(line) + 1
            if room < 0 or number >= MOST_PARTS:
                yield f"more in {len(parts) - number} other parts"
                return
            yield line


def _by_section(items: Iterable[Item], round_it: RoundIt) -> Parts:
    """The items by the section they are in, in reading order."""
    grouped: dict[int, tuple[Item | None, list[Item]]] = {}
    for item in items:
        if not item.is_section:
            sections = round_it[item.place]
            section = sections[-1] if sections else None
            grouped.setdefault(section.place if section else -1, (section, []))[1].append(item)
    return list(grouped.values())


def _counts(items: Iterable[Item]) -> str:
    counted = Counter(item.role for item in items)
    return ", ".join(f"{number} {role}{'s' if number > 1 else ''}" for role, number in counted.most_common(4))


def _is_near(item: Item, scan: Scan) -> bool:
    return item.bottom > -NEAR * scan.height and item.top < (1 + NEAR) * scan.height


def _indent(sections: Sequence[Item]) -> str:
    return "  " * min(len(sections), 4)


def _titled(item: Item) -> str:
    return f'{item.role} "{item.name}"' if item.name else item.role


def _level(node: Node) -> str:
    return node.getAttribute("aria-level") or node.localName.removeprefix("h")


def _table(node: Node) -> str:
    """A table in short: how many rows, and what its columns are."""
    rows = node.querySelectorAll('tr, [role="row"]').length
    heads = [one_line(read(head), 30) for head in node.querySelectorAll('thead th, [role="columnheader"]')]
    columns = ", ".join(head for head in heads[:MOST_PARTS] if head)
    return f"{rows} rows; columns: {columns}" if columns else f"{rows} rows"
