"""Continuation: a run that goes on from a run of the server's, shown behind the conversation it was asked for in."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from agentic.protocol.conversation import Conversation
from agentic.protocol.draft import Draft
from agentic.protocol.messages import Message


class Continuation(Draft):
    """Holds the new turn and what answers it, so that nothing else can be sent: the server knows what came before.

    `view` shows the conversation `earlier` with the exchange after it; `joined` is the same as one draft to go on with.
    """

    def __init__(self, earlier: Conversation) -> None:
        super().__init__(earlier.thread_id, state=earlier.state)
        self._earlier = earlier
        self._held = frozenset(message.id for message in earlier.messages)
        self._calls = frozenset(call.id for message in earlier.messages for call in message.tool_calls)

    def view(self) -> Conversation:
        own, earlier = super().view(), self._earlier
        ours = self._renamed(own.messages)
        return replace(
            own,
            messages=(*earlier.messages, *(named(each, "id", ours) for each in own.messages)),
            notices=(*earlier.notices, *(named(each, "after", ours) for each in own.notices)),
            pending_interrupts=(*earlier.pending_interrupts, *own.pending_interrupts),
            results=ChainMap(dict(own.results), dict(earlier.results)),
            warnings=(*earlier.warnings, *own.warnings),
        )

    def joined(self) -> Draft:
        """The conversation with the exchange in it."""
        whole = self.view()
        draft = Draft(whole.thread_id, whole.messages, whole.state)
        draft.notices, draft.pending_interrupts = whole.notices, whole.pending_interrupts
        for warning in whole.warnings:
            draft.warn(warning)
        return draft

    def answered(self) -> frozenset[str]:
        """The ids of the calls that have a result, and of every call of the conversation."""
        return super().answered() | self._calls

    def knows_call(self, call_id: str) -> bool:
        return call_id in self._calls or super().knows_call(call_id)

    def _renamed(self, exchange: tuple[Message, ...]) -> dict[str, str]:
        """New ids for messages whose own is another message's in the conversation: they are shown under it."""
        names: dict[str, str] = {}
        taken = self._held | {message.id for message in exchange}
        for message in exchange:
            if message.id in self._held:
                names[message.id] = next(name for n in count(2) if (name := f"{message.id}-{n}") not in taken)
        return names


def named(record: Any, field: str, names: Mapping[str, str]) -> Any:
    """The record with another name in this field, if there is another for it."""
    name = names.get(getattr(record, field))
    return replace(record, **{field: name}) if name else record
