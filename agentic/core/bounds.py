"""The bounds in an `Annotated`, as words of JSON Schema: those of the package annotated-types, known by their names."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from types import MappingProxyType
from typing import Any

_SAYS = (int, float, str, Decimal, date, datetime, time)


def bounds_of(note: Any) -> Iterator[tuple[str, Any]]:
    """The bounds that a note says, by the names that annotated-types gives them.

    A compiled regular expression has a `pattern` too; pydantic's `Field` holds several notes as its `metadata`.
    """
    if isinstance(note, type):
        return
    for name in _NAMES:
        if type(bound := getattr(note, name, None)) in _SAYS:
            yield name, bound
    several = getattr(note, "metadata", ())
    for inner in several if isinstance(several, list) else ():
        yield from bounds_of(inner)


def with_bound(schema: Mapping[str, Any], name: str, bound: Any) -> dict[str, Any] | None:
    """The schema with a bound, at each of its alternatives that has such a one; None if nothing would check it."""
    if "anyOf" in schema:
        options = [(option, with_bound(option, name, bound)) for option in schema["anyOf"]]
        # A number as text is bound like the number, or the bound could be gone around.
        if all(bounded is None for _, bounded in options) or _escapes(options):
            return None
        return {**schema, "anyOf": [option if bounded is None else bounded for option, bounded in options]}
    word, said = _said(schema, name, bound)
    return {**schema, word: said} if word else None


def _said(schema: Mapping[str, Any], name: str, bound: Any) -> tuple[str | None, Any]:
    """The word for a bound of this schema's values, and what it says; no word where there is none."""
    kind = schema.get("type")
    if kind == "string" and (ordered := _ORDERED.get(schema.get("format", ""))):
        said = _as_text(bound) if type(bound) in ordered else None
        return (_FORMAT_WORDS.get(name), said) if said else (None, None)
    if kind in ("integer", "number", None) and type(bound) in (int, float, Decimal) and "$ref" not in schema:
        return _NUMBER_WORDS.get(name), bound if type(bound) is not Decimal else _as_number(bound)
    return _WORDS.get(kind, {}).get(name), bound


def _escapes(options: list[tuple[Mapping[str, Any], dict[str, Any] | None]]) -> bool:
    return any(bounded is None and option.get("format") == "decimal" for option, bounded in options)


def _as_text(bound: Any) -> str | None:
    """A bound as the text of a date, a time or a decimal number; None for a moment that no offset places."""
    if isinstance(bound, datetime) and bound.tzinfo is None:
        return None
    return bound.isoformat() if isinstance(bound, date | time) else str(bound)


def _as_number(bound: Decimal) -> int | float:
    return int(bound) if bound == bound.to_integral_value() else float(bound)


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
_NAMES = (*_NUMBER_WORDS, "min_length", "max_length", "pattern")
