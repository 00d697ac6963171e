"""The whole way of a call: the order of its steps, one outcome, one last audit line."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Outcome, Registry, capability
from agentic.core.audit import AuditRecord
from agentic.core.cancel import Cancellation
from agentic.testing import FakeClock, settle


def run(registry: Registry, name: str = "x", *arguments: Any, **more: Any) -> Outcome:
    return asyncio.run(registry.execute(name, *arguments, **more))


def test_the_audit_tells_the_way_of_a_call(registry: Registry, desk: Any, kinds: Callable[[], list[str]]) -> None:
    registry.register(desk.describe("x", risk="mutating"))
    registry.confirm = lambda proposal: "once"
    outcome = run(registry, "x", {"text": "a"}, call_id="call-1")
    assert kinds() == ["received", "validated", "permitted", "confirmed", "executed"]
    assert {record.call_id for record in registry.audit.records} == {"call-1"} == {outcome.call_id}
    assert len({record.digest for record in registry.audit.records[1:]}) == 1


def test_a_call_that_only_reads_was_confirmed_by_nobody(
    registry: Registry, desk: Any, kinds: Callable[[], list[str]]
) -> None:
    registry.register(desk.describe("x"))
    run(registry)
    assert kinds() == ["received", "validated", "permitted", "executed"]


def test_the_audit_knows_how_long_a_call_took(registry: Registry, clock: FakeClock) -> None:
    @registry.capability("x", risk="read")
    async def slow() -> None:
        await clock.sleep(2)

    async def main() -> None:
        task = asyncio.ensure_future(registry.execute("x"))
        await settle()
        await clock.advance(2)
        await task

    asyncio.run(main())
    assert [record.duration for record in registry.audit.records] == [0, 0, 0, 2]


class Obstacles:
    """A call with something against it at every step; taking one away lets it come one step further."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.ran: list[str] = []
        self.planned: int | None = 0
        self.available = False
        self.input: Any = {"text": 7}
        registry.permission = lambda proposal: "members only"
        registry.confirm = lambda proposal: False

    def register(self) -> None:
        @self.registry.capability("x", risk="mutating", available=lambda: self.available)
        def handler(text: str) -> None:
            raise ValueError("no paper")

    def call(self) -> Outcome:
        return run(self.registry, "x", self.input, revision=self.planned)


def test_the_steps_come_in_their_order(registry: Registry) -> None:
    call = Obstacles(registry)
    statuses = [call.call().status]
    call.register()
    statuses.append(call.call().status)
    call.planned = None
    statuses.append(call.call().status)
    call.available = True
    statuses.append(call.call().status)
    call.input = {"text": "a"}
    statuses.append(call.call().status)
    registry.permission = None
    statuses.append(call.call().status)
    registry.confirm = lambda proposal: True
    statuses.append(call.call().status)
    assert statuses == ["unavailable", "stale", "unavailable", "invalid", "denied", "declined", "failed"]


def test_every_refusal_ends_the_audit_with_its_reason(
    registry: Registry, desk: Any, rejected: Callable[[], AuditRecord]
) -> None:
    outcome = run(registry, "nothing")
    assert (rejected().status, rejected().hint, rejected().name) == ("unavailable", outcome.hint, "nothing")


