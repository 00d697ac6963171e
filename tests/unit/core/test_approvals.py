"""What a person allowed holds for what they saw: it ends with the capability, and with every change of what it is."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Outcome, Registry
from agentic.core.registration import Registration
from agentic.testing import settle

WIDER = {"type": "object", "properties": {"text": {"type": "string"}, "everybody": {"type": "boolean"}}}
Change = Callable[[Registry, Registration, Any], object]


def anew(registry: Registry, held: Registration, desk: Any) -> None:
    held.dispose()
    registry.register(desk.describe("x", risk="mutating"), owner="shop.py")


def in_its_place(registry: Registry, held: Registration, desk: Any) -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string", "maxLength": 9}}}
    registry.register(
        desk.describe("x", risk="mutating", input_schema=schema, description="d"), owner="shop.py", replace=True
    )


def in_the_words(**words: str) -> Change:
    return lambda registry, held, desk: held.update(**words)


BREAKING: list[Change] = [
    lambda registry, held, desk: held.update(input_schema=WIDER),
    lambda registry, held, desk: held.update(risk="destructive", offers_session=True),
    in_its_place,
    anew,
    in_the_words(confirm="Send it to everybody?"),
    in_the_words(description="Send it to everybody."),
    in_the_words(summary="Send"),
]


async def call(registry: Registry, answer: str | None) -> Outcome:
    """One call, and the answer to its question; None: there must be none."""
    task = asyncio.ensure_future(registry.execute("x", {"text": "a"}))
    await settle()
    assert len(registry.queue.pending) == (0 if answer is None else 1)
    for question in registry.queue.pending:
        question.deny() if answer == "deny" else question.approve(answer)  # type: ignore[arg-type]
    return await task


@pytest.mark.parametrize("kind", ["session", "digest"])
@pytest.mark.parametrize("change", BREAKING)
def test_an_approval_ends_with_a_change_of_what_it_was_given_to_and_is_listed_no_more(
    registry: Registry, desk: Any, change: Change, kind: str
) -> None:
    held = registry.register(desk.describe("x", risk="mutating"), owner="shop.py")

    async def main() -> None:
        await call(registry, kind)
        assert len(registry.approvals.list()) == 1
        change(registry, held, desk)
        assert registry.approvals.list() == ()
        assert (await call(registry, "deny")).status == "declined"

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["session", "digest"])
@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.update(available=lambda: True),
        lambda held: held.update(input_schema=dict(held.entry.input_schema)),
        lambda held: (held.suspend(), held.resume()),
    ],
)
def test_any_other_change_leaves_it(
    registry: Registry, desk: Any, change: Callable[[Registration], object], kind: str
) -> None:
    held = registry.register(desk.describe("x", risk="mutating"), owner="shop.py")

    async def main() -> None:
        await call(registry, kind)
        change(held)
        assert (await call(registry, None)).ok

    asyncio.run(main())
    assert [(each.kind, each.name, each.owner) for each in registry.approvals.list()] == [(kind, "x", "shop.py")]


def test_a_change_back_does_not_bring_it_back(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x", risk="mutating"), owner="shop.py")

    async def main() -> None:
        narrow = held.entry.input_schema
        await call(registry, "session")
        held.update(input_schema=WIDER)
        held.update(input_schema=narrow)
        assert (await call(registry, "deny")).status == "declined"

    asyncio.run(main())


def test_what_was_allowed_in_a_chat_ends_with_the_pages_capability(registry: Registry, desk: Any) -> None:
    held, chat = registry.register(desk.describe("x", risk="mutating")), Registry(registry)

    async def main() -> None:
        await call(chat, "session")
        held.update(input_schema=WIDER)
        assert chat.approvals.list() == ()
        assert (await call(chat, "deny")).status == "declined"

    asyncio.run(main())


def test_of_several_only_the_changed_ones_approval_ends(registry: Registry, desk: Any) -> None:
    left, _ = (registry.register(desk.describe("x", risk="mutating", target=target)) for target in ("left", "right"))

    async def main() -> None:
        for target in ("left", "right"):
            task = asyncio.ensure_future(registry.execute("x", {}, target=target))
            await settle()
            registry.queue.pending[0].approve("session")
            await task
        left.update(input_schema=WIDER)

    asyncio.run(main())
    assert [each.target_id for each in registry.approvals.list()] == ["right"]


@pytest.mark.parametrize("change", BREAKING)
def test_a_yes_to_what_changed_while_the_question_was_open_is_not_kept(
    registry: Registry, desk: Any, change: Change
) -> None:
    held = registry.register(desk.describe("x", risk="mutating"), owner="shop.py")

    async def main() -> Outcome:
        task = asyncio.ensure_future(registry.execute("x"))
        await settle()
        change(registry, held, desk)
        registry.queue.pending[0].approve("session")
        return await task

    assert asyncio.run(main()).status == "stale"
    assert (registry.approvals.list(), desk.done) == ((), [])
