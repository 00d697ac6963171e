"""Which annotations stand for values that cannot be in a set."""

import typing
from collections import abc
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin

from agentic.core.fields import fields_of

_UNHASHABLE = (list, dict, set, abc.Sequence, abc.Set, abc.Mapping, abc.Iterable, abc.Collection)


def unhashable_in(annotation: Any) -> Iterator[Any]:
    """The types in an annotation whose values have no hash: lists, objects, records of them."""
    origin = get_origin(annotation) or annotation
    if origin is Literal or origin in (Any, object) or isinstance(origin, Enum):
        return
    if origin is Annotated:
        yield from unhashable_in(get_args(annotation)[0])
    elif meant := getattr(annotation, "__supertype__", None) or getattr(annotation, "__value__", None):
        yield from unhashable_in(meant)
    elif typing.is_typeddict(origin) or origin in _UNHASHABLE or getattr(origin, "__hash__", None) is None:
        yield annotation
    elif origin is not frozenset:
        inner = [field.annotation for field in fields_of(origin) or ()] or get_args(annotation)
        for each in inner:
            yield from unhashable_in(each)
