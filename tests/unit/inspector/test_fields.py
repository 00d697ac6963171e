"""A form out of a schema: which control an argument gets, and what is written there as the value it stands for."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from agentic.core.declare import capability, capability_of
from agentic.core.secrets import Secret
from agentic.inspector.form import Field, FieldError, covers, fields_of, value_of, written_as


def one(schema: Mapping[str, Any], *, required: bool = False, **root: Any) -> Field:
    """The field of one argument of this schema."""
    names = {"required": ["it"]} if required else {}
    return fields_of({"type": "object", "properties": {"it": schema}, **names, **root})[0]


def trouble(field: Field, written: str) -> str:
    with pytest.raises(FieldError) as caught:
        value_of(field, written)
    return caught.value.key


@pytest.mark.parametrize(
    ("schema", "control"),
    [
        ({"type": "string"}, "lines"),
        ({"type": "string", "maxLength": 20}, "line"),
        ({"type": "string", "format": "email"}, "line"),
        ({"type": "string", "format": "date"}, "date"),
        ({"type": "string", "format": "password"}, "secret"),
        ({"type": "integer"}, "number"),
        ({"type": "number"}, "number"),
        ({"type": "boolean", "default": False}, "check"),
        ({"type": "boolean"}, "choice"),
        ({"enum": ["a", "b"]}, "choice"),
        ({"const": 1}, "choice"),
        ({"type": "array", "items": {"type": "string"}}, "json"),
        ({"type": "object"}, "json"),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "json"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "number"),
        ({"type": ["string", "null"]}, "lines"),
        ({"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}}, "secret"),
        ({"type": "array", "items": {"type": "string", "format": "password"}}, "secret"),
        ({"enum": ["a"], "format": "password"}, "secret"),
        ({}, "json"),
        (True, "json"),
    ],
)
def test_an_argument_has_the_control_of_its_kind(schema: Any, control: str) -> None:
    assert one(schema).control == control


def test_a_reference_is_followed_to_its_definition() -> None:
    field = one({"$ref": "#/$defs/kind"}, **{"$defs": {"kind": {"enum": ["a", "b"]}}})
    assert field.choices == ("a", "b")
    assert value_of(field, "1") == ("b",)


def test_a_reference_to_itself_is_written_as_json_and_what_one_to_nothing_stands_for_is_not_shown() -> None:
    assert one({"$ref": "#/$defs/kind"}, **{"$defs": {"kind": {"$ref": "#/$defs/kind"}}}).control == "json"
    assert one({"$ref": "#/nowhere"}).control == "secret"


def test_required_arguments_come_first_in_their_order() -> None:
    schema = {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["b", "c"]}
    assert [field.name for field in fields_of(schema)] == ["b", "c", "a"]


def test_the_signature_of_a_function_makes_a_form() -> None:
    @capability("sign.in", risk="mutating")
    def sign_in(
        user: str,
        password: Annotated[str, Secret],
        kind: Literal["staff", "guest"] = "guest",
        tries: int = 3,
        keep: bool = False,
        tags: list[str] | None = None,
    ) -> None: ...

    fields = fields_of(capability_of(sign_in).input_schema)
    assert {field.name: (field.control, field.required) for field in fields} == {
        "user": ("lines", True),
        "password": ("secret", True),
        "kind": ("choice", False),
        "tries": ("number", False),
        "keep": ("check", False),
        "tags": ("json", False),
    }


@pytest.mark.parametrize(
    ("schema", "written", "value"),
    [
        ({"type": "string"}, " as it is ", " as it is "),
        ({"type": "string"}, "007", "007"),
        ({"type": "integer"}, "12", 12),
        ({"type": "integer"}, " -9007199254740993 ", -9007199254740993),
        ({"type": "number"}, "1.50", 1.5),
        ({"enum": [1, "1", None, True]}, "0", 1),
        ({"enum": [1, "1", None, True]}, "1", "1"),
        ({"enum": [1, "1", None, True]}, "3", True),
        ({"type": "boolean"}, "1", False),
        ({"type": "boolean", "default": True}, "true", True),
        ({"type": "boolean", "default": True}, "false", False),
        ({"type": "array"}, '["a", 1]', ["a", 1]),
        ({"type": "object"}, '{"a": null}', {"a": None}),
    ],
)
def test_what_is_written_is_the_value_it_stands_for(schema: Any, written: str, value: Any) -> None:
    (found,) = value_of(one(schema), written)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "integer"}, {"enum": ["a"]}, {"type": "array"}])
def test_an_empty_field_leaves_the_argument_out(schema: Any) -> None:
    assert value_of(one(schema), "") == ()


def test_an_empty_field_that_is_required_is_an_empty_text_or_null_or_needed() -> None:
    assert value_of(one({"type": "string"}, required=True), "") == ("",)
    assert value_of(one({"type": ["integer", "null"]}, required=True), "") == (None,)
    assert trouble(one({"type": "integer"}, required=True), " ") == "fieldNeeded"
    assert trouble(one({"enum": ["a"]}, required=True), "") == "fieldNeeded"
    assert trouble(one({"type": "string", "format": "password"}, required=True), "") == "fieldNeeded"


@pytest.mark.parametrize("written", ["abc", "1,5", "NaN", "1e999", '"1"', "true", "[1]"])
def test_what_is_no_number_is_told_at_the_field(written: str) -> None:
    assert trouble(one({"type": "number"}), written) == "fieldNumber"


@pytest.mark.parametrize("written", ["[1", "{'a': 1}", '{"a": 1, "a": 2}', "NaN", "[" * 100_000])
def test_what_is_no_json_is_told_at_the_field(written: str) -> None:
    assert trouble(one({"type": "array"}), written) == "fieldJson"


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "1.5"),
        ({"type": "integer", "maximum": 3}, "4"),
        ({"type": "string", "minLength": 3}, "ab"),
        ({"type": "string", "format": "date"}, "2026-02-30"),
        ({"type": "array", "items": {"type": "integer"}}, '["a"]'),
    ],
)
def test_what_the_schema_refuses_is_told_at_the_field(schema: Any, written: str) -> None:
    assert trouble(one(schema), written) == "fieldInvalid"


def test_nothing_is_said_about_a_secret_that_would_show_it() -> None:
    short = one({"type": "string", "format": "password", "minLength": 30})
    assert value_of(short, "hunter2") == ("hunter2",)
    nested = one({"type": "object", "properties": {"pin": {"format": "password"}}})
    with pytest.raises(FieldError) as caught:
        value_of(nested, '{"pin": "hunter2"')
    assert "hunter2" not in str(caught.value.tokens)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, "text"),
        ({"type": "integer"}, 3),
        ({"enum": [1, True, "1"]}, True),
        ({"type": "boolean", "default": False}, True),
        ({"type": "array"}, ["ä", {"a": None}]),
    ],
)
def test_a_value_is_written_so_that_it_is_read_as_the_same(schema: Any, value: Any) -> None:
    field = one(schema)
    assert value_of(field, written_as(field, value)) == (value,)


def test_a_reference_to_another_argument_is_checked_too() -> None:
    schema = {"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}}}
    field = fields_of(schema)[1]
    assert value_of(field, "1") == (1,)
    assert trouble(field, "1.5") == "fieldInvalid"


def test_arguments_that_have_no_field_are_known() -> None:
    schema = {"properties": {"a": {}}}
    assert covers(schema, {"a": 1}) and covers(schema, {})
    assert not covers(schema, {"a": 1, "b": 2})
    assert not covers({"type": "object"}, {"a": 1})
