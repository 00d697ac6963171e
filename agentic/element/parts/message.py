"""Messages: the person's as the literal text it is, the agent's as Markdown that grows; and the dots before it."""

import re
from time import perf_counter

from agentic.browser.dom import Node
from agentic.browser.markdown import MarkdownView
from agentic.browser.motion import prefers_reduced_motion
from agentic.browser.ports import Ports
from agentic.element.pace import Pace
from agentic.element.part import Row
from agentic.element.parts.code import CodeDress, code_of
from agentic.element.parts.copying import copy_by
from agentic.element.session import Session
from agentic.protocol.messages import Message

WORD = re.compile(r"\s*\S+\s?")
SHARE = 24
"""Word by word, a frame shows this part of what is still to come: always some, and never far behind."""


class UserMessage(Row):
    """What the person said."""

    template = "user_message"

    def update(self, source: Message) -> None:
        if self.node.textContent != source.text:
            self.node.textContent = source.text


class AssistantMessage(Row):
    """One text of the agent's; a long one that comes at once is drawn over several frames."""

    template = "assistant_message"
    actions = ("copy_code",)

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._markdown = MarkdownView(self.node, page.renderer, CodeDress(session, page))
        self._drawn: tuple[Message, bool] | None = None
        self._length = 0
        self._pace = Pace()
        # What a person has read before is there at once.
        is_animated = session.reader.watches and not prefers_reduced_motion()
        self._animation = session.settings.text_animation if is_animated else ""
        self.node.toggleAttribute("data-fresh", self._animation == "fade")

    def update(self, source: Message) -> None:
        sees_images = self.session.reader.sees_images
        if self._drawn and source is self._drawn[0] and sees_images == self._drawn[1]:
            return
        text = source.text[: self._next(source.text)]
        self.is_whole = len(text) == len(source.text)
        since = perf_counter()
        self._markdown.draw(text, done=self.is_whole and not source.is_open, allow_images=sees_images)
        self._pace.took(perf_counter() - since, len(text) - self._length)
        self._length = len(text)
        if self.is_whole:
            self._drawn = (source, sees_images)
        else:
            self.session.changed.set(None)  # the next frame goes on

    def copy_code(self, button: Node) -> None:
        self.session.spawn(copy_by(button, self.session, self.page, code_of(button)))

    def _next(self, text: str) -> int:
        """How much of the text the next draw shows."""
        if self._animation != "word":
            return self._length + self._pace.amount
        word = WORD.match(text, self._length)
        ahead = min((len(text) - self._length) // SHARE, self._pace.amount)
        return max(word.end() if word else len(text), self._length + ahead)


class Thinking(Row):
    """The dots: a run is on, and nothing else shows it; or it is, and nothing has come for long."""

    template = "pending"

    def update(self, source: bool) -> None:
        """`source`: whether it has been silent for so long that the person should know."""
        silence = self.refs.silence
        if silence.hidden == source:
            silence.hidden = not source
            silence.textContent = self.session.words("silent") if source else ""
