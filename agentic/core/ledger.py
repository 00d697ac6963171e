"""A call id runs once within its run, whatever is clicked or replayed."""

import asyncio
import hashlib
from array import array
from bisect import bisect_left, insort
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agentic.core.capability import Call, Outcome

_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class _Line:
    call: Call
    outcome: "asyncio.Future[Outcome]"


class Ledger:
    """The latest calls by run and id, and how they ended; of older ones only that they were there, in eight bytes."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], _Line] = {}
        self._older = array("Q")  # in order; as a set of its own objects it would be six times as large

    async def once(self, call: Call, run: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """The outcome of `run`, or of the same call when it ran, or still runs, under this id."""
        key = (call.run_id, call.call_id)
        if line := self._lines.get(key):
            return await asyncio.shield(line.outcome) if _is_same(line.call, call) else _taken(call)
        if self._is_older(_mark(key)):
            return _forgotten(call)
        line = _Line(call, asyncio.get_running_loop().create_future())
        self._lines[key] = line
        self._make_room()
        outcome = Outcome("cancelled", hint="the task that ran it was cancelled", call_id=call.call_id)
        try:
            outcome = await run()
        finally:
            line.outcome.set_result(outcome)
        return outcome

    def _make_room(self) -> None:
        """Let go of the oldest call that has ended; of one that still runs, a repetition must find its outcome."""
        if len(self._lines) > _REMEMBERED:
            ended = next((key for key, line in self._lines.items() if line.outcome.done()), None)
            if ended:
                del self._lines[ended]
                insort(self._older, _mark(ended))

    def _is_older(self, mark: int) -> bool:
        place = bisect_left(self._older, mark)
        return place < len(self._older) and self._older[place] == mark


def _mark(key: tuple[str, str]) -> int:
    return int.from_bytes(hashlib.blake2b(repr(key).encode(), digest_size=8).digest())


def _is_same(known: Call, call: Call) -> bool:
    try:
        return (known.name, known.target_id, known.input) == (call.name, call.target_id, call.input)
    except Exception:  # nested more deeply than can be compared, or values that refuse to be
        return False


def _taken(call: Call) -> Outcome:
    hint = f"the call id {call.call_id!r} already stands for another call; use a new one"
    return Outcome("invalid", hint=hint, call_id=call.call_id)


def _forgotten(call: Call) -> Outcome:
    hint = f"the call {call.call_id!r} ran long ago; its outcome is not kept, and to run it again takes a new id"
    return Outcome("invalid", hint=hint, call_id=call.call_id)
