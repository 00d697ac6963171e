"""Messages, tool calls, attachments, interrupts, and what a run sends.

In every record an optional field that is absent is None: the protocol never sends null for one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NOT_FINISHED = "Not finished: the run ended or moved on before this tool call returned a result."


@dataclass(frozen=True, slots=True)
class Source:
    """Where a media part's bytes are: inline (`data`), at an address (`url`) or with a provider (`file`)."""

    kind: str
    value: str
    mime_type: str | None = None
    provider: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a message's content: text, or an image, audio, video or document."""

    kind: str
    text: str | None = None
    source: Source | None = None
    id: str | None = None
    metadata: Any = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the agent asked for; `arguments` is its text as received, parsed only when it is complete."""

    id: str
    name: str
    arguments: str = ""
    metadata: Mapping[str, Any] | None = None
    encrypted_value: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of any role; fields a role does not have stay at their defaults."""

    id: str
    role: str
    content: str | tuple[Part, ...] | Mapping[str, Any] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    error: str | None = None
    name: str | None = None
    activity_type: str | None = None
    metadata: Mapping[str, Any] | None = None
    encrypted_value: str | None = None
    subagent_run_id: str | None = None
    is_open: bool = False

    @property
    def text(self) -> str:
        """The words of the message: its text, or the text of its parts."""
        if isinstance(self.content, str):
            return self.content
        if isinstance(self.content, tuple):
            return "\n".join(part.text for part in self.content if part.text)
        return ""

    @property
    def outcome(self) -> str | None:
        """What a tool message says of its call: None for a success, else `failed`, `denied` or `interrupted`."""
        outcome = (self.metadata or {}).get("outcome")
        return outcome if outcome in ("failed", "denied", "interrupted") else None


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A question a run ended on; the next run on the thread carries its answer."""

    id: str
    reason: str
    message: str | None = None
    tool_call_id: str | None = None
    response_schema: Mapping[str, Any] | None = None
    expires_at: str | None = None
    metadata: Mapping[str, Any] | None = None
    subagent_run_id: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """The answer to one interrupt: `resolved` with a payload, or `cancelled`."""

    interrupt_id: str
    status: str
    payload: Any = None
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool the page offers in a run; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: Any = None
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ContextItem:
    """One thing the page tells the agent about itself."""

    description: str
    value: str


@dataclass(frozen=True, slots=True)
class RunInput:
    """All that an agent is given for one run."""

    thread_id: str
    run_id: str
    messages: tuple[Message, ...] = ()
    state: Any = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    context: tuple[ContextItem, ...] = ()
    forwarded_props: Any = field(default_factory=dict)
    resume: tuple[Resume, ...] | None = None
    parent_run_id: str | None = None
    protocol_version: str | None = "1.0"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as a server reports them; an absent count was not reported, which is not zero."""

    provider: str | None = None
    model: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_input_tokens: int | None = None
