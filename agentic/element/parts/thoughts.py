"""What the agent thinks aloud before it answers: in sight while it thinks, folded away once it answers."""

from time import perf_counter

from agentic.browser.dom import Node
from agentic.browser.markdown import MarkdownView
from agentic.browser.ports import Ports
from agentic.element.outline import Thoughts
from agentic.element.pace import Pace
from agentic.element.part import Row
from agentic.element.parts.code import CodeDress, code_of
from agentic.element.parts.copying import copy_by
from agentic.element.session import Session


class ThoughtsRow(Row):
    """The thoughts of one answer; folded by themselves until the reader decides."""

    template = "thoughts"
    actions = ("toggle", "copy_code")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._markdown = MarkdownView(self.refs.body, page.renderer, CodeDress(session, page))
        self._thoughts: Thoughts | None = None
        self._length = 0
        self._pace = Pace()
        self._is_chosen = False

    def update(self, source: Thoughts) -> None:
        if source == self._thoughts:
            return
        self._label(source.is_open)
        if not self._is_chosen:
            self._open(source.is_open)
        text = "\n\n".join(message.text for message in source.messages)
        shown = text[: self._length + self._pace.amount]
        self.is_whole = len(shown) == len(text)
        since = perf_counter()
        self._markdown.draw(shown, done=self.is_whole and not source.is_open)
        self._pace.took(perf_counter() - since, len(shown) - self._length)
        self._length = len(shown)
        if self.is_whole:
            self._thoughts = source
        else:
            self.session.changed.set(None)  # the next frame goes on
        if source.is_open:
            self.refs.body.scrollTop = self.refs.body.scrollHeight

    def toggle(self, _button: Node) -> None:
        self._is_chosen = True
        self._open(self.refs.body.hidden)

    def copy_code(self, button: Node) -> None:
        self.session.spawn(copy_by(button, self.session, self.page, code_of(button)))

    def _open(self, is_open: bool) -> None:
        self.refs.body.hidden = not is_open
        self.refs.toggle.setAttribute("aria-expanded", "true" if is_open else "false")

    def _label(self, is_open: bool) -> None:
        self.node.toggleAttribute("data-thinking", is_open)
        self.refs.label.textContent = self.session.words("thoughtsNow" if is_open else "thoughts")
