"""Part: one piece of the panel, with its nodes, its actions and what it opened."""

from typing import Any, ClassVar

from agentic.browser.dom import Node, clone, refs
from agentic.browser.ffi import Scope
from agentic.browser.ports import Ports
from agentic.core.words import Words
from agentic.element.session import Session


class Part:
    """A piece that stands in the shell, found by `data-part`. `opened` runs once, `update` at every draw."""

    name: ClassVar[str]
    actions: ClassVar[tuple[str, ...]] = ()

    def __init__(self, node: Node, session: Session, scope: Scope, page: Ports) -> None:
        self.node = node
        self.refs = refs(node)
        self.session = session
        self.scope = scope
        self.page = page
        scope.listen(node, "click", self._clicked)

    def opened(self) -> None:
        """Listen to what else there is to hear."""

    def update(self) -> None:
        """Show what is now."""

    def act(self, action: str, node: Node) -> None:
        """Do what the markup names in `data-action`."""
        if action in self.actions:
            getattr(self, action)(node)

    def _clicked(self, event: Any) -> None:
        # The path, not the target: a slotted glyph of the page's is not inside our button.
        for node in event.composedPath():
            if node == self.node and not node.hasAttribute("data-action"):
                return
            if hasattr(node, "getAttribute") and (action := node.getAttribute("data-action")):
                self.act(action, node)
                return


class Row:
    """One row of the transcript, cloned from its template. It redraws only when what it shows changed."""

    template: ClassVar[str]
    actions: ClassVar[tuple[str, ...]] = ()
    is_whole = True
    """Whether all of the last source is shown; a long one is drawn over several frames."""

    def __init__(self, session: Session, page: Ports) -> None:
        made = clone(self.template)
        if session.is_reworded:
            translate(made, session.words)  # before it is taken out: the row itself may be labelled
        self.node = made.firstElementChild
        self.refs = refs(self.node)
        self.session = session
        self.page = page

    def update(self, source: Any) -> None:
        """Show `source`."""


LABELS = ("aria-label", "title")


def translate(root: Node, words: Words) -> None:
    """Put the words into the markup that names them: as text, as label and title, as placeholder."""
    for node in root.querySelectorAll("[data-word], [data-word-label], [data-word-placeholder]"):
        if key := node.getAttribute("data-word"):
            node.textContent = words(key)
        if key := node.getAttribute("data-word-label"):
            for attribute in LABELS:
                if node.hasAttribute(attribute):
                    node.setAttribute(attribute, words(key))
        if key := node.getAttribute("data-word-placeholder"):
            node.placeholder = words(key)
