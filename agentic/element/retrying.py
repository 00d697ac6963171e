"""What may be tried again: a failure at the end of a conversation, or the answer that was given last."""

from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.messages import Message

SPEAKERS = ("user", "assistant")
NOT_RETRYABLE = frozenset(("stopped", "rounds", "not-restored", "restored-in-part", "history-replaced", "surface"))


def can_retry(conversation: Conversation, notice: Notice) -> bool:
    """Whether this notice ends the conversation, and asking again could help."""
    if conversation.is_running or notice.kind in NOT_RETRYABLE:
        return False
    return conversation.notices[-1:] == (notice,) and conversation.messages[-1].id == notice.after


def is_last_answer(conversation: Conversation, message: Message) -> bool:
    """Whether this is what the agent said last, so that asking again would replace it and nothing else."""
    said = next((each for each in reversed(conversation.messages) if each.role in SPEAKERS and each.text), None)
    has_failed = any(can_retry(conversation, notice) for notice in conversation.notices[-1:])
    return said is message and not conversation.is_running and not has_failed
