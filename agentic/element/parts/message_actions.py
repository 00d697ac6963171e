"""What can be done with a finished answer: copy it, ask again, say whether it was good."""

from agentic.browser.dom import Node
from agentic.browser.markdown import MarkdownView
from agentic.browser.plain_text import plain_text
from agentic.browser.ports import Ports
from agentic.element.part import Row
from agentic.element.parts.copying import copy_by
from agentic.element.session import Session
from agentic.protocol.messages import Message


class MessageActions(Row):
    """The buttons beneath one answer; never inside it, so that they are no part of its text."""

    template = "message_actions"
    actions = ("copy", "retry", "up", "down")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._message: Message | None = None

    def update(self, source: Message) -> None:
        self._message = source
        offered = self.session.settings.message_actions
        self.refs.copy.hidden = "copy" not in offered
        self.refs.retry.hidden = "retry" not in offered or not self.session.is_last_answer(source)
        self.refs.up.hidden = self.refs.down.hidden = "feedback" not in offered
        self.node.hidden = all(button.hidden for button in self.node.children)

    def copy(self, button: Node) -> None:
        # Drawn again, without the buttons of code blocks and without colours.
        drawn = self.node.ownerDocument.createElement("div")
        MarkdownView(drawn, self.page.renderer).draw(self._message.text if self._message else "", done=True)
        self.session.spawn(copy_by(button, self.session, self.page, plain_text(drawn), drawn.innerHTML))

    def retry(self, _button: Node) -> None:
        self.session.retry()

    def up(self, _button: Node) -> None:
        self._rate("up")

    def down(self, _button: Node) -> None:
        self._rate("down")

    def _rate(self, rating: str) -> None:
        for name in ("up", "down"):
            getattr(self.refs, name).setAttribute("aria-pressed", "true" if name == rating else "false")
        if self._message:
            self.session.reader.rate(self._message, rating)
