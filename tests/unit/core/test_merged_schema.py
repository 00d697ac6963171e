"""Several targets of one name are one tool: its schema takes what each of them takes, each with its own definitions."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agentic import Registry, build_request_tools
from agentic.core.capability import Capability
from agentic.core.merged_schema import merged
from agentic.core.subschemas import root_of

INTEGER, TEXT = {"type": "integer"}, {"type": "string"}


def of(kind: Any, **more: Any) -> dict[str, Any]:
    """A schema of an object whose `a` is what the definition `Kind` says."""
    return {"type": "object", "properties": {"a": {"$ref": "#/$defs/Kind"}}, "$defs": {"Kind": kind, **more}}


def offered(registry: Registry, *schemas: Any) -> Draft202012Validator:
    """The schema of the one tool that a target of each of these makes."""
    for number, schema in enumerate(schemas):
        registry.register(Capability("x", "", schema, "read", lambda values: values, str(number)))
    (tool,) = build_request_tools(registry)
    Draft202012Validator.check_schema(tool.parameters)
    return Draft202012Validator(tool.parameters)


def fits(schema: Draft202012Validator, value: Any, target: str = "0") -> bool:
    return schema.is_valid({"a": value, "_target": target})


def test_a_definition_of_the_same_name_is_each_targets_own(registry: Registry) -> None:
    schema = offered(registry, of(INTEGER), of(TEXT), of({"type": "boolean"}))
    assert [fits(schema, value) for value in (1, "one", True)] == [True, True, True]
    assert not fits(schema, None)
    assert schema.schema["$defs"] == {"Kind": INTEGER, "Kind_2": TEXT, "Kind_3": {"type": "boolean"}}
    assert schema.schema["properties"]["a"] == {
        "anyOf": [{"$ref": "#/$defs/Kind"}, {"$ref": "#/$defs/Kind_2"}, {"$ref": "#/$defs/Kind_3"}]
    }


def test_a_call_is_checked_by_its_own_targets_definition(registry: Registry) -> None:
    offered(registry, of(INTEGER), of({"type": "array"}))

    def status(target: str, value: Any) -> str:
        return asyncio.run(registry.execute("x", {"a": value, "_target": target})).status

    assert [status("0", 1), status("0", [1]), status("1", [1]), status("1", 1)] == ["ok", "invalid", "ok", "invalid"]


def test_the_same_definition_is_there_once(registry: Registry) -> None:
    more = {"b": INTEGER}
    first, second = of(TEXT), of(TEXT)
    second["properties"] |= more
    schema = offered(registry, first, second).schema
    assert schema["$defs"] == {"Kind": TEXT} and schema["properties"]["a"] == {"$ref": "#/$defs/Kind"}


def test_a_definition_that_leads_to_another_of_the_same_name_is_another_one(registry: Registry) -> None:
    through = {"items": {"$ref": "#/$defs/Inner"}}
    schema = offered(registry, of(through, Inner=INTEGER), of(through, Inner=TEXT))
    assert fits(schema, [1, 2]) and fits(schema, ["a", "b"]) and not fits(schema, [1, "b"])


@pytest.mark.parametrize("word", ["$defs", "definitions"])
@pytest.mark.parametrize("name", ["a/b", "a~b", "a b", "50%", "Größe"])
def test_a_name_that_a_pointer_has_to_spell_otherwise_is_found(registry: Registry, word: str, name: str) -> None:
    spelled = name.replace("~", "~0").replace("/", "~1").replace("%", "%25").replace(" ", "%20")
    one, two = (
        {"properties": {"a": {"$ref": f"#/{word}/{spelled}/properties/in"}}, word: {name: {"properties": {"in": kind}}}}
        for kind in (INTEGER, TEXT)
    )
    schema = offered(registry, one, two)
    assert fits(schema, 1) and fits(schema, "one") and not fits(schema, True)


def test_one_name_in_both_kinds_of_definitions_is_two(registry: Registry) -> None:
    both = of(INTEGER) | {"definitions": {"Kind": TEXT}}
    both["properties"] |= {"b": {"$ref": "#/definitions/Kind"}}
    schema = offered(registry, both, {"properties": {"c": {}}})
    assert schema.is_valid({"a": 1, "b": "b", "_target": "0"})
    assert not schema.is_valid({"a": "b", "_target": "0"}) and not schema.is_valid({"b": 1, "_target": "0"})


def test_a_reference_to_the_whole_or_to_a_property_means_that_of_its_own_target(registry: Registry) -> None:
    tree = {"properties": {"a": {"type": "array", "items": {"$ref": "#"}}, "n": INTEGER}, "required": ["n"]}
    twin = {"properties": {"a": TEXT, "n": {"$ref": "#/properties/a"}}, "required": ["n"]}
    schema = offered(registry, tree, twin)
    assert schema.is_valid({"n": 1, "a": [{"n": 2, "a": []}], "_target": "0"})
    assert schema.is_valid({"n": "text", "a": "text", "_target": "1"})
    assert not schema.is_valid({"n": 1, "a": [{"a": []}], "_target": "0"})
    assert not schema.is_valid({"n": [], "_target": "1"})


def test_of_a_schema_that_contains_itself_only_the_call_names_a_target(registry: Registry) -> None:
    tree = {"type": "object", "properties": {"a": {"type": "array", "items": {"$ref": "#"}}}, "maxProperties": 1}
    schema = offered(registry, tree, tree)
    assert fits(schema, [{"a": []}]) and not schema.is_valid({"a": []})
    assert not fits(schema, [{"a": [], "b": 1}])


def test_what_only_looks_like_a_reference_stays(registry: Registry) -> None:
    data = {"$ref": "#/$defs/Kind"}
    first, second = of({"const": data}), of({"enum": [data], "default": data})
    second["properties"] |= {"$ref": INTEGER, "default": {"$ref": "#/$defs/Kind"}}
    schema = offered(registry, first, second)
    assert fits(schema, data) and not fits(schema, {"$ref": "#/$defs/Kind_2"})
    assert schema.is_valid({"$ref": 1, "default": data, "_target": "1"})


def test_a_word_of_the_whole_object_holds_only_where_all_say_it(registry: Registry) -> None:
    closed = {"type": "object", "properties": {"a": {}}, "additionalProperties": False, "minProperties": 1}
    schema = offered(registry, closed, {"type": "object", "properties": {"b": {}}, "minProperties": 1})
    assert schema.is_valid({"c": 1, "_target": "1"})
    assert schema.schema["minProperties"] == 1 and "additionalProperties" not in schema.schema


def test_a_bound_on_all_properties_leaves_room_for_the_target(registry: Registry) -> None:
    narrow = {"type": "object", "maxProperties": 1, "propertyNames": {"enum": ["a"]}}
    assert fits(offered(registry, narrow, narrow), 1)


def test_a_described_capability_of_several_targets_tells_what_each_takes(registry: Registry) -> None:
    for target, kind, risk in (("left", INTEGER, "destructive"), ("right", TEXT, "read")):
        registry.register(Capability("x", f"Save the {target}.", of(kind), risk, dict, target))
    told = asyncio.run(registry.execute("agent.describe", {"name": "x"})).value
    left, right = (Draft202012Validator(each["input_schema"]) for each in told["targets"])
    assert [left.is_valid({"a": value}) for value in (1, "one")] == [True, False]
    assert [right.is_valid({"a": value}) for value in (1, "one")] == [False, True]
    said = [(each["id"], each["description"], each["risk"]) for each in told["targets"]]
    assert said == [("left", "Save the left.", "destructive"), ("right", "Save the right.", "read")]


def test_a_place_is_found_by_its_anchor_and_by_a_name_with_a_space() -> None:
    schema = {
        "properties": {"pin": {"$ref": "#secret"}, "code": {"$ref": "#/$defs/the%20code"}},
        "$defs": {"a": {"$anchor": "secret", "type": "string"}, "the code": {"type": "integer"}},
    }
    root = root_of(schema)
    assert (root.property("pin").types(), root.property("code").types()) == ({"string"}, {"integer"})
    assert root_of({"properties": {"x": {"$ref": "#nowhere"}}}).property("x").types() == set()


NAMES = st.sampled_from(["K", "L"])
LEAVES = st.sampled_from([INTEGER, TEXT, {"type": "boolean"}, {"const": {"$ref": "#/$defs/K"}}])
REFERENCES = st.sampled_from(
    [
        {"$ref": "#/$defs/K"},
        {"$ref": "#/$defs/L"},
        {"$ref": "#/properties/a"},
        {"type": "array", "items": {"$ref": "#"}},
    ]
)
PROPERTIES = st.dictionaries(st.sampled_from("bcd"), st.one_of(LEAVES, REFERENCES), max_size=3)
SCHEMAS = st.builds(
    lambda properties, leaf, k, last, required: {
        "type": "object",
        "properties": {**properties, "a": leaf},
        "$defs": {"K": k, "L": last},
        "required": sorted(required & properties.keys()),
    },
    PROPERTIES,
    LEAVES,
    st.one_of(LEAVES, st.just({"type": "array", "items": {"$ref": "#/$defs/L"}})),
    LEAVES,
    st.sets(st.sampled_from("bcd")),
)
VALUES = st.sampled_from([1, "one", True, [], [1], ["one"], [{"a": 1}], [{"b": "one"}], {"$ref": "#/$defs/K"}, None])
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES)


@given(st.lists(SCHEMAS, min_size=1, max_size=3), st.lists(OBJECTS, max_size=6))
def test_whatever_one_of_them_names_and_takes_the_one_of_all_takes(schemas: list[Any], values: list[Any]) -> None:
    together = Draft202012Validator(merged(schemas))
    for value in values:
        naming = [schema for schema in schemas if value.keys() <= schema["properties"].keys()]
        if any(Draft202012Validator(schema).is_valid(value) for schema in naming):
            assert together.is_valid(value)


@given(SCHEMAS, st.lists(OBJECTS, max_size=6))
def test_the_one_of_two_that_are_the_same_takes_the_same(schema: Any, values: list[Any]) -> None:
    alone, together = Draft202012Validator(schema), Draft202012Validator(merged([schema, dict(schema)]))
    assert [together.is_valid(value) for value in values] == [alone.is_valid(value) for value in values]


@given(SCHEMAS, st.lists(VALUES, max_size=6))
def test_a_property_that_one_of_them_has_is_described_as_there(schema: Any, values: list[Any]) -> None:
    alone = {word: value for word, value in schema.items() if word != "required"}
    other = {"type": "object", "properties": {"z": {}}, "$defs": {"K": {"type": "null"}, "L": {"type": "null"}}}
    together = Draft202012Validator(merged([other, alone]))
    for name in alone["properties"]:
        for value in values:
            assert together.is_valid({name: value}) == Draft202012Validator(alone).is_valid({name: value})
