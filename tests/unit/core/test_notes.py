"""What a note in an `Annotated` demands is demanded of each value, or refused where it is written; nothing is lost."""

import asyncio
import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import annotated_types as at
import pydantic
import pytest

from agentic import Outcome, Registry, capability
from agentic.core.secrets import Secret
from agentic.errors import SignatureError

D = Decimal
NEARLY_ONE = f"1.{'0' * 1500}1"


def handler_of(annotation: Any, received: list[Any]) -> Any:
    def handler(x: Any) -> None:
        received.append(x)

    handler.__annotations__ = {"x": annotation}
    return capability("f", risk="mutating", confirm=False)(handler)


def schema_of(annotation: Any) -> Any:
    return handler_of(annotation, []).capability.input_schema["properties"]["x"]


def sent(annotation: Any, value: Any) -> tuple[Outcome, list[Any]]:
    registry, received = Registry(), []
    registry.register(handler_of(annotation, received))
    return asyncio.run(registry.execute("f", {"x": value})), received


@dataclass
class Offer:
    price: Annotated[Decimal, at.MultipleOf(D("0.05"))]


async def never(value: Any) -> bool:
    return False


class Never:
    async def __call__(self, value: Any) -> bool:
        return False


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        (Annotated[time, at.Ge(time(9))], ["09:00", "10:00:00"], ["08:59", "08:00Z", "10:00:00+00:00"]),
        (
            Annotated[time | None, at.Lt(time(9, tzinfo=UTC))],
            ["08:00Z", "09:30+01:00", None],
            ["08:00", "09:00Z", "08:30-01:00"],
        ),
        (list[Annotated[time, at.Gt(time(9))]], [["09:01"]], [["10:00Z"], ["09:00"]]),
        (
            Annotated[D, at.MultipleOf(D("0.01"))],
            ["1.00", 1.01, "-3", "1e5"],
            ["1.005", "1e-9", "1e999999999", NEARLY_ONE],
        ),
        (Annotated[D | None, at.MultipleOf(D("0.05"))], ["1.05", None], ["1.01"]),
        (Annotated[D, at.MultipleOf(2)], ["4", 4], ["3", 3, "4.5"]),
        (Annotated[D, {"minimum": 0, "multipleOf": 0.5}], ["1.5", 0], ["-1", -1, "0.3"]),
        (
            Annotated[D, pydantic.Field(gt=0, max_digits=5, decimal_places=2)],
            ["999.99", 1, "12.30000", "0.01"],
            ["1000", 1000, "1.234", 1.234, "123456", "0"],
        ),
        (
            pydantic.condecimal(max_digits=3),
            ["100", "1e2", "-12.3", "0.01", "0e5"],
            ["1000", "1e3", "1.234", "0.0001", NEARLY_ONE],
        ),
        (Annotated[D | None, pydantic.Field(decimal_places=1)], ["1234.5", "1.50", None], ["0.01", 0.01]),
        (list[Offer], [[{"price": "1.05"}]], [[{"price": "1.01"}]]),
        (dict[at.LowerCase[str], int], [{"a": 1}], [{"A": 1}]),
        (at.UpperCase[str], ["A"], ["a"]),
        (Annotated[str, at.IsDigits], ["12"], ["1a"]),
        (Annotated[str | None, at.Predicate(str.isascii)], ["a", None], ["ä"]),
        (Annotated[int, at.Predicate(lambda value: value % 2)], [1], [2]),
        (at.IsFinite[float], [1.5], []),
        (at.IsNan[float], [], [1.5]),
        (Annotated[int, at.Ge(5), at.Ge(1)], [5], [4]),
        (Annotated[str, at.MaxLen(2), at.MaxLen(5)], ["ab"], ["abc"]),
        (Annotated[date, at.Ge(date(2025, 1, 1)), at.Ge(date(2024, 1, 1))], ["2025-01-01"], ["2024-06-01"]),
        (Annotated[D, at.Ge(9), at.Ge(10), at.Ge(2)], ["10", 10], ["9", 9]),
        (Annotated[int, at.MultipleOf(2), at.MultipleOf(3)], [6], [2, 3]),
        (Annotated[str, re.compile("^a"), re.compile("b$")], ["ab"], ["a", "b"]),
        (Annotated[tuple[int, str], at.MinLen(1)], [[1, "a"]], [[1]]),
        (Annotated[str, re.compile("^a.b", re.IGNORECASE | re.DOTALL)], ["A\nB"], ["ba.b"]),
        (Annotated[str, re.compile("(?i)^a")], ["A"], ["b"]),
        (Annotated[str, pydantic.Field(pattern=re.compile("^a"))], ["ab"], ["b"]),
        (Annotated[str, pydantic.StringConstraints(min_length=2)], ["ab"], ["a"]),
        (Annotated[Literal[1, 2.5], at.Ge(2)], [2.5], [1]),
        (Annotated[datetime | None, at.Timezone(...)], ["2026-01-01T00:00:00Z", None], ["2026-01-01T00:00:00"]),
        (Annotated[float, at.Unit("m"), at.Interval(gt=0, le=3)], [3], [0, 4]),
        (pydantic.PositiveInt, [1], [0]),
        (pydantic.conset(int, min_length=2), [[1, 2]], [[1]]),
    ],
)
def test_what_a_note_demands_is_demanded_of_each_value(annotation: Any, good: list[Any], bad: list[Any]) -> None:
    assert [(value, sent(annotation, value)[0].hint) for value in good] == [(value, "") for value in good]
    for value in bad:
        outcome, received = sent(annotation, value)
        assert (outcome.status, received) == ("invalid", []) and outcome.hint.startswith("f: x"), value


