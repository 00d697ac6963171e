"""The gate of a recording that is played step by step, with several conversations before it."""

import asyncio

from agentic.agents.replay import Gate
from agentic.testing import settle


async def come(gate: Gate, conversations: int) -> list["asyncio.Task[None]"]:
    tasks = [asyncio.ensure_future(gate.passed()) for _ in range(conversations)]
    await settle()
    return tasks


def passed(tasks: list["asyncio.Task[None]"]) -> list[bool]:
    return [task.done() for task in tasks]


async def test_a_pace_that_was_another_before_lets_no_step_through() -> None:
    gate = Gate()
    gate.set_pace("fast")
    gate.set_pace("step")
    assert passed(await come(gate, 1)) == [False]
    assert gate.waiting.get()


async def test_a_step_lets_one_go_on_and_the_others_still_wait() -> None:
    gate = Gate()
    gate.set_pace("step")
    both = await come(gate, 2)
    gate.step()
    await settle()
    assert (passed(both), gate.waiting.get()) == ([True, False], True)


async def test_another_pace_lets_everybody_go_on() -> None:
    gate = Gate()
    gate.set_pace("step")
    both = await come(gate, 2)
    gate.set_pace("fast")
    await settle()
    assert (passed(both), gate.waiting.get()) == ([True, True], False)


async def test_a_step_before_anybody_waits_is_kept_until_the_pace_changes() -> None:
    gate = Gate()
    gate.set_pace("step")
    gate.step()
    assert passed(await come(gate, 2)) == [True, False]
    gate.set_pace("real")
    gate.step()
    gate.set_pace("step")
    assert passed(await come(gate, 1)) == [False]


async def test_a_step_is_not_lost_on_a_conversation_that_was_stopped() -> None:
    gate = Gate()
    gate.set_pace("step")
    stopped, waits = await come(gate, 2)
    stopped.cancel()
    gate.step()
    await settle()
    assert waits.done() and not gate.waiting.get()
