"""Asking a person: the queue, and what is remembered of the answers."""

import asyncio
from typing import Any

import pytest

from agentic import Answer, Outcome, Pending, Registry, UsageError
from agentic.core.cancel import Cancellation
from agentic.testing import settle


async def asked(registry: Registry, name: str = "x", **arguments: Any) -> tuple["asyncio.Task[Outcome]", Pending]:
    """A call on its way, and the question it waits for."""
    task = asyncio.ensure_future(registry.execute(name, arguments))
    await settle()
    return task, registry.queue.pending[-1]


async def answered(registry: Registry, kind: Any = "once", name: str = "x", **arguments: Any) -> Outcome:
    task, question = await asked(registry, name, **arguments)
    question.approve(kind)
    return await task


@pytest.mark.parametrize("risk", ["mutating", "destructive"])
def test_a_call_that_changes_something_waits_for_its_answer(registry: Registry, desk: Any, risk: str) -> None:
    registry.register(desk.describe("x", risk=risk))

    async def main() -> Outcome:
        task, question = await asked(registry, text="a")
        assert not task.done() and desk.done == []
        assert (question.capability.name, question.input, len(question.digest)) == ("x", {"text": "a"}, 64)
        question.approve()
        return await task

    assert asyncio.run(main()).value == "did a"
    assert registry.queue.pending == ()


