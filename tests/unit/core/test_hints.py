"""Every refusal of the pipeline says why the call did not run, and what would work."""

import ast
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import pytest

from agentic import Answer, Cancellation, Capability, Outcome, Registry, Target
from agentic.core import consent, pipeline, steps
from agentic.core.capability import Preview, Refusal, Risk
from agentic.core.secrets import Secret
from agentic.core.turn import Limits, Turn
from agentic.errors import ArgumentError
from agentic.testing import settle

Scenario = Callable[[Registry], Outcome | Awaitable[Outcome]]
SCENARIOS: list[tuple[Scenario, str, str, str]] = []


def refused(status: str, *, why: str, works: str) -> Callable[[Scenario], Scenario]:
    """A scenario, how it ends, and the two things its hint must say."""

    def add(scenario: Scenario) -> Scenario:
        SCENARIOS.append((scenario, status, why, works))
        return scenario

    return add


def add(registry: Registry, name: str = "x", execute: Callable[..., Any] = dict, **more: Any) -> Any:
    schema = more.pop("input_schema", {"type": "object", "properties": {"n": {"type": "integer"}}})
    return registry.register(Capability(name, "", schema, more.pop("risk", "read"), execute, **more))


def declining(registry: Registry) -> Any:
    registry.confirm = lambda proposal: Answer("deny", "too dear")
    return add(registry, risk="mutating")


@refused("unavailable", why="there is no 'orders.ad'", works="did you mean orders.add?")
def misspelled(registry: Registry) -> Awaitable[Outcome]:
    add(registry, "orders.add")
    return registry.execute("orders.ad")


@refused("unavailable", why="there is no 'zzzz'", works="there is orders.add")
def unknown(registry: Registry) -> Awaitable[Outcome]:
    add(registry, "orders.add")
    return registry.execute("zzzz")


@refused("unavailable", why="there is no 'x', nor any other tool now", works="tell the user")
def nothing_there(registry: Registry) -> Awaitable[Outcome]:
    return registry.execute("x")


@refused("unavailable", why="form.save has no target 'top'", works="there is left (Billing), right")
def vanished_target(registry: Registry) -> Awaitable[Outcome]:
    for target in (Target("left", "Billing"), Target("right")):
        add(registry, "form.save", target=target)
    return registry.execute("form.save", {"_target": "top"})


@refused("unavailable", why="x has no target 'left'", works="read the tools again")
def no_target_at_all(registry: Registry) -> Awaitable[Outcome]:
    add(registry, target="right", available=False)
    return registry.execute("x", target="left")


@refused("invalid", why="form.save has several targets", works="say which one in _target: left (Billing), right")
def no_target_named(registry: Registry) -> Awaitable[Outcome]:
    for target in (Target("left", "Billing"), Target("right")):
        add(registry, "form.save", target=target)
    return registry.execute("form.save")


@refused("invalid", why="form.save was called on two targets, 'left' and 'right'", works="name the one you mean")
def two_targets_named(registry: Registry) -> Awaitable[Outcome]:
    add(registry, "form.save", target=Target("left"))
    return registry.execute("form.save", {"_target": "right"}, target="left")


@refused("stale", why="x changed after this call was planned", works="read the tools again")
def planned_too_early(registry: Registry) -> Awaitable[Outcome]:
    held, planned = add(registry), registry.revision
    held.update(risk="mutating")
    return registry.execute("x", revision=planned)


@refused("unavailable", why="x is not available at the moment", works="read the tools again")
def suspended(registry: Registry) -> Awaitable[Outcome]:
    add(registry).suspend()
    return registry.execute("x")


@refused("unavailable", why="form.save is not available at the moment", works="there is right (Delivery)")
def suspended_target(registry: Registry) -> Awaitable[Outcome]:
    add(registry, "form.save", target=Target("left")).suspend()
    add(registry, "form.save", target=Target("right", "Delivery"))
    return registry.execute("form.save", target="left")


