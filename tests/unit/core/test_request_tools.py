"""The catalog as a request carries it."""

from typing import Any

import pytest

from agentic import Registry, Target, UsageError, build_request_tools


def test_a_tool_has_its_wire_name_and_its_schema(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("todos.add", description="Add an item."))
    (tool,) = build_request_tools(registry)
    assert (tool.name, tool.description, tool.capability) == ("todos_add", "Add an item.", "todos.add")
    assert set(tool.parameters["properties"]) == {"text", "count"}


def test_risk_question_summary_and_the_hosts_own_keys_stand_at_the_root(registry: Registry, desk: Any) -> None:
    described = desk.describe("x", risk="destructive", confirm="Sure?", summary="Do x", wire={"x-navigates": True})
    registry.register(described)
    registry.register(desk.describe("y", risk="mutating", confirm=True))
    tools = {tool.name: tool.parameters for tool in build_request_tools(registry)}
    extras = {key: value for key, value in tools["x"].items() if key.startswith("x-")}
    assert extras == {"x-destructive": True, "x-confirm": "Sure?", "x-summary": "Do x", "x-navigates": True}
    assert not any(key.startswith("x-") for key in tools["y"])
    assert not any(key.startswith("x-") for key in described.capability.input_schema)


def test_several_targets_are_one_tool_that_asks_which(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save", target=Target("left", "Billing")))
    registry.register(desk.describe("form.save", target=Target("right")))
    (tool,) = build_request_tools(registry)
    assert tool.parameters["properties"]["_target"] == {
        "type": "string",
        "enum": ["left", "right"],
        "description": "Which one to act on. left: Billing",
    }
    assert tool.parameters["required"] == ["_target"]


def test_one_target_needs_no_choice(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save", target="left"))
    hidden = registry.register(desk.describe("form.save", target="right"))
    hidden.suspend()
    (tool,) = build_request_tools(registry)
    assert "_target" not in tool.parameters["properties"]


def test_beside_one_without_a_target_the_choice_may_be_left_out(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save"))
    registry.register(desk.describe("form.save", target="right"))
    (tool,) = build_request_tools(registry)
    assert tool.parameters["properties"]["_target"]["enum"] == ["right"] and tool.parameters["required"] == []


def test_what_cannot_be_called_now_is_not_offered(registry: Registry, desk: Any) -> None:
    shown = [False]
    registry.register(desk.describe("x", available=lambda: shown[0]))
    assert build_request_tools(registry) == ()
    shown[0] = True
    assert [tool.name for tool in build_request_tools(registry)] == ["x"]


def test_the_tools_are_built_anew_only_when_the_catalog_changed(registry: Registry, desk: Any) -> None:
    child = Registry(registry)
    registry.register(desk.describe("x"))
    held = child.register(desk.describe("y"))
    first = build_request_tools(child)
    assert build_request_tools(child) is first
    held.update(description="new")
    second = build_request_tools(child)
    assert second is not first and build_request_tools(child) is second
    registry.register(desk.describe("z"))
    assert len(build_request_tools(child)) == 3


def test_an_unknown_mode_is_refused(registry: Registry) -> None:
    with pytest.raises(UsageError, match="full, meta-tools or auto, not 'some'"):
        build_request_tools(registry, mode="some")
