"""The line that says, on every tab but its own, that a call waits for an answer."""

from agentic.browser.dom import Node
from agentic.element.labels import capability_label, unmasked
from agentic.inspector.pane import Pane, set_text


class Waiting(Pane):
    """How many calls wait, the name of the first, and the way there."""

    name = "waiting"
    actions = ("review",)

    def update(self) -> None:
        pending = self.session.pending
        self.node.hidden = not pending or self.session.settings.view == "pending"
        if pending:
            first = unmasked(capability_label(pending[0].capability))
            set_text(self.refs.text, self.session.words.count("waiting", len(pending), name=first))

    def review(self, _button: Node) -> None:
        self.session.show("pending")
        self.session.wants_focus.set(None)
