"""The messages of a chat as a view of one's own draws them: each a list of parts, calls with their state and result."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from agentic.core.partial import partial_object
from agentic.protocol.conversation import Conversation, call_status
from agentic.protocol.messages import NOT_FINISHED, Message, Part, ToolCall

State = Literal["streaming", "pending", "running", "result", "error"]

STATE_OF_STATUS: Mapping[str, State] = MappingProxyType(
    {
        "streaming": "streaming",
        "pending": "pending",
        "deferred": "pending",
        "running": "running",
        "done": "result",
        "error": "error",
        "declined": "error",
        "interrupted": "error",
    }
)


@dataclass(frozen=True, slots=True)
class TextPart:
    """Text, which may still grow."""

    text: str
    type: str = "text"


@dataclass(frozen=True, slots=True)
class ReasoningPart:
    """What the model thought before it answered."""

    text: str
    type: str = "reasoning"


@dataclass(frozen=True, slots=True)
class FilePart:
    """An image, audio, video or document."""

    part: Part
    type: str = "file"


@dataclass(frozen=True, slots=True)
class ActivityPart:
    """Something to draw, such as a chart."""

    kind: str
    content: Mapping[str, Any]
    type: str = "activity"


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """A call. `args` is what has come of the arguments so far, for display only while the state is `streaming`.

    `result` is what the tool returned, in state `result`; `error` the sentence, in state `error`.
    """

    id: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    state: State = "streaming"
    result: Any = None
    error: str | None = None
    type: str = "tool-call"


AnyPart = TextPart | ReasoningPart | FilePart | ActivityPart | ToolCallPart


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """What one side said: `role` is `user` or `assistant`."""

    id: str
    role: str
    parts: tuple[AnyPart, ...] = ()

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


def messages_of(
    conversation: Conversation,
    *,
    name_of: Callable[[str], str] = str,
    results: Mapping[str, Any] = MappingProxyType({}),
    awaiting: Collection[str] = (),
) -> tuple[ChatMessage, ...]:
    """A conversation as messages. `results` are the values that tools returned, by call; `awaiting` the calls that a
    person is asked about; `name_of` gives a tool's own name for the one a model knows it by.
    """
    messages: list[ChatMessage] = []
    thoughts: list[AnyPart] = []
    for message in conversation.messages:
        if message.role == "reasoning":
            thoughts.append(ReasoningPart(message.text))
            continue
        if message.role not in ("user", "assistant", "activity"):
            continue
        parts = [*thoughts, *_content(message)]
        thoughts.clear()
        parts += [_call(conversation, call, name_of, results, awaiting) for call in message.tool_calls]
        messages.append(ChatMessage(message.id, "user" if message.role == "user" else "assistant", tuple(parts)))
    if thoughts:
        messages.append(ChatMessage(conversation.messages[-1].id, "assistant", tuple(thoughts)))
    return tuple(messages)


def _content(message: Message) -> Iterator[AnyPart]:
    if message.role == "activity":
        content = message.content if isinstance(message.content, Mapping) else {}
        yield ActivityPart(message.activity_type or "", content)
    elif isinstance(message.content, tuple):
        for part in message.content:
            yield TextPart(part.text or "") if part.kind == "text" else FilePart(part)
    elif message.text:
        yield TextPart(message.text)


def _call(
    conversation: Conversation,
    call: ToolCall,
    name_of: Callable[[str], str],
    results: Mapping[str, Any],
    awaiting: Collection[str],
) -> ToolCallPart:
    state = STATE_OF_STATUS[call_status(conversation, call, awaiting)]
    answer = conversation.results.get(call.id)
    result = error = None
    if state == "result" and answer:
        result = results[call.id] if call.id in results else value_in(answer.text)
    elif state == "error":
        error = _sentence(answer.text) if answer else NOT_FINISHED
    return ToolCallPart(call.id, name_of(call.name), partial_object(call.arguments), state, result, error)


def value_in(text: str) -> Any:
    """What a result says: its JSON, or the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _sentence(text: str) -> str:
    value = value_in(text)
    hint = value.get("hint") if isinstance(value, dict) else None
    return hint if isinstance(hint, str) and hint else text
