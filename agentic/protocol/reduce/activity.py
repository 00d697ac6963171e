"""Activities: things a view draws, such as a chart, that live in the list of messages."""

from dataclasses import replace

from agentic.protocol.draft import Draft, merge
from agentic.protocol.events import ActivityDelta, ActivitySnapshot
from agentic.protocol.messages import Message
from agentic.protocol.patch import PatchFailed, patched


def snapshot(draft: Draft, event: ActivitySnapshot) -> None:
    held = draft.find(event.message_id)
    replaces = event.replace is not False
    if held is None:
        draft.append(_made(event))
    elif held.role == "activity":
        new = replace(_made(event), metadata=held.metadata) if replaces else held
        draft.put(replace(new, metadata=merge(held.metadata, event.metadata)))
    elif replaces:
        draft.put(_made(event))


def delta(draft: Draft, event: ActivityDelta) -> None:
    held = draft.find(event.message_id)
    if held is None or held.role != "activity":
        draft.warn(f"a patch for activity {event.message_id} was left out: there is no such activity")
        return
    held = replace(held, metadata=merge(held.metadata, event.metadata))
    try:
        content = patched(held.content, event.patch)
        held = replace(held, content=content, activity_type=event.activity_type)
    except PatchFailed as error:
        draft.warn(f"a patch for activity {event.message_id} was left out: {error}")
    draft.put(held)


def _made(event: ActivitySnapshot) -> Message:
    return Message(
        event.message_id,
        "activity",
        event.content,
        activity_type=event.activity_type,
        metadata=merge(None, event.metadata),
        subagent_run_id=event.subagent_run_id,
    )
