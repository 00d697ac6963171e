"""The questions a run ended on, and the answers that the next request has to carry."""

from collections.abc import Iterable
from datetime import UTC, datetime

from agentic.errors import UsageError
from agentic.protocol.messages import Interrupt, Resume


def check_answers(questions: Iterable[Interrupt], answers: Iterable[Resume], now: float) -> None:
    """Refuse to send what leaves a question out, or answers one that is too old; giving one up is always allowed."""
    given = _by_question(answers)
    questions = tuple(questions)
    if missing := [question.id for question in questions if question.id not in given]:
        raise UsageError(f"every question of the last run needs an answer; there is none to {', '.join(missing)}")
    for question in questions:
        if given[question.id].status == "resolved" and is_expired(question, now):
            raise UsageError(f"question {question.id} expired at {question.expires_at}; it can only be cancelled")


def complete_answers(questions: Iterable[Interrupt], answers: Iterable[Resume], now: float) -> tuple[Resume, ...]:
    """One answer to each question id, in their order; a question without one, or whose time is over, is given up.

    Leaving a question out is not giving it up: a thread whose questions nobody answered could not go on.
    """
    given = _by_question(answers)

    def answer_to(question: Interrupt) -> Resume:
        answer = given.get(question.id)
        is_late = answer is not None and answer.status == "resolved" and is_expired(question, now)
        return answer if answer and not is_late else Resume(question.id, "cancelled")

    return tuple({question.id: answer_to(question) for question in questions}.values())


def _by_question(answers: Iterable[Resume]) -> dict[str, Resume]:
    """One answer by the id of its question. Of two questions with one id, what was not said to both is said to none."""
    given: dict[str, Resume] = {}
    for answer in answers:
        held = given.setdefault(answer.interrupt_id, answer)
        if held != answer:
            given[answer.interrupt_id] = Resume(answer.interrupt_id, "cancelled")
    return given


def is_expired(question: Interrupt, now: float) -> bool:
    """Whether the time to answer is over. A date that cannot be read never comes."""
    try:
        expires = datetime.fromisoformat(question.expires_at or "")
        return expires.astimezone(UTC).timestamp() <= now
    except (ValueError, OverflowError, OSError):
        return False
