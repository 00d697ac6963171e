"""Asking the person something in the middle of a run: the open questions, and their answers. It draws nothing."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core.signal import Signal

ASK_USER = "ask_user"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: with `options`, one of them, or anything where `allows_other`; without, anything."""

    text: str
    options: tuple[str, ...] = ()
    allows_other: bool = False

    def arguments(self) -> Mapping[str, Any]:
        """The question as the arguments of a call of `ask_user`."""
        options = {"options": list(self.options), "allow_custom": self.allows_other} if self.options else {}
        return {"question": self.text, **options}


class Question:
    """A question that waits. The first answer counts; later ones are ignored."""

    def __init__(self, asked: Asked, call_id: str, answered: "asyncio.Future[str]") -> None:
        self.asked = asked
        self.call_id = call_id
        self._answered = answered

    def answer(self, text: str) -> bool:
        """Answer it, with "" for no answer. Returns whether this was the first."""
        if self._answered.done():
            return False
        self._answered.set_result(text)
        return True


class QuestionQueue:
    """The open questions, oldest first: a view shows `pending` and answers."""

    def __init__(self) -> None:
        self.changed: Signal[tuple[Question, ...]] = Signal(())

    @property
    def pending(self) -> tuple[Question, ...]:
        return self.changed.get()

    async def ask(self, asked: Asked, call_id: str) -> str:
        """The person's answer."""
        question = Question(asked, call_id, asyncio.get_running_loop().create_future())
        self.changed.set((*self.pending, question))
        try:
            return await question._answered
        finally:
            question._answered.cancel()
            self.changed.set(tuple(other for other in self.pending if other is not question))
