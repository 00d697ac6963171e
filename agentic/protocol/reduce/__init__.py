"""What each event does to the conversation: one reducer per event type, in a table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.protocol import events
from agentic.protocol.draft import Draft
from agentic.protocol.reduce import activity, reasoning, run, snapshot, state, text, tools

Reducer = Callable[[Draft, Any], None]

REDUCERS: Mapping[type[events.Event], Reducer] = MappingProxyType(
    {
        events.RunStarted: run.started,
        events.RunFinished: run.finished,
        events.TextMessageStart: text.start,
        events.TextMessageContent: text.content,
        events.TextMessageEnd: text.end,
        events.ToolCallStart: tools.start,
        events.ToolCallArgs: tools.arguments,
        events.ToolCallEnd: tools.end,
        events.ToolCallResult: tools.result,
        events.ReasoningMessageStart: reasoning.start,
        events.ReasoningMessageContent: text.content,
        events.ReasoningMessageEnd: text.end,
        events.ReasoningEncryptedValue: reasoning.encrypted_value,
        events.StateSnapshot: state.snapshot,
        events.StateDelta: state.delta,
        events.MessagesSnapshot: snapshot.messages,
        events.ActivitySnapshot: activity.snapshot,
        events.ActivityDelta: activity.delta,
    }
)


def apply(draft: Draft, event: events.Event) -> None:
    """Change the conversation as the event says; an event that says nothing about it changes nothing."""
    reducer = REDUCERS.get(type(event))
    if reducer:
        reducer(draft, event)
