"""A handler's result as text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest

from agentic.core.result import NOT_REPRESENTABLE, represent


class Colour(Enum):
    RED = "red"


@dataclass
class Order:
    item: str
    colour: Colour


KEYED = '{"red": 1, "00000000-0000-0000-0000-000000000001": {"2026-01-02": [{"item": "lamp", "colour": "red"}]}}'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        (None, "done"),
        ({"größe": [1, 2.5, True, None]}, '{"größe": [1, 2.5, true, null]}'),
        (Order("lamp", Colour.RED), '{"item": "lamp", "colour": "red"}'),
        ([date(2026, 1, 2), UUID(int=1)], '["2026-01-02", "00000000-0000-0000-0000-000000000001"]'),
        ({"price": Decimal("1.10")}, '{"price": "1.10"}'),
        ({7}, "[7]"),
        (MappingProxyType({"a": 1}), '{"a": 1}'),
        ({Colour.RED: 1, UUID(int=1): {date(2026, 1, 2): [Order("lamp", Colour.RED)]}}, KEYED),
        ({Colour.RED: float("nan"), 1: {True: None}}, '{"red": null, "1": {"true": null}}'),
        ([{"größe": float("nan"), "n": 1}, float("-inf")], '[{"größe": null, "n": 1}, null]'),
    ],
)
def test_a_result_becomes_json_and_a_string_stays_itself(value: Any, text: str) -> None:
    assert represent(value) == text


def circle() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value",
    [
        object(),
        float("nan"),
        float("inf"),
        b"bytes",
        {1: object()},
        circle(),
        print,
        Order,
        {(1, 2): 3},
        {Colour.RED: 1, "red": 2},
    ],
)
def test_a_result_that_json_cannot_hold_is_done_all_the_same(value: Any) -> None:
    assert represent(value) == NOT_REPRESENTABLE


def test_half_a_surrogate_pair_can_be_sent() -> None:
    assert represent("a\ud800b") == "a?b"
    assert represent({"text": "a\ud800b"}).encode("utf-8")


class Gone(Mapping[str, Any]):
    """A mapping over something that is not there any more."""

    def __getitem__(self, key: str) -> Any:
        raise RuntimeError("gone")

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("gone")

    def __len__(self) -> int:
        return 1


def test_a_result_that_breaks_when_read_is_still_done() -> None:
    assert represent(Gone()) == NOT_REPRESENTABLE
