"""A Python function's parameters as JSON Schema, and its call from JSON."""

import re
from collections.abc import Collection, Mapping, MutableMapping, Sequence, Set
from dataclasses import InitVar, dataclass, field
from datetime import date, datetime, time, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, NamedTuple, NewType, NotRequired, Optional, Required, TypedDict
from uuid import UUID

import pytest

from agentic import Secret
from agentic.core.schema import Schema
from agentic.core.signature import describe
from agentic.errors import ArgumentError


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Handle(Enum):
    ONE = object()


class Odd(Enum):
    NOWHERE = float("nan")


class Bound:
    """What the package annotated-types makes notes of."""

    def __init__(self, **bounds: Any) -> None:
        self.__dict__.update(bounds)


@dataclass
class Order:
    item: Annotated[str, "what to deliver"]
    count: int = 1
    colours: list[Colour] = field(default_factory=list)
    total: float = field(init=False, default=0.0)


class Point(NamedTuple):
    x: float
    y: float = 0.0


class Address(TypedDict):
    street: Required[str]
    floor: NotRequired[Annotated[int, {"minimum": 0}]]


class Marked(TypedDict, total=False):
    street: Annotated[Required[str], "where"]


class Mixed(Enum):
    PAIR = (1, 2)
    TEXT = "text"


class Loose(TypedDict, total=False):
    note: str


UserId = NewType("UserId", int)
COLOUR = {"type": "string", "enum": ["red", "blue"]}


def schema_of(annotation: Any) -> dict[str, Any]:
    def handler(value: Any) -> Any: ...

    handler.__annotations__ = {"value": annotation}
    schema = describe(handler).input_schema
    assert schema["required"] == ["value"] and schema["additionalProperties"] is False
    Schema(schema)
    return schema["properties"]["value"]


def passed(annotation: Any, value: Any) -> Any:
    """What a parameter of that annotation receives for a JSON value that fits its schema."""

    def handler(value: Any) -> Any:
        return value

    handler.__annotations__ = {"value": annotation}
    described = describe(handler)
    assert Schema(described.input_schema).problem({"value": value}) == ""
    return described.execute({"value": value})


