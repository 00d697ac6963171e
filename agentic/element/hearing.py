"""What a page hears of a run beside the messages: state, custom events and invalidations, as DOM events."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.agents.chat import Chat
from agentic.element import delegations, events
from agentic.protocol.events import Custom, Event, StateDelta, StateSnapshot
from agentic.protocol.invalidation import invalidation_of

Emit = Callable[[str, Mapping[str, Any]], None]


class Hearing:
    """Tells the page of each event that is meant for it, as it comes."""

    def __init__(self, chat: Chat, emit: Emit, delegate: Callable[[Any], object]) -> None:
        self._chat = chat
        self._delegate = delegate
        self._emit = emit
        self._state = chat.state
        chat.heard.subscribe(self._heard)

    def _heard(self, event: Event | None) -> None:
        tell = TOLD.get(type(event))
        if tell:
            tell(self, event)

    def _custom(self, event: Custom) -> None:
        if moved := invalidation_of(event):
            self._emit(events.INVALIDATE, {"keys": moved.keys, "reason": moved.reason})
        elif event.name == delegations.NAME:
            self._delegate(event.value)  # drawn, and so not told
        else:
            self._emit(events.CUSTOM, {"name": event.name, "value": event.value})

    def _changed(self, _: Event) -> None:
        """A delta that did not fit has changed nothing, and is not told."""
        if self._state is not self._chat.state:
            self._state = self._chat.state
            self._emit(events.STATE, {"state": self._state})


TOLD: Mapping[type, Callable[[Hearing, Any], None]] = MappingProxyType(
    {Custom: Hearing._custom, StateSnapshot: Hearing._changed, StateDelta: Hearing._changed}
)
