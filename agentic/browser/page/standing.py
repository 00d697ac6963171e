"""Where a thing stands: in which dialog or form, and in which of several rows or cards that look alike.

Two buttons "Delete" are told apart by what else is in their row. A row is found without knowing how the page makes
rows: it is the widest thing round the one that holds none of the others.
"""

from bisect import bisect_left
from dataclasses import dataclass

from agentic.browser.dom import Node
from agentic.browser.driver.find import nearest
from agentic.browser.page.inside import one_line, visible_text
from agentic.browser.page.scan import Item, Reader

ROW = 'tr, li, article, [role="row"], [role="listitem"], [role="article"], [role="treeitem"], [role="option"]'
GROUP = (
    'fieldset, dialog, [role="dialog"], [role="alertdialog"], [role="group"], [role="radiogroup"], [role="region"], '
    "form, section[aria-label], section[aria-labelledby], nav, main, aside, footer, header"
)
TITLED = frozenset(("dialog", "alertdialog", "group", "form"))
HEADINGS = 'h1, h2, h3, h4, h5, h6, legend, [role="heading"]'


@dataclass(frozen=True, slots=True)
class Standing:
    """`group` names what is round it; `title` begins the row it is in, and `text` is all that the row says."""

    group: str = ""
    title: str = ""
    text: str = ""


class Standings:
    """Tells where things stand, on one look at the page: what a row says is read once for all that is in it."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        # With the nodes themselves: what stands for a node has another id once nothing holds the node.
        self._groups: dict[int, tuple[Node, str]] = {}
        self._rows: dict[int, tuple[Node, str]] = {}

    def of(self, item: Item, alike: list[Item]) -> tuple[Standing, Node | None]:
        """Where an item stands among those of its role and name, itself too, and the row it is in, if it is in one."""
        row = outer(item.node, ROW) or _widest(item.node, [other.node for other in neighbours(item, alike)])
        return self.read(item.node, item.name, row), row

    def read(self, node: Node, name: str, row: Node | None) -> Standing:
        group = outer(node, GROUP)
        text = self._text(row) if row else ""
        return Standing(self._group(group) if group else "", _title(text, name), " ".join(text.split()))

    def titled(self, item: Item, title: str) -> tuple[Standing, Node | None]:
        """Where an item stands that is the only one of its name now, but stood in a row of this title before."""
        row = _parent(item.node)
        while row and not row.matches(GROUP):
            where = self.read(item.node, item.name, row)
            if where.title == title:
                return where, row
            row = _parent(row)
        return self.of(item, [item])

    def _text(self, row: Node) -> str:
        if row.js_id not in self._rows:
            self._rows[row.js_id] = row, visible_text(row)
        return self._rows[row.js_id][1]

    def _group(self, group: Node) -> str:
        if group.js_id not in self._groups:
            role = self._reader.role(group)
            name = self._reader.name(group, role)
            if not name and role in TITLED and (heading := group.querySelector(HEADINGS)):
                name = one_line(visible_text(heading))
            self._groups[group.js_id] = group, f'{role} "{name}"' if name else role or group.localName
        return self._groups[group.js_id][1]


def _widest(node: Node, others: list[Node]) -> Node | None:
    """The widest thing that holds the node and none of the others, where there are others."""
    row, candidate = None, _parent(node) if others else None
    while candidate and not candidate.matches(GROUP) and not any(candidate.contains(other) for other in others):
        row, candidate = candidate, _parent(candidate)
    return row


def outer(node: Node, selector: str) -> Node | None:
    """The nearest thing round the node that fits, out of its shadow root if there is none within."""
    return nearest(_parent(node), selector)


def neighbours(item: Item, alike: list[Item]) -> list[Item]:
    """Those of the items that are nearest before and after it: what holds neither of them holds none."""
    at = bisect_left(alike, item.place, key=lambda other: other.place)
    return alike[max(0, at - 1) : at] + alike[at + 1 : at + 2]


def _parent(node: Node) -> Node | None:
    return node.parentElement or getattr(node.getRootNode(), "host", None)


def _title(text: str, name: str) -> str:
    """The first thing a row says that is not the name of the control itself."""
    lines = (one_line(part) for line in text.split("\n") for part in line.split("\t"))
    said = (line.removesuffix(name).removeprefix(name).strip() for line in lines)
    return next((line for line in said if line), "")
