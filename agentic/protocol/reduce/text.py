"""Text messages: opened, continued, closed."""

from dataclasses import replace

from agentic.protocol.draft import Draft, merge
from agentic.protocol.events import Event, TextMessageContent, TextMessageEnd, TextMessageStart
from agentic.protocol.messages import Message


def start(draft: Draft, event: TextMessageStart) -> None:
    held = draft.find(event.message_id)
    if held is None:
        draft.append(
            Message(
                id=event.message_id,
                role=event.role or "assistant",
                content="",
                name=event.name,
                metadata=merge(None, event.metadata),
                subagent_run_id=event.subagent_run_id,
                is_open=True,
            )
        )
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
