"""Whatever can be called can be described: methods, objects, partials, and what takes a signal."""

import asyncio
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import pytest

from agentic import Capability, Outcome, Registry, capability
from agentic.core.cancel import Cancellation
from agentic.core.signature import describe
from agentic.errors import SignatureError, UsageError


def test_a_signal_is_no_argument_and_reaches_the_function() -> None:
    def handler(text: str, signal: Cancellation) -> Any:
        return text, signal

    described, cancellation = describe(handler), Cancellation()
    assert list(described.input_schema["properties"]) == ["text"]
    assert described.execute({"text": "a"}, signal=cancellation) == ("a", cancellation)


def test_a_parameter_named_signal_of_another_type_is_an_argument() -> None:
    def handler(signal: str) -> str:
        return signal

    assert describe(handler).execute({"signal": "green"}) == "green"


def test_methods_and_callable_objects_are_described_without_self() -> None:
    class Door:
        def open(self, wide: bool) -> bool:
            return wide

        def __call__(self, wide: bool) -> bool:
            return not wide

    for function, received in ((Door().open, True), (Door(), False)):
        assert list(describe(function).input_schema["properties"]) == ["wide"]
        assert describe(function).execute({"wide": True}) is received


def test_a_signal_may_be_optional() -> None:
    def handler(signal: Cancellation | None = None) -> bool:
        return signal is None

    described, stop = describe(handler), Cancellation()
    assert described.input_schema["properties"] == {}
    assert described.execute({}, signal=stop) is False


def test_a_partial_is_described_by_what_it_leaves_open() -> None:
    def move(table: str, row: int, to: int = 0) -> Any:
        """Move a row.

        row: which one
        """
        return table, row, to

    described = describe(partial(partial(move, "mine"), to=3))
    assert described.description == "Move a row."
    properties = {"row": {"type": "integer", "description": "which one"}}
    assert (described.input_schema["properties"], described.input_schema["required"]) == (properties, ["row"])
    assert described.execute({"row": 1}) == ("mine", 1, 3)
    with pytest.raises(SignatureError, match="move: parameter row: bytes cannot be described"):
        move.__annotations__["row"] = bytes
        describe(partial(move, "mine"))


def test_an_object_that_can_be_called_is_explained_by_its_class_or_by_its_call() -> None:
    class Adder:
        def __call__(self, a: int) -> int:
            """Add one."""
            return a + 1

    assert describe(Adder()).description == "Add one."
    Adder.__doc__ = "Adds."
    assert describe(Adder()).description == "Adds."


def run(registry: Registry, described: Any, **arguments: Any) -> Outcome:
    registry.register(described)
    return asyncio.run(registry.execute("x", arguments))


def by_hand(function: Callable[..., Any], **properties: Any) -> Callable[..., Any]:
    return capability("x", risk="read", input_schema={"type": "object", "properties": properties})(function)


def test_a_signal_in_a_schema_by_hand_is_an_argument(registry: Registry) -> None:
    described = by_hand(lambda signal="none": signal, signal={"type": "string"})
    assert run(registry, described, signal="red").value == "red"
    assert asyncio.run(registry.execute("x")).value == "none"


def test_a_signal_that_no_schema_knows_is_the_calls_own_whatever_a_model_sends(registry: Registry) -> None:
    described = by_hand(lambda signal, **others: isinstance(signal, Cancellation))
    assert run(registry, described, signal="red").value is True
    assert asyncio.run(registry.execute("x")).value is True


class Yielding:
    """Ways to write a `yield` where a result belongs."""

    def __init__(self) -> None:
        self.ran: list[int] = []

    def generator(self, values: Any) -> Any:
        self.ran.append(1)
        yield 1

    async def async_generator(self, values: Any) -> Any:
        self.ran.append(1)
        yield 1

    async def __call__(self, values: Any) -> Any:
        self.ran.append(1)
        yield 1

    def ways(self) -> list[Callable[..., Any]]:
        return [self.generator, self.async_generator, self, partial(self.generator), partial(self)]


