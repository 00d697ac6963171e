"""What the transcript shows, in order, worked out from the conversation; it draws nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agentic.core.confirmation import Pending
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.messages import Message

Kind = Literal["user", "assistant", "call", "confirm", "approval", "question", "notice", "thinking"]

Waiting = tuple[str, Kind, Any]


@dataclass(frozen=True, slots=True)
class Item:
    """One row. Rows of one `group` answer the same message; `source` is what the row draws."""

    key: str
    kind: Kind
    group: str
    source: Any = None


def outline(
    conversation: Conversation,
    questions: Iterable[Pending] = (),
    start: int = 0,
    waiting: Iterable[Waiting] = (),
) -> tuple[Item, ...]:
    """The rows of a conversation, each question behind the call it is about, and last if that call is not here.

    `waiting` are further questions that have a row of their own: key, kind and what the row draws. `start` leaves out
    the messages before a user's, where their rows are known.
    """
    asked = {question.call.call_id: question for question in questions}
    notices = _by_place(conversation.notices)
    items = [] if start else [_notice(notice, "") for notice in notices.get("", ())]
    group = ""
    for message in conversation.messages[start:]:
        if message.role == "user":
            group = message.id
            items.append(Item(message.id, "user", group, message))
        elif message.role == "assistant":
            items.extend(_answer(message, group, asked))
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


def _answer(message: Message, group: str, asked: dict[str, Pending]) -> Iterable[Item]:
    if message.text:
        yield Item(message.id, "assistant", group, message)
    for call in message.tool_calls:
        yield Item(f"call {call.id}", "call", group, call)
        if question := asked.pop(call.id, None):
            yield _confirm(question, group)


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
    if last is None or last.kind in ("user", "notice"):
        return False
    if last.kind == "assistant":
        return last.source.is_open
    if last.kind in ("approval", "question"):
        return True
    if last.kind == "confirm":
        return last.source.answer is None or last.source.call.call_id in conversation.progress
    return last.source.id in conversation.progress