@pytest.mark.parametrize(
    "annotation",
    [
        *(Annotated[int, at.Ge(bound)] for bound in (True, timedelta(1), "a", date(2026, 1, 1), Secret)),
        *(Annotated[kind, at.Ge(1)] for kind in (Any, object, list[int], bool, UUID, Literal[1, "a"])),
        *(Annotated[D, at.Le(D(bound))] for bound in ("Infinity", "NaN", "0.1234567890123456789012345")),
        Annotated[float, at.MultipleOf(D("0.1234567890123456789012345"))],
        Annotated[UUID, at.Ge(uuid4())],
        Annotated[set[int], at.Ge(frozenset())],
        Annotated[date | str, at.Ge(date(2026, 1, 1))],
        Annotated[D | str, at.Ge(1)],
        Annotated[int | bool, at.Ge(1)],
        Annotated[datetime | date, at.Ge(date(2026, 1, 1))],
        Annotated[str | int, at.Ge("a")],
        *(Annotated[kind, at.MaxLen(5)] for kind in (D, D | str, int, Any)),
        *(Annotated[str, at.MinLen(bound)] for bound in (True, 2.0)),
        *(Annotated[datetime, at.Timezone(zone)] for zone in (None, UTC, "Europe/Berlin")),
        Annotated[time, at.Timezone(...)],
        Annotated[str, re.compile(b"a")],
        Annotated[str, re.compile("a # b", re.VERBOSE)],
        Annotated[str, re.compile("\\w", re.ASCII)],
        *(Annotated[int, pydantic.Field(max_digits=3)], Annotated[D, pydantic.Field(decimal_places=-1)]),
        *(Annotated[int, at.Predicate(each)] for each in (never, Never(), "no function")),
        Annotated[int, pydantic.AfterValidator(abs)],
        *(pydantic.UUID4, pydantic.constr(to_lower=True), pydantic.Base64Str),
    ],
)
def test_what_nothing_would_check_is_refused_with_the_parameters_name(annotation: Any) -> None:
    with pytest.raises(SignatureError, match="parameter x: nothing would check"):
        handler_of(annotation, [])


@pytest.mark.parametrize("annotation", [Annotated[float, at.Ge(-math.inf)], Annotated[D, at.MultipleOf(0)]])
def test_a_bound_that_no_schema_can_say_is_refused_with_the_parameters_name(annotation: Any) -> None:
    with pytest.raises(SignatureError, match="parameter x: not a JSON Schema"):
        handler_of(annotation, [])


def test_a_note_that_was_given_as_the_default_is_refused_with_the_parameters_name() -> None:
    def handler(count: int = pydantic.Field(ge=1)) -> None: ...

    with pytest.raises(SignatureError, match="parameter count: FieldInfo is no default; it belongs into Annotated"):
        capability("f", risk="read")(handler)


def test_a_model_reads_what_is_demanded() -> None:
    money = schema_of(Annotated[D, pydantic.Field(ge=0, max_digits=5, decimal_places=2, description="Price")])
    assert money["description"] == "Price"
    number, text = money["anyOf"]
    assert (number["minimum"], number["exclusiveMaximum"], number["multipleOf"]) == (0, 1000, 0.01)
    assert (text["formatMinimum"], text["formatExclusiveMaximum"], text["multipleOf"]) == ("0", "1000", 0.01)
    assert schema_of(Annotated[float, at.Unit("m/s")]) == {"type": "number", "x-unit": "m/s"}
    assert schema_of(at.LowerCase[str])["x-predicates"] == ["str.islower"]


def test_what_is_wrong_is_said_in_a_way_that_helps() -> None:
    late = Annotated[time, at.Ge(time(9))]
    assert sent(late, "10:00Z")[0].hint == "f: x: write it without an offset, such as 09:00:00"
    assert sent(Annotated[D, at.MultipleOf(D("0.01"))], "1.005")[0].hint == "f: x: it is not a multiple of 0.01"
    assert sent(at.LowerCase[str], "A")[0].hint == "f: x: it does not satisfy str.islower"
    assert "hunter2X" not in sent(Annotated[str, Secret, at.Predicate(str.islower)], "hunter2X")[0].hint


def test_what_is_out_of_bounds_is_said_before_anybody_is_asked() -> None:
    registry = Registry(confirm=lambda proposal: pytest.fail("asked"))

    @registry.capability("pay", risk="destructive")
    def pay(amount: Annotated[Decimal, at.MultipleOf(D("0.01"))]) -> None: ...

    assert asyncio.run(registry.execute("pay", {"amount": "0.001"})).status == "invalid"


def test_texts_in_the_notes_of_somebody_else_are_not_for_a_model() -> None:
    class Column:
        metadata = ["secret plans", {"type": "string"}, at.Ge(1)]  # noqa: RUF012

    assert schema_of(Annotated[int, Column()]) == {"type": "integer", "minimum": 1}