@pytest.mark.parametrize("way", range(5))
def test_a_handler_with_a_yield_is_refused_where_it_is_described(way: int) -> None:
    function = Yielding().ways()[way]
    with pytest.raises(UsageError, match="x: execute returns the result; a `yield` in it would never run"):
        Capability("x", "", {"type": "object"}, "read", function)
    for description in ({}, {"input_schema": {"type": "object"}}):
        with pytest.raises(SignatureError, match="a `yield` in it would never run"):
            capability("x", risk="read", **description)(function)


@pytest.mark.parametrize("way", range(5))
def test_one_that_hides_it_fails_instead_of_doing_nothing_well(registry: Registry, way: int) -> None:
    yielding = Yielding()
    function = yielding.ways()[way]

    @wraps(function)
    def hidden(values: Any) -> Any:
        return function(values)

    outcome = run(registry, Capability("x", "", {"type": "object"}, "mutating", hidden, confirm=False))
    assert (outcome.status, yielding.ran) == ("failed", [])
    kind = "a generator" if way in (0, 3) else "an async generator"
    assert outcome.hint == (
        f"x gave {kind}: what it did before that has happened, what is in there has not; "
        "do not repeat it, but tell the user"
    )


def test_one_that_hides_it_behind_an_await_fails_too(registry: Registry) -> None:
    async def hidden(values: Any) -> Any:
        return Yielding().generator(values)

    assert run(registry, Capability("x", "", {"type": "object"}, "read", hidden)).status == "failed"


def test_a_generator_expression_is_a_result_like_any_that_cannot_be_shown(registry: Registry) -> None:
    outcome = run(registry, Capability("x", "", {"type": "object"}, "read", lambda values: (n for n in range(3))))
    assert (outcome.status, outcome.to_text()) == ("ok", "done, but not representable")


@pytest.mark.parametrize("is_async", [False, True])
def test_of_one_that_did_something_first_both_parts_are_told(registry: Registry, is_async: bool) -> None:
    done: list[str] = []

    def rows() -> Any:
        done.append("first")
        yield 1
        done.append("second")

    def handler(values: Any) -> Any:
        done.append("before")
        work = rows()
        next(work)
        return work

    async def awaited(values: Any) -> Any:
        return handler(values)

    outcome = run(registry, Capability("x", "", {"type": "object"}, "read", awaited if is_async else handler))
    assert (outcome.status, done) == ("failed", ["before", "first"])
    assert "what it did before that has happened, what is in there has not" in outcome.hint


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_what_is_awaitable_is_awaited_to_its_end(registry: Registry, depth: int) -> None:
    ran: list[int] = []

    async def save(left: int) -> Any:
        ran.append(left)
        return save(left - 1) if left else "saved"

    class Later:
        def __await__(self) -> Any:
            return save(0).__await__()

    async def spawned(values: Any) -> Any:
        return asyncio.ensure_future(save(depth))

    async def later(values: Any) -> Any:
        return Later()

    for name, handler in (("a", lambda values: save(depth)), ("b", spawned), ("c", later)):
        registry.register(Capability(name, "", {"type": "object"}, "read", handler))
        assert asyncio.run(registry.execute(name)).value == "saved" and ran[-1] == 0


def test_what_never_ends_to_be_awaitable_can_be_stopped(registry: Registry) -> None:
    class Endless:
        def __await__(self) -> Any:
            yield from asyncio.sleep(0).__await__()
            return Endless()

    registry.register(Capability("x", "", {"type": "object"}, "read", lambda values: Endless()))

    async def main() -> Outcome:
        stop = Cancellation()
        asyncio.get_running_loop().call_later(0.02, stop.cancel)
        return await registry.execute("x", signal=stop)

    assert asyncio.run(main()).status == "cancelled"


@pytest.mark.parametrize(
    "collect",
    [
        *(list, tuple, lambda work: dict(enumerate(work)), lambda work: {"rows": [{"saved": each} for each in work]}),
        lambda work: Outcome("ok", list(work)),
    ],
)
def test_coroutines_that_nobody_awaited_are_no_success(registry: Registry, collect: Callable[..., Any]) -> None:
    async def save(row: int) -> None: ...

    given: list[Any] = []

    def handler(values: Any) -> Any:
        given.extend(save(row) for row in range(2))
        return collect(given)

    outcome = run(registry, Capability("x", "", {"type": "object"}, "read", handler))
    assert outcome.status == "failed" and "x gave a coroutine that nobody awaited: what it did" in outcome.hint
    for each in given:
        each.close()
