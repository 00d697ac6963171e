"""An annotation's form: the JSON Schema a model reads, and how JSON becomes the annotated value."""

import dataclasses
import inspect
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from uuid import UUID

from agentic.core.schema import Schema
from agentic.core.secrets import FORMAT, Secret
from agentic.errors import ArgumentError, SignatureError

Build = Callable[[Any], Any]
REQUIRED = object()
_DEEPEST = 12


class Form(NamedTuple):
    """A schema, and what to do with a value that fits it; no `build` means: nothing, it is the annotated value."""

    schema: dict[str, Any]
    build: Build | None = None


class Field(NamedTuple):
    """One named value of a record or a function: `default` is REQUIRED where there is none."""

    name: str
    annotation: Any
    default: Any = REQUIRED


def form_of(annotation: Any, where: str) -> Form:
    """The form of an annotation; SignatureError names `where` if JSON Schema has none for it."""
    if where.count(".") > _DEEPEST:
        raise SignatureError(f"{where.split('.')[0]}: {_readable(annotation)} contains itself, or is nested too deeply")
    for kind in _KINDS:
        if form := kind(annotation, where):
            return form
    raise SignatureError(f"{where}: {_readable(annotation)} cannot be described to a model; give input_schema= instead")


def record_form(fields: Iterable[Field], where: str, make: Callable[..., Any] | None = None) -> Form:
    """An object with these fields and no others; `make` gets them as keyword arguments."""
    properties: dict[str, Any] = {}
    builds: dict[str, Build] = {}
    required: list[str] = []
    for name, annotation, default in fields:
        form = form_of(annotation, f"{where}.{name}" if where else name)
        properties[name] = form.schema | (_shown(default) if form.schema.get("format") != FORMAT else {})
        if form.build:
            builds[name] = form.build
        if default is REQUIRED:
            required.append(name)
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    schema["additionalProperties"] = False
    if not builds and not make:
        return Form(schema)

    def build(value: Mapping[str, Any]) -> Any:
        built = {name: _built(name, builds[name], item) if name in builds else item for name, item in value.items()}
        return make(**built) if make else built

    return Form(schema, build)


def _built(name: str, build: Build, value: Any) -> Any:
    try:
        return build(value)
    except ArgumentError as error:
        raise ArgumentError(f"{name}.{error}") from None
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name}: {error}") from None


def _shown(default: Any) -> dict[str, Any]:
    """The default as the schema shows it: only where JSON has it, and not None, which means "not given"."""
    value = default.value if isinstance(default, Enum) else default
    if type(value) is float and not isfinite(value):
        return {}
    return {"default": value} if type(value) in (str, int, float, bool) else {}


def _plain(annotation: Any, where: str) -> Form | None:
    if annotation is Any or annotation is object:
        return Form({})
    try:
        return _PLAIN.get(annotation)
    except TypeError:  # an annotation that cannot be hashed, such as Annotated with a dict
        return None


def _annotated(annotation: Any, where: str) -> Form | None:
    if get_origin(annotation) is not Annotated:
        return None
    inner, *notes = get_args(annotation)
    form = form_of(inner, where)
    schema = dict(form.schema)
    for note in notes:
        schema.update(_noted(note, schema))
    return form._replace(schema=schema)


