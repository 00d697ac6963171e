"""What the agent asks: its question, the answers to choose from, and a field where another may be written."""

from agentic.agents.questions import Question
from agentic.browser.dom import Node, clone, refs
from agentic.browser.ports import Ports
from agentic.element.part import Row
from agentic.element.session import Session


class QuestionCard(Row):
    """One open question; its answer is then the result in the card of the call."""

    template = "question_card"
    actions = ("answer", "choose")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._question: Question | None = None
        self._choices: list[tuple[Node, str | None]] = []

    def update(self, source: Question) -> None:
        if source is self._question:
            return
        self._question = source
        asked, options = source.asked, self.refs.options
        self.refs.text.textContent = asked.text
        options.setAttribute("aria-label", asked.text)
        options.hidden = not asked.options
        texts: list[str | None] = [*asked.options, *([None] if asked.options and asked.allows_other else [])]
        self._choices = [self._choice(text) for text in texts]
        self.refs.input.hidden = bool(asked.options)

    def choose(self, _radio: Node) -> None:
        """Another answer than those given is written into the field."""
        writes = any(radio.checked and text is None for radio, text in self._choices)
        self.refs.input.hidden = not writes
        self.refs.trouble.hidden = True
        if writes:
            self.refs.input.focus()

    def answer(self, button: Node) -> None:
        chosen = next((text for radio, text in self._choices if radio.checked), None)
        text = self.refs.input.value.strip() if chosen is None else chosen
        if not self._question:
            return
        if not text:
            self._complain("answerMissing" if self.refs.input.hidden else "answerUnwritten")
            return
        button.disabled = True
        had_focus = self.node.contains(self.node.getRootNode().activeElement)
        self._question.answer(text)
        if had_focus:
            self.session.wants_focus.set(None)

    def _complain(self, words: str) -> None:
        self.refs.input.value = ""  # Spaces are no answer, and would hide what is said.
        self.refs.trouble.hidden = False
        self.refs.trouble.textContent = self.session.words(words)

    def _choice(self, text: str | None) -> tuple[Node, str | None]:
        node = clone("question_choice").firstElementChild
        made = refs(node)
        made.text.textContent = self.session.words("otherOption") if text is None else text
        self.refs.options.append(node)
        return made.radio, text
