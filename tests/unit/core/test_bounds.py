"""No bound of an annotation is lost: the schema says it, and the validator checks it; or the annotation is refused."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, NewType, TypedDict

import pytest
from annotated_types import Ge, Gt, Interval, Le, Len, Lt, MaxLen, MinLen, MultipleOf

from agentic import Registry, capability
from agentic.core.schema import Schema
from agentic.core.signature import describe
from agentic.errors import SignatureError

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def schema_of(annotation: Any) -> dict[str, Any]:
    def handler(x: Any) -> None: ...

    handler.__annotations__ = {"x": annotation}
    return dict(describe(handler).input_schema)


def problem(annotation: Any, value: Any) -> str:
    return Schema(schema_of(annotation)).problem({"x": value})


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        (Annotated[str | None, MinLen(3)], ["abc", None], ["a", 5]),
        (Annotated[str | None, Len(1, 2)], ["a", "ab", None], ["", "abc"]),
        (Annotated[list[int] | str, MaxLen(1)], [[], [1], "a"], [[1, 2], "ab"]),
        (Annotated[int | None, Interval(ge=1, lt=5)], [1, 4, None], [0, 5]),
        (Annotated[Decimal, Ge(0)], ["0", "5", 5, 0.5, "1e2", "+1.50"], [-5, "-5", "-0.01", "NaN", "Infinity", "1_0"]),
        (Annotated[Decimal, Ge(Decimal("0.5")), Lt(Decimal(2))], ["0.5", 1, "1.99"], ["0.49", 2, "2", 0.4]),
        (Annotated[Decimal | None, Gt(0)], ["0.1", None], ["0", 0, "-0"]),
        (Annotated[date, Ge(date(2024, 1, 1))], ["2024-01-01", "2030-12-31"], ["2023-12-31", "2000-01-01"]),
        (Annotated[date | None, Lt(date(2024, 1, 1))], ["2023-12-31", None], ["2024-01-01"]),
        (
            Annotated[datetime, Le(NOON)],
            ["2026-01-01T12:00:00Z", "2026-01-01T13:00:00+01:00"],
            ["2026-01-01T12:00:01Z"],
        ),
        (Annotated[time, Gt(time(9))], ["09:00:01"], ["09:00:00", "08:00:00"]),
        (Annotated[Sequence[int], Len(1, 2)], [[1]], [[], [1, 2, 3]]),
        (Annotated[dict[str, int], MinLen(1)], [{"a": 1}], [{}]),
        (Annotated[float, MultipleOf(0.01)], [19.99, 0.07], [0.005]),
        (Annotated[Literal[1, 2, 3], Ge(2)], [2, 3], [1]),
        (Annotated[str, re.compile("^a")], ["ab"], ["b"]),
        (tuple[()], [[]], [[1]]),
    ],
)
def test_a_bound_is_checked_before_anything_runs(annotation: Any, good: list[Any], bad: list[Any]) -> None:
    assert [problem(annotation, value) for value in good] == [""] * len(good)
    assert all(problem(annotation, value) for value in bad)


def test_what_is_out_of_bounds_is_told_with_the_bound() -> None:
    assert problem(Annotated[Decimal, Ge(0)], "-5") == "x: '-5' is not at least 0"
    assert problem(Annotated[date, Lt(date(2024, 1, 1))], "2024-01-01") == "x: '2024-01-01' is not less than 2024-01-01"
    assert problem(Annotated[str | None, MinLen(3)], "a") == "x: 'a' is too short"


@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[bool, Ge(1)],
        Annotated[int, MinLen(1)],
        Annotated[str, Ge(1)],
        Annotated[date, Ge(2024)],
        Annotated[date, Ge(NOON)],
        Annotated[datetime, Ge(datetime(2026, 1, 1))],
        Annotated[int, re.compile("^1")],
        Annotated[int | bool, MinLen(1)],
    ],
)
def test_a_bound_that_nothing_would_check_is_refused_where_it_is_written(annotation: Any) -> None:
    with pytest.raises(SignatureError, match="parameter x: nothing would check"):
        schema_of(annotation)


def test_a_note_for_somebody_else_adds_nothing() -> None:
    class Column:
        pattern = None
        le = staticmethod(lambda other: True)

    assert schema_of(Annotated[int, Column(), Column, object()])["properties"]["x"] == {"type": "integer"}


def test_the_notes_in_a_note_count() -> None:
    class Field:
        metadata = [Ge(1), Le(3)]  # noqa: RUF012

    assert [bool(problem(Annotated[int, Field()], value)) for value in (0, 1, 3, 4)] == [True, False, False, True]


class Row(TypedDict):
    a: int


class Pair(NamedTuple):
    a: int
    rest: list[int]


@dataclass
class Mutable:
    a: int


@dataclass(frozen=True)
class Frozen:
    a: int


class TestSets:
    """What cannot be in a set is refused where it is written, not when a person has said yes."""

    @pytest.mark.parametrize(
        "inner",
        [
            *(dict, list, list[int], dict[str, int], set[int], Row, Pair, Mutable, Sequence[int]),
            *(int | list[int], Annotated[list[int], "notes"], tuple[int, list[int]], NewType("Rows", list[Row])),
        ],
    )
    @pytest.mark.parametrize("kind", [set, frozenset])
    def test_what_has_no_hash_is_refused(self, kind: Any, inner: Any) -> None:
        with pytest.raises(SignatureError, match=r"parameter x: .* cannot be in a set; write list\["):
            schema_of(kind[inner])

    @pytest.mark.parametrize(
        ("annotation", "sent", "received"),
        [
            (set[Frozen], [{"a": 1}], {Frozen(1)}),
            (set[frozenset[int]], [[1], [2]], {frozenset({1}), frozenset({2})}),
            (set[tuple[int, str]], [[1, "a"]], {(1, "a")}),
            (set[Literal["a", "b"] | None], ["a", None], {"a", None}),
            (set[Decimal], ["1.0", "2"], {Decimal("1.0"), Decimal(2)}),
            (set, ["a", 1, 2.5, None], {"a", 1, 2.5, None}),
            (frozenset[Any], [True, "a"], frozenset({True, "a"})),
        ],
    )
    def test_what_has_one_arrives(self, registry: Registry, annotation: Any, sent: Any, received: Any) -> None:
        got: list[Any] = []

        def handler(x: Any) -> None:
            got.append(x)

        handler.__annotations__ = {"x": annotation}
        registry.register(capability("f", risk="read")(handler))
        assert asyncio.run(registry.execute("f", {"x": sent})).ok and got == [received]

    @pytest.mark.parametrize("sent", [[[1]], [{"a": 1}]])
    def test_a_bare_set_takes_no_lists(self, sent: Any) -> None:
        assert "is not of type 'string', 'integer', 'number', 'boolean', 'null'" in problem(set, sent)

    @pytest.mark.parametrize(("annotation", "sent"), [(set[Decimal], ["1.0", "1"]), (set, [True, 1]), (set, [1, 1.0])])
    def test_two_that_mean_the_same_are_never_one(self, registry: Registry, annotation: Any, sent: Any) -> None:
        def handler(x: Any) -> None:
            raise AssertionError

        handler.__annotations__ = {"x": annotation}
        registry.register(capability("f", risk="mutating")(handler))
        outcome = asyncio.run(registry.execute("f", {"x": sent}))
        assert outcome.status == "invalid" and registry.queue.pending == ()
