"""The arguments of a call, or what it would change, as every card shows them: a row for each, a name and a value."""

from collections.abc import Sequence

from agentic.browser.dom import Node, clone, refs
from agentic.core.words import Words
from agentic.element.labels import Line


def show_rows(table: Node, lines: Sequence[Line], words: Words) -> None:
    """Have these rows in the table, which is hidden where there is none."""
    table.hidden = not lines
    table.replaceChildren(*[pair(line, words) for line in lines])


def pair(line: Line, words: Words) -> Node:
    """One argument: its name, its value as text or as JSON, and what it was when it was another."""
    node = clone("pair").firstElementChild
    cells = refs(node)
    cells.name.textContent = line.name
    cells.value.textContent = line.text
    cells.cell.toggleAttribute("data-json", line.is_json)
    if line.was is not None:
        cells.was.hidden = False
        cells.was.textContent = words("changeWas", before=line.was)
        node.setAttribute("data-changed", "")
    return node
