"""What users' own tests are made with."""

import asyncio
from typing import Any

import pytest

from agentic import Answer, Chat, Outcome, Registry, UsageError, capability
from agentic.testing import FakeClock, FakeConfirmation, FakeProvider, call_capability, settle


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
    assert (
        call({"number": 7}, permission="members only").hint
        == "orders.delete was refused: members only; do not repeat it, but tell the user"
    )
    assert call({"number": 7}, permission=lambda proposal: proposal.input["number"] == 7).ok


@pytest.mark.parametrize("yes", ["approve", "digest", Answer("once"), lambda proposal: proposal.input["number"] == 7])
def test_the_person_can_approve(yes: Any) -> None:
    assert call({"number": 7}, confirm=yes).ok


@pytest.mark.parametrize("no", ["deny", Answer("deny", "no"), lambda proposal: proposal.input["number"] > 7])
def test_the_person_can_say_no(no: Any) -> None:
    assert call({"number": 7}, confirm=no).status == "declined"


def test_a_reason_reaches_the_model() -> None:
    assert call({"number": 7}, confirm=Answer("deny", "not today")).hint.startswith("the user declined: not today")


def test_an_answer_that_is_none_is_named() -> None:
    with pytest.raises(UsageError, match=r"an answer is approve, digest, session, deny, an Answer .*, not 'maybe'"):
        call({"number": 7}, confirm="maybe")


def test_a_fake_person_answers_in_turn_and_remembers_what_was_asked() -> None:
    person = FakeConfirmation("approve", "deny")
    outcomes = [call({"number": number}, confirm=person).status for number in (1, 2, 3)]
    assert outcomes == ["ok", "declined", "declined"]
    assert [question.input["number"] for question in person.asked] == [1, 2, 3]
    assert person.asked[0].capability is delete_order.capability


def test_a_fake_person_works_for_a_registry_too() -> None:
    person = FakeConfirmation()
    registry = Registry(confirm=person)
    registry.register(delete_order)
    assert asyncio.run(registry.execute("orders.delete", {"number": 7}, target="left")).ok
    assert len(person.asked) == 1


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


async def test_a_model_that_has_no_answer_left_says_so() -> None:
    chat = Chat(provider=FakeProvider("Hello"))
    assert (await chat.send("hi")).kind == "finished"
    ending = await chat.send("and?")
    assert "FakeProvider was asked for one answer more than the 1 it was given" in ending.values["message"]
