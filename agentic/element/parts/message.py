"""Messages: the person's as the literal text it is, the agent's as Markdown that grows; and the dots before it."""

from agentic.browser.markdown import MarkdownView
from agentic.browser.ports import Ports
from agentic.element.part import Row
from agentic.element.session import Session
from agentic.protocol.messages import Message

MOST_A_DRAW = 1024
"""Characters that one draw adds, so that a text that came at once does not hold the page."""


class UserMessage(Row):
    """What the person said."""

    template = "user_message"

    def update(self, source: Message) -> None:
        if self.node.textContent != source.text:
            self.node.textContent = source.text


class AssistantMessage(Row):
    """One text of the agent's; a long one that comes at once is drawn over several frames."""

    template = "assistant_message"

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._markdown = MarkdownView(self.node, page.renderer)
        self._drawn: Message | None = None
        self._length = 0

    def update(self, source: Message) -> None:
        if source is self._drawn:
            return
        text = source.text[: self._length + MOST_A_DRAW]
        is_whole = len(text) == len(source.text)
        self._markdown.draw(text, done=is_whole and not source.is_open)
        self._length = len(text)
        if is_whole:
            self._drawn = source
        else:
            self.session.changed.set(None)  # the next frame goes on


class Thinking(Row):
    """The dots: a run is on, and nothing else shows it; or it is, and nothing has come for long."""

    template = "pending"

    def update(self, source: bool) -> None:
        """`source`: whether it has been silent for so long that the person should know."""
        silence = self.refs.silence
        if silence.hidden == source:
            silence.hidden = not source
            silence.textContent = self.session.words("silent") if source else ""
