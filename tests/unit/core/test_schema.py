"""Checking arguments against a schema."""

import re
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest

from agentic import Capability, Registry
from agentic.core import schema as schema_module
from agentic.core.schema import Schema
from agentic.errors import SchemaError

ORDER = {
    "type": "object",
    "properties": {"item": {"type": "string"}, "lines": {"type": "array", "items": {"type": "integer", "minimum": 1}}},
    "required": ["item"],
    "additionalProperties": False,
}


def test_what_fits_has_no_problem() -> None:
    assert Schema(ORDER).problem({"item": "lamp", "lines": [1, 2]}) == ""


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({}, "'item' is a required property"),
        ({"item": 3}, "item: 3 is not of type 'string'"),
        ({"item": "a", "lines": [1, 0]}, "lines[1]: 0 is less than the minimum of 1"),
        ({"item": "a", "colour": 1}, "Additional properties are not allowed ('colour' was unexpected)"),
        ({"lines": "x"}, "'item' is a required property; lines: 'x' is not of type 'array'"),
    ],
)
def test_a_problem_names_the_argument_and_the_reason(value: Any, problem: str) -> None:
    assert Schema(ORDER).problem(value) == problem


def test_a_problem_stays_short() -> None:
    assert len(Schema({"type": "integer"}).problem("x" * 10_000)) < 300


def test_of_a_long_value_it_still_says_what_is_wrong() -> None:
    problem = Schema({"properties": {"text": {"maxLength": 5}}}).problem({"text": "long " * 100})
    assert problem.startswith("text: 'long long ") and problem.endswith(" is too long") and len(problem) < 220


def test_inside_alternatives_the_closest_one_speaks() -> None:
    choice = {"anyOf": [{"type": "object", "properties": {"x": {"type": "integer"}}}, {"type": "null"}]}
    problem = Schema({"type": "object", "properties": {"at": choice}}).problem({"at": {"x": "one"}})
    assert problem == "at.x: 'one' is not of type 'integer'"


@pytest.mark.parametrize(
    "source",
    [
        {"type": "text"},
        {"type": ["object", "text"]},
        {"type": "object", "properties": []},
        {"properties": {"a": {"type": "strin"}}},
        {"required": "item"},
        {"required": ["a", "a"]},
        {"minimum": "one"},
        {"minLength": -1},
        {"anyOf": []},
        {"items": 3},
        {"pattern": 7},
    ],
)
def test_what_is_no_schema_is_refused_when_it_is_made(source: Any) -> None:
    with pytest.raises(SchemaError, match="not a JSON Schema"):
        Schema(source)


def test_a_schema_that_is_no_object_is_refused() -> None:
    with pytest.raises(SchemaError, match="a schema is an object, not list"):
        Schema([])  # type: ignore[arg-type]


def test_words_of_other_drafts_and_of_our_own_are_kept() -> None:
    assert Schema({"type": "object", "x-destructive": True, "description": "d"}).problem({}) == ""
    draft4 = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": True}
    assert Schema(draft4).problem(1) == "1 is less than or equal to the minimum of 1"


def test_a_schema_of_common_words_needs_no_check_against_the_metaschema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_module, "_check", lambda source: pytest.fail("the full check costs milliseconds"))
    Schema(ORDER)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("date-time", "2026-01-02T10:00:00Z", "2026-01-02"),
        ("date-time", "2026-01-02T10:00:00+01:00", "2026-01-02T10:00:00"),
        ("date", "2026-01-02", "20260102"),
        ("date", "2024-02-29", "2026-02-29"),
        ("time", "10:00:00", "25:00:00"),
        ("uri", "https://example.org/a?b#c", "no scheme"),
        ("url", "https://example.org", "https://example .org"),
        ("uuid", "00000000-0000-0000-0000-000000000001", "1234"),
        ("email", "a@example.org", "nobody"),
        ("ipv4", "127.0.0.1", "127.0.0.256"),
    ],
)
def test_formats_are_checked(kind: str, good: str, bad: str) -> None:
    schema = Schema({"type": "string", "format": kind})
    assert schema.problem(good) == ""
    assert f"is not a '{kind}'" in schema.problem(bad)


