"""What the transcript shows, in order, worked out from the conversation; it draws nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from agentic.core.confirmation import Pending
from agentic.element.activities import LOAD_CAPABILITY, skill_name
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.messages import Message, ToolCall

Kind = Literal[
    *("user", "thoughts", "assistant", "actions", "call", "drawing", "skill", "confirm", "approval", "question"),
    *("notice", "activity", "compaction", "suggestions", "thinking"),
]

Waiting = tuple[str, Kind, Any]


@dataclass(frozen=True, slots=True)
class Item:
    """One row. Rows of one `group` answer the same message; `source` is what the row draws."""

    key: str
    kind: Kind
    group: str
    source: Any = None


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What the agent thought before and during one answer; `is_open` while it is at it."""

    messages: tuple[Message, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Extras:
    """What is drawn beside text and calls: the activities that have a row, and the tools that show something."""

    activities: Mapping[str, Kind] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
    has_actions: bool = False


PLAIN = Extras()


def outline(
    conversation: Conversation,
    questions: Iterable[Pending] = (),
    start: int = 0,
    waiting: Iterable[Waiting] = (),
    extras: Extras = PLAIN,
) -> tuple[Item, ...]:
    """The rows of a conversation, each question behind the call it is about, and last if that call is not here.

    `waiting` are further questions that have a row of their own: key, kind and what the row draws. `start` leaves out
    the messages before a user's, where their rows are known.
    """
    asked = {question.call.call_id: question for question in questions}
    notices = _by_place(conversation.notices)
    items = [] if start else [_notice(notice, "") for notice in notices.get("", ())]
    group = ""
    for turn in _turns(conversation.messages[start:]):
        user = turn[0] if turn[0].role == "user" else None
        if user:
            group = user.id
            items.append(Item(user.id, "user", group, user))
        if thoughts := _thoughts(turn, conversation):
            items.append(Item(f"thoughts {group}", "thoughts", group, thoughts))
        for message in turn:
            items.extend(_rows(message, group, asked, conversation, extras))
            items.extend(_notice(notice, group) for notice in notices.get(message.id, ()))
    items.extend(_confirm(question, group) for question in asked.values() if question.answer is None)
    items.extend(Item(key, kind, group, source) for key, kind, source in waiting)
    if conversation.is_running and (conversation.is_silent or not _is_busy(conversation, items)):
        items.append(Item("thinking", "thinking", group, conversation.is_silent))
    return tuple(items)


def settled(drawn: tuple[Message, ...], messages: tuple[Message, ...]) -> int:
    """Where the last turn begins before the first message that is another than was drawn: no row before it changes."""
    shared = min(len(drawn), len(messages))
    changed = next((index for index in range(shared) if drawn[index] is not messages[index]), shared)
    users = (index for index in range(changed - 1, -1, -1) if messages[index].role == "user")
    return next(users, 0)


def _turns(messages: tuple[Message, ...]) -> Iterable[tuple[Message, ...]]:
    """The messages, cut before each of the person's."""
    starts = (index for index, message in enumerate(messages) if message.role == "user")
    return (messages[begin:end] for begin, end in pairwise(sorted({0, *starts, len(messages)})))


def _thoughts(turn: tuple[Message, ...], conversation: Conversation) -> Thoughts | None:
    """All that was thought in one turn: it has one place, at the top of the answer."""
    thought = tuple(message for message in turn if message.role == "reasoning" and message.text.strip())
    if not thought:
        return None
    is_last = conversation.is_running and conversation.messages[-1] is turn[-1]
    since = turn[turn.index(thought[-1]) + 1 :]
    has_spoken = any(message.role == "assistant" and (message.text or message.tool_calls) for message in since)
    return Thoughts(thought, is_last and not has_spoken)


def _rows(
    message: Message, group: str, asked: dict[str, Pending], conversation: Conversation, extras: Extras
) -> Iterable[Item]:
    if message.role == "activity":
        if kind := extras.activities.get(message.activity_type or ""):
            yield Item(f"activity {message.id}", kind, group, message)
    elif message.role == "assistant":
        if message.text:
            yield Item(message.id, "assistant", group, message)
            if extras.has_actions and not message.is_open and message.text.strip():
                yield Item(f"actions {message.id}", "actions", group, message)
        for call in message.tool_calls:
            yield from _call(call, group, asked, conversation, extras)


def _call(
    call: ToolCall, group: str, asked: dict[str, Pending], conversation: Conversation, extras: Extras
) -> Iterable[Item]:
    if call.name == LOAD_CAPABILITY and conversation.progress.get(call.id) == "streaming":
        return  # Which skill it is, is not known yet.
    if skill_name(call):
        yield Item(f"skill {call.id}", "skill", group, call)
        return
    yield Item(f"call {call.id}", "call", group, call)
    if question := asked.pop(call.id, None):
        yield _confirm(question, group)
    result = conversation.results.get(call.id)
    if call.name in extras.tools and result and result.outcome is None:
        yield Item(f"drawing {call.id}", "drawing", group, call)


def _confirm(question: Pending, group: str) -> Item:
    return Item(f"confirm {question.call.call_id}", "confirm", group, question)


def _notice(notice: Notice, group: str) -> Item:
    return Item(f"notice {notice.id}", "notice", group, notice)


def _by_place(notices: Iterable[Notice]) -> Mapping[str, list[Notice]]:
    places: dict[str, list[Notice]] = {}
    for notice in notices:
        places.setdefault(notice.after, []).append(notice)
    return places


def _is_busy(conversation: Conversation, items: list[Item]) -> bool:
    """Whether the last row shows by itself that something is going on."""
    last = items[-1] if items else None
    match last.kind if last else None:
        case "assistant" | "thoughts":
            return last.source.is_open
        case "approval" | "question":
            return True
        case "confirm":
            return last.source.answer is None or last.source.call.call_id in conversation.progress
        case "call":
            return last.source.id in conversation.progress
    return False
