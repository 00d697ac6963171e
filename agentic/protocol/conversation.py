"""The Conversation record: what a reader of the chat sees at one moment."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from agentic.protocol.messages import Interrupt, Message, ToolCall


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person must know, at its place in the transcript.

    `after` is the id of the message it follows, or "" before any message. The words belong to the view, by `kind`.
    """

    id: str
    kind: str
    after: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages, state and notices of one thread, and what is going on in it.

    `progress` says of each unanswered call of the present run how far it is: `streaming`, `pending`, `running`.
    `results` are the tool messages by the id of the call they answer. `is_silent`: nothing has come of the answer for
    so long that the person should know.
    """

    thread_id: str
    messages: tuple[Message, ...] = ()
    state: Any = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    progress: Mapping[str, str] = field(default_factory=dict)
    is_running: bool = False
    is_silent: bool = False
    pending_interrupts: tuple[Interrupt, ...] = ()
    results: Mapping[str, Message] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


STATUS_OF_OUTCOME = MappingProxyType(
    {None: "done", "failed": "error", "denied": "declined", "interrupted": "interrupted"}
)

CALL_STATUSES = ("streaming", "pending", "running", "deferred", *STATUS_OF_OUTCOME.values())


def call_status(conversation: Conversation, call: ToolCall, awaiting: Collection[str] = ()) -> str:
    """What a call's card says: its result if it has one, else how far it is.

    `awaiting` are the ids of the calls that a person is asked about on this page; a server asks by its interrupts.
    """
    if result := conversation.results.get(call.id):
        return STATUS_OF_OUTCOME[result.outcome]
    asked = (interrupt.tool_call_id for interrupt in conversation.pending_interrupts)
    if call.id in awaiting or call.id in asked:
        return "deferred"
    return conversation.progress.get(call.id, "interrupted")
