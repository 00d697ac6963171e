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
