"""A model's argument text."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentic.core.arguments import fit, parse_arguments
from agentic.core.capability import Refusal

NAMES = st.text()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
    max_leaves=8,
)


@given(st.dictionaries(NAMES, VALUES))
def test_an_object_comes_back_as_it_was_written(arguments: dict[str, Any]) -> None:
    assert parse_arguments(json.dumps(arguments)) == arguments


@given(st.dictionaries(NAMES, VALUES, min_size=1))
def test_an_object_cut_anywhere_is_refused(arguments: dict[str, Any]) -> None:
    text = json.dumps(arguments)
    assert all(isinstance(parse_arguments(text[:end]), Refusal) for end in range(1, len(text)))


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_nothing_means_no_arguments(text: str) -> None:
    assert parse_arguments(text) == {}


def test_an_object_encoded_twice_is_unwrapped_once() -> None:
    assert parse_arguments(json.dumps('{"id": 5}')) == {"id": 5}
    assert isinstance(parse_arguments(json.dumps(json.dumps('{"id": 5}'))), Refusal)


@pytest.mark.parametrize("text", ["[1]", "null", "7", "true", '"text"', '"[1]"'])
def test_anything_but_an_object_is_refused(text: str) -> None:
    refusal = parse_arguments(text)
    assert isinstance(refusal, Refusal) and refusal.code == "invalid"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_has_not_are_refused(number: str) -> None:
    refusal = parse_arguments(f'{{"a": {number}}}')
    assert isinstance(refusal, Refusal) and f"{number} is no JSON number" in refusal.hint


def test_a_refusal_quotes_a_short_piece() -> None:
    refusal = parse_arguments('{"note": "' + "x" * 5000)
    assert isinstance(refusal, Refusal)
    assert "(5010 characters)" in refusal.hint and len(refusal.hint) < 300


def test_arguments_nested_without_end_are_refused() -> None:
    refusal = parse_arguments('{"a":' + "[" * 100_000)
    assert isinstance(refusal, Refusal)


SCHEMA = {
    "properties": {
        "paths": {"type": "array"},
        "where": {"anyOf": [{"type": "object"}, {"type": "null"}]},
        "both": {"type": ["array", "string"]},
        "text": {"type": "string"},
        "any": {},
        "open": {"anyOf": [{"type": "array"}, {}]},
        "count": {"type": "integer"},
        "price": {"type": "number"},
        "sure": {"type": "boolean"},
        "maybe": {"type": ["integer", "null"]},
        "number_or_text": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "enum": {"enum": [1, 2]},
        "counts": {"type": "array", "items": {"type": "integer"}},
        "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        "point": {"anyOf": [{"$ref": "#/$defs/point"}, {"type": "null"}]},
        "names": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "both_ways": {"allOf": [{"type": "integer"}, {"type": "string"}]},
    },
    "$defs": {"point": {"type": "object", "properties": {"x": {"type": "number"}, "label": {"type": "string"}}}},
}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("paths", '["a"]', ["a"]),
        ("where", '{"x": 1}', {"x": 1}),
        ("paths", '{"x": 1}', '{"x": 1}'),
        ("paths", "not json", "not json"),
        ("both", '["a"]', '["a"]'),
        ("text", '["a"]', '["a"]'),
        ("any", '["a"]', '["a"]'),
        ("open", '["a"]', '["a"]'),
        ("unknown", '["a"]', '["a"]'),
        ("count", "5", 5),
        ("count", " 5 ", 5),
        ("count", "5.0", 5.0),
        ("count", "5.5", "5.5"),
        ("count", "05", "05"),
        ("count", "five", "five"),
        ("count", "", ""),
        ("count", "true", "true"),
        ("count", "null", "null"),
        ("count", "9007199254740993", "9007199254740993"),
        ("price", "0.1", 0.1),
        ("price", "1e3", 1000.0),
        ("price", "0.10000000000000000000001", "0.10000000000000000000001"),
        ("price", "NaN", "NaN"),
        ("sure", "true", True),
        ("sure", "yes", "yes"),
        ("sure", "1", "1"),
        ("maybe", "null", None),
        ("maybe", "7", 7),
        ("number_or_text", "7", "7"),
        ("enum", "1", "1"),
        ("counts", ["1", 2, "x"], [1, 2, "x"]),
        ("counts", '["1", 2]', [1, 2]),
        ("pair", ["1", "1", "1"], [1, "1", "1"]),
        ("point", {"x": "0.5", "label": "5"}, {"x": 0.5, "label": "5"}),
        ("point", '{"x": "0.5", "label": "5"}', {"x": 0.5, "label": "5"}),
        ("names", {"ada": "false", "any": "no"}, {"ada": False, "any": "no"}),
        ("both_ways", "5", "5"),
        ("text", {"a": 1}, {"a": 1}),
        ("text", 5, 5),
    ],
)
def test_text_is_read_only_where_the_schema_takes_no_text_and_nothing_is_lost(name: str, text: Any, value: Any) -> None:
    fitted = fit({name: text}, SCHEMA)
    assert fitted == {name: value} and type(fitted[name]) is type(value)


def test_what_is_nested_without_end_stays_as_it_is() -> None:
    deep: Any = "1"
    for _ in range(5000):
        deep = [deep]
    schema = {"properties": {"a": {"$ref": "#/$defs/list"}}, "$defs": {"list": {"items": {"$ref": "#/$defs/list"}}}}
    assert fit({"a": deep}, schema)["a"] is deep


def test_keys_that_mean_something_to_javascript_are_plain_data() -> None:
    assert parse_arguments('{"__proto__": {"polluted": 1}}') == {"__proto__": {"polluted": 1}}
    assert fit({"a": "[]"}, {"properties": True}) == {"a": "[]"}


@pytest.mark.parametrize("text", ['{"id": 1, "id": 2}', '{"where": {"id": 1, "id": 2}}'])
def test_a_key_that_comes_twice_is_refused(text: str) -> None:
    refused = parse_arguments(text)
    assert isinstance(refused, Refusal)
    assert "the key 'id' comes twice" in refused.hint
