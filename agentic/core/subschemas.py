"""What a JSON Schema says of one place in a value: all that applies there, and to what is inside."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from agentic.core.schema_walk import schemas_in

Schemas = tuple[Mapping[str, Any], ...]

_ALTERNATIVES = ("allOf", "anyOf", "oneOf")
_CONDITIONS = ("if", "then", "else", "not")
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a value, with the `schemas` for it, and every part of them that says something of it.

    Alternatives are not told apart: whoever asks wants to know what a value there may be, not whether it fits.
    """

    schemas: Schemas
    parts: Schemas
    root: Mapping[str, Any]

    def property(self, name: str) -> "Place":
        """The place of an object's property."""
        return _place([each for part in self.parts for each in _of_property(part, name)], self.root)

    def item(self, index: int) -> "Place":
        """The place of an array's item."""
        return _place([each for part in self.parts for each in _of_item(part, index)], self.root)

    def inside(self) -> Iterator[tuple[str, "Place"]]:
        """Every place inside, with the step that leads there: `.name`, `.*` or `[]`."""
        for part in self.parts:
            for step, schema in _steps(part):
                if isinstance(schema, Mapping):
                    yield step, _place([schema], self.root)

    def types(self) -> frozenset[str]:
        """The types that are named for a value there; empty if every type may be there."""
        return _union(_types(schema, self.root) for schema in self.schemas)


def root_of(schema: Mapping[str, Any]) -> Place:
    """The place of the whole value."""
    return _place([schema], schema)


def _place(schemas: list[Any], root: Mapping[str, Any]) -> Place:
    real = tuple(schema for schema in schemas if isinstance(schema, Mapping))
    return Place(real, tuple(part for schema in real for part in _applying(schema, root)), root)


def _applying(schema: Any, root: Mapping[str, Any], depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The schema itself, what it refers to, and its alternatives: all that may be said of the same value."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    yield schema
    inner = [each for word in _ALTERNATIVES for each in _list(schema, word)]
    inner += [schema.get(word) for word in _CONDITIONS]
    inner += _values(schema, "dependentSchemas")
    if isinstance(reference := schema.get("$ref"), str):
        inner.append(_referred(reference, root))
    for each in inner:
        yield from _applying(each, root, depth + 1)


def _types(schema: Any, root: Mapping[str, Any], depth: int = 0) -> frozenset[str]:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return frozenset()
    named = schema.get("type")
    if isinstance(named, (str, list)):
        return frozenset([named] if isinstance(named, str) else named)
    if isinstance(reference := schema.get("$ref"), str):
        return _types(_referred(reference, root), root, depth + 1)
    return _union(_types(each, root, depth + 1) for word in ("anyOf", "oneOf") for each in _list(schema, word))


def _union(several: Iterable[frozenset[str]]) -> frozenset[str]:
    found = list(several)
    return frozenset().union(*found) if all(found) else frozenset()


def _of_property(schema: Mapping[str, Any], name: str) -> list[Any]:
    properties = schema.get("properties")
    if isinstance(properties, Mapping) and name in properties:
        return [properties[name]]
    return [*_values(schema, "patternProperties"), *_other_properties(schema)]


def _of_item(schema: Mapping[str, Any], index: int) -> list[Any]:
    first, others = _items(schema)
    return [first[index]] if index < len(first) else others


def _steps(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        yield from ((f".{name}", each) for name, each in properties.items())
    yield from ((".*", each) for each in [*_values(schema, "patternProperties"), *_other_properties(schema)])
    first, others = _items(schema)
    yield from (("[]", each) for each in [*first, *others])


def _other_properties(schema: Mapping[str, Any]) -> list[Any]:
    return [schema.get("additionalProperties"), schema.get("unevaluatedProperties")]


def _items(schema: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The schemas of the first items, and those of the others; older drafts write both as `items`."""
    items = schema.get("items")
    first = items if isinstance(items, list) else _list(schema, "prefixItems")
    others = [None if isinstance(items, list) else items]
    return first, others + [schema.get(word) for word in ("additionalItems", "contains", "unevaluatedItems")]


def _list(schema: Mapping[str, Any], word: str) -> list[Any]:
    found = schema.get(word)
    return found if isinstance(found, list) else []


def _values(schema: Mapping[str, Any], word: str) -> list[Any]:
    found = schema.get(word)
    return list(found.values()) if isinstance(found, Mapping) else []


def _referred(reference: str, root: Mapping[str, Any]) -> Any:
    """What `#/$defs/name`, or `#anchor`, stands for; None for what is not in this schema."""
    if not reference.startswith("#"):
        return None
    reference = unquote(reference)
    if reference[1:2] not in ("", "/"):
        return next((each for each in schemas_in(root) if each.get("$anchor") == reference[1:]), None)
    found: Any = root
    for step in reference[1:].split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        found = found.get(step) if isinstance(found, Mapping) else None
    return found
