"""Pane: a part of the inspector. It redraws only while it is in sight."""

from types import SimpleNamespace

from agentic.browser.dom import Node, clone, refs
from agentic.element.part import Part, translate
from agentic.inspector.inspection import Inspection


class Pane(Part):
    """A part whose session is an inspection."""

    session: Inspection  # type: ignore[assignment]

    def made(self, template: str) -> tuple[Node, SimpleNamespace]:
        """A fresh copy of a template of the inspector's, in the words of now, and the nodes it names."""
        return fresh(template, self.session)


def fresh(template: str, session: Inspection) -> tuple[Node, SimpleNamespace]:
    node = clone(f"inspector/{template}").firstElementChild
    if session.is_reworded:
        translate(node, session.words)
    return node, refs(node)


def set_text(node: Node, text: str) -> None:
    """Write a text that may be there already; a node that is given the same again would lose its selection."""
    if node.textContent != text:
        node.textContent = text
