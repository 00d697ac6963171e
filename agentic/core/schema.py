"""Check a call's arguments against a JSON Schema, and say in a sentence what is wrong."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import jsonschema
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import validator_for

from agentic.core.arguments import excerpt
from agentic.core.bounds import bounded, check_patterns, longer_name
from agentic.core.fault import named
from agentic.core.patterns import UNBOUNDED
from agentic.core.result import plain
from agentic.core.secrets import Scrub, mask, scrubber, secret_paths
from agentic.errors import SchemaError

MOST_PROBLEMS = 100
_PATTERN = '"pattern'
_SLOW = (_PATTERN, '"uniqueItems"')
_write = json.JSONEncoder(allow_nan=False, default=plain).encode


class Schema:
    """A JSON Schema whose validator is made once, when it is first needed."""

    __slots__ = ("_can_be_slow", "_longest_name", "_secrets", "_validator", "source")

    def __init__(self, source: Mapping[str, Any]) -> None:
        """Refuse with SchemaError what is not a JSON Schema (draft 2020-12 unless `$schema` says otherwise)."""
        text = check_schema(source)
        self.source = dict(source)
        self._validator: jsonschema.Validator | None = None
        self._can_be_slow = any(word in text for word in _SLOW)
        self._longest_name = check_patterns(source) if _PATTERN in text else UNBOUNDED
        # Looking for secrets takes long; most schemas do not even hold the word.
        self._secrets: tuple[str, ...] | None = None if '"password"' in text else ()

    @property
    def secrets(self) -> tuple[str, ...]:
        """The paths of the values that are masked wherever they are shown."""
        if self._secrets is None:
            self._secrets = secret_paths(self.source)
        return self._secrets

    def masked(self, value: Any) -> Any:
        """A deep copy with every secret masked."""
        return mask(value, self.source)

    def scrub(self, value: Any) -> Scrub:
        """A function that masks the secrets of `value` wherever a text quotes them."""
        return scrubber(value, self.source) if self.secrets else str

    def problem(self, value: Any) -> str:
        """What is wrong with `value`, naming the argument; empty if nothing is."""
        try:
            return self._problem(value)
        except Exception as error:
            # A `$ref` that leads nowhere, a number too large for `multipleOf`, endless nesting: jsonschema raises then.
            return f"the arguments cannot be checked ({named(error, self.scrub(value))}); write them more simply"

    def _problem(self, value: Any) -> str:
        if self._validator is None:
            maker = validator_for(self.source, default=Draft202012Validator)
            maker = bounded(maker) if self._can_be_slow else maker
            self._validator = maker(self.source, format_checker=_formats())
        if self._longest_name < UNBOUNDED and (name := longer_name(value, self._longest_name)):
            return f"{excerpt(name)}: a property's name has at most {self._longest_name} characters here"
        # Most calls fit: looking for the best message only pays when there is an error at all.
        if next(self._validator.iter_errors(value), None) is None:
            return ""
        scrub = self.scrub(value)
        return "; ".join(_sentence(error, scrub) for error in _plainest(self._validator.iter_errors(value)))


def check_schema(source: Mapping[str, Any]) -> str:
    """The schema as JSON text; SchemaError says what is not a JSON Schema, or could not be sent to a model."""
    if not isinstance(source, Mapping):
        raise SchemaError(f"a schema is an object, not {type(source).__name__}")
    try:
        text = _write(source)
    except (TypeError, ValueError):
        raise SchemaError(f"not a JSON Schema: {_misfit(source)}") from None
    except RecursionError:
        raise SchemaError("not a JSON Schema: it is nested too deeply") from None
    if not _is_plain(source):
        _check(dict(source))
    if _PATTERN in text:
        check_patterns(source)
    return text


def _misfit(value: Any, path: str = "", above: tuple[int, ...] = ()) -> str:
    """The first thing in a schema that JSON cannot hold, and where it is; empty if there is none."""
    if id(value) in above:
        return f"{path} leads back to what it is in"
    steps = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
    for step, each in steps:
        if found := _misfit(each, f"{path}.{step}".lstrip("."), (*above, id(value))):
            return found
    try:
        _write(value)
    except (TypeError, ValueError):
        return f"{path or 'it'}: {'a function' if callable(value) else excerpt(str(value))} is no JSON"
    return ""


def _check(source: dict[str, Any]) -> None:
    try:
        validator_for(source, default=Draft202012Validator).check_schema(source, format_checker=_formats())
    except jsonschema.SchemaError as error:
        path = ".".join(str(step) for step in error.absolute_path) or "the schema"
        raise SchemaError(f"not a JSON Schema: {path}: {error.message}") from None
    except Exception as error:
        raise SchemaError(f"not a JSON Schema: {error}") from None


def _is_plain(schema: object) -> bool:
    """Whether a schema holds only common words with fitting values.

    Such a schema is sound by construction. The check against the metaschema costs milliseconds in the browser, which
    a thousand capabilities would add up.
    """
    return isinstance(schema, Mapping) and all(map(_is_plain_word, schema, schema.values()))


def _is_plain_word(word: object, value: Any) -> bool:
    fits = _PLAIN_WORDS.get(word) if isinstance(word, str) else None
    return fits(value) if fits else isinstance(word, str) and word.startswith("x-")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


def _are_plain(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_plain, value))


def _plainest(errors: Any) -> list[ValidationError]:
    """The first three problems; inside alternatives, the problem of the alternative that came closest."""
    # A long list of wrong items has a problem for each; telling all of them apart would hold the page for seconds.
    found = sorted(islice(errors, MOST_PROBLEMS), key=lambda error: list(map(str, error.absolute_path)))[:3]
    return [best_match([error]) if error.context else error for error in found]


def _sentence(error: ValidationError, scrub: Scrub) -> str:
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path).lstrip(".")
    message = scrub(error.message)  # before it is cut, or half a secret would stay
    # It begins with the value and says at its end what is wrong with it: of a long one both ends are needed.
    message = message if len(message) <= 200 else f"{message[:100]} … {message[-100:]}"
    return f"{where}: {message}" if where else message


@cache
def _formats() -> jsonschema.FormatChecker:
    """The formats that mean something to a handler; without packages of their own jsonschema passes them unchecked."""
    checker = jsonschema.FormatChecker(formats=("email", "ipv4", "ipv6", "regex"))
    for name, read in _READERS.items():
        checker.checks(name, raises=ValueError)(_reads(read))
    return checker


def _reads(read: Callable[[str], object]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or bool(read(value)) or True


def _date_time(text: str) -> object:
    # fromisoformat alone would also take a bare date, and a time without its offset.
    if datetime.fromisoformat(text).tzinfo is None or text[10:11].upper() not in ("T", " "):
        raise ValueError("a date-time has a date, a time and an offset")
    return text


def _uri(text: str) -> object:
    if not urlsplit(text).scheme or any(mark.isspace() or mark in '<>"{}|\\^`' for mark in text):
        raise ValueError("a uri starts with a scheme and holds no spaces")
    return text


def _date(text: str) -> object:
    if len(text) != 10:  # fromisoformat also takes 20260102 and 2026-W01-5
        raise ValueError("a date reads YYYY-MM-DD")
    return date.fromisoformat(text)


_READERS = MappingProxyType(
    {"date-time": _date_time, "date": _date, "time": time.fromisoformat, "uri": _uri, "url": _uri, "uuid": UUID}
)
_TYPES = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_PLAIN_WORDS = MappingProxyType(
    {
        "type": lambda value: isinstance(value, str) and value in _TYPES,
        "properties": lambda value: isinstance(value, dict) and all(map(_is_plain, value.values())),
        "required": _is_names,
        "additionalProperties": lambda value: isinstance(value, bool) or _is_plain(value),
        "items": _is_plain,
        "prefixItems": _are_plain,
        "anyOf": _are_plain,
        "enum": lambda value: isinstance(value, list),
        "const": lambda value: True,
        "default": lambda value: True,
        "minimum": _is_number,
        "maximum": _is_number,
        "exclusiveMinimum": _is_number,
        "exclusiveMaximum": _is_number,
        "minLength": _is_count,
        "maxLength": _is_count,
        "minItems": _is_count,
        "maxItems": _is_count,
        "uniqueItems": lambda value: isinstance(value, bool),
        "title": _is_text,
        "description": _is_text,
        "format": _is_text,
    }
)
