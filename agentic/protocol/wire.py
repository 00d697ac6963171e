"""The wire: what JSON each event, message and request is, as tables of shapes.

The fields are named as in the records; the shapes spell them as the protocol does.
"""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from agentic.protocol import events
from agentic.protocol.messages import (
    ContextItem,
    Interrupt,
    Message,
    Part,
    Resume,
    RunInput,
    Source,
    Tool,
    ToolCall,
    Usage,
)
from agentic.protocol.shape import (
    Either,
    ListOf,
    Notes,
    OneOf,
    PatchOperation,
    Record,
    Union,
    always,
    an_object,
    anything,
    count,
    flag,
    fragment,
    integer,
    optional,
    required,
    text,
)

texts = ListOf(text)

SOURCE = Union(
    "type",
    "kind",
    {
        "data": Record(partial(Source, "data"), required(value=text, mime_type=text)),
        "url": Record(partial(Source, "url"), required(value=text), optional(mime_type=text)),
        "file": Record(partial(Source, "file"), required(value=text), optional(provider=text, mime_type=text)),
    },
)

PART = Union(
    "type",
    "kind",
    {
        "text": Record(partial(Part, "text"), required(text=text), optional(id=text, metadata=anything)),
        **{
            kind: Record(partial(Part, kind), required(source=SOURCE), optional(id=text, metadata=anything))
            for kind in ("image", "audio", "video", "document")
        },
    },
)

text_or_parts = Either(ListOf(PART))


class CallShape:
    """A tool call: flat in a record, its name and arguments one level deeper in JSON."""

    RECORD = Record(
        dict,
        required(id=text, type=OneOf("function")),
        required(function=Record(dict, required(name=text, arguments=text))),
        optional(metadata=an_object, encrypted_value=text),
    )

    def read(self, value: Any, notes: Notes) -> ToolCall:
        read = self.RECORD.read(value, notes)
        del read["type"]
        return ToolCall(**read.pop("function"), **read)

    def write(self, call: ToolCall) -> dict[str, Any]:
        written = CALL_FIELDS.write(call)
        return {
            "id": written.pop("id"),
            "type": "function",
            "function": {"name": written.pop("name"), "arguments": written.pop("arguments")},
            **written,
        }


CALL_FIELDS = Record(
    ToolCall, required(id=text, name=text, arguments=text), optional(metadata=an_object, encrypted_value=text)
)

of_every_message = (*required(id=text), *optional(metadata=an_object, subagent_run_id=text))
of_a_speaker = optional(name=text, encrypted_value=text)

MESSAGE = Union(
    "role",
    "role",
    {
        "user": Record(partial(Message, role="user"), of_every_message, required(content=text_or_parts), of_a_speaker),
        "assistant": Record(
            partial(Message, role="assistant"),
            of_every_message,
            optional(content=text, tool_calls=ListOf(CallShape())),
            of_a_speaker,
        ),
        **{
            role: Record(partial(Message, role=role), of_every_message, required(content=text), of_a_speaker)
            for role in ("system", "developer")
        },
        "tool": Record(
            partial(Message, role="tool"),
            of_every_message,
            required(tool_call_id=text, content=text_or_parts),
            optional(error=text, encrypted_value=text),
        ),
        "reasoning": Record(
            partial(Message, role="reasoning"), of_every_message, required(content=text), optional(encrypted_value=text)
        ),
        "activity": Record(
            partial(Message, role="activity"), of_every_message, required(activity_type=text, content=an_object)
        ),
    },
)

messages = ListOf(MESSAGE)

RESUME = Record(
    Resume,
    required(interrupt_id=text, status=OneOf("resolved", "cancelled")),
    optional(payload=anything, metadata=an_object),
)

TOOL = Record(Tool, required(name=text, description=text), optional(parameters=anything, metadata=an_object))

RUN_INPUT = Record(
    RunInput,
    required(thread_id=text, run_id=text),
    optional(protocol_version=text, parent_run_id=text),
    always(state=anything),
    required(messages=messages),
    always(
        tools=ListOf(TOOL),
        context=ListOf(Record(ContextItem, required(description=text, value=text))),
        forwarded_props=anything,
    ),
    optional(resume=ListOf(RESUME)),
)

INTERRUPT = Record(
    Interrupt,
    required(id=text, reason=text),
    optional(message=text, tool_call_id=text, response_schema=an_object, expires_at=text),
    optional(metadata=an_object, subagent_run_id=text),
)

OUTCOME = Union(
    "type",
    "kind",
    {
        "success": Record(partial(events.Outcome, "success"), optional(pending_tool_call_ids=texts)),
        "interrupt": Record(partial(events.Outcome, "interrupt"), required(interrupts=ListOf(INTERRUPT, least=1))),
        "cancelled": Record(partial(events.Outcome, "cancelled")),
    },
)

