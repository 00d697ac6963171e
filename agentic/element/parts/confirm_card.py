"""The question before a call: what would run, with which arguments; never focused, safe choice first."""

from types import MappingProxyType

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.core.confirmation import Pending
from agentic.element.labels import compared, question_rows, question_text
from agentic.element.part import Row
from agentic.element.parts.arguments import show_rows
from agentic.element.session import Session

RISKS = MappingProxyType({"mutating": "riskMutating", "destructive": "riskDestructive"})


class ConfirmCard(Row):
    """One question, and the record of its answer."""

    template = "confirm_card"
    actions = ("cancel", "confirm", "always")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._question: Pending | None = None

    def update(self, source: Pending) -> None:
        if source is not self._question:
            self._question = source
            self._ask(source)
        if source.answer:
            self.node.setAttribute("data-resolved", "approved" if source.answer.approves else "declined")
            self.refs.actions.hidden = True

    def cancel(self, _button: Node) -> None:
        self._answer("deny")

    def confirm(self, _button: Node) -> None:
        self._answer("once")

    def always(self, _button: Node) -> None:
        self._answer("session")

    def _answer(self, answer: str) -> None:
        # At once, so that a second click in the same task finds nothing to press.
        had_focus = self.node.contains(self.node.getRootNode().activeElement)
        for button in self.refs.actions.children:
            button.disabled = True
        if self._question:
            self.session.decide(self._question, answer)
        if had_focus:
            self.session.wants_focus.set(None)

    def _ask(self, question: Pending) -> None:
        words, capability = self.session.words, question.capability
        self.node.setAttribute("aria-label", f"{words('confirmAction')}: {question_text(question, words)}")
        self.refs.question.textContent = question_text(question, words)
        self.refs.name.textContent = capability.name
        self.refs.risk.textContent = words(RISKS[question.risk]) if question.risk in RISKS else ""
        self.refs.risk.setAttribute("data-risk", question.risk)
        self.refs.always.hidden = not question.offers_session
        self._show_arguments(question)

    def _show_arguments(self, question: Pending) -> None:
        """What would happen; asked again, with what is another than the last time."""
        words, before = self.session.words, self.session.asked_before(question)
        lines = question_rows(question, words)
        if before:
            lines = compared(lines, question_rows(before, words), words)
            is_same = all(line.was is None for line in lines)
            self.refs.again.hidden = False
            self.refs.again.textContent = words("askedAgainSame" if is_same else "askedAgain")
        show_rows(self.refs.args, lines, words)
