"""Whatever a parameter is annotated with: its schema is sound, and what fits it arrives as the annotated type."""

import json
from dataclasses import make_dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, TypedDict, Union
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from agentic.core.schema import Schema
from agentic.core.signature import describe

# An annotation, a value as JSON has it, and the value that a function must receive for it.
Case = tuple[Any, Any, Any]


class Colour(Enum):
    RED = "red"
    BLUE = 2


class Point(NamedTuple):
    x: float
    y: int = 0


class AtLeast:
    """A bound that can stand in a union, which a dict cannot."""

    ge = 0


class Note(TypedDict, total=False):
    text: str
    on: date


def case(
    annotation: Any, values: st.SearchStrategy[Any], receive: Any = lambda value: value
) -> st.SearchStrategy[Case]:
    return values.map(lambda value: (annotation, value, receive(value)))


WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.one_of(
    case(str, TEXT | st.sampled_from(["5", "true", "null", "[1]", "2026-01-02"])),
    case(int, WHOLE),
    case(float, NUMBERS),
    case(bool, st.booleans()),
    case(None, st.none()),
    case(Any, TEXT | WHOLE),
    case(Colour, st.sampled_from(["red", 2]), Colour),
    case(Literal["low", 3, True, None], st.sampled_from(["low", 3, True, None])),
    case(date, st.dates().map(str), date.fromisoformat),
    case(
        datetime,
        st.datetimes(timezones=st.just(timezone.utc)).map(lambda each: each.isoformat()),  # noqa: UP017
        datetime.fromisoformat,
    ),
    case(UUID, st.uuids().map(str), UUID),
    case(Decimal, st.decimals(allow_nan=False, allow_infinity=False).map(str), Decimal),
    case(Annotated[int, "how many", AtLeast()], st.integers(0, 99)),
    case(Point, st.fixed_dictionaries({"x": NUMBERS}, optional={"y": WHOLE}), lambda value: Point(**value)),
    case(
        Note,
        st.fixed_dictionaries({"text": TEXT, "on": st.dates().map(str)}),
        lambda value: {**value, "on": date.fromisoformat(value["on"])},
    ),
)


def deeper(inner: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    return st.one_of(
        inner.map(lambda each: (list[each[0]], [each[1]], [each[2]])),
        inner.map(lambda each: (tuple[each[0], ...], [each[1]] * 2, (each[2], each[2]))),
        st.tuples(inner, inner).map(lambda two: (tuple[two[0][0], two[1][0]], *_both(two))),
        inner.map(lambda each: (dict[str, each[0]], {"key": each[1]}, {"key": each[2]})),
        inner.map(lambda each: (Union[each[0], None], each[1], each[2])),  # noqa: UP007
        inner.map(lambda each: (Union[each[0], None], None, None)),  # noqa: UP007
        inner.map(lambda each: (Union[each[0], UUID], each[1], each[2])),  # noqa: UP007
        inner.map(_record),
    )


def _both(two: tuple[Case, Case]) -> tuple[Any, Any]:
    return [each[1] for each in two], tuple(each[2] for each in two)


def _record(inner: Case) -> Case:
    made = make_dataclass("Made", [("inside", inner[0]), ("count", int, 1)])
    return made, {"inside": inner[1]}, made(inner[2])


CASES = st.recursive(SCALARS, deeper, max_leaves=5)


@given(CASES)
def test_what_fits_the_schema_arrives_as_the_annotated_type(case: Case) -> None:
    annotation, sent, received = case

    def handler(value: Any) -> Any:
        return value

    handler.__annotations__ = {"value": annotation}
    described = describe(handler)
    schema = Schema(json.loads(json.dumps(described.input_schema)))
    arguments = json.loads(json.dumps({"value": sent}))
    assert schema.problem(arguments) == ""
    got = described.execute(arguments)
    assert got == received and shape(got) == shape(received)


def shape(value: Any) -> Any:
    """The types of a value and of all that is in it."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value), [shape(item) for item in value]
    return type(value), [shape(item) for item in vars(value).values()] if type(value).__name__ == "Made" else None


@given(st.recursive(SCALARS, deeper, max_leaves=5), TEXT)
def test_a_text_is_never_changed_however_deep_it_is(case: Case, text: str) -> None:
    annotation, sent, _ = case

    def handler(first: list[str], second: dict[str, tuple[str, Any]], third: Any) -> Any:
        return first, second

    handler.__annotations__["third"] = annotation
    described = describe(handler)
    assert described.execute({"first": [text], "second": {text: [text, text]}, "third": sent}) == (
        [text],
        {text: (text, text)},
    )
