"""The server's own list of messages, merged into ours by id."""

from collections.abc import Callable
from typing import Any

from agentic.protocol.conversation import Notice
from agentic.protocol.draft import Draft
from agentic.protocol.events import MessagesSnapshot
from agentic.protocol.messages import Message

# A convention of the official client: a snapshot may say which activities it lists completely.
CLIENT_KEY, AUTHORITY_KEY = "@ag-ui/client", "authoritativeActivityTypes"

REPLACED = Notice("history-replaced", "history-replaced")
"""What a person read before is not there any more."""


def messages(draft: Draft, event: MessagesSnapshot) -> None:
    """Messages in the snapshot are the snapshot's, in our order; others go, except what it says nothing about.

    A call that has an answer keeps it: a server that does not list what the page returned has not taken it back.
    """
    theirs = {message.id: message for message in event.messages}
    known = {_said(message) for message in event.messages}
    is_kept = _keeps(event)
    before = draft.messages()
    merged = [theirs.pop(held.id, held) for held in before if held.id in theirs or is_kept(held)]
    draft.replace_all([*merged, *theirs.values()])
    is_gone = any(_said(held) not in known and not draft.find(held.id) for held in before if _said(held))
    if is_gone and REPLACED not in draft.notices:
        draft.add_notice(REPLACED)
    for held in before:
        answered = held.tool_call_id if held.role == "tool" else None
        if answered and draft.call(answered) and not draft.has_result(answered):
            draft.insert_result(held)


def _said(message: Message) -> tuple[str, str] | None:
    """What a person has read of it, by whatever id."""
    text = message.text.strip() if message.role in ("user", "assistant") else ""
    return (message.role, text) if text else None


def _keeps(event: MessagesSnapshot) -> Callable[[Message], bool]:
    """Which of our messages stay though the snapshot does not have them."""
    roles = {message.role for message in event.messages}
    owned = _owned_activities(event, names_any="activity" in roles)

    def keeps(message: Message) -> bool:
        if message.role == "activity":
            return owned is not None and message.activity_type not in owned
        return message.role == "reasoning" and "reasoning" not in roles

    return keeps


def _owned_activities(event: MessagesSnapshot, *, names_any: bool) -> frozenset[Any] | None:
    """The activity types that the snapshot lists completely; None if it does so for all of them."""
    said = (event.metadata or {}).get(CLIENT_KEY)
    if not isinstance(said, dict) or AUTHORITY_KEY not in said:
        return None if names_any else frozenset()
    types = said[AUTHORITY_KEY]
    if types is None:
        return None
    is_valid = isinstance(types, list) and all(isinstance(kind, str) for kind in types)
    return frozenset(types) if is_valid else frozenset()
