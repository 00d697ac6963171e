"""The catalog: registering, finding, listing, counting."""

import asyncio
import gc
import re
import weakref
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any
from unittest.mock import Mock

import pytest

from agentic import Capability, Registry, UsageError, capability
from agentic.errors import NameTakenError, SchemaError, WireNameError
from agentic.testing import settle


def names(registry: Registry) -> list[tuple[str, str | None]]:
    return [(entry.name, entry.target_id) for entry in registry.list()]


def value_of(registry: Registry, name: str, **arguments: Any) -> Any:
    return asyncio.run(registry.execute(name, **arguments)).value


def test_a_registered_capability_is_listed_with_all_that_a_person_wants_to_know(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save", risk="mutating", target="left"))
    (entry,) = registry.list()
    assert (entry.name, entry.target_id, entry.risk, entry.state) == ("form.save", "left", "mutating", "available")
    assert entry.revision == registry.revision == 1


def test_the_registrys_decorator_describes_and_registers(registry: Registry) -> None:
    @registry.capability("todos.add", risk="read", owner="todo list")
    def add_todo(text: str) -> str:
        return text

    assert registry.list()[0].owner == "todo list"
    assert value_of(registry, "todos.add", input={"text": "a"}) == "a"
    add_todo.registration.dispose()
    assert registry.list() == ()


def test_a_taken_name_raises_and_names_both_owners(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("cart.pay"), owner="shop.py")
    with pytest.raises(NameTakenError, match=r"cart.pay is registered by shop.py already; evil.py cannot"):
        registry.register(desk.describe("cart.pay"), owner="evil.py", replace=True)
    with pytest.raises(NameTakenError, match=r"shop\.py"):
        registry.register(desk.describe("cart.pay"), owner="shop.py")
    assert len(registry.list()) == 1


def test_an_owner_without_a_name_is_called_by_its_function(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("cart.pay", target="left"))
    with pytest.raises(NameTakenError, match=r"cart.pay \(target left\) is registered by .*conftest.*handler already"):
        registry.register(desk.describe("cart.pay", target="left"))


def test_what_has_no_name_is_called_by_its_type_and_may_be_replaced_by_another_of_it(registry: Registry) -> None:
    class Door:
        def __call__(self, values: Any) -> None: ...

    def close(door: Door, values: Any) -> None: ...

    where = "test_what_has_no_name_is_called_by_its_type_and_may_be_replaced_by_another_of_it.<locals>"
    ways: list[tuple[Callable[[], Any], str]] = [
        (Door, f"{__name__}.{where}.Door"),
        (lambda: partial(partial(Door())), f"{__name__}.{where}.Door"),
        (lambda: partial(close, Door()), f"{__name__}.{where}.close"),
        (lambda: Door().__call__, f"{__name__}.{where}.Door.__call__"),
        (lambda: Mock(), "unittest.mock.Mock"),
        (lambda: itemgetter("a"), "operator.itemgetter"),
        (lambda: "".join, "str.join"),
    ]
    for number, (make, owner) in enumerate(ways):
        name = f"door{number}"
        for _ in range(2):
            registry.register(Capability(name, "", {"type": "object"}, "read", make()), replace=True)
        assert registry.find(name)[0].owner == owner
        with pytest.raises(NameTakenError, match=f"is registered by {re.escape(owner)} already; {re.escape(owner)}"):
            registry.register(Capability(name, "", {"type": "object"}, "read", make()))


def test_an_owner_may_replace_its_own(registry: Registry, desk: Any) -> None:
    first = registry.register(desk.describe("cart.pay", description="old"), owner="page")
    second = registry.register(desk.describe("cart.pay", description="new"), owner="page", replace=True)
    assert [entry.capability.description for entry in registry.list()] == ["new"]
    first.dispose()
    first.suspend()
    assert [entry.state for entry in registry.list()] == ["available"]
    assert first.entry is None and second.entry is registry.list()[0]


def test_targets_of_one_name_live_side_by_side(registry: Registry, desk: Any) -> None:
    for target in ("left", "right"):
        registry.register(desk.describe("form.save", target=target))
    assert names(registry) == [("form.save", "left"), ("form.save", "right")]


def test_a_bad_schema_is_refused_and_leaves_nothing_behind(registry: Registry, desk: Any) -> None:
    with pytest.raises(SchemaError):
        registry.register(desk.describe("form.save", input_schema={"type": "text"}))
    assert registry.list() == () and registry.revision == 0
    registry.register(desk.describe("form_save"))


def test_two_names_that_a_provider_could_not_tell_apart_are_refused(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("form.save"))
    child = Registry(registry)
    for place in (registry, child):
        with pytest.raises(WireNameError, match=r"'form_save' and 'form\.save' are both 'form_save'"):
            place.register(desk.describe("form_save"))
    held.dispose()
    registry.register(desk.describe("form_save"))


def test_a_disposed_handle_does_nothing_any_more(registry: Registry, desk: Any) -> None:
    first = registry.register(desk.describe("x"))
    first.dispose()
    registry.register(desk.describe("x"))
    revision = registry.revision
    first.dispose()
    first.suspend()
    first.resume()
    assert names(registry) == [("x", None)] and registry.revision == revision
    with pytest.raises(UsageError, match="this registration was disposed"):
        first.update(description="late")


def test_a_handle_is_a_context_manager_of_both_kinds(registry: Registry, desk: Any) -> None:
    with registry.register(desk.describe("x")):
        assert names(registry) == [("x", None)]
    assert registry.list() == ()

    async def main() -> None:
        async with registry.register(desk.describe("x")):
            assert names(registry) == [("x", None)]

    asyncio.run(main())
    assert registry.list() == ()


def test_update_changes_fields_and_refuses_unknown_ones(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x"))
    held.update(description="new", risk="destructive")
    assert held.entry is not None
    assert (held.entry.capability.description, held.entry.risk) == ("new", "destructive")
    for field in ("name", "target", "colour"):
        with pytest.raises(UsageError, match=f"x: update takes available, .*, not {field}"):
            held.update(**{field: "y"})


def test_a_suspended_capability_keeps_its_place(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x"))
    held.suspend()
    assert [entry.state for entry in registry.list()] == ["suspended"] and registry.offered() == ()
    with pytest.raises(NameTakenError):
        registry.register(desk.describe("x"))
    held.resume()
    assert [entry.state for entry in registry.offered()] == ["available"]


def test_availability_is_asked_each_time(registry: Registry, desk: Any) -> None:
    shown = [True, False]
    registry.register(desk.describe("x", available=lambda: shown[0]))
    assert len(registry.offered()) == 1
    shown[0] = False
    assert [entry.state for entry in registry.list()] == ["unavailable"]


def test_a_check_of_availability_that_fails_counts_as_no(
    registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture
) -> None:
    registry.register(desk.describe("x", available=lambda: 1 / 0))
    assert registry.offered() == ()
    assert "x: what was given as available= failed" in caplog.text


def test_an_answer_about_availability_that_comes_later_counts_as_no(
    registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def later() -> bool:
        return True

    with pytest.raises(UsageError, match="x: available= is a value or an ordinary function"):
        desk.describe("x", available=later)
    registry.register(desk.describe("x", available=lambda: later()))
    assert registry.offered() == () and "available= is async" in caplog.text


def test_what_changes_nothing_does_not_count(registry: Registry, desk: Any) -> None:
    held = registry.register(desk.describe("x"))
    held.resume()
    held.suspend()
    held.suspend()
    assert registry.revision == 2


def test_every_change_raises_the_revision_and_is_heard(registry: Registry, desk: Any) -> None:
    heard: list[int] = []
    registry.changed.subscribe(heard.append)
    held = registry.register(desk.describe("x"))
    held.update(description="new")
    held.suspend()
    held.resume()
    held.dispose()
    assert heard == [1, 2, 3, 4, 5] and registry.revision == 5


@pytest.mark.parametrize(
    ("change", "breaks"),
    [
        ({"description": "new"}, False),
        ({"available": False}, False),
        ({"execute": lambda values: 2}, False),
        ({"input_schema": {"type": "object"}}, True),
        ({"risk": "destructive"}, True),
    ],
)
def test_only_a_new_schema_or_risk_breaks_a_plan(registry: Registry, desk: Any, change: Any, breaks: bool) -> None:
    held = registry.register(desk.describe("x"))
    held.update(**change)
    assert held.entry is not None
    assert held.entry.revision == (2 if breaks else 1)


def test_replacing_with_the_same_schema_breaks_no_plan_and_runs_the_new_handler(registry: Registry) -> None:
    def describe(answer: int) -> Any:
        return capability("x", risk="read", input_schema={})(lambda: answer)

    registry.register(describe(1), owner="page")
    planned = registry.revision
    registry.register(describe(2), owner="page", replace=True)
    assert value_of(registry, "x", revision=planned) == 2


class TestOneOnTopOfAnother:
    """A chat's registry shows the page's capabilities; its own names win."""

    def test_it_is_as_new_as_the_parent_also_where_a_listener_of_it_registers(
        self, registry: Registry, desk: Any
    ) -> None:
        def registers(revision: int) -> None:
            if revision == 1:
                registry.register(desk.describe("page.second"))

        registry.changed.subscribe(registers)
        child = Registry(registry)
        registry.register(desk.describe("page.first"))
        assert child.revision == registry.revision == 2

    def test_lookups_fall_through_to_the_parent(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("page.read"))
        child = Registry(registry)
        child.register(desk.describe("chat.own"))
        assert names(child) == [("page.read", None), ("chat.own", None)]
        assert names(registry) == [("page.read", None)]
        assert value_of(child, "page.read", input={"text": "a"}) == "did a"

    def test_own_names_win(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x", description="page"))
        child = Registry(registry)
        child.register(desk.describe("x", description="chat"))
        assert [entry.capability.description for entry in child.list()] == ["chat"]
        assert [entry.capability.description for entry in child.find("x")] == ["chat"]

    def test_a_change_of_the_parent_counts_and_one_of_a_sibling_does_not(self, registry: Registry, desk: Any) -> None:
        child, sibling = Registry(registry), Registry(registry)
        heard: list[int] = []
        child.changed.subscribe(heard.append)
        sibling.register(desk.describe("elsewhere"))
        assert child.revision == 0
        registry.register(desk.describe("page.read"))
        assert heard == [child.revision] and child.revision == registry.revision > 0
        child.register(desk.describe("own"))
        assert child.revision > registry.revision

    def test_a_parents_change_does_not_break_a_plan_for_an_own_entry(self, registry: Registry, desk: Any) -> None:
        child = Registry(registry)
        child.register(desk.describe("own"))
        planned = child.revision
        registry.register(desk.describe("page.read"))
        assert value_of(child, "own", revision=planned) == "did "

    def test_a_plan_for_the_own_entry_does_not_hold_for_the_parents_below_it(
        self, registry: Registry, desk: Any
    ) -> None:
        registry.register(desk.describe("x"))
        child = Registry(registry)
        held = child.register(desk.describe("x"))
        planned = child.revision
        held.dispose()
        assert asyncio.run(child.execute("x", revision=planned)).status == "stale"
        assert asyncio.run(child.execute("x", revision=child.revision)).ok

    def test_audit_and_clock_are_the_parents(self, registry: Registry) -> None:
        child = Registry(registry)
        assert child.audit is registry.audit and child.clock is registry.clock
        assert child.queue is not registry.queue and child.approvals is not registry.approvals

    def test_an_onlooker_hears_of_everything_here_and_below(self, registry: Registry, desk: Any) -> None:
        child = Registry(registry)
        grandchild = Registry(child)
        told: list[None] = []
        registry.news.subscribe(told.append)

        def heard() -> int:
            count = len(told)
            told.clear()
            return count

        held = registry.register(desk.describe("x", risk="mutating"))
        assert heard() > 0
        held.update(description="new")
        assert heard() > 0
        child.register(desk.describe("own"))
        assert heard() > 0

        async def main() -> None:
            task = asyncio.ensure_future(grandchild.execute("x"))
            await settle()
            assert heard() > 0
            grandchild.queue.pending[0].approve("session")
            await task
            assert heard() > 0

        asyncio.run(main())
        grandchild.approvals.clear()
        assert heard() > 0
        other = Registry(registry)
        assert heard() > 0
        assert set(registry.branches()) == {registry, child, grandchild, other}
        assert child.branches() == (child, grandchild)

    def test_a_parent_does_not_keep_its_child_alive(self, registry: Registry, desk: Any) -> None:
        child = weakref.ref(Registry(registry))
        gc.collect()
        assert child() is None
        registry.register(desk.describe("x"))


@pytest.mark.parametrize("kind", ["array", "string", ["object", "null"]])
def test_a_schema_of_anything_but_an_object_is_refused_for_no_call_could_fit_it(registry: Registry, kind: Any) -> None:
    why = "x: the arguments of a call are one object; its input_schema says"
    with pytest.raises(UsageError, match=why):
        registry.register(Capability("x", "", {"type": kind}, "read", lambda _: None))
    held = registry.register(Capability("x", "", {}, "read", lambda _: None))
    with pytest.raises(UsageError, match=why):
        held.update(input_schema={"type": kind})
    assert held.entry is not None and held.entry.input_schema == {}