def refused(annotation: Any, value: Any) -> str:
    """What is said of a JSON value that does not fit a parameter of that annotation."""

    def handler(value: Any) -> None: ...

    handler.__annotations__ = {"value": annotation}
    return Schema(describe(handler).input_schema).problem({"value": value})


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (None, {"type": "null"}),
        (Any, {}),
        (object, {}),
        (list, {"type": "array"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (set[str], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        ),
        (dict, {"type": "object"}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Mapping[str, Any], {"type": "object"}),
        (Literal["low", "high"], {"type": "string", "enum": ["low", "high"]}),
        (Literal["low", 1, None], {"enum": ["low", 1, None]}),
        (Colour, COLOUR),
        (Size, {"type": "integer", "enum": [1, 2]}),
        (Handle, {"type": "string", "enum": ["ONE"]}),
        (int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (Optional[str], {"anyOf": [{"type": "string"}, {"type": "null"}]}),  # noqa: UP045
        (UserId, {"type": "integer"}),
        (Annotated[int, "how many", {"minimum": 1}], {"type": "integer", "description": "how many", "minimum": 1}),
        (Annotated[str, object()], {"type": "string"}),
        (datetime, {"type": "string", "format": "date-time"}),
        (date, {"type": "string", "format": "date"}),
        (time, {"type": "string", "format": "time"}),
        (UUID, {"type": "string", "format": "uuid"}),
        (Set[str], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
        (Collection[int], {"type": "array", "items": {"type": "integer"}}),
        (MutableMapping[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal[True, 1], {"enum": [True, 1]}),
        (Annotated[int, Bound(ge=1, lt=9)], {"type": "integer", "minimum": 1, "exclusiveMaximum": 9}),
        (Annotated[float, Bound(gt=0, le=1)], {"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        (Annotated[str, Bound(min_length=1, max_length=5)], {"type": "string", "minLength": 1, "maxLength": 5}),
        (Annotated[list, Bound(min_length=1)], {"type": "array", "minItems": 1}),
        (Annotated[str, re.compile("^a+$")], {"type": "string", "pattern": "^a+$"}),
        (Annotated[str, Secret], {"type": "string", "format": "password"}),
        (Annotated[str, Secret()], {"type": "string", "format": "password"}),
    ],
)
def test_an_annotation_becomes_a_schema(annotation: Any, schema: dict[str, Any]) -> None:
    assert schema_of(annotation) == schema


def test_records_become_objects_with_nothing_else_in_them() -> None:
    assert schema_of(Order) == {
        "type": "object",
        "properties": {
            "item": {"type": "string", "description": "what to deliver"},
            "count": {"type": "integer", "default": 1},
            "colours": {"type": "array", "items": COLOUR},
        },
        "required": ["item"],
        "additionalProperties": False,
    }
    assert schema_of(Point)["required"] == ["x"]
    assert schema_of(Address) == {
        "type": "object",
        "properties": {"street": {"type": "string"}, "floor": {"type": "integer", "minimum": 0}},
        "required": ["street"],
        "additionalProperties": False,
    }
    assert "required" not in schema_of(Loose)


@pytest.mark.parametrize(
    ("annotation", "value", "received"),
    [
        (str, "5", "5"),
        (str, " 2026-01-02 ", " 2026-01-02 "),
        (int, 3.0, 3),
        (float, 3, 3.0),
        (bool, True, True),
        (Colour, "red", Colour.RED),
        (Size, 2, Size.LARGE),
        (Colour | None, None, None),
        (Colour | None, "blue", Colour.BLUE),
        (int | Colour, "red", Colour.RED),
        (str | int, "7", "7"),
        (list[Colour], ["red"], [Colour.RED]),
        (set[Colour], ["red", "blue"], {Colour.RED, Colour.BLUE}),
        (frozenset[int], [1], frozenset({1})),
        (tuple[Colour, ...], ["red"], (Colour.RED,)),
        (tuple[int, Colour], [1.0, "red"], (1, Colour.RED)),
        (dict[str, Colour], {"a": "red"}, {"a": Colour.RED}),
        (Order, {"item": "lamp", "colours": ["red"]}, Order("lamp", 1, [Colour.RED])),
        (Order | None, {"item": "lamp"}, Order("lamp")),
        (Point, {"x": 1}, Point(1.0, 0.0)),
        (Address, {"street": "Lovelace Street"}, {"street": "Lovelace Street"}),
        (datetime, "2026-01-02T10:00:00Z", datetime(2026, 1, 2, 10, tzinfo=timezone.utc)),  # noqa: UP017
        (date, "2026-01-02", date(2026, 1, 2)),
        (UUID, "00000000-0000-0000-0000-000000000001", UUID(int=1)),
        (Set[int], [1], {1}),
        (Literal[True, 1], 1, 1),
        (Literal[True, 1], True, True),
        (Literal[1, 2], 1.0, 1),
        (Size, 1.0, Size.SMALL),
        (Odd, "NOWHERE", Odd.NOWHERE),
        (date | str, "today", "today"),
        (str | date, "2026-01-02", "2026-01-02"),
        (list[Order | Point], [{"item": "lamp"}, {"x": 1}], [Order("lamp"), Point(1.0)]),
        (dict[str, list[tuple[date, Decimal]]], {"a": [["2026-01-02", "1"]]}, {"a": [(date(2026, 1, 2), Decimal(1))]}),
        (Decimal, "1.10", Decimal("1.10")),
        (Decimal, 1.5, Decimal("1.5")),
    ],
)
def test_arguments_arrive_as_the_annotated_types(annotation: Any, value: Any, received: Any) -> None:
    got = passed(annotation, value)
    assert got == received and type(got) is type(received)


def test_defaults_make_a_parameter_optional_and_are_shown_where_json_has_them() -> None:
    def handler(a: str, *, b: int = 2, c: Colour = Colour.RED, d: str | None = None, e: tuple[int, ...] = ()) -> Any:
        return a, b, c, d, e

    described = describe(handler)
    properties = described.input_schema["properties"]
    assert described.input_schema["required"] == ["a"]
    assert (properties["b"]["default"], properties["c"]["default"]) == (2, "red")
    assert "default" not in properties["d"] and "default" not in properties["e"]
    assert described.execute({"a": "x"}) == ("x", 2, Colour.RED, None, ())


def test_a_function_without_parameters_takes_no_arguments() -> None:
    def handler() -> str:
        return "here"

    assert describe(handler).input_schema == {"type": "object", "properties": {}, "additionalProperties": False}
    assert describe(handler).execute({}) == "here"


def test_what_stands_at_the_parameter_wins_over_the_docstring() -> None:
    def handler(a: Annotated[str, "near"], b: str) -> None:
        """Do it.

        a: far
        b: from the docstring
        """

    described = describe(handler)
    texts = {name: each["description"] for name, each in described.input_schema["properties"].items()}
    assert described.description == "Do it."
    assert texts == {"a": "near", "b": "from the docstring"}


def test_an_argument_the_type_itself_refuses_is_named() -> None:
    @dataclass
    class Range:
        low: int
        high: int

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is above high")

    def handler(within: Range) -> None: ...

    handler.__annotations__ = {"within": Range}
    with pytest.raises(ArgumentError, match="within: low is above high"):
        describe(handler).execute({"within": {"low": 2, "high": 1}})


def test_a_decimal_that_is_no_number_is_refused_in_words() -> None:
    assert refused(Decimal, "a lot") == "value: 'a lot' is not a 'decimal'; write it in digits, such as 19.99"


def test_a_literal_of_enum_members_reads_their_values() -> None:
    def handler(colour: Literal[Colour.RED, "none"]) -> Any:
        return colour

    described = describe(handler)
    assert described.input_schema["properties"]["colour"] == {"type": "string", "enum": ["red", "none"]}
    assert [described.execute({"colour": text}) for text in ("red", "none")] == [Colour.RED, "none"]


def test_a_dataclass_takes_what_it_is_made_from() -> None:
    @dataclass
    class Parcel:
        weight: int
        scale: InitVar[int] = 1
        total: int = field(init=False, default=0)
        label: str = field(kw_only=True, default="")

        def __post_init__(self, scale: int) -> None:
            self.total = self.weight * scale

    assert list(schema_of(Parcel)["properties"]) == ["weight", "scale", "label"]
    assert passed(Parcel, {"weight": 2, "scale": 3}).total == 6


def test_a_set_refuses_two_equal_items_since_one_would_be_lost() -> None:
    def handler(tags: set[str]) -> None: ...

    assert "non-unique" in Schema(describe(handler).input_schema).problem({"tags": ["a", "a"]})


def test_a_default_that_json_does_not_have_is_not_shown() -> None:
    def handler(most: float = float("inf"), when: date = date(2026, 1, 2), row: Any = Colour) -> None: ...

    assert all("default" not in shown for shown in describe(handler).input_schema["properties"].values())


def test_neither_is_a_secret_default_wherever_it_is_nested() -> None:
    def handler(pin: Annotated[str, Secret] | None = "1234", key: Annotated[str | None, Secret] = "5678") -> None: ...

    described = str(describe(handler).input_schema)
    assert "1234" not in described and "5678" not in described


def test_the_default_of_an_enum_is_spelled_like_its_choices() -> None:
    def handler(part: Mixed = Mixed.TEXT) -> Any:
        return part

    described = describe(handler)
    assert described.input_schema["properties"]["part"] == {
        "type": "string",
        "enum": ["PAIR", "TEXT"],
        "default": "TEXT",
    }
    assert described.execute({"part": "TEXT"}) is Mixed.TEXT


def test_the_marks_of_a_key_may_stand_in_annotated() -> None:
    schema = schema_of(Marked)
    assert schema["required"] == ["street"]
    assert schema["properties"]["street"] == {"type": "string", "description": "where"}


def test_keys_may_be_any_type_that_json_writes_as_text() -> None:
    schema = schema_of(dict[Colour, int])
    assert schema == {"type": "object", "propertyNames": COLOUR, "additionalProperties": {"type": "integer"}}
    assert passed(dict[Colour, int], {"red": 1}) == {Colour.RED: 1}
    assert passed(dict[date, Any], {"2026-01-02": [1]}) == {date(2026, 1, 2): [1]}


def test_two_keys_that_mean_the_same_are_refused_since_one_would_be_lost() -> None:
    plain = "12345678123456781234567812345678"
    with pytest.raises(ArgumentError, match="value: two of the keys mean the same"):
        passed(dict[UUID, int], {plain: 1, str(UUID(plain)): 2})


def test_text_that_one_type_of_a_union_refuses_is_for_the_next() -> None:
    assert passed(Decimal | str, "1.5") == Decimal("1.5")
    assert passed(Decimal | str, "about two") == "about two"
    assert "value: 'about two' is not a 'decimal'" in refused(Decimal | None, "about two")
