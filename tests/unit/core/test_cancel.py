"""Cancellation, and the race against it."""

import asyncio
from typing import Any

import pytest

from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.testing import settle


def test_cancelling_tells_the_listeners_once_and_keeps_the_first_reason() -> None:
    cancellation, heard = Cancellation(), []
    cancellation.on_cancel(heard.append)
    left = cancellation.on_cancel(heard.append)
    left()
    cancellation.cancel("stop pressed")
    cancellation.cancel("again")
    assert heard == ["stop pressed"]
    assert cancellation.cancelled and cancellation.reason == "stop pressed"


def test_who_asks_too_late_is_told_at_once() -> None:
    cancellation, heard = Cancellation(), []
    cancellation.cancel()
    cancellation.on_cancel(heard.append)
    assert heard == ["the run was stopped"]


def test_one_can_wait_for_a_cancellation() -> None:
    async def main() -> str:
        cancellation = Cancellation()
        waiting = asyncio.ensure_future(cancellation.wait())
        await settle()
        cancellation.cancel("now")
        return await waiting

    assert asyncio.run(main()) == "now"


def test_a_race_nobody_cancels_gives_the_value_or_the_error() -> None:
    async def good() -> int:
        await asyncio.sleep(0)
        return 7

    async def bad() -> None:
        raise LookupError("gone")

    assert asyncio.run(race(good(), Cancellation())) == 7
    with pytest.raises(LookupError, match="gone"):
        asyncio.run(race(bad(), Cancellation()))


def test_a_race_ends_at_once_although_the_work_never_does() -> None:
    async def stubborn(log: list[str]) -> None:
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                log.append("asked to stop")
                if len(log) > 1:
                    raise

    async def main() -> list[str]:
        log: list[str] = []
        cancellation = Cancellation()
        racing = asyncio.ensure_future(race(stubborn(log), cancellation))
        await settle()
        cancellation.cancel("enough")
        with pytest.raises(CallCancelled, match="enough"):
            await racing
        await settle()
        return list(log)  # the loop's end asks once more

    assert asyncio.run(main()) == ["asked to stop"]


def test_the_late_error_of_abandoned_work_is_nobodys(recwarn: pytest.WarningsRecorder) -> None:
    async def sore_loser() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ValueError("too late")

    async def main() -> list[Any]:
        complaints: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
        cancellation = Cancellation()
        racing = asyncio.ensure_future(race(sore_loser(), cancellation))
        await settle()
        cancellation.cancel()
        with pytest.raises(CallCancelled):
            await racing
        await settle()
        return complaints

    assert asyncio.run(main()) == []


def test_cancelling_the_waiting_task_cancels_the_work() -> None:
    async def main() -> list[str]:
        log: list[str] = []

        async def work() -> None:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                log.append("cancelled")
                raise

        racing = asyncio.ensure_future(race(work(), Cancellation()))
        await settle()
        racing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await racing
        await settle()
        return log

    assert asyncio.run(main()) == ["cancelled"]


def test_work_that_gives_up_by_itself_counts_as_cancelled() -> None:
    async def quitter() -> None:
        raise asyncio.CancelledError

    with pytest.raises(CallCancelled, match="by itself"):
        asyncio.run(race(quitter(), Cancellation()))
