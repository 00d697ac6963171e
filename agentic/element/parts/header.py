"""The header: the title, and the panel's own controls."""

from agentic.browser.dom import Node
from agentic.element.part import Part


class Header(Part):
    """The title, Continue a run, New chat and Collapse."""

    name = "header"
    actions = ("checkpoints", "new_chat", "collapse")

    def update(self) -> None:
        settings, words = self.session.settings, self.session.words
        title, collapsed = settings.title_text or words("titleText"), settings.collapsed
        if self.refs.title.textContent != title:
            self.refs.title.textContent = title
        button, label = self.refs.collapse, words("expand" if collapsed else "collapse")
        button.setAttribute("aria-expanded", "false" if collapsed else "true")
        button.setAttribute("aria-label", label)
        button.title = label
        self.refs.checkpoints.hidden = not settings.runs_url
        self.refs.checkpoints.setAttribute("aria-expanded", "true" if self.session.runs.is_open else "false")

    def checkpoints(self, _button: Node) -> None:
        self.session.runs.toggle()

    def new_chat(self, _button: Node) -> None:
        self.session.new()

    def collapse(self, _button: Node) -> None:
        self.session.collapse(not self.session.settings.collapsed)
