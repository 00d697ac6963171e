"""An annotation's form: the JSON Schema a model reads, and how JSON becomes the annotated value."""

import types
import typing
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin
from uuid import UUID

from agentic.core.bounds import has_decimal, with_bound
from agentic.core.built_checks import with_checks
from agentic.core.fields import REQUIRED, Field, fields_of
from agentic.core.hashable import unhashable_in
from agentic.core.named_types import Build, Form, Names, made
from agentic.core.notes import bounds_in, flat, is_of_bounds, words_of
from agentic.core.schema import Schema
from agentic.core.secrets import FORMAT
from agentic.errors import ArgumentError, SignatureError

_DEEPEST = 12


class Where(NamedTuple):
    """A place among the parameters of a function: how it is reached, and the `names` of those types that have one."""

    path: str
    names: Names

    def step(self, name: str | int) -> "Where":
        return self._replace(path=f"{self.path}.{name}" if self.path else str(name))

    def __str__(self) -> str:
        return self.path


def form_of(annotation: Any, where: Where) -> Form:
    """The form of an annotation; SignatureError names `where` if JSON Schema has none for it."""
    if where.path.count(".") > _DEEPEST:
        raise SignatureError(f"{where.path.split('.')[0]}: {_readable(annotation)} is nested too deeply")
    for kind in _KINDS:
        if form := kind(annotation, where):
            return form
    raise SignatureError(f"{where}: {_readable(annotation)} cannot be described to a model; give input_schema= instead")


def record_form(fields: Iterable[Field], where: Where, make: Callable[..., Any] | None = None) -> Form:
    """An object with these fields and no others; `make` gets them as keyword arguments."""
    properties: dict[str, Any] = {}
    builds: dict[str, Build] = {}
    required: list[str] = []
    for name, annotation, default in fields:
        if is_of_bounds(default):
            kind = type(default).__name__
            raise SignatureError(f"{where.step(name)}: {kind} is no default; it belongs into Annotated, after the type")
        form = form_of(annotation, where.step(name))
        properties[name] = form.schema | _shown(default, form.schema)
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