@refused("invalid", why="the arguments are not valid JSON (", works="send one JSON object, not {")
def cut_off(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    return registry.execute("x", '{"n": 1')


@refused("invalid", why="the arguments are not valid JSON", works="send one JSON object")
def cut_off_secret(registry: Registry) -> Awaitable[Outcome]:
    @registry.capability("x", risk="read")
    def sign_in(password: Annotated[str, Secret]) -> None: ...

    return registry.execute("x", '{"password": "hunter2')


@refused("invalid", why="not [1, 2]", works="the arguments must be one JSON object")
def no_object(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    return registry.execute("x", "[1, 2]")


@refused("invalid", why="the arguments must be", works="one object")
def no_mapping(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    return registry.execute("x", [1])  # type: ignore[arg-type]


@refused("invalid", why="x: n: 'many'", works="is not of type 'integer'")
def misfit(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    return registry.execute("x", {"n": "many"})


@refused("invalid", why="x: n: an integer is too large", works="it goes from -9007199254740991 to 9007199254740991")
def too_large(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    return registry.execute("x", {"n": 2**53})


@refused("invalid", why="x: ids[1]: an integer is too large", works="send it as text")
def too_large_for_a_number(registry: Registry) -> Awaitable[Outcome]:
    ids = {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}
    add(registry, input_schema={"type": "object", "properties": {"ids": ids}})
    return registry.execute("x", {"ids": [1, 2**53]})


@refused("invalid", why="the arguments cannot be checked", works="write them more simply")
def endless(registry: Registry) -> Awaitable[Outcome]:
    add(registry, input_schema={"type": "object", "properties": {"n": {"$ref": "#/properties/n"}}})
    return registry.execute("x", {"n": 1})


@refused("denied", why="the limit of 2 calls for one message is reached", works="tell the user where you are")
async def too_many(registry: Registry) -> Outcome:
    add(registry)
    turn = Turn(Limits(calls=2))
    return [await registry.execute("x", {"n": each}, turn=turn) for each in range(3)][-1]


@refused("denied", why="x was called 2 times with the same arguments", works="do something else, or tell the user")
async def the_same_again(registry: Registry) -> Outcome:
    add(registry)
    turn = Turn(Limits(identical=2))
    return [await registry.execute("x", turn=turn) for _ in range(3)][-1]


@refused("denied", why="x was refused: members only", works="do not repeat it, but tell the user")
def not_permitted(registry: Registry) -> Awaitable[Outcome]:
    registry.permission = lambda proposal: "members only"
    add(registry)
    return registry.execute("x")


@refused("denied", why="the page's permission check failed", works="do not repeat it, but tell the user")
def broken_permission(registry: Registry) -> Awaitable[Outcome]:
    registry.permission = lambda proposal: 1 / 0  # type: ignore[return-value]
    add(registry)
    return registry.execute("x")


@refused("declined", why="the check whether to ask the user failed", works="do not repeat it, but tell the user")
def broken_policy(registry: Registry) -> Awaitable[Outcome]:
    registry.policy = lambda proposal: 1 / 0  # type: ignore[return-value]
    add(registry)
    return registry.execute("x")


@refused("declined", why="the user declined: too dear", works="do not repeat the call unless they ask for it")
def declined(registry: Registry) -> Awaitable[Outcome]:
    declining(registry)
    return registry.execute("x")


@refused("declined", why="the user declined this very call already", works="ask what they want instead")
async def declined_before(registry: Registry) -> Outcome:
    declining(registry)
    turn = registry.new_turn()
    return [await registry.execute("x", turn=turn) for _ in range(2)][-1]


@refused("cancelled", why="the question was closed before the user answered", works="ask the user whether to try again")
async def closed(registry: Registry) -> Outcome:
    add(registry, risk="mutating")
    sent = asyncio.ensure_future(registry.execute("x"))
    await settle()
    registry.queue.cancel_all()
    return await sent


@refused("invalid", why="as the user changed them, the arguments do not fit", works="ask the user whether to try again")
def edited_badly(registry: Registry) -> Awaitable[Outcome]:
    registry.confirm = lambda proposal: Answer("once", input={"n": "many"})
    add(registry, risk="mutating")
    return registry.execute("x")


@refused("declined", why="the arguments were changed 20 times without a yes", works="but tell the user")
def edited_without_end(registry: Registry) -> Awaitable[Outcome]:
    registry.confirm = lambda proposal: Answer("once", input={"n": proposal.input["n"] + 1})
    add(registry, risk="mutating", preview=lambda values: Preview(Risk.MUTATING, f"Set {values['n']}?"))
    return registry.execute("x", {"n": 1})


def meanwhile(change: Callable[[Any, dict[str, Any]], object]) -> Scenario:
    def scenario(registry: Registry) -> Awaitable[Outcome]:
        sent: dict[str, Any] = {"n": [1]}
        any_schema = {"type": "object"}
        held = add(registry, risk="mutating", input_schema=any_schema)
        registry.confirm = lambda proposal: (change(held, sent), True)[1]
        return registry.execute("x", sent)

    return scenario


refused("unavailable", why="x went away before it could run", works="read the tools again")(
    meanwhile(lambda held, sent: held.dispose())
)
refused("stale", why="x changed before it could run", works="read the tools again")(
    meanwhile(lambda held, sent: held.update(risk="destructive"))
)
refused("stale", why="the arguments changed after they were checked", works="make the call again")(
    meanwhile(lambda held, sent: sent["n"].append(2))
)


def foreseeing(*says: Preview | Refusal) -> Scenario:
    """A capability that says these, one after another, of what its call would do."""

    def scenario(registry: Registry) -> Awaitable[Outcome]:
        seen = iter(says)
        registry.confirm = lambda proposal: True
        add(registry, risk="mutating", preview=lambda values: next(seen))
        return registry.execute("x")

    return scenario


GONE = Refusal("stale", "e12 is gone; read the page again")
refused("stale", why="e12 is gone", works="read the page again")(foreseeing(GONE))
refused("stale", why="e12 is gone", works="read the page again")(foreseeing(Preview(Risk.MUTATING), GONE))
refused("stale", why="what this would do changed before it could run", works="ask the user whether to try again")(
    foreseeing(Preview(Risk.MUTATING, "Save?"), Preview(Risk.MUTATING, "Delete?"))
)


@refused("cancelled", why="not run: enough", works="repeat it only if the user asks for it")
def stopped_before(registry: Registry) -> Awaitable[Outcome]:
    add(registry)
    stop = Cancellation()
    stop.cancel("enough")
    return registry.execute("x", signal=stop)


@refused("cancelled", why="part of it may have happened: enough", works="look before you repeat it")
async def stopped_meanwhile(registry: Registry) -> Outcome:
    add(registry, execute=lambda values: asyncio.sleep(60))
    stop = Cancellation()
    sent = asyncio.ensure_future(registry.execute("x", signal=stop))
    await settle()
    stop.cancel("enough")
    return await sent


@refused("invalid", why="x: ", works="pick a day of this week")
def misfit_for_the_handler(registry: Registry) -> Awaitable[Outcome]:
    def book(values: Any) -> None:
        raise ArgumentError("pick a day of this week")

    add(registry, execute=book)
    return registry.execute("x")


@refused("invalid", why="the call id 'k' already stands for another call", works="use a new one")
async def id_of_another(registry: Registry) -> Outcome:
    add(registry)
    return [await registry.execute("x", {"n": n}, call_id="k") for n in (1, 2)][-1]


@refused("invalid", why="the call 'k' ran long ago", works="to run it again takes a new id")
async def long_ago(registry: Registry) -> Outcome:
    add(registry)
    for call_id in ("k", *map(str, range(300))):
        await registry.execute("x", call_id=call_id)
    return await registry.execute("x", call_id="k")


def run(scenario: Scenario) -> Outcome:
    async def main() -> Outcome:
        outcome = scenario(Registry())
        return outcome if isinstance(outcome, Outcome) else await outcome

    return asyncio.run(main())


@pytest.mark.parametrize(("scenario", "status", "why", "works"), SCENARIOS)
def test_a_refusal_says_why_and_what_would_work(scenario: Scenario, status: str, why: str, works: str) -> None:
    outcome = run(scenario)
    assert outcome.status == status
    assert why in outcome.hint and works in outcome.hint
    assert "\n" not in outcome.hint and "hunter2" not in outcome.hint
    assert json.loads(outcome.to_text()) == {"status": status, "hint": outcome.hint}


def refusals() -> dict[tuple[str, int], range]:
    """Where the pipeline refuses a call, and the lines of each; what failed while it ran is no refusal."""
    return {
        (Path(module.__file__).name, node.lineno): range(node.lineno, (node.end_lineno or 0) + 1)
        for module in (steps, consent, pipeline)
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuse"
        if not (isinstance(node.args[0], ast.Constant) and node.args[0].value == "failed")
    }


def test_no_refusal_of_the_pipeline_is_left_out_here(monkeypatch: pytest.MonkeyPatch) -> None:
    came_by: set[tuple[str, int]] = set()
    refuse = pipeline.Attempt.refuse

    def noted(attempt: pipeline.Attempt, status: Any, hint: str) -> Outcome:
        caller = sys._getframe(1)
        came_by.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        return refuse(attempt, status, hint)

    monkeypatch.setattr(pipeline.Attempt, "refuse", noted)
    for scenario, *_ in SCENARIOS:
        run(scenario)
    found = refusals()
    assert len(found) > 15
    assert [place for place, lines in found.items() if not any((place[0], line) in came_by for line in lines)] == []
