"""The arguments of a call, as every card shows them: a row for each, its name and its value."""

from collections.abc import Mapping
from typing import Any

from agentic.browser.dom import Node, clone, refs
from agentic.element.labels import argument_rows


def show_arguments(table: Node, arguments: Mapping[str, Any]) -> None:
    """Have one row for each argument in the table, which is hidden where there is none."""
    table.hidden = not arguments
    table.replaceChildren(*[pair(*row) for row in argument_rows(arguments)])


def pair(name: str, text: str, is_json: bool) -> Node:
    """One argument: its name, and its value as text or as JSON."""
    node = clone("pair").firstElementChild
    cells = refs(node)
    cells.name.textContent = name
    cells.value.textContent = text
    cells.value.toggleAttribute("data-json", is_json)
    return node
