"""The catalog as a request carries it."""

import json
from types import MappingProxyType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentic import Capability, Registry, Target, UsageError, build_request_tools
from agentic.core.request_tools import MOST_IN_FULL
from agentic.core.schema import Schema


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


def test_targets_that_take_different_things_are_one_tool_that_takes_all_of_them(registry: Registry) -> None:
    def add(target: str, risk: str, properties: dict[str, Any], required: list[str]) -> None:
        schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        registry.register(Capability("form.save", f"Save the {target}.", schema, risk, dict, target))

    add("order", "mutating", {"note": {"type": "string"}, "id": {"type": "integer"}}, ["id", "note"])
    add("draft", "destructive", {"id": {"type": "string"}, "force": {"type": "boolean"}}, ["id"])
    (tool,) = build_request_tools(registry)
    assert tool.description == "Save the order.\nSave the draft."
    assert tool.parameters["x-destructive"] is True
    assert tool.parameters["required"] == ["id", "_target"]
    properties = dict(tool.parameters["properties"])
    assert properties.pop("_target")["enum"] == ["order", "draft"]
    assert properties == {
        "note": {"type": "string"},
        "id": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "force": {"type": "boolean"},
    }


def test_what_their_schemas_refer_to_comes_along(registry: Registry) -> None:
    for target, kind in (("a", "integer"), ("b", "string")):
        schema = {"properties": {target: {"$ref": f"#/$defs/{target}"}}, "$defs": {target: {"type": kind}}}
        registry.register(Capability("x", "", {"type": "object", **schema}, "read", dict, target))
    (tool,) = build_request_tools(registry)
    assert tool.parameters["$defs"] == {"a": {"type": "integer"}, "b": {"type": "string"}}


def test_three_tools_stand_for_the_catalog(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("todos.add", risk="destructive"))
    tools = build_request_tools(registry, mode="meta-tools")
    assert [(tool.name, tool.capability) for tool in tools] == [
        ("agent_search_capabilities", "agent.search_capabilities"),
        ("agent_describe", "agent.describe"),
        ("agent_execute", "agent.execute"),
    ]
    for tool in tools:
        Draft202012Validator.check_schema(tool.parameters)
        assert json.loads(json.dumps(tool.parameters)) == tool.parameters
        assert tool.description and "x-destructive" not in tool.parameters  # each of the three only reads
    assert build_request_tools(registry, mode="meta-tools") is tools


@pytest.mark.parametrize(("count", "names"), [(MOST_IN_FULL, MOST_IN_FULL), (MOST_IN_FULL + 1, 3)])
def test_auto_switches_past_a_number_of_capabilities(registry: Registry, desk: Any, count: int, names: int) -> None:
    for number in range(count):
        registry.register(desk.describe(f"part.do_{number}"))
    for target in ("left", "right"):  # of several targets, as of one, there is one tool
        registry.register(desk.describe("part.do_0", target=target))
    assert len(build_request_tools(registry, mode="auto")) == names
    assert len(build_request_tools(registry, mode="full")) == count
    assert len(build_request_tools(registry)) == count


def test_the_registry_says_the_mode_and_a_chat_of_the_page_follows(registry: Registry, desk: Any) -> None:
    child = Registry(registry)
    child.register(desk.describe("x"))
    assert (registry.tool_mode, child.tool_mode) == ("full", "full")
    registry.tool_mode = "meta-tools"
    assert [len(build_request_tools(each)) for each in (registry, child)] == [3, 3]
    child.tool_mode = "full"
    assert [len(build_request_tools(each)) for each in (registry, child)] == [3, 1]
    assert Registry(tool_mode="auto").tool_mode == "auto"


@pytest.mark.parametrize("mode", ["some", "", "Full", 1])
def test_an_unknown_mode_is_refused(registry: Registry, mode: Any) -> None:
    said = f"full, meta-tools or auto, not {mode!r}"
    with pytest.raises(UsageError, match=said):
        build_request_tools(registry, mode=mode)
    with pytest.raises(UsageError, match=said):
        registry.tool_mode = mode
    with pytest.raises(UsageError, match=said):
        Registry(tool_mode=mode)


