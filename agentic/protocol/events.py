"""One record per AG-UI event type.

An optional field that is absent is None. Where the protocol lets a required value be null (`snapshot`, `value`,
the event inside `Raw`), None is that null.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.protocol.messages import Interrupt, Message, Part, RunInput, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What every event may carry."""

    timestamp: int | float | None = None
    raw_event: Any = None
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedEvent(Event):
    """An event that may belong to a subagent; without a tag it is the parent agent's."""

    subagent_run_id: str | None = None


@dataclass(frozen=True, slots=True)
class Remark(Event):
    """Something odd that the decoder put right: no event of the protocol, kept as a warning and shown to nobody."""

    text: str


@dataclass(frozen=True, slots=True)
class Alive(Event):
    """Something came that says nothing, such as a heartbeat: no event of the protocol, but no silence either."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished run ended: `success`, `cancelled`, or `interrupt` with what it asks."""

    kind: str
    interrupts: tuple[Interrupt, ...] = ()
    pending_tool_call_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubagentOutcome:
    """How a subagent ended: `success`, or `suspended` until its interrupts are answered."""

    kind: str
    interrupt_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    """A run begins."""

    thread_id: str
    run_id: str
    protocol_version: str | None = None
    parent_run_id: str | None = None
    input: RunInput | None = None


@dataclass(frozen=True, slots=True)
class RunFinished(Event):
    """A run ended as its outcome says; no outcome is a success."""

    thread_id: str
    run_id: str
    result: Any = None
    outcome: Outcome | None = None
    usage: tuple[Usage, ...] | None = None


@dataclass(frozen=True, slots=True)
class RunError(Event):
    """The run failed; the stream itself is well formed."""

    message: str
    code: str | None = None
    usage: tuple[Usage, ...] | None = None


@dataclass(frozen=True, slots=True)
class StepStarted(OwnedEvent):
    """A named step begins."""

    step_name: str


@dataclass(frozen=True, slots=True)
class StepFinished(OwnedEvent):
    """A named step ends."""

    step_name: str


@dataclass(frozen=True, slots=True)
class TextMessageStart(OwnedEvent):
    """A message opens, or opens again."""

    message_id: str
    role: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class TextMessageContent(OwnedEvent):
    """Text to append to an open message."""

    message_id: str
    delta: str


@dataclass(frozen=True, slots=True)
class TextMessageEnd(OwnedEvent):
    """A message closes."""

    message_id: str


@dataclass(frozen=True, slots=True)
class TextMessageChunk(OwnedEvent):
    """A message's start and text in one; unfolded before anything else sees it."""

    message_id: str | None = None
    role: str | None = None
    delta: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCallStart(OwnedEvent):
    """A call opens, or opens again."""

    tool_call_id: str
    tool_call_name: str
    parent_message_id: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCallArgs(OwnedEvent):
    """Argument text to append to an open call."""

    tool_call_id: str
    delta: str


@dataclass(frozen=True, slots=True)
class ToolCallEnd(OwnedEvent):
    """A call's arguments are complete."""

    tool_call_id: str


@dataclass(frozen=True, slots=True)
class ToolCallChunk(OwnedEvent):
    """A call's start and arguments in one; unfolded before anything else sees it."""

    tool_call_id: str | None = None
    tool_call_name: str | None = None
    parent_message_id: str | None = None
    delta: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCallResult(OwnedEvent):
    """The result of a call somebody else ran."""

    message_id: str
    tool_call_id: str
    content: str | tuple[Part, ...]
    role: str | None = None


@dataclass(frozen=True, slots=True)
class StateSnapshot(OwnedEvent):
    """The shared state, whole."""

    snapshot: Any


@dataclass(frozen=True, slots=True)
class StateDelta(OwnedEvent):
    """A JSON Patch on the shared state."""

    delta: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class MessagesSnapshot(Event):
    """The server's own list of messages."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ActivitySnapshot(OwnedEvent):
    """An activity's content, whole."""

    message_id: str
    activity_type: str
    content: Mapping[str, Any]
    replace: bool | None = None


@dataclass(frozen=True, slots=True)
class ActivityDelta(OwnedEvent):
    """A JSON Patch on an activity's content."""

    message_id: str
    activity_type: str
    patch: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ReasoningStart(OwnedEvent):
    """A span of reasoning begins."""

    message_id: str


@dataclass(frozen=True, slots=True)
class ReasoningEnd(OwnedEvent):
    """A span of reasoning ends."""

    message_id: str


@dataclass(frozen=True, slots=True)
class ReasoningMessageStart(OwnedEvent):
    """A reasoning message opens."""

    message_id: str
    role: str


@dataclass(frozen=True, slots=True)
class ReasoningMessageContent(OwnedEvent):
    """Text to append to an open reasoning message."""

    message_id: str
    delta: str


@dataclass(frozen=True, slots=True)
class ReasoningMessageEnd(OwnedEvent):
    """A reasoning message closes."""

    message_id: str


@dataclass(frozen=True, slots=True)
class ReasoningMessageChunk(OwnedEvent):
    """A reasoning message's start and text in one; unfolded before anything else sees it."""

    message_id: str | None = None
    delta: str | None = None


@dataclass(frozen=True, slots=True)
class ReasoningEncryptedValue(OwnedEvent):
    """An opaque value to keep on a message or a call and to give back to the server."""

    subtype: str
    entity_id: str
    encrypted_value: str


@dataclass(frozen=True, slots=True)
class SubagentStarted(Event):
    """A subagent begins."""

    subagent_run_id: str
    name: str
    description: str | None = None
    parent_subagent_run_id: str | None = None
    parent_tool_call_id: str | None = None
    parent_message_id: str | None = None


@dataclass(frozen=True, slots=True)
class SubagentFinished(Event):
    """A subagent ended."""

    subagent_run_id: str
    result: Any = None
    outcome: SubagentOutcome | None = None


@dataclass(frozen=True, slots=True)
class SubagentError(Event):
    """A subagent failed; the run goes on."""

    subagent_run_id: str
    message: str
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Raw(OwnedEvent):
    """Another system's event, passed through."""

    event: Any
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Custom(OwnedEvent):
    """An application's own event."""

    name: str
    value: Any
