"""What a server asks before it acts: its question, the arguments where they may be changed, and two answers."""

from json import JSONDecodeError

from agentic.browser.dom import Node
from agentic.element.approving import Approval
from agentic.element.labels import pretty_json
from agentic.element.part import Row
from agentic.errors import UsageError


class ApprovalCard(Row):
    """One question, and what became of it; never focused, safe choice first."""

    template = "approval_card"
    actions = ("deny", "approve")

    def update(self, source: Approval) -> None:
        self._approval = source
        words, is_open = self.session.words, not source.decision
        number, total = source.place
        self.node.setAttribute("aria-label", f"{words('approveAction')}: {source.told_apart(words)}")
        self.refs.place.hidden = total == 1 or not is_open
        self.refs.place.textContent = words("questionOfMany", n=number, total=total)
        self.refs.again.hidden = not (is_open and self.session.approving.before(source))
        self.refs.question.textContent = source.text(words)
        self.refs.actions.hidden = not is_open
        field = self.refs.arguments
        if field.hidden and is_open and source.call and self.session.approving.offers_edits:
            field.value = pretty_json(source.call.arguments)
        field.hidden = not (is_open and source.call and self.session.approving.offers_edits)
        if source.decision:
            self.node.setAttribute("data-resolved", "approved" if source.decision == "approved" else "declined")
            self._complain(words("approvalExpired") if source.decision == "expired" else "")

    def deny(self, _button: Node) -> None:
        self._approval.deny()
        self._answered()

    def approve(self, _button: Node) -> None:
        try:
            self._approval.approve(None if self.refs.arguments.hidden else self.refs.arguments.value)
        except UsageError as error:
            self._complain(self._trouble(error))
            return
        self._answered()

    def _answered(self) -> None:
        had_focus = self.node.contains(self.node.getRootNode().activeElement)
        self.session.changed.set(None)
        if had_focus:
            self.session.wants_focus.set(None)

    def _trouble(self, error: UsageError) -> str:
        """What is wrong with the arguments as they were edited."""
        words, cause = self.session.words, error.__cause__
        if isinstance(cause, JSONDecodeError):
            return words("argumentsNotJson", line=cause.lineno, column=cause.colno)
        return words("argumentsUnclear", why=cause) if cause else words("argumentsNotObject")

    def _complain(self, sentence: str) -> None:
        self.refs.trouble.hidden = not sentence
        self.refs.trouble.textContent = sentence
