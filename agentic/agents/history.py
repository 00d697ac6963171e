"""A thread as a provider accepts it: every call has its one result right behind it, and no result stands alone.

A provider refuses the whole request for less, and would refuse every later one too. So it is put right here at each
turn, whatever a stop, a reload or a lost answer left behind.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal
from agentic.protocol.messages import NOT_FINISHED, Message, Part, ToolCall

INSTRUCTING = frozenset(("system", "developer"))
CALL_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # what every provider takes, also for a call that another one made


@dataclass(frozen=True, slots=True)
class Said:
    """What the person said; never empty."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """What the model said: `results` holds one tool message for each of `calls`, in their order."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[Message, ...] = ()
    thoughts: tuple[Message, ...] = ()


Entry = Said | Answered


def history_of(messages: Iterable[Message], to_wire: Callable[[str], str]) -> tuple[Entry, ...]:
    """The thread's entries; neighbours of one kind are one entry, since some models insist on taking turns."""
    messages = tuple(messages)
    results = {message.tool_call_id: message for message in reversed(messages) if message.role == "tool"}
    entries: list[Entry] = []
    thoughts: list[Message] = []
    known: set[str] = set()
    for message in messages:
        if message.role == "reasoning":
            thoughts.append(message)
        elif message.role == "user" and (parts := parts_of(message)):
            _join(entries, Said(parts))
        elif message.role == "assistant":
            calls = [call for call in message.tool_calls if call.id not in known]
            known.update(call.id for call in calls)
            answers = tuple(results.get(call.id) or _unanswered(call) for call in calls)
            if calls or message.text.strip():
                wired = tuple(_wired(call, to_wire) for call in calls)
                _join(entries, Answered(message.text, wired, answers, tuple(thoughts)))
            thoughts.clear()
    return tuple(entries)


def instructions_in(messages: Iterable[Message]) -> list[str]:
    """What a thread's own system messages ask of the model."""
    return [message.text for message in messages if message.role in INSTRUCTING and message.text.strip()]


def parts_of(message: Message) -> tuple[Part, ...]:
    """The content of a message in parts, without empty text."""
    content = message.content
    parts = content if isinstance(content, tuple) else (Part("text", message.text),)
    return tuple(part for part in parts if part.kind != "text" or (part.text or "").strip())


def _join(entries: list[Entry], entry: Entry) -> None:
    last = entries[-1] if entries else None
    if isinstance(last, Said) and isinstance(entry, Said):
        entries[-1] = Said((*last.parts, *entry.parts))
    elif isinstance(last, Answered) and isinstance(entry, Answered) and not last.calls:
        text = "\n\n".join(filter(None, (last.text, entry.text)))
        entries[-1] = replace(entry, text=text, thoughts=(*last.thoughts, *entry.thoughts))
    else:
        entries.append(entry)


def _wired(call: ToolCall, to_wire: Callable[[str], str]) -> ToolCall:
    """The call under a name and id every provider takes, its arguments one object: its result tells if it was none."""
    arguments = call.arguments.strip()
    if not arguments or not arguments.startswith("{") or isinstance(parse_arguments(arguments), Refusal):
        arguments = "{}"
    call_id = call.id if CALL_ID.fullmatch(call.id) else f"call_{hashlib.sha256(call.id.encode()).hexdigest()[:24]}"
    return replace(call, id=call_id, name=to_wire(call.name), arguments=arguments)


def _unanswered(call: ToolCall) -> Message:
    return Message(f"{call.id}-result", "tool", NOT_FINISHED, tool_call_id=call.id)
