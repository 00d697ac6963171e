"""One look at the whole page: every control, landmark and heading, with the role and the name that browsers compute.

Roles and names come from `dom-accessibility-api`, for all nodes at once; what is asked node by node is asked only of
those that are shown.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import js

from agentic.browser.bulk import each, getter, method
from agentic.browser.dom import Node
from agentic.browser.driver.aim import topmost
from agentic.browser.ffi import JsObject
from agentic.browser.page.beside import beside, names_itself
from agentic.browser.page.inside import OFF, Gathered, contains, gather, is_inside, one_line, visible_text, whole_text
from agentic.browser.page.roles import (
    CONTROLS,
    DIALOGS,
    FORM,
    NAMED_BY_CONTENT,
    ONLY_NAMED,
    SECTIONS,
    SELECTOR,
    TOGGLE,
    is_plain,
    role_of,
)

LONGEST_NAME = 120
LONGEST_LINE = 160
LONGEST_TURN = 0.025
"""Seconds of reading before others have their turn: a longer task could be felt in the page."""
SLICE = 400
PIECES = 'li, tr, [draggable="true"], [role="listitem"], [role="row"], ul, ol'
MODAL = 'dialog:modal, [role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]'


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One thing of the page. `top` and `bottom` are pixels in the window; `place` is its number in reading order.

    Its node is taken out of all of them when it is wanted, which it is of few.
    """

    nodes: JsObject
    place: int
    role: str
    name: str
    top: float
    bottom: float

    @property
    def node(self) -> Node:
        return self.nodes[self.place]

    @property
    def is_control(self) -> bool:
        return self.role in CONTROLS

    @property
    def is_section(self) -> bool:
        return self.role in SECTIONS


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What was found, in reading order; `modal` is the dialog that has the page for itself."""

    items: tuple[Item, ...]
    modal: Item | None
    height: float
    nodes: JsObject
    by_name: Mapping[tuple[str, str], list[Item]]

    def named(self, role: str, name: str) -> list[Item]:
        return self.by_name.get((role, name), [])

    def within(self, container: Node) -> tuple[Item, ...]:
        """The items in the container, itself too. They stand together, as all are in reading order."""
        start = next((at for at, item in enumerate(self.items) if contains(container, item.node)), len(self.items))
        return self.items[start : self._end(container, start)]

    def sections(self) -> dict[int, tuple[Item, ...]]:
        """By the place of each item, the sections that are round it, the outermost first."""
        round_it: dict[int, tuple[Item, ...]] = {}
        ends: list[int] = []
        now: tuple[Item, ...] = ()
        for at, item in enumerate(self.items):
            while ends and ends[-1] <= at:
                ends.pop()
                now = now[:-1]
            round_it[item.place] = now
            if item.role in SECTIONS:
                ends.append(self._end(item.node, at))
                now = (*now, item)
        return round_it

    def _end(self, container: Node, start: int) -> int:
        """The index behind the last item in the container; a few questions tell, however many items there are."""
        low, high = start, len(self.items)
        while low < high:
            middle = (low + high) // 2
            if contains(container, self.items[middle].node):
                low = middle + 1
            else:
                high = middle
        return low


class Reader:
    """Reads the page with the functions of `dom-accessibility-api`."""

    def __init__(self, library: JsObject) -> None:
        self._library = library

    async def scan(self, turn: "Turn | None" = None) -> Scan:
        """Look at everything; takes its turns with the page."""
        turn = turn or Turn()
        found = gather(SELECTOR, self._library.isInaccessible)
        items: list[Item] = []
        for start in range(0, found.nodes.length, SLICE):
            await turn.pause_if_long()
            items += self._slice(found, start)
        return Scan(tuple(items), _modal(items), js.window.innerHeight, found.nodes, _by_name(items))

    def pieces(self) -> Iterator[Node]:
        """The pieces of lists and tables, which a scan leaves out."""
        yield from gather(PIECES, self._library.isInaccessible).nodes

    def lines(self, node: Node | None = None, longest: int = LONGEST_LINE) -> Iterator[str]:
        """What the page says, or a part of it, line by line; open shadow roots and frames too."""
        for text in whole_text(node or js.document.body, self._library.isInaccessible):
            yield from (said for line in text.split("\n") if (said := one_line(line, longest)))

    def role(self, node: Node) -> str:
        return role_of(node, node.localName, self._library.getRole(node) or None)

    def name(self, node: Node, role: str) -> str:
        """The name of one thing, as the scan has it."""
        if role in TOGGLE and self._library.isInaccessible(node):
            return one_line(
                " ".join(visible_text(label) for label in getattr(node, "labels", None) or ()), LONGEST_NAME
            )
        # What is switched off is in no name either.
        has_gap = role in NAMED_BY_CONTENT and node.querySelector(OFF)
        computed = visible_text(node) if has_gap else self._library.computeAccessibleName(node)
        return name_of(node, role, (has_gap and node.getAttribute("aria-label")) or computed)

    def description(self, node: Node) -> str:
        """What a field says of itself beside its name, such as what is wrong with it."""
        return one_line(self._library.computeAccessibleDescription(node), LONGEST_NAME)

    def _is_seen(self, node: Node, may_be: bool) -> bool:
        return bool(may_be) and not self._library.isInaccessible(node)

    def _slice(self, found: Gathered, start: int) -> Iterator[Item]:
        nodes = found.nodes.slice(start, start + SLICE)
        tags = each(nodes, getter(js.Element.prototype, "localName"))
        roles = each(nodes, self._library.getRole)
        names = each(nodes, self._library.computeAccessibleName)
        boxes = js.Array.from_(nodes, method(js.Element.prototype, "getBoundingClientRect"))
        tops, bottoms, widths = (
            each(boxes, getter(js.DOMRectReadOnly.prototype, side)) for side in ("top", "bottom", "width")
        )
        shifts = _shifts(found, start, len(roles))
        for index, (tag, role, name, top, bottom) in enumerate(zip(tags, roles, names, tops, bottoms, strict=True)):
            if found.has_veils and not is_inside(nodes[index]):
                continue
            place, shift, has_box = start + index, shifts[index], widths[index] > 0 or top != bottom
            # What has a box and a name is perceived: names are not computed of what is hidden.
            is_named = bool(has_box and name)
            if is_named and not found.has_gaps and is_plain(tag, role):
                yield Item(found.nodes, place, role, one_line(name, LONGEST_NAME), top + shift, bottom + shift)
            elif role := role_of(nodes[index], tag, role):
                is_seen = is_named or self._is_seen(nodes[index], has_box or role in SECTIONS)
                face = None if is_seen or role not in TOGGLE else _face(nodes[index])
                if not (is_seen or face):
                    continue
                is_whole = not (found.has_gaps or face)
                name = name_of(nodes[index], role, name) if is_whole else self.name(nodes[index], role)
                if not name and role in ONLY_NAMED and tag != "fieldset":
                    continue
                top, bottom = (face.top, face.bottom) if face else (top, bottom)
                yield Item(found.nodes, place, role, name, top + shift, bottom + shift)


class Turn:
    """How long the page has been kept waiting."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def pause_if_long(self) -> None:
        if time.perf_counter() - self._since > LONGEST_TURN:
            await asyncio.sleep(0)
            self._since = time.perf_counter()


