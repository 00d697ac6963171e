"""The validator of a JSON Schema: jsonschema's, with formats checked, exact decimals, nothing fetched, never slow."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import cache
from operator import ge, gt, le, lt
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import jsonschema
import referencing
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend, validator_for

from agentic.core.schema_walk import without
from agentic.core.unhurried import unhurried

_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def validator_of(source: Mapping[str, Any]) -> Validator:
    """What checks values against a schema: draft 2020-12 unless `$schema` says otherwise."""
    maker = _maker(validator_for(source, default=Draft202012Validator))
    # Where jsonschema comes by a schema that names its draft, it would go on with its own validator for that.
    unnamed = without(source, "$schema")
    # An empty registry of one's own: the default one fetches what a reference names, from any address, also a file's.
    return maker(unnamed, format_checker=formats(), registry=referencing.Registry())


def require_sound(source: Mapping[str, Any]) -> None:
    """jsonschema.SchemaError for what is no JSON Schema."""
    validator_for(source, default=Draft202012Validator).check_schema(source, format_checker=formats())


def example_of(name: str) -> str:
    """How a text of this format reads, as a sentence goes on; empty for a format that is not checked."""
    return _EXAMPLES.get(name, "")


@cache
def _maker(maker: Any) -> Any:
    bounds = {word: _bound(word, fits) for word, fits in _BOUNDS.items()}
    return extend(maker, {"multipleOf": _multiple_of, **bounds, **unhurried(maker.VALIDATORS)})


@cache
def formats() -> jsonschema.FormatChecker:
    """The formats that mean something to a handler; without packages of their own jsonschema passes them unchecked."""
    checker = jsonschema.FormatChecker(formats=("email", "ipv4", "ipv6", "regex"))
    for name, read in _READERS.items():
        checker.checks(name, raises=ValueError)(_reads(read))
    return checker


def _multiple_of(validator: Any, step: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """By the digits that were written: in floats, 19.99 is no multiple of 0.01."""
    if validator.is_type(value, "number") and _exact(value) % _exact(step):
        yield ValidationError(f"{value!r} is not a multiple of {step}")


def _exact(number: Any) -> Fraction:
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _bound(word: str, fits: Callable[[Any, Any], bool]) -> Any:
    """A word for a text that stands for something with an order: a date, a time, a decimal number."""

    def check(validator: Any, bound: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        read = _ORDERED.get(schema.get("format"))
        if not read or not isinstance(value, str):
            return
        try:
            is_within = fits(read(value), read(bound))
        except ValueError:
            return  # the word for the format says so
        except TypeError:
            has_offset = getattr(read(bound), "tzinfo", None) is not None
            yield ValidationError(f"write it with{'' if has_offset else 'out'} an offset, such as {bound}")
            return
        if not is_within:
            yield ValidationError(f"{value!r} is not {_BOUND_NAMES[word]} {bound}")

    return check


def _reads(read: Callable[[str], object]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or bool(read(value)) or True


def _date_time(text: str) -> datetime:
    # fromisoformat alone would also take a bare date, and a time without its offset.
    read = datetime.fromisoformat(text)
    if read.tzinfo is None or text[10:11].upper() not in ("T", " "):
        raise ValueError("a date-time has a date, a time and an offset")
    return read


def _uri(text: str) -> str:
    if not urlsplit(text).scheme or any(mark.isspace() or mark in '<>"{}|\\^`' for mark in text):
        raise ValueError("a uri starts with a scheme and holds no spaces")
    return text


def _date(text: str) -> date:
    if len(text) != 10:  # fromisoformat also takes 20260102 and 2026-W01-5
        raise ValueError("a date reads YYYY-MM-DD")
    return date.fromisoformat(text)


def _decimal(text: str) -> Decimal:
    if not _DECIMAL.fullmatch(text):  # Decimal also takes NaN, Infinity and 1_000
        raise ValueError("a decimal number has digits, and perhaps a point")
    return Decimal(text)


_ORDERED: Mapping[Any, Callable[[str], Any]] = MappingProxyType(
    {"date-time": _date_time, "date": _date, "time": time.fromisoformat, "decimal": _decimal}
)
_READERS = MappingProxyType({**_ORDERED, "uri": _uri, "url": _uri, "uuid": UUID})
_EXAMPLES = MappingProxyType(
    {
        "date-time": "write it with its offset, such as 2026-01-31T14:30:00+01:00 or 2026-01-31T14:30:00Z",
        "date": "write it as 2026-01-31",
        "time": "write it as 14:30:00",
        "decimal": "write it in digits, such as 19.99",
        "uri": "write it with its scheme, such as https://example.org/page",
        "url": "write it with its scheme, such as https://example.org/page",
        "uuid": "write it in full, such as 123e4567-e89b-12d3-a456-426614174000",
        "email": "write it as name@example.org",
    }
)
_BOUNDS = MappingProxyType(
    {"formatMinimum": ge, "formatMaximum": le, "formatExclusiveMinimum": gt, "formatExclusiveMaximum": lt}
)
_BOUND_NAMES = MappingProxyType(
    {
        "formatMinimum": "at least",
        "formatMaximum": "at most",
        "formatExclusiveMinimum": "more than",
        "formatExclusiveMaximum": "less than",
    }
)
