"""The last step: what runs is what was checked and confirmed."""

import asyncio
import gc
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from agentic import Capability, Outcome, Refusal, Registry
from agentic.testing import settle


def run(registry: Registry, name: str = "x", *arguments: Any, **more: Any) -> Outcome:
    return asyncio.run(registry.execute(name, *arguments, **more))


@dataclass
class Range:
    """A record that checks itself."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


def test_arguments_changed_while_the_question_was_open_do_not_run(registry: Registry, desk: Any) -> None:
    outcome = asyncio.run(meanwhile(registry, desk, lambda sent, held: sent.update(text="b")))
    assert (outcome.status, desk.done) == ("stale", [])
    assert outcome.hint == "the arguments changed after they were checked; make the call again"


def test_arguments_that_became_unspeakable_do_not_run(registry: Registry, desk: Any) -> None:
    outcome = asyncio.run(meanwhile(registry, desk, lambda sent, held: sent.update(count=2**60)))
    assert (outcome.status, desk.done) == ("stale", [])


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda sent, held: held.dispose(), "unavailable"),
        (lambda sent, held: held.suspend(), "unavailable"),
        (lambda sent, held: held.update(available=False), "unavailable"),
        (lambda sent, held: held.update(risk="destructive"), "stale"),
        (lambda sent, held: held.update(input_schema={"type": "object"}), "stale"),
        (lambda sent, held: held.update(confirm="Send it to everybody?"), "stale"),
        (lambda sent, held: held.update(description="Send it to everybody."), "stale"),
        (lambda sent, held: held.update(summary="Send"), "stale"),
    ],
)
def test_what_went_away_or_changed_while_the_question_was_open_does_not_run(
    registry: Registry, desk: Any, change: Callable[..., Any], status: str
) -> None:
    outcome = asyncio.run(meanwhile(registry, desk, change))
    assert (outcome.status, desk.done) == (status, [])
    assert "read the tools again" in outcome.hint


def test_another_owners_capability_of_that_name_does_not_run_instead(registry: Registry, desk: Any) -> None:
    def takeover(sent: Any, held: Any) -> None:
        held.dispose()
        registry.register(desk.describe("x", risk="mutating"), owner="evil.py")

    outcome = asyncio.run(meanwhile(registry, desk, takeover))
    assert (outcome.status, desk.done) == ("unavailable", [])


def test_what_came_to_need_a_yes_after_nobody_was_asked_does_not_run(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x", risk="mutating", confirm=False))

    def permission(proposal: Any) -> bool:
        held.update(confirm=True)
        return True

    registry.permission = permission
    outcome = run(registry)
    assert (outcome.status, desk.done) == ("stale", [])


def test_a_handler_may_do_with_its_arguments_as_it_likes(registry: Registry) -> None:
    def handler(values: Any) -> int:
        values["rows"].clear()
        return len(values)

    registry.register(Capability("x", "", {"type": "object"}, "read", handler))
    sent: dict[str, Any] = {"rows": [1, 2]}
    first = run(registry, "x", sent, call_id="k")
    assert (first.value, sent) == (1, {"rows": [1, 2]})


async def meanwhile(registry: Registry, desk: Any, change: Callable[..., Any]) -> Outcome:
    """A call approved after something changed."""
    held = registry.register(desk.describe("x", risk="mutating"))
    sent = {"text": "a"}
    task = asyncio.ensure_future(registry.execute("x", sent))
    await settle()
    change(sent, held)
    registry.queue.pending[0].approve()
    return await task


def test_a_handler_may_be_async(registry: Registry) -> None:
    @registry.capability("x", risk="read")
    async def handler() -> str:
        await asyncio.sleep(0)
        return "later"

    assert run(registry).value == "later"


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (ValueError("no paper"), "no paper"),
        (KeyError("id"), "KeyError: 'id'"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_a_handler_that_raises_fails_with_its_message(
    registry: Registry, caplog: pytest.LogCaptureFixture, error: Exception, hint: str
) -> None:
    @registry.capability("x", risk="read")
    def handler() -> None:
        raise error

    with caplog.at_level(logging.WARNING, "agentic"):
        outcome = run(registry)
    assert (outcome.status, outcome.hint) == ("failed", hint)
    assert "x failed" in caplog.text and "handler" in caplog.text


def test_a_value_the_annotated_type_refuses_is_invalid(registry: Registry) -> None:
    outcome = run(_with_range(registry), "x", {"within": {"low": 2, "high": 1}})
    assert (outcome.status, outcome.hint) == ("invalid", "x: within: low is above high")


def test_a_handler_may_refuse_or_pass_an_outcome_on(registry: Registry) -> None:
    answers: list[Any] = [Refusal("covered", "a dialog covers it"), Outcome("ok", 1, untrusted=True)]
    registry.register(Capability("x", "", {}, "read", lambda values: answers.pop(0)))  # type: ignore[arg-type]
    refused = run(registry, call_id="call-1")
    assert (refused.status, refused.hint, refused.call_id) == ("failed", "a dialog covers it", "call-1")
    passed = run(registry, call_id="call-2")
    assert (passed.value, passed.untrusted, passed.call_id) == (1, True, "call-2")


def test_results_of_an_untrusted_capability_are_marked(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", untrusted=True))
    assert run(registry).untrusted


def _with_range(registry: Registry) -> Registry:
    @registry.capability("x", risk="read")
    def handler(within: Range) -> None: ...

    return registry


class Speechless(Exception):
    """An exception that cannot even say what it is."""

    def __str__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize(
    ("error", "status", "hint"),
    [
        (Speechless(), "failed", "Speechless"),
        (ValueError("x" * 9000), "failed", "x" * 2000 + "…"),
        (SystemExit(1), "failed", "SystemExit: 1"),
        (KeyboardInterrupt(), "failed", "KeyboardInterrupt"),
        (asyncio.CancelledError(), "cancelled", "stopped while it ran, so part of it may have happened: it gave up"),
    ],
)
def test_whatever_a_handler_raises_is_one_outcome(
    registry: Registry, error: BaseException, status: str, hint: str, is_async: bool
) -> None:
    def handler(values: Any) -> Any:
        raise error

    async def async_handler(values: Any) -> Any:
        raise error

    execute = async_handler if is_async else handler
    registry.register(Capability("x", "", {"type": "object"}, "read", execute))
    outcome = run(registry)
    assert outcome.status == status
    assert outcome.hint.startswith(hint)


def test_a_step_that_breaks_is_a_failed_call_with_its_audit_line(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "find", lambda name: 1 / 0)
    outcome = run(registry)
    assert outcome.status == registry.audit.records[-1].status == "failed"


def test_a_handler_cancelled_before_its_first_step_leaves_nothing_behind(registry: Registry) -> None:
    async def work() -> None: ...

    def handler(values: Any) -> Any:
        asyncio.get_running_loop().call_soon(lambda: [task.cancel() for task in asyncio.all_tasks()])
        return work()

    registry.register(Capability("x", "", {"type": "object"}, "read", handler))
    with suppress(asyncio.CancelledError):
        run(registry)
    gc.collect()  # Python complains here of what was never awaited, and the test fails
