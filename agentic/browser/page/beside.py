"""What a person takes for the name of a control that its page gave none: the head of its column, or the words next
to it."""

from agentic.browser.dom import Node
from agentic.browser.page.inside import OUTSIDE, one_line, visible_text
from agentic.browser.page.roles import TOGGLE

STEPS = 5
"""How far round a control its words may stand: a drawn list is put into several boxes of its own."""
LONGEST = 60
"""Characters: more than that is told of the control, and does not name it."""
CONTROL = "input:not([type=hidden]), select, textarea, button, [contenteditable], [role=combobox], [role=textbox]"
EDGE = "form, fieldset, table, tr, td, th, li, section, article, dialog, body"


def beside(node: Node, role: str) -> str:
    """The name by where the control stands; empty where nothing tells."""
    if head := _column_head(node):
        return head
    # What a box is for stands behind it; what a field is for stands before it.
    return (role in TOGGLE and _words(node, "nextSibling")) or _words(node, "previousSibling")


def names_itself(node: Node) -> bool:
    """Whether a drawn list says that its own value is its name, which then changes with every choice."""
    names = (node.getAttribute("aria-labelledby") or "").split()
    if not names:
        return False
    named_by = [node.getRootNode().getElementById(name) for name in names]
    return all(each and node.contains(each) for each in named_by)


def read(node: Node) -> str:
    """What a node says on one line, as it is written: a style may show it in capitals."""
    shown, written = one_line(visible_text(node), LONGEST + 1), one_line(node.textContent, LONGEST + 1)
    return written if written.casefold() == shown.casefold() else shown


def _column_head(node: Node) -> str:
    cell = node.closest("td")
    table = cell.closest("table") if cell else None
    rows = table.tHead.rows if table and table.tHead else ()
    if not len(rows) or cell.closest("thead"):
        return ""
    place = sum(each.colSpan for each in list(cell.parentElement.cells)[: cell.cellIndex])
    for head in rows[len(rows) - 1].cells:
        place -= head.colSpan
        if place < 0:
            return _as_name(read(head))
    return ""


def _words(node: Node, way: str) -> str:
    """The first words that way, before anything else that is worked."""
    for _ in range(STEPS):
        there = getattr(node, way)
        while there:
            if there.nodeType == there.ELEMENT_NODE and _is_read(there):
                if there.matches(CONTROL) or there.querySelector(CONTROL):
                    return ""
                said = read(there)
            else:
                said = one_line(there.data, LONGEST + 1) if there.nodeType == there.TEXT_NODE else ""
            if any(map(str.isalnum, said)):
                return _as_name(said)
            there = getattr(there, way)
        node = node.parentElement
        if not node or node.matches(EDGE):
            break
    return ""


def _is_read(node: Node) -> bool:
    return node.checkVisibility() and node.getAttribute("aria-hidden") != "true" and not node.matches(OUTSIDE)


def _as_name(said: str) -> str:
    return said if len(said) <= LONGEST else ""
