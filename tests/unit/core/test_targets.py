"""A call acts on the target it was planned for, named or not, whichever way it comes."""

import asyncio
from typing import Any

import pytest

from agentic import Capability, Outcome, Registry, Target, UsageError, build_request_tools

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}


class Panels:
    """Two panels of one name, of which the page shows those that are `open`."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.open = registry, {"a"}
        self.saved: list[str] = []
        for id in ("a", "b"):
            registry.register(
                Capability("form.save", "Save.", SCHEMA, "read", self.saving(id), id, available=self.shows(id))
            )

    def shows(self, id: str) -> Any:
        return lambda: id in self.open

    def saving(self, id: str) -> Any:
        return lambda values: self.saved.append(id)

    def call(self, tool: str = "agent.execute", /, **arguments: Any) -> Outcome:
        return asyncio.run(self.registry.execute(tool, arguments))


@pytest.fixture
def panels(registry: Registry) -> Panels:
    return Panels(registry)


@pytest.mark.parametrize("before", ["a", "ab"])
def test_another_one_that_came_in_the_described_ones_place_is_not_acted_on(panels: Panels, before: str) -> None:
    panels.open = set(before)
    described = panels.call("agent.describe", name="form.save").value
    assert [each["id"] for each in described["targets"]] == list(before)
    panels.open = {"b"}
    arguments = {"name": "form.save", "revision": described["revision"]}
    outcome = panels.call(**arguments)
    assert (outcome.status, panels.saved) == ("invalid", [])
    assert outcome.hint.startswith("form.save has several targets; say which one in _target: b")
    outcome = panels.call(**arguments, target="a")
    assert (outcome.status, panels.saved) == ("unavailable", [])
    assert outcome.hint.startswith("form.save is not available at the moment; there is b")
    assert panels.call(**arguments, target="b").ok and panels.saved == ["b"]


def test_a_search_says_of_the_only_one_that_is_there_which_it_is(panels: Panels) -> None:
    (found,) = panels.call("agent.search_capabilities", query="save").value["capabilities"]
    assert found["targets"] == [{"id": "a", "label": ""}]


def test_the_only_one_there_is_needs_no_target(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save", target="a"))
    assert "targets" not in asyncio.run(registry.execute("agent.describe", {"name": "form.save"})).value
    assert asyncio.run(registry.execute("agent.execute", {"name": "form.save"})).ok


def test_leaving_it_out_means_the_one_without(panels: Panels, desk: Any) -> None:
    panels.registry.register(desk.describe("form.save"))
    assert panels.call(name="form.save").ok
    assert (len(desk.done), panels.saved) == (1, [])


def test_one_that_became_available_by_an_update_is_not_the_one_that_was_planned_for(
    registry: Registry, desk: Any
) -> None:
    left = registry.register(desk.describe("form.save", target="left"))
    right = registry.register(desk.describe("form.save", target="right", available=False))
    planned = registry.revision
    left.update(available=False)
    right.update(available=True)
    assert asyncio.run(registry.execute("form.save", revision=planned)).status == "stale"
    assert asyncio.run(registry.execute("form.save", target="right", revision=planned)).ok
    assert asyncio.run(registry.execute("form.save", revision=registry.revision)).ok


@pytest.mark.parametrize(
    ("name", "arguments", "target"),
    [
        ("form.save", {"_target": "b"}, "a"),
        ("agent.execute", {"name": "form.save", "target": "a", "input": {"_target": "b"}}, None),
        ("agent.execute", {"name": "form.save", "target": "a", "_target": "b"}, None),
    ],
)
def test_two_targets_at_once_are_none(panels: Panels, name: str, arguments: Any, target: str | None) -> None:
    panels.open = {"a", "b"}
    outcome = asyncio.run(panels.registry.execute(name, arguments, target=target))
    assert (outcome.status, panels.saved) == ("invalid", [])
    assert outcome.hint.startswith("form.save was called on two targets, 'a' and 'b'; name the one you mean")


@pytest.mark.parametrize("said", ["a", None])
def test_the_same_target_twice_is_one(panels: Panels, said: str | None) -> None:
    assert asyncio.run(panels.registry.execute("form.save", {"_target": said}, target="a")).ok
    assert panels.call(name="form.save", target="a", _target="a", input={"_target": said}).ok
    assert panels.saved == ["a", "a"]


@pytest.mark.parametrize("id", [7, None, "", b"a", ["a"], True])
def test_an_id_that_is_no_text_is_refused_where_the_target_is_made(id: Any) -> None:
    with pytest.raises(UsageError, match="the id of a target is a text, not "):
        Target(id)


def test_a_label_that_is_no_text_is_refused_too() -> None:
    with pytest.raises(UsageError, match="the label of the target 'a' is a text, not 5"):
        Target("a", 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("target", [7, ["a"], {"id": "a"}, b"a", True])
def test_what_is_no_target_is_refused_with_the_capabilitys_name(desk: Any, target: Any) -> None:
    with pytest.raises(UsageError, match="x: target is a Target or its id, not "):
        desk.describe("x", target=target)


def test_what_a_request_offers_needs_its_target_named_where_each_of_several_has_one(panels: Panels) -> None:
    panels.open = {"a", "b"}
    (tool,) = build_request_tools(panels.registry)
    assert tool.needs_target and tool.parameters["required"] == ["_target"]


class Page:
    """A page that draws itself anew: each time it registers what it has with new functions."""

    def __init__(self, registry: Registry, *shown: str) -> None:
        self.registry, self.saved = registry, []
        self.held = {id: self.draw(id) for id in shown}

    def draw(self, id: str, **more: Any) -> Any:
        made = {"description": "Save.", "input_schema": dict(SCHEMA), "risk": "read", "available": lambda: True, **more}
        described = Capability("form.save", execute=lambda values: self.saved.append(id), target=id, **made)
        return self.registry.register(described, owner="page", replace=True)

    def run(self, tool: str, revision: int | None = None, /, **arguments: Any) -> Outcome:
        return asyncio.run(self.registry.execute(f"agent.{tool}", arguments, revision=revision))

    def describe(self) -> int:
        return self.run("describe", name="form.save").value["revision"]

    def execute(self, **more: Any) -> str:
        """How a call ends that names no target, planned on the catalog as it is."""
        return self.run("execute", self.registry.revision, name="form.save", **more).status


class TestAPageThatDrawsItselfAnew:
    def test_it_makes_no_call_stale_by_putting_the_same_there_again(self, registry: Registry) -> None:
        page = Page(registry, "a")
        planned = page.describe()
        page.draw("a")
        assert page.execute(revision=planned) == page.execute() == "ok"
        page.held["a"] = page.draw("a")
        page.held["a"].update(available=lambda: True, execute=lambda values: page.saved.append("a"))
        assert page.execute(revision=planned) == "ok"
        assert asyncio.run(registry.execute("form.save", revision=planned)).ok
        assert page.saved == ["a"] * 4

    @pytest.mark.parametrize(
        "more",
        [
            {"description": "Save and send."},
            {"summary": "Send"},
            {"confirm": "Really?"},
            {"risk": "mutating"},
            {"input_schema": {"type": "object"}},
        ],
    )
    def test_it_does_by_putting_something_else_there(self, registry: Registry, more: dict[str, Any]) -> None:
        page = Page(registry, "a")
        planned = registry.revision
        page.draw("a", **more)
        assert asyncio.run(registry.execute("form.save", revision=planned)).status == "stale" and page.saved == []

    @pytest.mark.parametrize("hide", [lambda held: held.suspend(), lambda held: held.update(available=False)])
    def test_what_was_not_there_when_the_call_was_planned_comes_new(self, registry: Registry, hide: Any) -> None:
        page = Page(registry, "a")
        hide(page.held["a"])
        planned = registry.revision
        page.draw("a")
        assert asyncio.run(registry.execute("form.save", revision=planned)).status == "stale"

    def test_of_several_another_may_come_forward_so_the_call_is_stale(self, registry: Registry) -> None:
        page = Page(registry, "a")
        page.draw("b", available=False)
        planned = registry.revision
        page.draw("b")
        page.draw("a", available=lambda: False)
        assert asyncio.run(registry.execute("form.save", revision=planned)).status == "stale"

    def test_also_where_only_a_chat_has_the_other(self, registry: Registry) -> None:
        page, chat = Page(registry, "a"), Registry(registry)
        chat.register(Capability("form.save", "Save.", SCHEMA, "read", page.saved.append, "b", available=False))
        planned = chat.revision
        assert len(chat.find("form.save")) == 2
        page.draw("a", available=lambda: False)
        page.draw("a", available=lambda: True)
        assert asyncio.run(chat.execute("form.save", revision=planned)).status == "stale"


class TestWhatAModelWasNotTold:
    """By the tools about the catalog, nothing runs that was not shown."""

    def test_one_that_took_the_place_of_the_described_one_is_not_acted_on(self, registry: Registry) -> None:
        page = Page(registry, "a")
        page.describe()
        page.held["a"].dispose()
        page.draw("b")
        # The request's revision is new; and so may be one that was told of something else.
        assert page.execute() == page.execute(revision=registry.revision) == "unavailable"
        page.describe()
        assert page.execute() == "ok" and page.saved == ["b"]

    def test_the_only_one_there_is_must_be_named_where_nothing_was_told_of_it(self, registry: Registry) -> None:
        page = Page(registry, "a")
        outcome = page.run("execute", registry.revision, name="form.save")
        assert (outcome.status, page.saved) == ("invalid", [])
        assert outcome.hint.startswith("form.save acts on a target; say which one in _target: a (agent_describe ")
        assert page.execute(target="a") == "ok"
        page.run("search_capabilities", query="save")
        assert page.execute() == "ok"

    def test_what_a_search_did_not_reach_was_not_told(self, registry: Registry, desk: Any) -> None:
        page = Page(registry, "a")
        registry.register(desk.describe("save"))
        assert page.run("search_capabilities", query="save", limit=1).value["capabilities"][0]["name"] == "save"
        assert page.execute() == "invalid"

    @pytest.mark.parametrize("named", [{}, {"target": "a"}])
    def test_another_schema_than_the_described_one_is_stale_also_once_a_search_came_by(
        self, registry: Registry, named: dict[str, str]
    ) -> None:
        page = Page(registry, "a")
        page.describe()
        page.draw("a", input_schema={"type": "object"})
        page.run("search_capabilities", query="save")
        assert page.execute(**named) == "stale" and page.saved == []
        page.describe()
        assert page.execute(**named) == "ok"

    def test_what_one_chat_was_told_the_other_was_not(self, registry: Registry) -> None:
        Page(registry, "a")
        one, other = Registry(registry), Registry(registry)
        asyncio.run(one.execute("agent.describe", {"name": "form.save"}))
        assert asyncio.run(one.execute("agent.execute", {"name": "form.save"})).ok
        assert asyncio.run(other.execute("agent.execute", {"name": "form.save"})).status == "invalid"

    def test_what_has_no_target_needs_no_telling(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("form.save"))
        assert asyncio.run(registry.execute("agent.execute", {"name": "form.save"})).ok
