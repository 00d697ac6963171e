"""What an agent says it can do: a declaration that a page gets from its configuration, as no transport carries one.

What is absent is not declared, which is not "no". Nothing is refused because of a declaration.
"""

from typing import Any

from agentic.errors import UsageError
from agentic.protocol.shape import (
    ListOf,
    Malformed,
    Notes,
    Record,
    Shape,
    Unknown,
    an_object,
    flag,
    integer,
    optional,
    required,
    text,
)
from agentic.protocol.wire import TOOL

texts = ListOf(text)


def group(**shapes: Shape) -> Record:
    """A part of the declaration, all of whose members are optional."""
    return Record(dict, optional(**shapes))


def flags(*names: str) -> dict[str, Shape]:
    return dict.fromkeys(names, flag)


DECLARATION = group(
    identity=group(
        **dict.fromkeys(("name", "type", "description", "version", "provider", "documentation_url"), text),
        metadata=an_object,
    ),
    transport=group(**flags("streaming", "websocket", "http_binary", "push_notifications", "resumable")),
    tools=group(items=ListOf(TOOL), **flags("supported", "parallel_calls", "client_provided")),
    output=group(structured_output=flag, supported_mime_types=texts),
    state=group(**flags("snapshots", "deltas", "memory", "persistent_state")),
    multi_agent=group(
        subagents=ListOf(Record(dict, required(name=text), optional(description=text))),
        **flags("supported", "delegation", "handoffs"),
    ),
    reasoning=group(**flags("supported", "streaming", "encrypted")),
    multimodal=group(
        input=group(**flags("image", "audio", "video", "pdf", "file")), output=group(**flags("image", "audio"))
    ),
    execution=group(max_iterations=integer, max_execution_time=integer, **flags("code_execution", "sandboxed")),
    human_in_the_loop=group(
        **flags("supported", "approvals", "interventions", "feedback", "interrupts", "approve_with_edits")
    ),
    custom=an_object,
)


def read_capabilities(declaration: Any) -> dict[str, Any]:
    """The groups that are declared, by their Python names: `["human_in_the_loop"]["approve_with_edits"]`.

    What is not known is left out; `UsageError` says what is wrong with a malformed one, which must not be used.
    """
    notes: Notes = []
    try:
        return DECLARATION.read(declaration, notes)
    except (Malformed, Unknown) as error:
        raise UsageError(f"{getattr(error, 'path', '') or 'the declaration'} {error}") from error
