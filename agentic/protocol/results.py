"""Results of calls as messages: what answers a call, and what it says of how that went."""

from collections.abc import Callable, Container, Mapping
from types import MappingProxyType
from typing import Any

from agentic.core.capability import Outcome
from agentic.protocol.draft import Draft
from agentic.protocol.messages import NOT_FINISHED, Message

OUTCOME_OF_STATUS = MappingProxyType({"ok": None, "declined": "denied", "denied": "denied", "cancelled": "interrupted"})


def record_result(
    draft: Draft, message_id: str, call_id: str, content: str, metadata: Mapping[str, Any] | None
) -> None:
    """Answer a call with a tool message, behind the message that holds it."""
    error = content if metadata and "outcome" in metadata else None
    draft.progress.pop(call_id, None)
    draft.insert_result(Message(message_id, "tool", content, tool_call_id=call_id, error=error, metadata=metadata))


def metadata_of(outcome: Outcome) -> Mapping[str, Any] | None:
    """What a tool message says of its call: how it ended, unless well, and whether its content is to be trusted."""
    word = OUTCOME_OF_STATUS.get(outcome.status, "failed")
    metadata = {**({"outcome": word} if word else {}), **({"untrusted": True} if outcome.untrusted else {})}
    return metadata or None


def answer_open_calls(draft: Draft, new_id: Callable[[], str], spared: Container[str] = ()) -> bool:
    """Say of every call without a result that it did not finish, blaming nobody; whether there was one.

    A provider refuses a whole request for one call without a result. `spared` have their answer elsewhere.
    """
    unanswered = [call for call in draft.open_calls() if call.id not in spared]
    for call in unanswered:
        record_result(draft, new_id(), call.id, NOT_FINISHED, {"outcome": "interrupted"})
    return bool(unanswered)