def test_a_call_that_only_reads_asks_nobody(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    assert asyncio.run(registry.execute("x")).ok


def test_a_declined_call_is_answered_and_not_run(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> Outcome:
        task, question = await asked(registry)
        question.deny("not today")
        return await task

    outcome = asyncio.run(main())
    assert (outcome.status, desk.done) == ("declined", [])
    assert outcome.hint == "the user declined: not today; do not repeat the call unless they ask for it"


def test_only_the_first_answer_counts(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        task, question = await asked(registry)
        assert [question.approve(), question.approve(), question.deny()] == [True, False, False]
        await task
        assert question.approve() is False and question.answer == Answer("once")

    asyncio.run(main())
    assert len(desk.done) == 1


def test_questions_stand_in_the_order_they_were_asked_and_each_has_its_own_answer(
    registry: Registry, desk: Any
) -> None:
    registry.register(desk.describe("x", risk="mutating"))
    lengths: list[int] = []
    registry.queue.changed.subscribe(lambda pending: lengths.append(len(pending)))

    async def main() -> list[Outcome]:
        first, _ = await asked(registry, text="first")
        second, _ = await asked(registry, text="second")
        questions = registry.queue.pending
        assert [question.input["text"] for question in questions] == ["first", "second"]
        questions[1].approve()
        questions[0].deny()
        return [await first, await second]

    assert [outcome.status for outcome in asyncio.run(main())] == ["declined", "ok"]
    assert lengths == [1, 2, 1, 0]


def test_closing_all_questions_cancels_their_calls(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> Outcome:
        task, _ = await asked(registry)
        registry.queue.cancel_all()
        return await task

    outcome = asyncio.run(main())
    assert (outcome.status, outcome.hint) == (
        "cancelled",
        "the question was closed before the user answered; ask the user whether to try again",
    )


def test_stopping_the_call_closes_its_question(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> tuple[Outcome, Pending]:
        cancellation = Cancellation()
        task = asyncio.ensure_future(registry.execute("x", signal=cancellation))
        await settle()
        (question,) = registry.queue.pending
        cancellation.cancel("stop pressed")
        outcome = await task
        await settle()
        return outcome, question

    outcome, question = asyncio.run(main())
    assert (outcome.status, outcome.hint, desk.done) == (
        "cancelled",
        "not run: stop pressed; repeat it only if the user asks for it",
        [],
    )
    assert question.answer == Answer("cancel") and question.approve() is False
    assert registry.queue.pending == ()


def test_an_answer_for_this_digest_covers_the_same_call_and_no_other(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="destructive"))

    async def main() -> None:
        await answered(registry, "digest", text="a", count=1)
        assert (await registry.execute("x", {"count": 1, "text": "a"})).ok
        task, question = await asked(registry, text="b", count=1)
        question.deny()
        await task

    asyncio.run(main())
    assert [each.kind for each in registry.approvals.list()] == ["digest"]


def test_an_answer_for_the_session_covers_every_call_of_that_capability(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))
    registry.register(desk.describe("y", risk="mutating"))

    async def main() -> None:
        await answered(registry, "session", text="a")
        assert (await registry.execute("x", {"text": "b"})).ok
        task, question = await asked(registry, "y")
        question.deny()
        await task

    asyncio.run(main())


def test_an_answer_given_once_is_not_remembered(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        await answered(registry)
        task, question = await asked(registry)
        question.deny()
        await task

    asyncio.run(main())
    assert registry.approvals.list() == ()


@pytest.mark.parametrize(
    ("description", "host_allows", "offered"),
    [
        ({"risk": "mutating"}, False, True),
        ({"risk": "destructive"}, False, False),
        ({"risk": "destructive"}, True, True),
        ({"risk": "destructive", "offers_session": True}, False, True),
        ({"risk": "read", "confirm": True}, False, True),
    ],
)
def test_the_session_is_offered_for_destructive_ones_only_where_the_host_allows(
    registry: Registry, desk: Any, description: Any, host_allows: bool, offered: bool
) -> None:
    registry.register(desk.describe("x", **description))
    registry.allow_session_for_destructive = host_allows

    async def main() -> None:
        task, question = await asked(registry)
        assert question.offers_session is offered
        if not offered:
            with pytest.raises(UsageError, match="x may not be approved for the session"):
                question.approve("session")
        question.deny()
        await task

    asyncio.run(main())


def test_an_answer_of_another_kind_is_the_callers_mistake(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        task, question = await asked(registry)
        with pytest.raises(UsageError, match="approve: once, digest or session, not 'always'"):
            question.approve("always")  # type: ignore[arg-type]
        question.deny()
        await task

    asyncio.run(main())


def test_a_revoked_or_cleared_approval_asks_again(registry: Registry, desk: Any) -> None:
    for name in ("x", "y"):
        registry.register(desk.describe(name, risk="mutating"))

    async def main() -> None:
        for name in ("x", "y"):
            await answered(registry, "session", name)
        registry.approvals.revoke(registry.approvals.list()[0])
        assert [each.name for each in registry.approvals.list()] == ["y"]
        await answered(registry, "session", "x")
        registry.approvals.clear("y")
        assert [each.name for each in registry.approvals.list()] == ["x"]
        registry.approvals.clear()
        await answered(registry, "once", "x")

    asyncio.run(main())


def test_an_approval_does_not_pass_to_another_owners_capability_of_that_name(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x", risk="mutating"), owner="shop.py")

    async def main() -> None:
        await answered(registry, "session")
        held.dispose()
        registry.register(desk.describe("x", risk="mutating"), owner="evil.py")
        task, question = await asked(registry)
        question.deny()
        await task

    asyncio.run(main())


def test_a_session_approval_ends_where_the_capability_becomes_destructive(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        await answered(registry, "session")
        held.update(risk="destructive")
        task, question = await asked(registry)
        question.deny()
        await task

    asyncio.run(main())


def test_no_approval_is_one_for_another_target(registry: Registry, desk: Any) -> None:
    for target in ("left", "right"):
        registry.register(desk.describe("x", risk="mutating", target=target))

    async def main() -> None:
        for kind in ("digest", "session"):
            await answered(registry, kind, _target="left", text=kind)
            assert (await registry.execute("x", {"_target": "left", "text": kind})).ok
            task, question = await asked(registry, _target="right", text=kind)
            question.deny()
            await task

    asyncio.run(main())
    assert [each.target_id for each in registry.approvals.list()] == ["left", "left"]


def test_an_approval_of_the_digest_ends_where_the_capability_becomes_destructive(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        await answered(registry, "digest")
        held.update(risk="destructive")
        task, question = await asked(registry)
        question.deny()
        await task

    asyncio.run(main())


def test_the_same_approval_is_remembered_once(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        first, second = await asked(registry), await asked(registry)
        for task, question in (first, second):
            question.approve("digest")
            await task

    asyncio.run(main())
    assert len(registry.approvals.list()) == 1


@pytest.mark.parametrize("said", [0, "", [], "no", 1])
def test_a_policy_that_says_neither_yes_nor_no_does_not_silence_the_question(
    registry: Registry, desk: Any, said: Any
) -> None:
    registry.policy, registry.confirm = lambda proposal: said, lambda proposal: False
    registry.register(desk.describe("x", risk="destructive"))
    assert asyncio.run(registry.execute("x")).status == "declined"
