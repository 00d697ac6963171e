"""A call id runs once within its run, whatever is clicked or replayed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agentic.core.capability import Call, Outcome

_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class _Line:
    call: Call
    outcome: "asyncio.Future[Outcome]"


class Ledger:
    """The latest calls by run and id, and how they ended. Replays come soon after; older ids are forgotten."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], _Line] = {}

    async def once(self, call: Call, run: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """The outcome of `run`, or of the same call when it ran, or still runs, under this id."""
        key = (call.run_id, call.call_id)
        if line := self._lines.get(key):
            return await asyncio.shield(line.outcome) if _is_same(line.call, call) else _taken(call)
        line = _Line(call, asyncio.get_running_loop().create_future())
        self._lines[key] = line
        if len(self._lines) > _REMEMBERED:
            del self._lines[next(iter(self._lines))]
        outcome = Outcome("cancelled", hint="the task that ran it was cancelled", call_id=call.call_id)
        try:
            outcome = await run()
        finally:
            line.outcome.set_result(outcome)
        return outcome


def _is_same(known: Call, call: Call) -> bool:
    try:
        return (known.name, known.target_id, known.input) == (call.name, call.target_id, call.input)
    except RecursionError:  # nested more deeply than can be compared, or run
        return False


def _taken(call: Call) -> Outcome:
    hint = f"the call id {call.call_id!r} already stands for another call; use a new one"
    return Outcome("invalid", hint=hint, call_id=call.call_id)
