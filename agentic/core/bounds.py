"""The bounds in an `Annotated`, as words of JSON Schema."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import Any

from agentic.core.callables import routine_of
from agentic.core.notes import ORDER, Bound

Bounded = dict[str, Any] | None


def with_bound(schema: Mapping[str, Any], name: str, bound: Any) -> Bounded:
    """The schema with a bound, at each of its alternatives that has such a one; None if something could pass by it."""
    if meant := _MEANT.get(name):
        is_said = has_decimal(schema) and type(bound) is int and 0 <= bound <= _MOST_DIGITS
        return _with_each(schema, meant(bound)) if is_said else None
    if name == "predicate":
        return _with_predicate(schema, bound)
    if "anyOf" in schema:
        options = [(option, with_bound(option, name, bound)) for option in schema["anyOf"]]
        if all(bounded is None for _, bounded in options) or _passes_by(options, name, bound):
            return None
        return {**schema, "anyOf": [option if bounded is None else bounded for option, bounded in options]}
    if name == "tz":  # a date-time always has its offset
        return dict(schema) if bound is ... and schema.get("format") == "date-time" else None
    word, said = _said(schema, name, bound)
    return _joined(schema, word, said) if word and said is not None else None


def has_decimal(schema: Mapping[str, Any]) -> bool:
    """Whether values may be decimal numbers, which come as a number or as text."""
    return schema.get("format") == "decimal" or any(map(has_decimal, schema.get("anyOf", ())))


def as_places(places: int) -> Decimal:
    """The step between two numbers of so many places after the point."""
    return Decimal(1).scaleb(-places)


def named_predicate(function: Callable[..., Any]) -> str:
    """What a predicate is called, as far as it has a name that says something."""
    name = getattr(function, "__qualname__", "")
    return "" if "<" in name else name


def _with_each(schema: Mapping[str, Any], bounds: tuple[Bound, ...]) -> Bounded:
    bounded: Bounded = dict(schema)
    for name, bound in bounds:
        bounded = bounded and with_bound(bounded, name, bound)
    return bounded


def _with_predicate(schema: Mapping[str, Any], function: Any) -> Bounded:
    """JSON Schema has no word for it: a model reads its name, and the value is asked when it is built."""
    if not callable(function) or iscoroutinefunction(routine_of(function)):
        return None
    name = named_predicate(function)
    return {**schema, "x-predicates": [*schema.get("x-predicates", ()), name]} if name else dict(schema)


def _joined(schema: Mapping[str, Any], word: str, said: Any) -> dict[str, Any]:
    """The schema with one more word; where it says this word already, both count."""
    if word not in schema:
        return {**schema, word: said}
    if (stricter := _STRICTER.get(word)) and (word not in _FORMAT_WORDS.values() or schema["format"] == "decimal"):
        return {**schema, word: stricter(schema[word], said, key=Decimal)}
    # A word for what has an order means something only beside the format.
    beside = {"format": schema["format"]} if word in _FORMAT_WORDS.values() else {}
    return {**schema, "allOf": [*schema.get("allOf", ()), {**beside, word: said}]}


def _said(schema: Mapping[str, Any], name: str, bound: Any) -> tuple[str | None, Any]:
    """The word for a bound of this schema's values, and what it says; no word where there is none."""
    kind, form = _kind(schema), schema.get("format", "")
    if kind == "string" and (ordered := _ORDERED.get(form)) and name in _FORMAT_WORDS:
        return _FORMAT_WORDS[name], _as_text(bound) if type(bound) in ordered else None
    if name in ORDER:
        # Of a number that is written as text, the built value is asked whether it is a multiple.
        is_number = kind in ("integer", "number") or _holds_numbers(schema) or form == "decimal"
        return (_NUMBER_WORDS[name], _as_number(bound)) if is_number else (None, None)
    if form == "decimal":
        return None, None  # the number that stands beside it has neither length nor pattern
    return _WORDS.get(kind, {}).get(name), _as_pattern(bound) if name == "pattern" else _as_count(bound)


def _kind(schema: Mapping[str, Any]) -> str | None:
    """The type of its values, if it is one."""
    kind = schema.get("type")
    return kind if isinstance(kind, str) else None


def _holds_numbers(schema: Mapping[str, Any]) -> bool:
    """Whether a choice that has no type of its own is one of numbers: 1 or 2.5."""
    return "type" not in schema and all(type(each) in (int, float) for each in schema.get("enum", ("",)))


