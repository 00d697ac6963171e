"""Messages: the person's as the literal text it is, the agent's as Markdown that grows; and the dots before it."""

from agentic.browser.markdown import MarkdownView
from agentic.browser.ports import Ports
from agentic.element.part import Row
from agentic.element.session import Session
from agentic.protocol.messages import Message


class UserMessage(Row):
    template = "user_message"

    def update(self, source: Message) -> None:
        if self.node.textContent != source.text:
            self.node.textContent = source.text


class AssistantMessage(Row):
    template = "assistant_message"

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._markdown = MarkdownView(self.node, page.renderer)
        self._drawn: Message | None = None

    def update(self, source: Message) -> None:
        if source is not self._drawn:
            self._drawn = source
            self._markdown.draw(source.text, done=not source.is_open)


class Thinking(Row):
    template = "pending"
