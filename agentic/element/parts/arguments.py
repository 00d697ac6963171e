"""The arguments of a call, or what it would change, as every card shows them: a row for each, a name and a value."""

from collections.abc import Sequence

from agentic.browser.dom import Node, clone, refs


def show_rows(table: Node, rows: Sequence[tuple[str, str, bool]]) -> None:
    """Have these rows in the table, which is hidden where there is none: name, text, whether the text is JSON."""
    table.hidden = not rows
    table.replaceChildren(*[pair(*row) for row in rows])


def pair(name: str, text: str, is_json: bool) -> Node:
    """One argument: its name, and its value as text or as JSON."""
    node = clone("pair").firstElementChild
    cells = refs(node)
    cells.name.textContent = name
    cells.value.textContent = text
    cells.value.toggleAttribute("data-json", is_json)
    return node