def test_parameters_say_that_they_are_an_object_where_the_schema_leaves_it_out(registry: Registry) -> None:
    registry.register(Capability("x", "", {"properties": {"a": {}}}, "read", lambda _: None))
    (tool,) = build_request_tools(registry)
    assert tool.parameters == {"type": "object", "properties": {"a": {}}}


class TestSeveralTargets:
    """The one tool of several targets takes whatever one of them takes, the target included."""

    def parameters(self, registry: Registry, *schemas: dict[str, Any]) -> Any:
        for number, schema in enumerate(schemas, 1):
            made = Capability("s", "", {"type": "object", **schema}, "read", dict, target=f"p{number}")  # type: ignore[arg-type]
            registry.register(made)
        (tool,) = build_request_tools(registry)
        return Schema(tool.parameters)

    CLOSED = MappingProxyType(
        {"properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
    )

    @pytest.mark.parametrize(
        "words",
        [
            {"maxProperties": 1},
            {"minProperties": 1, "maxProperties": 1},
            {"propertyNames": {"pattern": "^[a-z]$"}},
            {"patternProperties": {".": {"const": "x"}}},
            {"allOf": [{"properties": {"a": {}}, "additionalProperties": False}]},
            {"anyOf": [{"maxProperties": 1}]},
            {"if": {"required": ["a"]}, "then": {"propertyNames": {"const": "a"}}},
            {"unevaluatedProperties": False},
            {
                "allOf": [{"$ref": "#/$defs/Closed"}],
                "$defs": {"Closed": {"properties": {"a": {}}, "additionalProperties": False}},
            },
        ],
    )
    def test_what_one_says_of_all_its_arguments_says_nothing_of_the_target(
        self, registry: Registry, words: Any
    ) -> None:
        schema = {**self.CLOSED, **words}
        assert Schema({"type": "object", **schema}).problem({"a": "x"}) == ""
        assert self.parameters(registry, schema, schema).problem({"a": "x", "_target": "p2"}) == ""

    @pytest.mark.parametrize(
        "words",
        [
            {"maxProperties": 1},
            {"additionalProperties": False},
            {"additionalProperties": {"type": "integer"}},
            {"anyOf": [{"required": ["a"]}, {"required": ["q"]}]},
            {"dependentRequired": {"b": ["a"]}},
            {"not": {"required": ["c"]}},
            {"patternProperties": {"^[bc]$": {"type": "integer"}}},
        ],
    )
    def test_the_words_of_one_do_not_bind_another(self, registry: Registry, words: Any) -> None:
        other = {"properties": {"b": {"type": "string"}, "c": {"type": "string"}}, "required": ["b", "c"]}
        parameters = self.parameters(registry, {"properties": {"a": {"type": "string"}}, **words}, other)
        assert parameters.problem({"b": "x", "c": "y", "_target": "p2"}) == ""

    @pytest.mark.parametrize(
        "schema",
        [
            {"patternProperties": {"^x": {}}, "additionalProperties": False},
            {"allOf": [{"properties": {"x1": {}}, "maxProperties": 1}], "unevaluatedProperties": False},
        ],
    )
    def test_what_went_for_the_targets_sake_is_not_refused_for_it(self, registry: Registry, schema: Any) -> None:
        assert self.parameters(registry, schema, schema).problem({"x1": 1, "_target": "p2"}) == ""

    def test_what_all_of_them_say_is_kept(self, registry: Registry) -> None:
        choice = {"anyOf": [{"required": ["a"]}, {"required": ["q"]}]}
        assert self.parameters(registry, choice, choice).problem({"_target": "p1"})
        closed = self.parameters(Registry(), self.CLOSED, {**self.CLOSED, "required": []})
        assert closed.problem({"z": 1, "_target": "p1"}) and not closed.problem({"_target": "p1"})
