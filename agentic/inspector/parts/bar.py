"""The bar on top: what is inspected, where the panel docks, and Close."""

from typing import Any

from agentic.browser.dom import Node
from agentic.inspector.inspection import Subject
from agentic.inspector.pane import Pane, set_text


class Bar(Pane):
    """The title, the choice of a registry, its revision, and the panel's own controls."""

    name = "bar"
    actions = ("dock", "close")

    def opened(self) -> None:
        self._subjects: tuple[str, ...] = ()
        self.scope.listen(self.refs.subject, "change", self._picked)

    def update(self) -> None:
        session = self.session
        subjects = session.subjects()
        self._offer(tuple(self._label(subject, at) for at, subject in enumerate(subjects)))
        chosen = session.subject
        self.refs.subject.selectedIndex = subjects.index(chosen) if chosen else -1
        revision = session.registry.revision if session.registry else 0
        set_text(self.refs.revision, session.words("revision", n=revision))
        for button in self.node.querySelectorAll("[data-dock]"):
            is_here = button.getAttribute("data-dock") == session.settings.dock
            button.setAttribute("aria-pressed", "true" if is_here else "false")

    def dock(self, button: Node) -> None:
        self.session.settings.dock = button.getAttribute("data-dock")

    def close(self, _button: Node) -> None:
        self.session.close()

    def _picked(self, _event: Any) -> None:
        self.session.look_at(self.session.subjects()[self.refs.subject.selectedIndex])

    def _label(self, subject: Subject, at: int) -> str:
        if subject.chat_id is None:
            return self.session.words("subjectPage")
        return f"#{subject.chat_id}" if subject.chat_id else self.session.words("subjectChat", n=at)

    def _offer(self, labels: tuple[str, ...]) -> None:
        if labels == self._subjects:
            return
        self._subjects = labels
        options = []
        for label in labels:
            option = self.node.ownerDocument.createElement("option")
            option.textContent = label
            options.append(option)
        self.refs.subject.replaceChildren(*options)
