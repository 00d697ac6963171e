"""The panel as its agent moves it: the person is told in the conversation, and can put it back."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from agentic.element.ag_ui_chat import AgUiChat


class MovedByAgent:
    """The surface that the agent's own tools drive: the chat's panel."""

    def __init__(self, chat: AgUiChat) -> None:
        self._chat = chat

    def describe_surface(self) -> Mapping[str, Any]:
        return self._chat.describe_surface()

    def set_collapsed(self, collapsed: bool) -> None:
        self._chat.set_collapsed(collapsed)

    def move_to(self, corner: str) -> bool:
        before = self._chat.whereabouts.corner.get()
        if not self._chat.move_to(corner):
            return False
        if corner != before:
            session = self._chat.session
            session.reader.put_back = partial(self._chat.whereabouts.put, before)
            session.chat.tell("surface")
            session.cards.renew()  # what was told of an earlier move cannot be undone any more
        return True
