"""Text for people, made from what programs sent: names of tools, arguments, results, notices."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from agentic.core.capability import Capability
from agentic.core.confirmation import Pending
from agentic.core.consent import CHECK_FAILED, DECLINED
from agentic.core.entry import Entry
from agentic.core.meta_tools import META_WIRE_NAMES
from agentic.core.registry import Registry
from agentic.core.showing import meant_by, real_name, shown_text
from agentic.core.words import Words
from agentic.element.tools import X_SUMMARY
from agentic.protocol.conversation import Notice
from agentic.protocol.messages import NOT_FINISHED, Message, ToolCall

SPOKEN = 300
"""Characters of an answer that are read out; the rest is there to be read."""

LONGEST_SHOWN = 10_000
"""Characters of an argument's or a result's text that a card shows until it is asked for all of it."""

LONGEST_LAID_OUT = 200_000
"""Characters of JSON that are laid out for reading: more would hold the page, and nobody reads them."""

IN_WORDS = MappingProxyType(
    {NOT_FINISHED: "callNotFinished", DECLINED: "declinedAction", CHECK_FAILED: "confirmCheckFailed"}
)

NEWEST_SHOWN = 4_000
"""Characters of arguments that are shown while they come: the end, which moves."""

UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    r"\U000e0000-\U000e007f]"
)
"""Characters that show nothing themselves, and some of which reorder what is shown; joiners belong to scripts."""


def prettify(name: str) -> str:
    """`delete_record` as `Delete record`, `orders.list` as `Orders list`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    words = re.sub(r"[\W_]+", " ", words).strip().lower()
    return words[:1].upper() + words[1:] if words else name


def entries_of(call: ToolCall, registry: Registry) -> tuple[Entry, ...]:
    """What a model calls, one entry a target; by the tool that executes others, what that one executes."""
    return meant_by(call.name, named_arguments(call.arguments), registry)


def entry_called(name: str, registry: Registry) -> Entry | None:
    """What is registered under a name, or is offered to models by it."""
    return next(iter(registry.find(real_name(registry, name))), None)


def shown_arguments(call: ToolCall, meant: tuple[Entry, ...], registry: Registry, *, is_complete: bool) -> str:
    """The arguments of a call as its card shows them: secrets masked, or the whole while it is still being written."""
    text = shown_text(call.name, call.arguments, meant, registry, is_complete=is_complete)
    return pretty_json(text) if is_complete else text


def runs_here(call: ToolCall, entry: Entry | None) -> bool:
    """Whether the page runs this call; a server runs all others, from the moment that their arguments are whole."""
    return entry is not None or call.name in META_WIRE_NAMES


def capability_label(capability: Capability) -> str:
    """The short label of a capability: `summary`, `x-summary` in its schema, or its name made readable."""
    return own_summary(capability) or prettify(capability.name)


def own_summary(capability: Capability) -> str:
    """The label that a capability brings itself; "" if it brings none."""
    written = capability.summary or capability.input_schema.get(X_SUMMARY)
    return written if isinstance(written, str) and written.strip() else ""


def question_text(question: Pending, words: Words) -> str:
    """What a person is asked: the capability's own question, else whether to run it."""
    if question.preview and question.preview.question:
        return unmasked(question.preview.question)
    asked = question.capability.confirm
    return asked if isinstance(asked, str) else words("confirmRun", tool=capability_label(question.capability))


def pretty_json(text: str) -> str:
    """JSON with one line a value; text that is no JSON, or a single value, stays as it is."""
    if len(text) > LONGEST_LAID_OUT:
        return text
    try:
        value = json.loads(text)
        return _laid_out(value) if isinstance(value, (dict, list)) else text
    except (ValueError, RecursionError):
        return text


def _laid_out(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def result_text(text: str, status: str, words: Words) -> str:
    """A result as a card shows it: of a refusal, which a model reads as status and hint, the hint in words for people.

    What is most often refused is told in the page's own words.
    """
    if status in ("done", "running"):
        return pretty_json(text)
    told = named_arguments(text)
    if told.keys() == {"status", "hint"} and isinstance(told["hint"], str):
        text = told["hint"]
    return words(IN_WORDS[text]) if text in IN_WORDS else pretty_json(text)


def has_arguments(text: str) -> bool:
    """Whether there is anything in the arguments to show."""
    return text.strip() not in ("", "{}", "null")


def named_arguments(text: str) -> Mapping[str, Any]:
    """The arguments by name, as a model wrote them; empty where the text is no JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def clipped(text: str) -> str:
    """As much of a text as a card shows unasked."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN].rstrip() + "…"


def newest(text: str) -> str:
    """The end of a text that is still coming, so that it costs the same however long it gets."""
    return text if len(text) <= NEWEST_SHOWN else "…" + text[-NEWEST_SHOWN:]


@dataclass(frozen=True, slots=True)
class Line:
    """One value of a call, as a card shows it; `was` is what it was when the same was asked before."""

    name: str
    text: str
    is_json: bool = False
    was: str | None = None


def argument_rows(arguments: Mapping[str, Any]) -> list[Line]:
    """A line for each argument."""
    return [Line(unmasked(name), *_shown(value)) for name, value in arguments.items()]


def compared(lines: Sequence[Line], before: Sequence[Line], words: Words) -> list[Line]:
    """The lines with what was shown before beside what is another now; those that are gone come last."""
    empty = words("changeEmpty")
    earlier = {line.name: line.text for line in before}
    marked = [
        line if earlier.get(line.name) == line.text else replace(line, was=earlier.get(line.name, "") or empty)
        for line in lines
    ]
    names = {line.name for line in lines}
    return [*marked, *(Line(line.name, empty, was=line.text) for line in before if line.name not in names)]


def question_rows(question: Pending, words: Words) -> list[Line]:
    """What a person is shown of a call: what it would change, where that is known, else its arguments."""
    if question.preview is None:
        return argument_rows(question.input)
    empty = words("changeEmpty")
    return [
        Line(
            unmasked(change.what),
            words("changeRow", before=unmasked(change.before) or empty, after=unmasked(change.after) or empty),
        )
        for change in question.preview.changes
    ]


def unmasked(text: str) -> str:
    """Text of a program's with its unseen characters spelled out: what a person confirms must be what they read."""
    return UNSEEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text)


def _shown(value: Any) -> tuple[str, bool]:
    is_json = isinstance(value, (dict, list))
    text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False, default=str)
    return unmasked(text), is_json


def notice_text(notice: Notice, words: Words) -> str:
    """The sentence of a notice: the special case first (`notice.http.401`), then the kind, then that it is unknown."""
    values = {name: "" if value is None else value for name, value in notice.values.items()}
    special = f"notice.{notice.kind}.{values.get('status', '')}"
    return words.first(special, f"notice.{notice.kind}", "notice.unknown", **{"kind": notice.kind, **values}).strip()


def answer_text(messages: Sequence[Message]) -> str:
    """All that was said in answer to the person's last message."""
    texts: list[str] = []
    for message in reversed(messages):
        if message.role == "user":
            break
        if message.role == "assistant" and message.text:
            texts.insert(0, message.text)
    return "\n".join(texts)


def spoken(text: str) -> str:
    """The beginning of an answer as it is read out, without the marks of Markdown."""
    plain = re.sub(r"[*_`#>|]+|\[([^\]]*)\]\([^)]*\)", lambda match: match[1] or "", text)
    plain = " ".join(plain.split())
    return plain if len(plain) <= SPOKEN else plain[:SPOKEN].rsplit(" ", 1)[0] + "…"
