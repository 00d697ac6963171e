"""Text messages: opened, continued, closed."""

from dataclasses import replace
from typing import Any

from agentic.protocol.draft import Draft, merge
from agentic.protocol.events import Event, TextMessageContent, TextMessageEnd, TextMessageStart
from agentic.protocol.messages import Message


def start(draft: Draft, event: TextMessageStart) -> None:
    open_message(draft, event, role=event.role or "assistant", name=event.name)


def open_message(draft: Draft, event: Any, *, role: str, name: str | None = None) -> None:
    """A new message, or the one that is there: it goes on, and keeps its role and name."""
    held = draft.find(event.message_id)
    if held is None:
        made = Message(event.message_id, role, "", name=name, subagent_run_id=event.subagent_run_id, is_open=True)
        draft.append(replace(made, metadata=merge(None, event.metadata)))
    elif held.role == "activity":
        draft.warn(f"text for {event.message_id} was ignored: that message is an activity")
    else:
        draft.put(replace(held, metadata=merge(held.metadata, event.metadata), is_open=True))


def content(draft: Draft, event: TextMessageContent) -> None:
    draft.add_text(event.message_id, event.delta)
    if event.metadata:
        annotate(draft, event.message_id, event)


def end(draft: Draft, event: TextMessageEnd) -> None:
    draft.close(event.message_id)
    if event.metadata:
        annotate(draft, event.message_id, event)


def annotate(draft: Draft, message_id: str, event: Event) -> None:
    """Merge the event's metadata into its message."""
    held = draft.find(message_id)
    if held and held.role != "activity":
        draft.put(replace(held, metadata=merge(held.metadata, event.metadata)))