def test_a_format_says_nothing_about_other_types() -> None:
    assert Schema({"format": "date"}).problem(7) == ""


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"properties": {"a": {"$ref": "#/nowhere"}}}, {"a": 1}),
        ({"properties": {"a": {"multipleOf": 0.1}}}, {"a": 10**400}),
        ({"patternProperties": {"^x": {}}}, {1: 2}),
    ],
)
def test_what_cannot_be_checked_is_a_problem_and_no_exception(schema: dict[str, Any], value: Any) -> None:
    assert Schema(schema).problem(value).startswith("the arguments cannot be checked")


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"default": float("inf")}}},
        {"properties": {"a": {"enum": [b"bytes"]}}},
        {"properties": {"a": {"pattern": "("}}},
    ],
)
def test_a_schema_that_could_not_be_sent_or_used_is_refused_at_once(schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaError, match="not a JSON Schema"):
        Schema(schema)


def looped() -> dict[str, Any]:
    loop: dict[str, Any] = {}
    loop["not"] = {"allOf": [loop]}
    return loop


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        ({"properties": {"a": {"default": print}}}, "properties.a.default: a function is no JSON"),
        ({"properties": {"a": {"enum": [1, float("nan")]}}}, "properties.a.enum.1: nan is no JSON"),
        ({"x-of-ours": b"bytes"}, "x-of-ours: b'bytes' is no JSON"),
        ({"allOf": [{}, looped()]}, "leads back to what it is in"),
        ({(1, 2): 3}, "it: {(1, 2): 3} is no JSON"),
    ],
)
def test_what_json_cannot_hold_is_told_by_its_place_and_kind(schema: Any, sentence: str) -> None:
    with pytest.raises(SchemaError, match=f"not a JSON Schema: .*{re.escape(sentence)}"):
        Schema(schema)


def test_a_schema_without_a_bottom_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(20_000):
        deep = {"not": deep}
    with pytest.raises(SchemaError, match="not a JSON Schema: it is nested too deeply"):
        Schema(deep)


def test_a_refused_schema_is_told_with_the_capabilitys_name(registry: Registry) -> None:
    with pytest.raises(SchemaError, match=r"orders\.add: not a JSON Schema: "):
        registry.register(Capability("orders.add", "", {"type": "object", "required": "all"}, "read", dict))
    held = registry.register(Capability("orders.add", "", {"type": "object"}, "read", dict))
    with pytest.raises(SchemaError, match=r"orders\.add: not a JSON Schema: "):
        held.update(input_schema={"type": "object", "default": print})


def test_a_hundred_thousand_mistakes_are_told_as_the_first_few() -> None:
    checked = 0

    def count(number: int) -> int:
        nonlocal checked
        checked += 1
        return number

    class Counted(list[int]):
        def __iter__(self) -> Iterator[int]:
            return map(count, super().__iter__())

    lines = {"type": "object", "properties": {"lines": {"items": {"type": "string"}}}}
    assert Schema(lines).problem({"lines": Counted(range(100_000))}).startswith("lines[0]: 0 is not")
    assert checked < 1000


@pytest.mark.parametrize("last", [{"n": 3000}, {"n": 7}, {"n": 7.0}, {"n": True}])
def test_a_long_list_of_different_things_does_not_hold_the_page(last: Any) -> None:
    schema = Schema({"properties": {"rows": {"type": "array", "uniqueItems": True}}})
    rows: list[Any] = [{"n": number} for number in range(3000)]
    began = process_time()
    problem = schema.problem({"rows": [*rows, last]})
    assert process_time() - began < 2
    assert ("has non-unique elements" in problem) == (last["n"] == 7)


@pytest.mark.parametrize(
    ("items", "differ"),
    [
        ([1, True], True),
        ([1, 1.0], False),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], False),
        ([[0], [False]], True),
        ([10**400, 10**400], False),
        (["a", None, "a "], True),
        ([], True),
    ],
)
def test_what_is_the_same_is_what_json_schema_calls_so(items: list[Any], differ: bool) -> None:
    assert (Schema({"uniqueItems": True}).problem(items) == "") is differ
    assert Schema({"uniqueItems": False}).problem(items) == ""
