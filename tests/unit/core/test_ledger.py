"""A call id runs once: the same call under it has the first outcome, and anything else is refused."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Cancellation, Capability, Outcome, Registry
from agentic.testing import settle

ANY = {"type": "object"}


@pytest.fixture
def ran(registry: Registry) -> list[Any]:
    """What reached the capability `x`, which takes anything."""
    reached: list[Any] = []
    registry.register(Capability("x", "", ANY, "read", lambda values: reached.append(values)))
    return reached


def call(registry: Registry, input: Any, **more: Any) -> Outcome:
    return asyncio.run(registry.execute("x", input, **{"call_id": "c", **more}))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"n": 1, "m": [2]}, '{"m": [2], "n": 1}'),
        ('{"n": 1}', '{ "n" : 1 }'),
        ("", None),
        ({"n": 1}, {"n": 1.0}),
        ("{broken", "{broken"),
        ({"n": 2**60}, {"n": 2**60}),
        ([1], [1]),
    ],
)
def test_the_same_call_is_the_same_however_it_is_written(
    registry: Registry, ran: list[Any], first: Any, second: Any
) -> None:
    outcome = call(registry, first)
    assert call(registry, second) is outcome
    assert len(ran) == outcome.ok


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"n": 1}, {"n": True}),
        ({"n": 0}, {"n": False}),
        ({"n": 1}, {"n": "1"}),
        ({"n": None}, {}),
        ("{broken", "{broken too"),
        ({"n": 2**60}, {"n": 2**61}),
    ],
)
def test_another_call_is_another_however_alike_python_finds_them(
    registry: Registry, ran: list[Any], first: Any, second: Any
) -> None:
    call(registry, first)
    refused = call(registry, second)
    assert refused.status == "invalid" and "'c' already stands for another call" in refused.hint
    assert len(ran) <= 1


def test_arguments_that_their_owner_changed_are_another_call(registry: Registry, ran: list[Any]) -> None:
    given = {"n": 1}
    assert call(registry, given).ok
    given["n"] = 2
    assert call(registry, given).status == "invalid"
    given["n"] = 1
    assert call(registry, given).ok
    assert ran == [{"n": 1}]


@pytest.mark.parametrize("problem", [ValueError("no"), SystemExit(3), KeyboardInterrupt()])
def test_values_that_refuse_to_be_compared_are_nobodys_end(
    registry: Registry, ran: list[Any], problem: BaseException
) -> None:
    class Evil(dict[str, Any]):
        def __eq__(self, other: object) -> bool:
            raise problem

        __hash__ = None  # type: ignore[assignment]

    outcome = call(registry, {"n": Evil()})
    assert call(registry, {"n": Evil()}) is outcome and len(ran) == 1


def test_a_page_and_its_chats_run_an_id_once_among_them(registry: Registry, ran: list[Any]) -> None:
    chats = [Registry(registry), Registry(registry), Registry(Registry(registry))]
    first = call(chats[0], {"n": 1})
    assert all(call(each, {"n": 1}) is first for each in (*chats, registry))
    assert len(ran) == 1
    assert call(chats[1], {"n": 1}, run_id="another").ok and len(ran) == 2


def waiting(registry: Registry, again: Callable[[str], Any]) -> None:
    async def handler(values: Any) -> Any:
        return (await again(values["again"])).status

    registry.register(Capability("w", "", ANY, "read", handler))


async def within_a_second(*calls: Any) -> list[Outcome]:
    return list(await asyncio.wait_for(asyncio.gather(*calls), 1))


def test_a_handler_that_repeats_its_own_call_does_not_wait_for_itself(registry: Registry) -> None:
    waiting(registry, lambda id: registry.execute("w", {"again": id}, call_id=id))
    (outcome,) = asyncio.run(within_a_second(registry.execute("w", {"again": "c"}, call_id="c")))
    assert outcome.value == "invalid"


def test_two_handlers_that_repeat_each_others_calls_do_not_wait_for_ever(registry: Registry) -> None:
    other = {"a": "b", "b": "a"}
    waiting(registry, lambda id: registry.execute("w", {"again": other[id]}, call_id=id))

    async def main() -> list[Outcome]:
        calls = [registry.execute("w", {"again": other[id]}, call_id=id) for id in "ab"]
        return await within_a_second(*calls)

    assert [outcome.value for outcome in asyncio.run(main())] == ["invalid", "invalid"]


def test_a_handler_may_make_calls_of_its_own_and_repeat_those_that_ended(registry: Registry, ran: list[Any]) -> None:
    async def twice(id: str) -> Outcome:
        await registry.execute("x", {}, call_id=id)
        return await registry.execute("x", {}, call_id=id)

    waiting(registry, twice)
    outcome = asyncio.run(registry.execute("w", {"again": "inner"}, call_id="outer"))
    assert (outcome.value, len(ran)) == ("ok", 1)
    assert call(registry, {}, call_id="inner").ok and len(ran) == 1


def test_a_repetition_that_waits_can_be_stopped_alone(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("save", risk="mutating"))

    async def main() -> None:
        stop = Cancellation()
        first = asyncio.ensure_future(registry.execute("save", {}, call_id="c"))
        await settle()
        second = asyncio.ensure_future(registry.execute("save", {}, call_id="c", signal=stop))
        await settle()
        stop.cancel("stop pressed")
        outcome = await asyncio.wait_for(second, 1)
        assert outcome.status == "cancelled"
        assert outcome.hint == "not waited for: stop pressed; the call 'c', which this one repeats, goes on"
        registry.queue.pending[0].approve()
        assert (await first).ok
        assert await registry.execute("save", {}, call_id="c", signal=stop) is await first

    asyncio.run(main())
    assert len(desk.done) == 1


def test_a_stop_for_both_is_one_outcome(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("save", risk="mutating"))

    async def main() -> None:
        stop = Cancellation()
        calls = [asyncio.ensure_future(registry.execute("save", {}, call_id="c", signal=stop)) for _ in range(2)]
        await settle()
        stop.cancel("stop pressed")
        first, second = await asyncio.gather(*calls)
        assert first is second and first.status == "cancelled"

    asyncio.run(main())
