"""What a chat tells its listeners: the conversation as it stands, and what an interaction did."""

from collections.abc import Callable
from dataclasses import dataclass

from agentic.core.signal import Signal
from agentic.protocol.client import ToolRun
from agentic.protocol.conversation import Conversation
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending


@dataclass(frozen=True, slots=True)
class RunReport:
    """What an interaction did: the tools that ran, on which side, how it ended, and what the server says it moved."""

    tools: tuple[ToolRun, ...]
    ending: Ending
    invalidated: tuple[str, ...] = ()
    thread_id: str = ""


class LiveConversation:
    """The conversation as it stands. `get` makes it, once per change; listeners are told that there is news.

    A listener gets no conversation: to make one for each of a thousand deltas would cost more than the deltas. Nor is
    it told again before somebody has read what it was told of.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._made: Conversation | None = None
        self._news: Signal[None] = Signal(None)

    def get(self) -> Conversation:
        if self._made is None:
            self._made = self._draft.view()
        return self._made

    def subscribe(self, listener: Callable[[None], object]) -> Callable[[], None]:
        """Call `listener(None)` after the first change that nobody has read yet; the function returned ends that."""
        self.get()
        return self._news.subscribe(listener)

    def changed(self, draft: Draft) -> None:
        """This draft changed; news only if it is the one shown."""
        if draft is self._draft and self._made:
            self._made = None
            self._news.set(None)

    def show(self, draft: Draft) -> None:
        self.get()
        self._draft = draft
        self.changed(draft)