def name_of(node: Node, role: str, computed: str) -> str:
    """The name that was computed; where that is none, what a person takes for it."""
    if computed and role != "combobox":
        return one_line(computed, LONGEST_NAME)
    name = "" if names_itself(node) else computed
    if not name and role in CONTROLS:
        name = node.getAttribute("placeholder") or node.getAttribute("aria-placeholder") or ""
    if not name and role in ("clickable", "treeitem"):
        name = visible_text(node)
    if not name and role in FORM:
        name = beside(node, role)
    return one_line(name, LONGEST_NAME)


def _face(node: Node) -> JsObject | None:
    """The box of the label that stands for a checkbox that is not drawn itself."""
    for label in getattr(node, "labels", None) or ():
        box = label.getBoundingClientRect()
        if box.width and box.height:
            return box
    return None


def _shifts(found: Gathered, start: int, count: int) -> list[float]:
    """How far down the window the document of each node begins."""
    shifts = [0.0] * count
    for stretch in found.stretches:
        first = max(0, stretch.start - start)
        shifts[first:] = [stretch.top] * max(0, count - first)
    return shifts


def _by_name(items: list[Item]) -> dict[tuple[str, str], list[Item]]:
    found: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        found.setdefault((item.role, item.name), []).append(item)
    return found


def _modal(items: list[Item]) -> Item | None:
    """The dialog that has the page for itself: of several, the one that lies over the others."""
    dialogs = [item for item in reversed(items) if item.role in DIALOGS and item.node.matches(MODAL)]
    return next((item for item in dialogs if _is_on_top(item.node)), dialogs[0] if dialogs else None)


def _is_on_top(dialog: Node) -> bool:
    box = dialog.getBoundingClientRect()
    met = topmost(dialog.ownerDocument, box.left + box.width / 2, box.top + box.height / 2)
    return bool(met) and contains(dialog, met)
