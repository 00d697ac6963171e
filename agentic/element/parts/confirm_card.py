"""The question before a call: what would run, with which arguments; never focused, safe choice first."""

from agentic.browser.dom import Node, clone, refs
from agentic.browser.ports import Ports
from agentic.core.confirmation import Pending
from agentic.element.labels import argument_rows, question_text
from agentic.element.part import Row
from agentic.element.session import Session

RISKS = {"mutating": "riskMutating", "destructive": "riskDestructive"}


class ConfirmCard(Row):
    template = "confirm_card"
    actions = ("cancel", "confirm", "always")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._question: Pending | None = None

    def update(self, source: Pending) -> None:
        if source is self._question:
            return
        self._question = source
        words, capability = self.session.words, source.capability
        self.refs.question.textContent = question_text(source, words)
        self.node.setAttribute("aria-label", words("confirmAction"))
        self.refs.name.textContent = capability.name
        risk = RISKS.get(capability.risk, "")
        self.refs.risk.textContent = words(risk) if risk else ""
        self.refs.risk.setAttribute("data-risk", capability.risk)
        self.refs.always.hidden = not source.offers_session
        self._show_arguments(source)

    def cancel(self, _button: Node) -> None:
        self._answer("deny", "declined")

    def confirm(self, _button: Node) -> None:
        self._answer("once", "approved")

    def always(self, _button: Node) -> None:
        self._answer("session", "approved")

    def _answer(self, answer: str, resolved: str) -> None:
        # At once, so that a second click in the same task finds nothing to press.
        had_focus = self.node.contains(self.node.getRootNode().activeElement)
        for button in self.node.querySelectorAll("button"):
            button.disabled = True
        self.node.setAttribute("data-resolved", resolved)
        if self._question:
            self.session.decide(self._question, answer)
        if had_focus:
            self.session.wants_focus.set(None)

    def _show_arguments(self, question: Pending) -> None:
        rows = argument_rows(question.input)
        self.refs.args.hidden = not rows
        for name, text, is_json in rows:
            pair = clone("confirm_pair").firstElementChild
            cells = refs(pair)
            cells.name.textContent = name
            cells.value.textContent = text
            cells.value.toggleAttribute("data-json", is_json)
            self.refs.args.append(pair)
