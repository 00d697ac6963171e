"""What a record is made of: the fields of a dataclass, a TypedDict or a NamedTuple."""

import dataclasses
import inspect
import typing
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

REQUIRED = object()
_KEY_MARKS = (typing.Required, typing.NotRequired, getattr(typing, "ReadOnly", typing.Required))


class Field(NamedTuple):
    """One named value of a record or a function: `default` is REQUIRED where there is none."""

    name: str
    annotation: Any
    default: Any = REQUIRED


def fields_of(annotation: Any) -> list[Field] | None:
    """The fields of a record type, None for any other; NameError where an annotation in it names what is not there."""
    if not isinstance(annotation, type):
        return None
    if typing.is_typeddict(annotation):
        return _of_typed_dict(annotation)
    if dataclasses.is_dataclass(annotation):
        return _of_dataclass(annotation)
    if issubclass(annotation, tuple) and hasattr(annotation, "_field_defaults"):
        defaults, hints = annotation._field_defaults, _hints(annotation)
        return [Field(name, hints.get(name, Any), defaults.get(name, REQUIRED)) for name in annotation._fields]
    return None


def _hints(annotation: type) -> Mapping[str, Any]:
    try:
        return get_type_hints(annotation, include_extras=True)
    except NameError:  # of a type that names itself, and is defined in a function
        return get_type_hints(annotation, localns={annotation.__name__: annotation}, include_extras=True)


def _of_dataclass(annotation: type) -> list[Field]:
    """What it is made from: its fields, unless it leaves some out, or takes some only to begin with."""
    hints = _hints(annotation)
    fields = []
    for name, parameter in inspect.signature(annotation).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue  # of an __init__ of its own; nobody has to give these
        hint = hints.get(name, Any)
        hint = hint.type if isinstance(hint, dataclasses.InitVar) else hint
        fields.append(Field(name, hint, REQUIRED if parameter.default is parameter.empty else parameter.default))
    return fields


def _of_typed_dict(annotation: Any) -> list[Field]:
    fields = []
    for name, hint in _hints(annotation).items():
        # Under postponed annotations __required_keys__ has not seen the marks.
        hint, required = _unmarked(hint, name in annotation.__required_keys__)
        fields.append(Field(name, hint, REQUIRED if required else None))
    return fields


def _unmarked(hint: Any, required: bool) -> tuple[Any, bool]:
    """An annotation without the marks of a key, which may stand around `Annotated` and in it."""
    mark = get_origin(hint)
    if mark in _KEY_MARKS:
        required = mark is typing.Required if mark in (typing.Required, typing.NotRequired) else required
        return _unmarked(get_args(hint)[0], required)
    if mark is Annotated:
        inner, required = _unmarked(hint.__origin__, required)
        return Annotated[(inner, *hint.__metadata__)], required
    return hint, required
