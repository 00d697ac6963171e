"""Check a call's arguments against a JSON Schema, and say in a sentence what is wrong."""

import json
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from types import MappingProxyType
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from agentic.core.arguments import copied, excerpt
from agentic.core.fault import named
from agentic.core.patterns import UNBOUNDED
from agentic.core.result import plain
from agentic.core.secrets import mask, secret_paths
from agentic.core.subschemas import lost_references
from agentic.core.unhurried import check_patterns, longer_name
from agentic.core.validator import example_of, require_sound, validator_of
from agentic.errors import SchemaError

MOST_PROBLEMS, MOST_TOLD = 100, 3
_PATTERN = '"pattern'
_write = json.JSONEncoder(allow_nan=False, default=plain).encode


class Schema:
    """A JSON Schema whose validator is made once, when it is first needed."""

    __slots__ = ("_longest_name", "_secrets", "_validator", "source")

    def __init__(self, source: Mapping[str, Any]) -> None:
        """Refuse with SchemaError what is not a JSON Schema (draft 2020-12 unless `$schema` says otherwise)."""
        text = check_schema(source)
        self.source = dict(source)
        self._validator: Validator | None = None
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
        return mask(value, self.source) if self.secrets else copied(value)

    def problem(self, value: Any, *, quotes: bool = True) -> str:
        """What is wrong with `value`, naming the argument; empty if nothing is.

        Where a secret may be in it, or `quotes` is False, only names are told, and what is expected.
        """
        quotes = quotes and not self.secrets
        try:
            return self._problem(value, quotes)
        except Exception as error:
            # A number too large for `multipleOf`, endless nesting: jsonschema raises then.
            why = named(error) if quotes else type(error).__name__
            return f"the arguments cannot be checked ({why}); write them more simply"

    def _problem(self, value: Any, quotes: bool) -> str:
        if self._validator is None:
            self._validator = validator_of(self.source)
        if self._longest_name < UNBOUNDED and (name := longer_name(value, self._longest_name)):
            return f"{excerpt(name)}: a property's name has at most {self._longest_name} characters here"
        # Most calls fit: looking for the best message only pays when there is an error at all.
        if next(self._validator.iter_errors(value), None) is None:
            return ""
        # A long list of wrong items has a problem for each; telling all of them would hold the page for seconds.
        found = islice(self._validator.iter_errors(value), MOST_PROBLEMS)
        return _said(sorted(found, key=lambda error: list(map(str, error.absolute_path))), quotes)


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
        require_sound(source)
        lost = lost_references(source)
    except jsonschema.SchemaError as error:
        path = ".".join(str(step) for step in error.absolute_path) or "the schema"
        raise SchemaError(f"not a JSON Schema: {path}: {error.message}") from None
    except Exception as error:
        raise SchemaError(f"not a JSON Schema: {error}") from None
    if lost:
        raise SchemaError(
            f"the reference {lost[0]!r} leads nowhere; nothing is fetched: what it names must be in the schema itself"
        )


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


def _said(errors: Iterable[ValidationError], quotes: bool) -> str:
    return "; ".join(_sentence(error, quotes) for error in islice(errors, MOST_TOLD))


def _sentence(error: ValidationError, quotes: bool) -> str:
    """One problem; of alternatives none of which fits, those of the one that came closest, or of several as close."""
    options = _options(error)
    closest = [each for each in options if _distance(each) == min(map(_distance, options))]
    types = list(dict.fromkeys(each for problems in closest for each in _types(problems)))
    if closest and not types:
        return " or ".join(dict.fromkeys(_said(each, quotes) for each in closest[:MOST_TOLD]))
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path).lstrip(".")
    message = _message(error, types, quotes)
    # It begins with the value and says at its end what is wrong with it: of a long one both ends are needed.
    message = message if len(message) <= 200 else f"{message[:100]} … {message[-100:]}"
    if error.validator == "format" and (example := example_of(error.validator_value)):
        message = f"{message}; {example}"
    return f"{where}: {message}" if where else message


def _options(error: ValidationError) -> list[list[ValidationError]]:
    """The problems of each alternative."""
    by_option = groupby(error.context, key=lambda each: each.relative_schema_path[0])
    return [list(problems) for _, problems in by_option]


def _distance(problems: list[ValidationError]) -> tuple[bool, int]:
    """How far a value is from an alternative: that of another type is farthest."""
    return bool(_types(problems)), len(problems)


def _types(problems: list[ValidationError]) -> list[str]:
    """The types that an alternative would take, if it is its own type, and not something in it, that is wrong."""
    found: list[str] = []
    for problem in problems:
        if problem.relative_path:
            continue
        named = problem.validator_value if problem.validator == "type" else []
        found += [named] if isinstance(named, str) else named
        inner = [_types(option) for option in _options(problem)]
        found += [each for types in inner for each in types] if all(inner) else []
    return found


def _message(error: ValidationError, types: list[Any], quotes: bool) -> str:
    """What is wrong, in the validator's words; `types` are those that all alternatives would take."""
    value = repr(error.instance) if quotes else "the value"
    if types:
        return f"{value} is not of type {', '.join(map(repr, types))}"
    if quotes or error.validator in _QUOTES_NAMES:
        return error.message
    said = error.message.removeprefix(repr(error.instance))
    return f"{value}{said}" if said != error.message else f"{value} does not fit {error.validator!r}"


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
_QUOTES_NAMES = frozenset(
    {"required", "additionalProperties", "unevaluatedProperties", "dependentRequired", "dependencies", "const"}
)
"""Words whose messages quote no value, only names, or what is expected."""
