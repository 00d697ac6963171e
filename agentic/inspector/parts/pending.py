"""What waits for a person: each call with its arguments, and the answers that may be given."""

from agentic.browser.dom import Node
from agentic.core.confirmation import Pending
from agentic.element.labels import question_rows, question_text, unmasked
from agentic.element.parts.arguments import show_rows
from agentic.errors import ArgumentError
from agentic.inspector.form import covers
from agentic.inspector.inspection import Inspection
from agentic.inspector.labels import RISKS, target_text
from agentic.inspector.pane import Pane, fresh
from agentic.inspector.parts.argument_form import ArgumentForm


class Question:
    """The card of one call that waits."""

    def __init__(self, pending: Pending, number: int, session: Inspection) -> None:
        self.node, self.refs = fresh("question", session)
        self.pending = pending
        self._session = session
        self._number = number
        self._form: ArgumentForm | None = None
        self._describe()

    def answer(self, kind: str) -> None:
        """Say yes or no. Arguments that were edited and do not fit leave the question open, and say why."""
        if kind == "deny":
            self.pending.deny(self.refs.reason.value.strip())
            return
        edited = self._form.arguments() if self._form else None
        if self._form and edited is None:
            return
        try:
            self.pending.approve(kind, input=edited)
        except ArgumentError as error:
            self.refs.problem.textContent = unmasked(str(error))
            self.refs.problem.hidden = False

    def edit(self) -> None:
        """Put a form in the place of the arguments, or take it away again with all that is written in it."""
        is_editing = self._form is None
        self._form = None
        if is_editing:
            prefix = f"question-{self._number}"
            self._form = ArgumentForm(self.refs.fields, self.pending.entry, self._session, prefix, self.pending.input)
        self.refs.fields.hidden = not is_editing
        self.refs.args.hidden = is_editing or not self.pending.input
        self.refs.problem.hidden = True
        self.refs.edit.setAttribute("aria-pressed", "true" if is_editing else "false")
        # A remembered yes is for what the agent asked; edited arguments are allowed this once.
        self.refs.digest_button.hidden = is_editing
        self.refs.session_button.hidden = is_editing or not self.pending.offers_session

    def _describe(self) -> None:
        pending, words, refs = self.pending, self._session.words, self.refs
        entry = pending.entry
        question = unmasked(question_text(pending, words))
        self.node.setAttribute("aria-label", question)
        refs.question.textContent = question
        refs.name.textContent = unmasked(entry.name)
        refs.target.textContent = target_text(entry.target)
        refs.risk.textContent = words(RISKS[pending.risk])
        refs.risk.setAttribute("data-risk", pending.risk)
        refs.digest.textContent = pending.digest
        show_rows(refs.args, question_rows(pending, words), words)
        refs.session_button.hidden = not pending.offers_session
        # Arguments that have no field are edited as JSON, where a secret would stand to be read.
        refs.edit.hidden = bool(entry.secrets) and not covers(entry.input_schema, pending.input)


class PendingPane(Pane):
    """The open questions, the oldest first."""

    name = "pending"
    actions = ("once", "digest", "session", "deny", "edit")

    def opened(self) -> None:
        self._questions: dict[Pending, Question] = {}
        self._made = 0
        self._words = self.session.words
        self.scope.defer(self.refs.list.replaceChildren)

    def update(self) -> None:
        if self.session.settings.view != self.name:
            return
        if self.session.words is not self._words:
            self._words = self.session.words
            self._forget([*self._questions])
        pending = self.session.pending
        self._forget([each for each in self._questions if each not in pending])
        for each in pending:
            if each not in self._questions:
                self._made += 1
                self._questions[each] = Question(each, self._made, self.session)
                self.refs.list.append(self._questions[each].node)
        self.refs.empty.hidden = bool(pending)

    def act(self, action: str, node: Node) -> None:
        card = node.closest("[data-question]")
        question = next((each for each in self._questions.values() if each.node == card), None)
        if question is None or action not in self.actions:
            return
        if action == "edit":
            question.edit()
        else:
            question.answer(action)

    def _forget(self, gone: list[Pending]) -> None:
        """Take away what is answered; the focus that was in it goes to what waits next, and never onto a button."""
        had_focus = False
        for each in gone:
            card = self._questions.pop(each).node
            had_focus = had_focus or card.contains(card.getRootNode().activeElement)
            card.remove()
        if had_focus:
            self.session.wants_focus.set(None)
