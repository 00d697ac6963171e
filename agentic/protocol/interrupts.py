"""The questions a run ended on: whether a request answers all of them, and may."""

from collections.abc import Iterable
from datetime import UTC, datetime

from agentic.errors import UsageError
from agentic.protocol.messages import Interrupt, Resume


def check_answers(questions: Iterable[Interrupt], answers: Iterable[Resume], now: float) -> None:
    """Refuse to send what leaves a question out, or answers one that is too old; giving one up is always allowed."""
    given = {answer.interrupt_id: answer for answer in answers}
    questions = tuple(questions)
    if missing := [question.id for question in questions if question.id not in given]:
        raise UsageError(f"every question of the last run needs an answer; there is none to {', '.join(missing)}")
    for question in questions:
        if given[question.id].status == "resolved" and is_expired(question, now):
            raise UsageError(f"question {question.id} expired at {question.expires_at}; it can only be cancelled")


def is_expired(question: Interrupt, now: float) -> bool:
    """Whether the time to answer is over. A date that cannot be read never comes."""
    try:
        expires = datetime.fromisoformat(question.expires_at or "")
        return expires.astimezone(UTC).timestamp() <= now
    except (ValueError, OverflowError, OSError):
        return False
