"""What users' own tests are made with."""

import asyncio
from typing import Any

import pytest

from agentic import Answer, Outcome, UsageError, capability
from agentic.testing import FakeClock, call_capability, settle


@capability("orders.delete", risk="destructive", target="left")
def delete_order(number: int) -> dict[str, Any]:
    """Delete an order."""
    return {"deleted": number}


def call(*arguments: Any, **more: Any) -> Outcome:
    return asyncio.run(call_capability(delete_order, *arguments, **more))


def test_a_capability_runs_through_the_whole_pipeline() -> None:
    assert call({"number": 7}).value == {"deleted": 7}
    assert call('{"number": 7}').value == {"deleted": 7}
    assert call({"number": "seven"}).status == "invalid"


def test_permission_can_be_refused() -> None:
    assert call({"number": 7}, permission=False).status == "denied"
    assert call({"number": 7}, permission="members only").hint == "orders.delete was refused: members only"
    assert call({"number": 7}, permission=lambda proposal: proposal.input["number"] == 7).ok


def test_the_person_can_approve_deny_or_be_played_by_a_function() -> None:
    assert call({"number": 7}, confirm="deny").status == "declined"
    assert call({"number": 7}, confirm=lambda proposal: Answer("deny", proposal.digest[:0] or "no")).hint.startswith(
        "the user declined: no"
    )
    with pytest.raises(UsageError, match="confirm is approve, deny or a function, not 'maybe'"):
        call({"number": 7}, confirm="maybe")


def test_a_fake_clock_moves_only_when_told_and_wakes_sleepers_in_order() -> None:
    clock, woken = FakeClock(100.0), []

    async def sleeper(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((seconds, clock.now()))

    async def main() -> None:
        tasks = [asyncio.ensure_future(sleeper(seconds)) for seconds in (3, 1, 0, 10)]
        await settle()
        assert woken == [(0, 100.0)]
        await clock.advance(5)
        assert woken == [(0, 100.0), (1, 101.0), (3, 103.0)]
        tasks[3].cancel()
        await settle()
        await clock.advance(5)

    asyncio.run(main())
    assert clock.now() == 110.0 and len(woken) == 3
    assert [clock.new_id(), clock.new_id()] == ["id-1", "id-2"]
