"""A form out of a JSON Schema: a field for each argument, and what is written in it as the value it stands for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agentic.core.schema import Schema
from agentic.core.secrets import is_secret
from agentic.core.strict_json import strict_decoder, unique
from agentic.errors import SchemaError

Kind = Literal["text", "number", "boolean", "choice", "json"]
Control = Literal["line", "lines", "secret", "number", "date", "check", "choice", "json"]

SHORT = 80
"""A text that may have no more characters than this is written on one line."""

SHARED = ("$schema", "$defs", "definitions", "properties")
"""What the check of one argument needs of the whole schema."""
DEEPEST = 10
TRUE, FALSE = "true", "false"

_read_json = strict_decoder(unique).decode


class FieldError(Exception):
    """What is wrong with what is written in a field: a key of the words, and what fills its tokens."""

    def __init__(self, key: str, **tokens: str) -> None:
        super().__init__(key)
        self.key = key
        self.tokens = tokens


@dataclass(frozen=True, slots=True)
class Field:
    """One argument. `schema` is its own, `root` that of an object which has it; `choices` are the values of an enum."""

    name: str
    kind: Kind
    control: Control
    schema: Mapping[str, Any]
    root: Mapping[str, Any]
    required: bool
    nullable: bool
    hint: str
    choices: tuple[Any, ...] = ()

    @property
    def description(self) -> str:
        written = self.schema.get("description")
        return written if isinstance(written, str) else ""

    @property
    def default(self) -> Any:
        return self.schema.get("default")

    @property
    def is_secret(self) -> bool:
        return self.control == "secret"


def fields_of(schema: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of an object's schema, those that are required first."""
    properties, required = schema.get("properties"), schema.get("required") or ()
    if not isinstance(properties, Mapping):
        return ()
    found = [_field(name, each, name in required, schema) for name, each in properties.items()]
    return tuple(sorted(found, key=lambda field: not field.required))


def covers(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether each of these arguments has a field."""
    return arguments.keys() <= {field.name for field in fields_of(schema)}


def value_of(field: Field, written: str) -> tuple[Any, ...]:
    """What is written as a value, in a tuple of one; an empty tuple where an argument is left out.

    FieldError where it stands for no value, or for one that the schema refuses.
    """
    if field.control != "check" and not (written if field.kind == "text" else written.strip()):
        if not field.required:
            return ()
        if not field.nullable and (field.kind != "text" or field.is_secret):
            raise FieldError("fieldNeeded")
        value = None if field.nullable else ""
    else:
        value = _parsed(field, written)
    # A sentence about a secret would show it; the pipeline's own are masked.
    if not field.is_secret and (problem := _problem(field, value)):
        raise FieldError("fieldInvalid", why=problem.removeprefix(f"{field.name}: "))
    return (value,)


def written_as(field: Field, value: Any) -> str:
    """How a value stands in its field; the other way round than `value_of`."""
    if field.kind == "boolean":
        return TRUE if value is True else FALSE
    if field.kind == "choice":
        return next((str(at) for at, choice in enumerate(field.choices) if _same(choice, value)), "")
    if value is None:
        return ""
    if field.kind == "text" and isinstance(value, str):
        return value
    return as_json(value)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _field(name: str, schema: Any, required: bool, root: Mapping[str, Any]) -> Field:
    schema = schema if isinstance(schema, Mapping) else {}
    # A reference in the schema of one argument may lead to that of another.
    words = {word: root[word] for word in SHARED if word in root}
    plain, nullable = _without_null(_resolved(schema, root))
    choices = tuple(plain["enum"]) if isinstance(plain.get("enum"), list) else ()
    if "const" in plain:
        choices = (plain["const"],)
    hides = is_secret(name, root)
    kind = _kind(plain, choices if not hides else (), required)
    if kind == "choice" and not choices:
        choices = (True, False)
    control = "secret" if hides else _control(kind, plain)
    return Field(name, kind, control, plain, words, required, nullable, _hint(plain, kind), choices)


def _kind(plain: Mapping[str, Any], choices: tuple[Any, ...], required: bool) -> Kind:
    if choices:
        return "choice"
    named = plain.get("type")
    if named == "boolean":
        # A box is on or off. What may also be left out, and has no default, is a choice of three.
        return "boolean" if required or isinstance(plain.get("default"), bool) else "choice"
    if named in ("integer", "number"):
        return "number"
    return "text" if named == "string" else "json"


def _control(kind: Kind, plain: Mapping[str, Any]) -> Control:
    if kind == "boolean":
        return "check"
    if kind != "text":
        return kind
    if plain.get("format") == "date":
        return "date"
    is_short = "format" in plain or "pattern" in plain or plain.get("maxLength", SHORT + 1) <= SHORT
    return "line" if is_short else "lines"


def _problem(field: Field, value: Any) -> str:
    try:
        return Schema(field.root).problem({field.name: value})
    except SchemaError:  # it refers to a part of the whole schema that is not here; the pipeline will tell
        return ""


def _parsed(field: Field, written: str) -> Any:
    if field.kind == "text":
        return written
    if field.kind == "boolean":
        return written == TRUE
    if field.kind == "choice":
        return field.choices[int(written)]
    try:
        value = _read_json(written)
    except RecursionError:
        raise FieldError("fieldJson", why="nested too deeply") from None
    except ValueError as error:
        raise FieldError("fieldNumber" if field.kind == "number" else "fieldJson", why=_why(field, error)) from None
    if field.kind == "number" and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise FieldError("fieldNumber", why="")
    return value


def _why(field: Field, error: ValueError) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else "" if field.is_secret else str(error)


def _resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a chain of local `$ref`s leads to; the schema itself where it leads nowhere."""
    for _ in range(DEEPEST):
        target = schema.get("$ref")
        if not isinstance(target, str) or not target.startswith("#/"):
            break
        found: Any = root
        for step in target[2:].split("/"):
            found = found.get(step) if isinstance(found, Mapping) else None
        if not isinstance(found, Mapping):
            break
        schema = {**found, **{word: value for word, value in schema.items() if word != "$ref"}}
    return schema


def _without_null(schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """What an optional value is when it is there, and whether null is one too."""
    options, named = schema.get("anyOf"), schema.get("type")
    if isinstance(options, list):
        rest = [option for option in options if option != {"type": "null"}]
        if len(rest) == 1 and len(options) > 1 and isinstance(rest[0], Mapping):
            return {**{word: value for word, value in schema.items() if word != "anyOf"}, **rest[0]}, True
    if isinstance(named, list) and "null" in named and len(named) == 2:
        return {**schema, "type": next(each for each in named if each != "null")}, True
    return schema, False


def _hint(plain: Mapping[str, Any], kind: Kind) -> str:
    """A few words in the schema's own language: `integer 1…999`, `string date`."""
    named = plain.get("type")
    words = [" | ".join(named) if isinstance(named, list) else named if isinstance(named, str) else "any"]
    if kind == "choice":
        words = ["enum" if "enum" in plain or "const" in plain else "boolean"]
    if isinstance(plain.get("format"), str):
        words.append(plain["format"])
    low, high = plain.get("minimum", plain.get("minLength")), plain.get("maximum", plain.get("maxLength"))
    if low is not None or high is not None:
        words.append(f"{'' if low is None else low}…{'' if high is None else high}")
    return " ".join(words)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is not true."""
    return type(one) is type(other) and one == other