def _passes_by(options: list[tuple[Mapping[str, Any], Bounded]], name: str, bound: Any) -> bool:
    """Whether a value of an alternative without the bound would have to be within it too.

    None never has to. Text that means what the bound is of, such as a date, could as well be sent as mere text.
    """
    by_text = any(bounded and bounded.get("type", "string") == "string" for _, bounded in options)
    return any(bounded is None and _is_meant(option, name, bound, by_text) for option, bounded in options)


def _is_meant(option: Mapping[str, Any], name: str, bound: Any, by_text: bool) -> bool:
    if "anyOf" in option:
        return any(_is_meant(each, name, bound, by_text) for each in option["anyOf"])
    kind = _kind(option)
    if kind is None:
        return "enum" not in option
    if name not in ORDER:
        return kind == "string"
    if kind == "string":
        is_closed, is_ordered = "enum" in option, "format" in option
        return not is_closed and (by_text or isinstance(bound, str) or (is_ordered and isinstance(bound, date | time)))
    return kind in ("boolean", "integer", "number") and isinstance(bound, int | float | Decimal)


def _as_text(bound: Any) -> str | None:
    """A bound as the text of a date, a time or a decimal number; None for a moment that no offset places."""
    if isinstance(bound, datetime) and bound.tzinfo is None:
        return None
    return bound.isoformat() if isinstance(bound, date | time) else str(bound)


def _as_number(bound: Any) -> int | float | None:
    """A bound as JSON has it; None for what is no number, or would be another one there."""
    if type(bound) in (int, float):
        return bound
    if type(bound) is not Decimal or not bound.is_finite():
        return None
    number = int(bound) if bound == bound.to_integral_value() else float(bound)
    return number if Decimal(repr(number)) == bound else None


def _as_count(bound: Any) -> int | None:
    return bound if type(bound) is int else None


def _as_pattern(bound: Any) -> str | None:
    """A regular expression as text, with what it was compiled with; None where text cannot say that."""
    if isinstance(bound, str):
        return bound
    if not isinstance(bound, re.Pattern) or not isinstance(bound.pattern, str):
        return None
    if re.compile(bound.pattern).flags == bound.flags:
        return bound.pattern
    flags = "".join(letter for letter, flag in _FLAGS if bound.flags & flag)
    try:
        written = re.compile(f"(?{flags}:{bound.pattern})")
    except re.error:
        return None
    plain = re.UNICODE | re.IGNORECASE | re.MULTILINE | re.DOTALL
    return written.pattern if not bound.flags & ~plain else None


_FLAGS = (("i", re.IGNORECASE), ("m", re.MULTILINE), ("s", re.DOTALL))
_MOST_DIGITS = 300  # a number of more has no place in a float


def _below(digits: int) -> tuple[Bound, ...]:
    return ("lt", 10**digits), ("gt", -(10**digits))


_MEANT: Mapping[str, Callable[[int], tuple[Bound, ...]]] = MappingProxyType(
    {
        "max_digits": _below,
        "whole_digits": _below,
        "decimal_places": lambda places: (("multiple_of", as_places(places)),),
    }
)
_STRICTER: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
        **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
        **dict.fromkeys(("formatMinimum", "formatExclusiveMinimum"), max),
        **dict.fromkeys(("formatMaximum", "formatExclusiveMaximum"), min),
    }
)
_NUMBER_WORDS = MappingProxyType(
    {
        "ge": "minimum",
        "gt": "exclusiveMinimum",
        "le": "maximum",
        "lt": "exclusiveMaximum",
        "multiple_of": "multipleOf",
    }
)
_FORMAT_WORDS = MappingProxyType(
    {
        "ge": "formatMinimum",
        "gt": "formatExclusiveMinimum",
        "le": "formatMaximum",
        "lt": "formatExclusiveMaximum",
    }
)
_ORDERED: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {"date-time": (datetime,), "date": (date,), "time": (time,), "decimal": (int, float, Decimal)}
)
_WORDS: Mapping[Any, Mapping[str, str]] = MappingProxyType(
    {
        "string": {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
        "array": {"min_length": "minItems", "max_length": "maxItems"},
        "object": {"min_length": "minProperties", "max_length": "maxProperties"},
    }
)
