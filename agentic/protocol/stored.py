"""Stored conversations: the text that is kept of a thread, and how it is read again, also what an older client stored.

The text is a JSON list of messages as the protocol spells them, activities too. No secret of a call is in it.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agentic.core.scrubbing import scrubbed, scrubbed_json
from agentic.core.secrets import Scrub
from agentic.errors import StoredError
from agentic.protocol.draft import whole
from agentic.protocol.legacy import upgrade_stored
from agentic.protocol.messages import Interrupt, Message, Part, ToolCall
from agentic.protocol.shape import Malformed, Unknown
from agentic.protocol.wire import INTERRUPT, MESSAGE

SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Hidden:
    """What of a call may be kept: its arguments without secrets, and how to mask those wherever a text quotes them."""

    arguments: str
    scrub: Scrub | None = None


Hide = Callable[[ToolCall], Hidden]


@dataclass(frozen=True, slots=True)
class Stored:
    """What was kept of a thread, each message with its text; `lost` counts what in it could not be read."""

    messages: tuple[Message, ...] = ()
    texts: tuple[str, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation of a list. `updated_at` is in milliseconds since the epoch, as JavaScript counts."""

    thread_id: str
    title: str = ""
    updated_at: float = 0
    preview: str = ""


def milliseconds(written: Any) -> float:
    """When a thread was changed: a number as it is, a text as a date of ISO 8601; 0 for anything else."""
    try:
        return written if type(written) in (int, float) else datetime.fromisoformat(written).timestamp() * 1000
    except (TypeError, ValueError, OverflowError, OSError):
        return 0


class Writer:
    """Writes one thread again and again: a message that has not changed since is not written anew."""

    def __init__(self, hide: Hide) -> None:
        self._hide = hide
        self._calls: dict[str, tuple[ToolCall, Hidden]] = {}
        self._scrubs: list[Scrub] = []
        self._written: dict[str, tuple[Message, str]] = {}

    def know(self, stored: Stored) -> "Writer":
        """What was read is written as it was; it was kept without its secrets already."""
        for message, text in zip(stored.messages, stored.texts, strict=True):
            self._written[message.id] = (message, text)
            self._calls.update((call.id, (call, Hidden(call.arguments))) for call in message.tool_calls)
        return self

    def text(self, messages: Iterable[Message]) -> str:
        """The thread as it is kept."""
        messages = tuple(messages)
        for call in (call for message in messages for call in message.tool_calls):
            self._note(call)
        return f"[{','.join(filter(None, map(self._text_of, messages)))}]"

    def scrub(self, text: str) -> str:
        """A text without the secrets of the calls that were written so far."""
        for each in self._scrubs:
            text = each(text)
        return text

    def _note(self, call: ToolCall) -> None:
        """Hide what is secret in a call. What was written before may quote it, and is written anew."""
        held = self._calls.get(call.id)
        if held and held[0] is call:
            return
        hidden = self._hide(call)
        self._calls[call.id] = (call, hidden)
        if hidden.scrub:
            self._scrubs.append(hidden.scrub)
            self._written.clear()

    def _text_of(self, message: Message) -> str:
        held = self._written.get(message.id)
        if held and held[0] is message:
            return held[1]
        try:
            written = MESSAGE.write(self._without_secrets(message))
            text = whole(json.dumps(written, ensure_ascii=False, allow_nan=False))
        except (ValueError, TypeError, RecursionError):
            text = ""  # An agent in the page may say what no JSON can hold; it must not keep the rest from being kept.
        self._written[message.id] = (message, text)
        return text

    def _without_secrets(self, message: Message) -> Message:
        calls = tuple(replace(call, arguments=self._calls[call.id][1].arguments) for call in message.tool_calls)
        if not self._scrubs:
            return replace(message, tool_calls=calls) if calls else message
        return replace(
            message,
            content=scrubbed(message.content, self.scrub, lambda part: _scrubbed_part(part, self.scrub)),
            error=message.error and scrubbed(message.error, self.scrub),
            tool_calls=tuple(replace(call, arguments=scrubbed_json(call.arguments, self.scrub)) for call in calls),
        )


def read_thread(text: str) -> Stored:
    """The messages of a kept thread. One that cannot be read is left out and counted; `StoredError` where none can."""
    try:
        pieces = tuple(_pieces(text))
    except (ValueError, RecursionError) as error:
        raise StoredError(f"what is stored is no list of messages: {error}") from error
    read = [(message, whole(piece)) for value, piece in pieces if (message := _read(value))]
    if pieces and not read:
        raise StoredError("none of what is stored is a message")
    messages, texts = zip(*read, strict=True) if read else ((), ())
    return Stored(messages, texts, len(pieces) - len(messages))


def write_questions(questions: Iterable[Interrupt]) -> str:
    """The questions a run ended on: forgotten ones would never be answered, as the next run must."""
    return json.dumps([INTERRUPT.write(question) for question in questions], ensure_ascii=False)


def read_questions(text: str) -> tuple[Interrupt, ...]:
    """The questions that were kept; none where that cannot be read."""
    try:
        return tuple(INTERRUPT.read(value, []) for value in json.loads(text))
    except (ValueError, TypeError, RecursionError, Malformed, Unknown):
        return ()


def _pieces(text: str) -> Iterator[tuple[Any, str]]:
    """Each value of a JSON list with its own text: to write a thousand of them anew costs more than to read them."""
    decode, at = json.JSONDecoder().raw_decode, _mark(text, 0, "[")
    if not text.startswith("]", at):
        while True:
            value, end = decode(text, at)
            yield value, text[at:end]
            at = _skip(text, end)
            if text.startswith("]", at):
                break
            at = _mark(text, at, ",")
    if _skip(text, at + 1) != len(text):
        raise ValueError("something follows its end")


def _mark(text: str, at: int, mark: str) -> int:
    """The place behind a mark, and the space around it."""
    at = _skip(text, at)
    if not text.startswith(mark, at):
        raise ValueError(f"no {mark} at {at}")
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    return SPACE.match(text, at).end()


def _read(value: Any) -> Message | None:
    try:
        return MESSAGE.read(upgrade_stored(value), [])
    except (Malformed, Unknown):
        return None


def _scrubbed_part(part: Any, scrub: Scrub) -> Any:
    return replace(part, text=scrubbed(part.text, scrub)) if isinstance(part, Part) and part.text else part