def test_arguments_may_be_a_models_text(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    assert run(registry, "x", '{"text": "a"}').value == "did a"
    assert run(registry, "x", "").value == "did "
    assert run(registry, "x", None).value == "did "
    refused = run(registry, "x", '{"text": "a')
    assert refused.status == "invalid" and refused.hint.startswith("the arguments are not valid JSON")


def test_arguments_that_are_no_object_are_refused(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    assert run(registry, "x", [1]).hint == "the arguments must be one object"


def test_one_call_id_runs_once(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    first = run(registry, "x", {"text": "a"}, call_id="call-1")
    assert run(registry, "x", {"text": "a"}, call_id="call-1") is first
    assert len(desk.done) == 1


def test_two_calls_of_one_id_at_once_run_once(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> list[Outcome]:
        calls = [asyncio.ensure_future(registry.execute("x", {}, call_id="call-1")) for _ in range(3)]
        await settle()
        (question,) = registry.queue.pending
        question.approve()
        question.approve()
        return list(await asyncio.gather(*calls))

    outcomes = asyncio.run(main())
    assert len(desk.done) == 1 and {outcome.status for outcome in outcomes} == {"ok"}


def test_a_call_id_that_stands_for_another_call_is_refused(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    run(registry, "x", {"text": "a"}, call_id="call-1")
    refused = run(registry, "x", {"text": "b"}, call_id="call-1")
    assert (refused.status, len(desk.done)) == ("invalid", 1)
    assert "'call-1' already stands for another call" in refused.hint


def test_a_call_id_stands_for_one_call_of_its_run(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    for run_id in ("run-1", "run-2", "run-2"):
        assert run(registry, "x", {"text": run_id}, call_id="call_0", run_id=run_id).ok
    assert [text for _, text, _ in desk.done] == ["run-1", "run-2"]


def test_arguments_too_deep_to_compare_do_not_break_a_repeated_call(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))

    def deep() -> dict[str, Any]:
        value: dict[str, Any] = {}
        for _ in range(5000):
            value = {"text": value}
        return value

    assert [run(registry, "x", deep(), call_id="k").status for _ in range(2)] == ["invalid", "invalid"]


def test_the_ledger_does_not_grow_without_end(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))

    async def main() -> None:
        for number in range(400):
            await registry.execute("x", call_id=f"call-{number}")

    asyncio.run(main())
    assert len(registry._ledger._lines) < 300


def test_a_call_replayed_long_after_does_not_run_again(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))

    async def main() -> Outcome:
        for number in range(1000):
            await registry.execute("x", call_id=f"call-{number}", run_id="run-1")
        return await registry.execute("x", call_id="call-0", run_id="run-1")

    outcome = asyncio.run(main())
    assert (outcome.status, len(desk.done)) == ("invalid", 1000)
    assert outcome.hint.startswith("the call 'call-0' ran long ago; its outcome is not kept")
    assert run(registry, call_id="call-0", run_id="run-2").ok


def test_a_call_that_still_waits_is_found_however_many_came_after_it(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    registry.register(desk.describe("slow", risk="mutating"))

    async def main() -> list[Outcome]:
        waiting = asyncio.ensure_future(registry.execute("slow", call_id="slow-1"))
        await settle()
        for number in range(600):
            await registry.execute("x", call_id=f"call-{number}")
        again = asyncio.ensure_future(registry.execute("slow", call_id="slow-1"))
        await settle()
        (question,) = registry.queue.pending
        question.approve()
        return [await waiting, await again]

    first, second = asyncio.run(main())
    assert first is second and first.ok


def test_a_call_without_an_id_gets_one(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x"))
    assert [run(registry).call_id, run(registry).call_id] == ["id-1", "id-2"]


class TestStopping:
    """Stop works at every moment, whatever the handler does."""

    def test_a_call_stopped_before_it_began_does_not_run(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        cancellation = Cancellation()
        cancellation.cancel("stop pressed")
        outcome = run(registry, signal=cancellation)
        assert (outcome.status, outcome.hint, desk.done) == (
            "cancelled",
            "not run: stop pressed; repeat it only if the user asks for it",
            [],
        )

    def test_a_handler_that_never_returns_ends_as_cancelled(
        self, registry: Registry, rejected: Callable[[], AuditRecord]
    ) -> None:
        @registry.capability("x", risk="read")
        async def endless() -> None:
            await asyncio.Event().wait()

        outcome = asyncio.run(self.stopped(registry))
        assert outcome.status == rejected().status == "cancelled"
        assert (
            outcome.hint
            == "stopped while it ran, so part of it may have happened: stop pressed; look before you repeat it"
        )

    def test_a_signal_reaches_the_handler(self, registry: Registry) -> None:
        heard: list[str] = []

        @registry.capability("x", risk="read")
        async def listening(signal: Cancellation) -> None:
            signal.on_cancel(heard.append)
            await signal.wait()

        asyncio.run(self.stopped(registry))
        assert heard == ["stop pressed"]

    def test_a_permission_hook_that_never_answers_can_be_stopped(self, registry: Registry, desk: Any) -> None:
        async def endless(proposal: Any) -> bool:
            await asyncio.Event().wait()
            return True

        registry.register(desk.describe("x", risk="mutating"))
        registry.permission = endless
        assert (
            asyncio.run(self.stopped(registry)).hint == "not run: stop pressed; repeat it only if the user asks for it"
        )
        registry.permission, registry.policy = None, endless
        assert (
            asyncio.run(self.stopped(registry)).hint == "not run: stop pressed; repeat it only if the user asks for it"
        )

    def test_cancelling_the_task_that_runs_it_leaves_an_audit_line_and_an_outcome(
        self, registry: Registry, rejected: Callable[[], AuditRecord]
    ) -> None:
        @registry.capability("x", risk="read")
        async def endless() -> None:
            await asyncio.Event().wait()

        async def main() -> Outcome:
            task = asyncio.ensure_future(registry.execute("x", call_id="call-1"))
            await settle()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await registry.execute("x", call_id="call-1")

        assert asyncio.run(main()).status == rejected().status == "cancelled"

    async def stopped(self, registry: Registry) -> Outcome:
        cancellation = Cancellation()
        task = asyncio.ensure_future(registry.execute("x", signal=cancellation))
        await settle()
        cancellation.cancel("stop pressed")
        return await task


def test_a_capability_made_by_hand_takes_its_input_as_one_mapping(registry: Registry) -> None:
    described = capability("x", risk="read", input_schema={"type": "object"})(lambda **values: values)
    registry.register(described)
    assert run(registry, "x", {"any": 1}).value == {"any": 1}
