"""Tool calls and their results."""

from dataclasses import replace

from agentic.protocol.draft import Draft, merge
from agentic.protocol.events import Event, ToolCallArgs, ToolCallEnd, ToolCallResult, ToolCallStart
from agentic.protocol.messages import Message, ToolCall


def start(draft: Draft, event: ToolCallStart) -> None:
    draft.progress[event.tool_call_id] = "streaming"
    held = draft.call(event.tool_call_id)
    if held is None:
        _open(draft, event)
        return
    if held.name != event.tool_call_name:
        draft.warn(f"call {held.id} was renamed from {held.name} to {event.tool_call_name}")
    draft.put_call(replace(held, name=event.tool_call_name, metadata=merge(held.metadata, event.metadata)))


def arguments(draft: Draft, event: ToolCallArgs) -> None:
    draft.add_arguments(event.tool_call_id, event.delta)
    if event.metadata:
        _annotate(draft, event.tool_call_id, event)


def end(draft: Draft, event: ToolCallEnd) -> None:
    draft.close_call(event.tool_call_id)
    if draft.progress.get(event.tool_call_id) == "streaming":
        draft.progress[event.tool_call_id] = "pending"
    if event.metadata:
        _annotate(draft, event.tool_call_id, event)


def result(draft: Draft, event: ToolCallResult) -> None:
    draft.progress.pop(event.tool_call_id, None)
    draft.insert_result(
        Message(
            id=event.message_id,
            role="tool",
            content=event.content,
            tool_call_id=event.tool_call_id,
            metadata=merge(None, event.metadata),
            subagent_run_id=event.subagent_run_id,
        )
    )


def _open(draft: Draft, event: ToolCallStart) -> None:
    """Put a new call on the message it names, or on a message made for it."""
    call = ToolCall(event.tool_call_id, event.tool_call_name, metadata=merge(None, event.metadata))
    parent = event.parent_message_id or event.tool_call_id
    held = draft.find(parent)
    if held and held.role == "assistant":
        draft.put(replace(held, tool_calls=(*held.tool_calls, call)))
        return
    if held:
        draft.warn(f"call {call.id} names {parent} as its message, which is not the assistant's")
        parent = call.id
    draft.append(Message(parent, "assistant", tool_calls=(call,), subagent_run_id=event.subagent_run_id))


def _annotate(draft: Draft, call_id: str, event: Event) -> None:
    call = draft.call(call_id)
    if call:
        draft.put_call(replace(call, metadata=merge(call.metadata, event.metadata)))
