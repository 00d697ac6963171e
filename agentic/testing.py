"""Test your own capabilities with plain pytest: the whole pipeline, no browser."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.agents.provider import Piece, TextPiece, Turn
from agentic.core.capability import Capability, Outcome
from agentic.core.clock import Clock
from agentic.core.confirmation import Answer, AnswerKind, Proposal
from agentic.core.declare import capability_of
from agentic.core.registry import Permission, Registry
from agentic.errors import UsageError

_KINDS: Mapping[str, AnswerKind] = MappingProxyType(
    {"approve": "once", "digest": "digest", "session": "session", "deny": "deny"}
)
Answering = str | Answer | Callable[[Proposal], Any]


class FakeClock:
    """Time that stands still until a test moves it, and ids that count."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now
        self._ids = 0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return await asyncio.sleep(0)
        awake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, awake))
        return await awake

    def new_id(self) -> str:
        self._ids += 1
        return f"id-{self._ids}"

    async def advance(self, seconds: float) -> None:
        """Let time pass; who sleeps is woken in order, and runs as far as it can before the next one."""
        end = self._now + seconds
        while due := [sleeper for sleeper in self._sleepers if sleeper[0] <= end]:
            sleeper = min(due, key=lambda each: each[0])
            self._sleepers.remove(sleeper)
            self._now = sleeper[0]
            if not sleeper[1].done():
                sleeper[1].set_result(None)
            await settle()
        self._now = end


class FakeProvider:
    """A model that gives fixed answers, one a turn: text, or a list of texts and pieces such as `CallPiece`.

    It is a `UsageError` to ask it more often than it has answers.
    `asked` holds the turns it was asked, the newest last.
    """

    def __init__(self, *answers: str | Iterable[str | Piece]) -> None:
        self.asked: list[Turn] = []
        self._answers = list(answers)

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The next answer."""
        self.asked.append(turn)
        if len(self.asked) > len(self._answers):
            raise UsageError(f"FakeProvider was asked for one answer more than the {len(self._answers)} it was given")
        answer = self._answers[len(self.asked) - 1]
        for piece in [answer] if isinstance(answer, str) else answer:
            yield TextPiece(piece) if isinstance(piece, str) else piece


class FakeConfirmation:
    """A person who answers as told, one answer after the other, the last one from then on, and remembers the questions.

    An answer is `approve`, `digest`, `session` or `deny`, an `Answer` (with a reason, or with changed arguments), or a
    function of the proposal. It can be given to `call_capability`, and to a `Registry` as `confirm`.
    """

    def __init__(self, *answers: Answering) -> None:
        self.asked: list[Proposal] = []
        self._answers = [_answer(answer) for answer in answers or ("approve",)]

    def __call__(self, proposal: Proposal) -> Any:
        self.asked.append(proposal)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return answer(proposal) if callable(answer) else answer


async def settle(turns: int = 20) -> None:
    """Let every task that can run do so."""
    for _ in range(turns):
        await asyncio.sleep(0)


async def call_capability(
    described: Capability | Callable[..., Any],
    input: Mapping[str, Any] | str | None = None,
    permission: bool | str | Permission = True,
    confirm: Answering = "approve",
    clock: Clock | None = None,
) -> Outcome:
    """Run one capability through the whole pipeline, in a registry of its own.

    `permission`: True, False, a sentence that refuses, or a hook. `confirm`: an answer as `FakeConfirmation` takes it,
    or a `FakeConfirmation` of your own, to see what was asked.
    """
    made = capability_of(described)
    registry = Registry(permission=_permission(permission), confirm=FakeConfirmation(confirm), clock=clock)
    registry.register(described)
    return await registry.execute(made.name, input, target=made.target_id)


def _permission(permission: bool | str | Permission) -> Permission:
    return permission if callable(permission) else lambda proposal: permission


def _answer(answer: Answering) -> Answer | Callable[[Proposal], Any]:
    if callable(answer) or isinstance(answer, Answer):
        return answer
    if answer not in _KINDS:
        raise UsageError(f"an answer is {', '.join(_KINDS)}, an Answer or a function, not {answer!r}")
    return Answer(_KINDS[answer])