def _noted(note: Any, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """What one note of an `Annotated` adds to its schema; a note for somebody else adds nothing."""
    if isinstance(note, str):
        return {"description": note}
    if isinstance(note, Mapping):
        return note
    if note is Secret or isinstance(note, Secret):
        return {"format": FORMAT}
    # The vocabulary of the package annotated-types, known by its attributes; a compiled regular expression has one too.
    words = {**_BOUNDS, **_LENGTHS.get(schema.get("type"), {})}
    found = {word: getattr(note, attribute, None) for attribute, word in words.items()}
    return {word: bound for word, bound in found.items() if type(bound) in (int, float, str)}


def _named(annotation: Any, where: str) -> Form | None:
    """NewType, and the `type X = ...` of newer Pythons."""
    meant = getattr(annotation, "__supertype__", None) or getattr(annotation, "__value__", None)
    return form_of(meant, where) if meant and not isinstance(annotation, (type, Enum)) else None


def _literal(annotation: Any, where: str) -> Form | None:
    if get_origin(annotation) is not Literal:
        return None
    options = get_args(annotation)
    values = [option.value if isinstance(option, Enum) else option for option in options]
    if not all(map(_is_scalar, values)):
        raise SignatureError(f"{where}: {_readable(annotation)} has a value that JSON does not have")
    return Form(_choice(values), _picker(zip(values, options, strict=True)))


def _enum(annotation: Any, where: str) -> Form | None:
    if not (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return None
    members = list(annotation)
    if not members:
        raise SignatureError(f"{where}: {_readable(annotation)} has no member to choose")
    if all(_is_scalar(member.value) for member in members):
        values = [member.value for member in members]
        return Form(_choice(values), _picker(zip(values, members, strict=True)))
    return Form(_choice(annotation.__members__), annotation.__members__.__getitem__)


def _picker(choices: Iterable[tuple[Any, Any]]) -> Build:
    """The choice that a JSON value stands for. To Python True is 1, to JSON it is not; 1.0 is 1 to both."""
    by_value = {(isinstance(value, bool), value): choice for value, choice in choices}
    return lambda value: by_value[isinstance(value, bool), value]


def _is_scalar(value: Any) -> bool:
    return type(value) in _JSON_TYPES and not (type(value) is float and not isfinite(value))


def _choice(values: Iterable[Any]) -> dict[str, Any]:
    values = list(values)
    kinds = {_JSON_TYPES.get(type(value)) for value in values}
    # Some providers refuse an enum without a type.
    named = {"type": kinds.pop()} if len(kinds) == 1 else {}
    return {**named, "enum": values}


def _union(annotation: Any, where: str) -> Form | None:
    if get_origin(annotation) not in (typing.Union, types.UnionType):
        return None
    forms = [form_of(option, where) for option in get_args(annotation)]
    schema = {"anyOf": [form.schema for form in forms]}
    if not any(form.build for form in forms):
        return Form(schema)
    options = [(Schema(form.schema), form.build) for form in forms]

    def build(value: Any) -> Any:
        made = next((make for option, make in options if not option.problem(value)), None)
        return made(value) if made else value

    return Form(schema, build)


def _array(annotation: Any, where: str) -> Form | None:
    origin, inner = get_origin(annotation) or annotation, get_args(annotation)
    collect = _ARRAYS.get(origin) if isinstance(origin, type) else None
    if collect is None:
        return None
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return _fixed_tuple(inner, where)
    schema: dict[str, Any] = {"type": "array"}
    item = form_of(inner[0], f"{where}.items") if inner else Form({})
    if item.schema:
        schema["items"] = item.schema
    if collect in (set, frozenset):
        # Two equal items would become one, and something would be lost.
        schema["uniqueItems"] = True
    if collect is list and not item.build:
        return Form(schema)
    return Form(schema, lambda value: collect(map(item.build, value) if item.build else value))


def _fixed_tuple(inner: tuple[Any, ...], where: str) -> Form:
    forms = [form_of(item, f"{where}.{index}") for index, item in enumerate(inner)]
    schema = {
        "type": "array",
        "prefixItems": [form.schema for form in forms],
        "minItems": len(forms),
        "maxItems": len(forms),
    }

    def build(value: list[Any]) -> tuple[Any, ...]:
        return tuple(form.build(item) if form.build else item for form, item in zip(forms, value, strict=True))

    return Form(schema, build)


def _mapping(annotation: Any, where: str) -> Form | None:
    if (get_origin(annotation) or annotation) not in _MAPPINGS:
        return None
    key, item = get_args(annotation) or (str, Any)
    if key is not str:
        raise SignatureError(f"{where}: the keys of a JSON object are text, not {_readable(key)}")
    form = form_of(item, f"{where}.values")
    schema: dict[str, Any] = {"type": "object"}
    if form.schema:
        schema["additionalProperties"] = form.schema
    build = form.build
    return Form(schema, build and (lambda value: {name: build(each) for name, each in value.items()}))


def _record(annotation: Any, where: str) -> Form | None:
    if not isinstance(annotation, type):
        return None
    if typing.is_typeddict(annotation):
        return record_form(_keys_of(annotation), where)
    if dataclasses.is_dataclass(annotation):
        return record_form(_fields_of(annotation), where, annotation)
    if issubclass(annotation, tuple) and hasattr(annotation, "_field_defaults"):
        defaults = annotation._field_defaults
        hints = get_type_hints(annotation, include_extras=True)
        fields = [Field(name, hints.get(name, Any), defaults.get(name, REQUIRED)) for name in annotation._fields]
        return record_form(fields, where, annotation)
    return None


def _fields_of(annotation: type) -> list[Field]:
    """What a dataclass is made from: its fields, unless it leaves some out, or takes some only to begin with."""
    hints = get_type_hints(annotation, include_extras=True)
    fields = []
    for name, parameter in inspect.signature(annotation).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue  # of an __init__ of its own; nobody has to give these
        hint = hints.get(name, Any)
        hint = hint.type if isinstance(hint, dataclasses.InitVar) else hint
        fields.append(Field(name, hint, REQUIRED if parameter.default is parameter.empty else parameter.default))
    return fields


def _keys_of(annotation: Any) -> list[Field]:
    fields = []
    for name, hint in get_type_hints(annotation, include_extras=True).items():
        required = name in annotation.__required_keys__
        while (mark := get_origin(hint)) in _KEY_MARKS:
            # Under postponed annotations __required_keys__ has not seen these.
            required = mark is typing.Required if mark in (typing.Required, typing.NotRequired) else required
            hint = get_args(hint)[0]
        fields.append(Field(name, hint, REQUIRED if required else None))
    return fields


def _whole(value: float) -> int:
    return int(value)  # JSON Schema calls 3.0 an integer; JavaScript does not tell it from 3


def _real(value: float) -> float:
    return float(value)


def _decimal(value: float | str) -> Decimal:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a decimal number") from None


def _readable(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


_JSON_TYPES = types.MappingProxyType(
    {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
)
_PLAIN = types.MappingProxyType(
    {
        str: Form({"type": "string"}),
        bool: Form({"type": "boolean"}),
        int: Form({"type": "integer"}, _whole),
        float: Form({"type": "number"}, _real),
        None: Form({"type": "null"}),
        type(None): Form({"type": "null"}),
        datetime: Form({"type": "string", "format": "date-time"}, datetime.fromisoformat),
        date: Form({"type": "string", "format": "date"}, date.fromisoformat),
        time: Form({"type": "string", "format": "time"}, time.fromisoformat),
        UUID: Form({"type": "string", "format": "uuid"}, UUID),
        Decimal: Form({"anyOf": [{"type": "number"}, {"type": "string"}]}, _decimal),
    }
)
_BOUNDS = types.MappingProxyType(
    {
        "ge": "minimum",
        "gt": "exclusiveMinimum",
        "le": "maximum",
        "lt": "exclusiveMaximum",
        "multiple_of": "multipleOf",
        "pattern": "pattern",
        "documentation": "description",
    }
)
_LENGTHS = types.MappingProxyType(
    {
        "string": {"min_length": "minLength", "max_length": "maxLength"},
        "array": {"min_length": "minItems", "max_length": "maxItems"},
        "object": {"min_length": "minProperties", "max_length": "maxProperties"},
    }
)
_MAPPINGS = frozenset({dict, abc.Mapping, abc.MutableMapping, typing.Mapping, typing.MutableMapping})
_KEY_MARKS = (typing.Required, typing.NotRequired, getattr(typing, "ReadOnly", typing.Required))
_ARRAYS = types.MappingProxyType(
    {
        list: list,
        tuple: tuple,
        set: set,
        frozenset: frozenset,
        **dict.fromkeys((abc.Sequence, abc.MutableSequence, abc.Collection, abc.Iterable), list),
        **dict.fromkeys((abc.Set, abc.MutableSet), set),
    }
)
_KINDS = (_plain, _annotated, _named, _literal, _enum, _union, _array, _mapping, _record)
