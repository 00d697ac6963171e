"""A call id runs once within its run, whatever is clicked or replayed."""

import asyncio
import hashlib
from array import array
from bisect import bisect_left, insort
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass

from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Call, Outcome
from agentic.core.digest import digest
from agentic.core.foreign import contained
from agentic.core.pipeline import Attempt
from agentic.errors import ArgumentError

_REMEMBERED = 256
# A handler that waits for a call that waits for it, be it its own, would wait for ever.
_INSIDE_A_CALL: ContextVar[bool] = ContextVar("inside a call", default=False)


@dataclass(frozen=True, slots=True)
class _Line:
    asked: str
    stop: Cancellation
    outcome: "asyncio.Future[Outcome]"


class Ledger:
    """The latest calls by run and id, and how they ended; of older ones only that they were there, in eight bytes.

    A page and its chats share one: an id runs once, whichever of them it comes to.
    """

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], _Line] = {}
        self._older = array("Q")  # in order; as a set of its own objects it would be six times as large

    async def once(self, attempt: Attempt, run: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """The outcome of `run`, or of the same call when it ran, or still runs, under this id."""
        call, asked = attempt.call, _asked(attempt)
        key = (call.run_id, call.call_id)
        if line := self._lines.get(key):
            return await _repeated(line, attempt) if asked and asked == line.asked else _taken(call)
        if self._is_older(_mark(key)):
            return _forgotten(call)
        line = _Line(asked, attempt.cancellation, asyncio.get_running_loop().create_future())
        self._lines[key] = line
        self._make_room()
        outcome = Outcome("cancelled", hint="the task that ran it was cancelled", call_id=call.call_id)
        outside = _INSIDE_A_CALL.set(True)
        try:
            outcome = await run()
        finally:
            line.outcome.set_result(outcome)
            _INSIDE_A_CALL.reset(outside)
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


def _asked(attempt: Attempt) -> str:
    """What a call asks for, whichever way it was written; empty if that cannot be told, and so is never the same.

    It is kept in place of the arguments: these are the caller's, who may change them.
    """
    call = attempt.call
    try:
        if not attempt.malformed:
            return digest(call.name, call.target_id, attempt.input)
    except ArgumentError:
        pass  # it will be refused; its repetition has the same refusal, if it can be told that it is one
    try:
        with contained():
            text = repr((call.name, call.target_id, call.input))
    except Exception:
        return ""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


async def _repeated(line: _Line, attempt: Attempt) -> Outcome:
    """The outcome of the call that a repetition stands for, as soon as there is one."""
    call_id, stop = attempt.call.call_id, attempt.cancellation
    if line.outcome.done():
        return line.outcome.result()
    if _INSIDE_A_CALL.get():
        hint = f"the call {call_id!r} still runs, and another call cannot wait for it; use a new id"
        return Outcome("invalid", hint=hint, call_id=call_id)
    if stop is line.stop:  # then the call itself is stopped, and says how that ended
        return await asyncio.shield(line.outcome)
    try:
        return await race(asyncio.shield(line.outcome), stop)
    except CallCancelled:
        hint = f"not waited for: {stop.reason}; the call {call_id!r}, which this one repeats, goes on"
        return Outcome("cancelled", hint=hint, call_id=call_id)


def _taken(call: Call) -> Outcome:
    hint = f"the call id {call.call_id!r} already stands for another call; use a new one"
    return Outcome("invalid", hint=hint, call_id=call.call_id)


def _forgotten(call: Call) -> Outcome:
    hint = f"the call {call.call_id!r} ran long ago; its outcome is not kept, and to run it again takes a new id"
    return Outcome("invalid", hint=hint, call_id=call.call_id)
