"""Whatever a hook or a handler does, the call has an outcome, and the page goes on."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Cancellation, Capability, Outcome, Registry, build_request_tools
from agentic.testing import settle

ANY = {"type": "object"}


class Own(BaseException):
    """What is no `Exception`."""


ENDS = [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), Own("own"), asyncio.CancelledError()]
HOOKS = {"permission": "denied", "policy": "declined", "confirm": "declined", "preview": "failed"}


def raising(error: BaseException, *, is_async: bool) -> Callable[..., Any]:
    def now(*given: Any) -> Any:
        raise error

    async def later(*given: Any) -> Any:
        await asyncio.sleep(0)
        raise error

    return later if is_async else now


def with_hook(name: str, hook: Callable[..., Any]) -> tuple[Registry, list[int]]:
    ran: list[int] = []
    registry = Registry(confirm=lambda proposal: True)
    preview = {"preview": hook} if name == "preview" else {}
    if not preview:
        setattr(registry, name, hook)
    registry.register(Capability("x", "", ANY, "mutating", lambda values: ran.append(1), **preview))
    registry.register(Capability("y", "", ANY, "read", lambda values: "fine"))
    return registry, ran


def still_works(registry: Registry) -> bool:
    registry.permission = registry.policy = None
    return asyncio.run(registry.execute("y")).ok


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("error", ENDS, ids=repr)
@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_that_would_end_everything_refuses_one_call(name: str, error: BaseException, is_async: bool) -> None:
    registry, ran = with_hook(name, raising(error, is_async=is_async))
    outcome = asyncio.run(registry.execute("x"))
    assert (outcome.status, ran) == (HOOKS[name], [])
    assert outcome.hint and "not run: ;" not in outcome.hint
    assert registry.audit.records[-1].status == outcome.status
    assert still_works(registry)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_that_waited_for_something_cancelled_refuses_and_says_why(name: str) -> None:
    async def waits(*given: Any) -> Any:
        something = asyncio.get_running_loop().create_future()
        something.cancel()
        return await something

    registry, ran = with_hook(name, waits)
    outcome = asyncio.run(registry.execute("x"))
    assert (outcome.status, ran) == (HOOKS[name], [])
    assert "cancelled" not in outcome.status and "not run: ;" not in outcome.hint


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("error", ENDS[:-1], ids=repr)
def test_a_handler_that_would_end_everything_fails(error: BaseException, is_async: bool) -> None:
    registry = Registry()
    registry.register(Capability("x", "", ANY, "read", raising(error, is_async=is_async)))
    registry.register(Capability("y", "", ANY, "read", dict))
    outcome = asyncio.run(registry.execute("x", call_id="c"))
    assert (outcome.status, outcome.hint.partition(":")[0]) == ("failed", type(error).__name__)
    assert asyncio.run(registry.execute("x", call_id="c")) is outcome
    assert still_works(registry)


@pytest.mark.parametrize("reason", ["", None])
def test_a_stop_without_a_reason_is_a_stop_all_the_same(registry: Registry, desk: Any, reason: Any) -> None:
    registry.register(desk.describe("x"))
    stop = Cancellation()
    stop.cancel(reason)
    outcome = asyncio.run(registry.execute("x", signal=stop))
    assert (outcome.status, outcome.hint) == (
        "cancelled",
        "not run: the run was stopped; repeat it only if the user asks for it",
    )


def test_the_task_that_runs_a_call_can_still_be_cancelled(registry: Registry, desk: Any) -> None:
    async def endless(proposal: Any) -> bool:
        return await asyncio.Event().wait()

    async def main() -> None:
        for name in ("permission", "policy", "confirm"):
            registry.permission = registry.policy = registry.confirm = None
            setattr(registry, name, endless)
            task = asyncio.ensure_future(registry.execute("x"))
            await settle()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    registry.register(desk.describe("x", risk="mutating"))
    asyncio.run(main())
    assert desk.done == []


class Ambiguous:
    """What is neither true nor false, as arrays are."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __bool__(self) -> bool:
        raise self.error

    def __eq__(self, other: object) -> bool:
        raise self.error

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("error", [ValueError("ambiguous"), *ENDS], ids=repr)
@pytest.mark.parametrize("way", ["raises", "says", "is"])
def test_one_whose_availability_cannot_be_told_is_unavailable_and_the_others_are_listed(
    registry: Registry, desk: Any, error: BaseException, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    available = {"raises": raising(error, is_async=False), "says": lambda: Ambiguous(error), "is": Ambiguous(error)}
    registry.register(desk.describe("x", available=available[way]))
    registry.register(desk.describe("y"))
    with caplog.at_level(logging.ERROR, "agentic"):
        assert [tool.capability for tool in build_request_tools(registry)] == ["y"]
    assert "x: what was given as available= failed, so it counts as unavailable" in caplog.text
    outcome: Outcome = asyncio.run(registry.execute("x"))
    assert (outcome.status, desk.done) == ("unavailable", [])
    assert asyncio.run(registry.execute("y")).ok


@pytest.mark.parametrize("name", ["permission", "policy", "confirm"])
def test_a_hook_that_says_neither_yes_nor_no_does_not_let_it_run(name: str) -> None:
    registry, ran = with_hook(name, lambda proposal: Ambiguous(ValueError("ambiguous")))
    if name == "policy":  # anything but False asks
        registry.confirm = lambda proposal: False
    assert (asyncio.run(registry.execute("x")).status, ran) == (HOOKS[name], [])


def test_what_redacts_may_not_end_anything_either() -> None:
    registry = Registry(confirm=lambda proposal: True)
    redact = raising(SystemExit(3), is_async=False)
    registry.register(Capability("x", "", ANY, "mutating", dict, redact=redact))
    assert asyncio.run(registry.execute("x", {"a": "hunter2"})).ok
    assert "hunter2" not in registry.audit.to_lines()