SUBAGENT_OUTCOME = Union(
    "type",
    "kind",
    {
        "success": Record(partial(events.SubagentOutcome, "success")),
        "suspended": Record(partial(events.SubagentOutcome, "suspended"), optional(interrupt_ids=texts)),
    },
)

usage = ListOf(
    Record(
        Usage,
        optional(provider=text, model=text, input_tokens=count, output_tokens=count, total_tokens=count),
        optional(reasoning_tokens=count, cached_input_tokens=count, cache_write_input_tokens=count),
    )
)

patch = ListOf(PatchOperation())
role = OneOf("developer", "system", "assistant", "user")
ids = required(message_id=text)
call_ids = required(tool_call_id=text)

OF_ONE_RUN = MappingProxyType(
    {
        events.RunStarted: (
            required(thread_id=text, run_id=text),
            optional(protocol_version=text, parent_run_id=text, input=RUN_INPUT),
        ),
        events.RunFinished: (
            required(thread_id=text, run_id=text),
            optional(result=anything, outcome=OUTCOME, usage=usage),
        ),
        events.RunError: (required(message=text), optional(code=text, usage=usage)),
        events.MessagesSnapshot: (required(messages=messages),),
        events.SubagentStarted: (
            required(subagent_run_id=text, name=text),
            optional(description=text, parent_subagent_run_id=text, parent_tool_call_id=text, parent_message_id=text),
        ),
        events.SubagentFinished: (
            required(subagent_run_id=text),
            optional(result=anything, outcome=SUBAGENT_OUTCOME),
        ),
        events.SubagentError: (required(subagent_run_id=text, message=text), optional(code=text)),
    }
)

OF_ONE_AGENT = MappingProxyType(
    {
        events.StepStarted: (required(step_name=text),),
        events.StepFinished: (required(step_name=text),),
        events.TextMessageStart: (ids, optional(role=role, name=text)),
        events.TextMessageContent: (ids, required(delta=fragment)),
        events.TextMessageEnd: (ids,),
        events.TextMessageChunk: (optional(message_id=text, role=role, delta=fragment, name=text),),
        events.ToolCallStart: (call_ids, required(tool_call_name=text), optional(parent_message_id=text)),
        events.ToolCallArgs: (call_ids, required(delta=fragment)),
        events.ToolCallEnd: (call_ids,),
        events.ToolCallChunk: (
            optional(tool_call_id=text, tool_call_name=text, parent_message_id=text, delta=fragment),
        ),
        events.ToolCallResult: (ids, call_ids, required(content=text_or_parts), optional(role=OneOf("tool"))),
        events.StateSnapshot: (required(snapshot=anything),),
        events.StateDelta: (required(delta=patch),),
        events.ActivitySnapshot: (ids, required(activity_type=text, content=an_object), optional(replace=flag)),
        events.ActivityDelta: (ids, required(activity_type=text, patch=patch)),
        events.ReasoningStart: (ids,),
        events.ReasoningEnd: (ids,),
        events.ReasoningMessageStart: (ids, required(role=OneOf("reasoning"))),
        events.ReasoningMessageContent: (ids, required(delta=fragment)),
        events.ReasoningMessageEnd: (ids,),
        events.ReasoningMessageChunk: (optional(message_id=text, delta=fragment),),
        events.ReasoningEncryptedValue: (
            required(subtype=OneOf("message", "tool-call"), entity_id=text, encrypted_value=text),
        ),
        events.Raw: (required(event=anything), optional(source=text)),
        events.Custom: (required(name=text, value=anything),),
    }
)

of_every_event = optional(timestamp=integer, raw_event=anything, metadata=an_object)
tag = optional(subagent_run_id=text)


def type_name(kind: type[events.Event]) -> str:
    """`ToolCallStart` as the wire spells it: `TOOL_CALL_START`."""
    return "".join(f"_{letter}" if letter.isupper() else letter for letter in kind.__name__).upper()[1:]


EVENTS: Mapping[str, Record] = MappingProxyType(
    {
        **{type_name(kind): Record(kind, *groups, of_every_event) for kind, groups in OF_ONE_RUN.items()},
        **{type_name(kind): Record(kind, *groups, of_every_event, tag) for kind, groups in OF_ONE_AGENT.items()},
    }
)


def write_input(run: RunInput) -> dict[str, Any]:
    """The body of a request. Activities stay here: they are the client's own."""
    written = RUN_INPUT.write(run)
    written["messages"] = [message for message in written["messages"] if message["role"] != "activity"]
    return written


def write_event(event: events.Event) -> dict[str, Any]:
    """An event as it travels."""
    kind = type_name(type(event))
    return {"type": kind, **EVENTS[kind].write(event)}