def _shown(default: Any, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The default as the schema shows it: only where JSON has it, no secret, and not None, which means "not given"."""
    value = default
    if isinstance(default, Enum):
        value = default.value if _has_values(type(default)) else default.name
    if value is None or not _is_scalar(value) or _is_secret(schema):
        return {}
    return {"default": value}


def _is_secret(schema: Mapping[str, Any]) -> bool:
    """Whether one value of this schema, or of an alternative in it, is a secret."""
    return schema.get("format") == FORMAT or any(map(_is_secret, schema.get("anyOf", ())))


def _plain(annotation: Any, where: Where) -> Form | None:
    if annotation is Any or annotation is object:
        return Form({})
    try:
        return _PLAIN.get(annotation)
    except TypeError:  # an annotation that cannot be hashed, such as Annotated with a dict
        return None


def _annotated(annotation: Any, where: Where) -> Form | None:
    if get_origin(annotation) is not Annotated:
        return None
    inner, *outer = get_args(annotation)
    form, notes = form_of(inner, where), tuple(flat(tuple(outer)))
    schema = dict(form.schema)
    for note in notes:
        schema.update(words_of(note))
    bounds = bounds_in(notes, also_words=has_decimal(schema))
    for name, bound in bounds:
        bounded = with_bound(schema, name, bound)
        if bounded is None:
            raise SignatureError(f"{where}: nothing would check {name}={bound!r} of {_readable(inner)}")
        schema = bounded
    return with_checks(form._replace(schema=schema), bounds)


def _named(annotation: Any, where: Where) -> Form | None:
    """NewType, and the `type X = ...` of newer Pythons."""
    if isinstance(annotation, (type, Enum)):
        return None
    if meant := getattr(annotation, "__supertype__", None):
        return form_of(meant, where)
    meant = getattr(annotation, "__value__", None)
    return where.names.describe(annotation, lambda: form_of(meant, where)) if meant else None


def _literal(annotation: Any, where: Where) -> Form | None:
    if get_origin(annotation) is not Literal:
        return None
    options = get_args(annotation)
    values = [option.value if isinstance(option, Enum) else option for option in options]
    if not all(map(_is_scalar, values)):
        raise SignatureError(f"{where}: {_readable(annotation)} has a value that JSON does not have")
    return Form(_choice(values), _picker(zip(values, options, strict=True)))


def _enum(annotation: Any, where: Where) -> Form | None:
    if not (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return None
    members = list(annotation)
    if not members:
        raise SignatureError(f"{where}: {_readable(annotation)} has no member to choose")
    if _has_values(annotation):
        values = [member.value for member in members]
        return Form(_choice(values), _picker(zip(values, members, strict=True)))
    return Form(_choice(annotation.__members__), annotation.__members__.__getitem__)


def _has_values(annotation: type[Enum]) -> bool:
    """Whether its members can be told by their values; else they are told by their names."""
    return all(_is_scalar(member.value) for member in annotation)


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


def _union(annotation: Any, where: Where) -> Form | None:
    if get_origin(annotation) not in (typing.Union, types.UnionType):
        return None
    forms = [form_of(option, where) for option in get_args(annotation)]
    schema = {"anyOf": [form.schema for form in forms]}
    if not any(form.build for form in forms):
        return Form(schema)

    @cache
    def options() -> list[tuple[Schema, Build | None]]:
        # Made when first needed: a type that contains itself is not described to its end before.
        return [(Schema(where.names.with_defs(form.schema)), form.build) for form in forms]

    def build(value: Any) -> Any:
        failures: list[Exception] = []
        for option, make in options():
            if option.problem(value):
                continue
            try:
                return make(value) if make else value
            except (ArgumentError, TypeError, ValueError) as error:
                failures.append(error)  # it fits, but is none: text that is no Decimal may be meant as text
        if failures:
            raise failures[0]
        return value

    return Form(schema, build)


def _array(annotation: Any, where: Where) -> Form | None:
    origin, inner = get_origin(annotation) or annotation, get_args(annotation)
    collect = _ARRAYS.get(origin) if isinstance(origin, type) else None
    if collect is None:
        return None
    if origin is tuple and annotation not in (tuple, typing.Tuple) and inner[-1:] != (Ellipsis,):  # noqa: UP006
        return _fixed_tuple(inner, where)
    if collect in (set, frozenset):
        return _set(collect, inner[0] if inner else Any, where)
    schema: dict[str, Any] = {"type": "array"}
    item = form_of(inner[0], where.step("items")) if inner else Form({})
    if item.schema:
        schema["items"] = item.schema
    if collect is list and not item.build:
        return Form(schema)
    return Form(schema, lambda value: collect(map(item.build, value) if item.build else value))


def _set(collect: type, inner: Any, where: Where) -> Form:
    """A list of different items. Of any JSON only texts, numbers, true, false and null can be in a set."""
    if unhashable := next(unhashable_in(inner), None):
        raise SignatureError(f"{where}: {_readable(unhashable)} cannot be in a set; write list[{_readable(inner)}]")
    item = form_of(_SCALAR if inner in (Any, object) else inner, where.step("items"))

    def build(value: list[Any]) -> Any:
        built = collect(made(item, each) for each in value)
        if len(built) < len(value):
            raise ValueError("two of the items mean the same")
        return built

    return Form({"type": "array", "items": item.schema, "uniqueItems": True}, build)


def _fixed_tuple(inner: tuple[Any, ...], where: Where) -> Form:
    forms = [form_of(item, where.step(index)) for index, item in enumerate(inner)]
    # JSON Schema allows no empty list of the first items.
    first = {"prefixItems": [form.schema for form in forms]} if forms else {}
    schema = {"type": "array", **first, "minItems": len(forms), "maxItems": len(forms)}

    def build(value: list[Any]) -> tuple[Any, ...]:
        return tuple(map(made, forms, value))

    return Form(schema, build)


def _mapping(annotation: Any, where: Where) -> Form | None:
    if (get_origin(annotation) or annotation) not in _MAPPINGS:
        return None
    key, item = get_args(annotation) or (str, Any)
    keys, form = form_of(key, where.step("keys")), form_of(item, where.step("values"))
    if keys.schema and keys.schema.get("type") != "string":
        raise SignatureError(f"{where}: the keys of a JSON object are text, not {_readable(key)}")
    schema: dict[str, Any] = {"type": "object"}
    if keys.schema not in ({}, {"type": "string"}):
        schema["propertyNames"] = keys.schema
    if form.schema:
        schema["additionalProperties"] = form.schema
    if not keys.build and not form.build:
        return Form(schema)

    def build(value: Mapping[str, Any]) -> dict[Any, Any]:
        built = {made(keys, name): made(form, each) for name, each in value.items()}
        if len(built) < len(value):
            raise ValueError("two of the keys mean the same")
        return built

    return Form(schema, build)


def _record(annotation: Any, where: Where) -> Form | None:
    try:
        fields = fields_of(annotation)
    except NameError as error:
        why = f"{error.name!r} in {_readable(annotation)} is not known where the module ends; define it there"
        raise SignatureError(f"{where}: {why}") from None
    if fields is None:
        return None
    make = None if typing.is_typeddict(annotation) else annotation
    return where.names.describe(annotation, lambda: record_form(fields, where, make))


def _whole(value: float) -> int:
    return int(value)  # JSON Schema calls 3.0 an integer; JavaScript does not tell it from 3


def _real(value: float) -> float:
    return float(value)


def _decimal(value: float | str) -> Decimal:
    return Decimal(str(value))


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
        Decimal: Form({"anyOf": [{"type": "number"}, {"type": "string", "format": "decimal"}]}, _decimal),
    }
)
_SCALAR = str | int | float | bool | None
_MAPPINGS = frozenset({dict, abc.Mapping, abc.MutableMapping, typing.Mapping, typing.MutableMapping})
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
