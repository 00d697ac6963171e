"""What a JSON Schema says of one place in a value: all that may apply there, and to what is inside.

References are followed as the validator follows them, by the same library: pointers, anchors, ids and dynamic ones.
Nothing is ever fetched.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from jsonschema_specifications import REGISTRY
from referencing import Specification
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012, lookup_recursive_ref, specification_with

from agentic.core.patterns import longest_text

ANYTHING: Mapping[str, Any] = MappingProxyType({})

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_OF_PROPERTIES = frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"})
_OF_ITEMS = frozenset({"items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"})
_NO_SCHEMAS = frozenset({"$defs", "definitions", "$vocabulary", "const", "enum", "default", "example", "examples"})
_ELSEWHERE = _OF_PROPERTIES | _OF_ITEMS | _NO_SCHEMAS
_NAMED = frozenset({"dependentSchemas", "dependencies"})


class Part(NamedTuple):
    """One schema, with the resolver of `referencing` for the references in it."""

    schema: Mapping[str, Any]
    resolver: Any
    specification: Specification[Any]

    @property
    def key(self) -> tuple[int, frozenset[str]]:
        """The same for what is the same schema to a value, also where a dynamic reference reads it."""
        return id(self.schema), frozenset(uri for uri, _ in self.resolver.dynamic_scope())

    def inner(self, schema: Any) -> "list[Part]":
        """A schema inside this one, if it is one that says something."""
        if not isinstance(schema, Mapping):
            return []
        resource = self.specification.create_resource(schema)
        return [Part(schema, self.resolver.in_subresource(resource), self.specification)]

    def referred(self, word: str) -> "list[Part]":
        """What one of the words for references leads to; Unresolvable where it leads nowhere."""
        if not isinstance(reference := self.schema.get(word), str):
            return []
        try:
            is_recursive = word == "$recursiveRef"
            found = lookup_recursive_ref(self.resolver) if is_recursive else self.resolver.lookup(reference)
        except (LookupError, ValueError, TypeError) as error:  # of a pointer that steps into a list by a name
            raise Unresolvable(ref=reference) from error
        is_schema = isinstance(found.contents, Mapping)
        return [Part(found.contents, found.resolver, self.specification)] if is_schema else []


Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a value: the `schemas` for it, and every part of them that may say something of it.

    Alternatives are not told apart: whoever asks wants to know what a value there may be, not whether it fits. So a
    word that is not known here counts as one. `is_lost` if a reference leads nowhere, and nobody knows what is said.
    """

    schemas: Parts
    parts: Parts
    is_lost: bool

    @property
    def key(self) -> frozenset[tuple[int, frozenset[str]]]:
        """The same for places of which the same is said."""
        return frozenset(part.key for part in self.schemas)

    def property(self, name: str) -> "Place":
        """The place of an object's property; without schemas where nothing describes it."""
        return _place(each for part in self.parts for each in _of_property(part, name))

    def item(self, index: int) -> "Place":
        """The place of an array's item."""
        return _place(each for part in self.parts for each in _of_item(part, index))

    def inside(self) -> Iterator[tuple[str, "Place"]]:
        """Every place inside, with the step that leads there: `.name`, `.*` or `[]`."""
        for part in self.parts:
            for step, schema in _steps(part.schema):
                if inner := part.inner(schema):
                    yield step, _place(inner)

    def types(self) -> frozenset[str]:
        """The types that are named for a value there; empty if every type may be there."""
        return _union(_types(part, frozenset()) for part in self.schemas)


def root_of(schema: Mapping[str, Any]) -> Place:
    """The place of the whole value."""
    return _place([_root(schema)])


def lost_references(schema: Mapping[str, Any]) -> list[str]:
    """The references in a sound schema, or behind one of them, that lead to nothing in it."""
    waiting, known, lost = [_root(schema)], set(), []
    while waiting:
        part = waiting.pop()
        if part.key in known:
            continue
        known.add(part.key)
        for word in _REFERENCES:
            try:
                waiting += part.referred(word)
            except Unresolvable:
                lost.append(part.schema[word])
        waiting += [inner for each in part.specification.subresources_of(part.schema) for inner in part.inner(each)]
    return lost


def _root(schema: Mapping[str, Any]) -> Part:
    specification = specification_with(str(schema.get("$schema")), default=DRAFT202012)
    resolver = REGISTRY.resolver_with_root(specification.create_resource(schema))
    return Part(schema, resolver, specification)


def _place(schemas: Iterable[Part]) -> Place:
    given, found, known, is_lost = tuple(schemas), [], set(), False
    waiting = [*reversed(given)]
    while waiting:
        part = waiting.pop()
        if part.key in known:
            continue
        known.add(part.key)
        found.append(part)
        try:
            waiting += reversed(_beside(part))
        except Unresolvable:
            is_lost = True
    return Place(given, tuple(found), is_lost)


def _beside(part: Part) -> list[Part]:
    """What else may be said of the same value: what is referred to, alternatives, conditions, words of others."""
    found = [each for word in _REFERENCES for each in part.referred(word)]
    for word, value in part.schema.items():
        if word not in _ELSEWHERE:
            found += [inner for each in _several(word, value) for inner in part.inner(each)]
    return found


def _several(word: str, value: Any) -> list[Any]:
    """The schemas that a word may hold: one, a list of them, or one for each name."""
    if isinstance(value, list):
        return value
    return list(value.values()) if word in _NAMED and isinstance(value, Mapping) else [value]


def _types(part: Part, above: frozenset[Any]) -> frozenset[str]:
    if part.key in above:
        return frozenset()
    named, above = part.schema.get("type"), above | {part.key}
    if isinstance(named, (str, list)):
        return frozenset([named] if isinstance(named, str) else filter(_is_text, named))
    try:
        referred = part.referred("$ref")
    except Unresolvable:
        return frozenset()
    options = [each for word in ("anyOf", "oneOf") for each in _list(part.schema, word)]
    return _union(_types(each, above) for each in referred or [each for one in options for each in part.inner(one)])


def _union(several: Iterable[frozenset[str]]) -> frozenset[str]:
    found = list(several)
    return frozenset().union(*found) if all(found) else frozenset()


def _of_property(part: Part, name: str) -> list[Part]:
    properties, patterns = part.schema.get("properties"), part.schema.get("patternProperties")
    named = [properties[name]] if isinstance(properties, Mapping) and name in properties else []
    if isinstance(patterns, Mapping):
        named += [schema for pattern, schema in patterns.items() if _may_match(pattern, name)]
    # True says that it may be anything, and so does {}.
    found = [ANYTHING if each is True else each for each in named] or _other_properties(part.schema)
    # The validator may take a property for unevaluated that one of two words beside each other has named.
    found = [*found, part.schema.get("unevaluatedProperties")]
    return [inner for each in found for inner in part.inner(each)]


def _of_item(part: Part, index: int) -> list[Part]:
    first, others = _items(part.schema)
    found = [first[index]] if index < len(first) else others
    # The validator tries what is said of unevaluated items on each of them.
    found = [*found, part.schema.get("contains"), part.schema.get("unevaluatedItems")]
    return [inner for each in found for inner in part.inner(each)]


def _steps(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    properties, patterns = schema.get("properties"), schema.get("patternProperties")
    if isinstance(properties, Mapping):
        yield from ((f".{name}", each) for name, each in properties.items())
    if isinstance(patterns, Mapping):
        yield from ((".*", each) for each in patterns.values())
    yield from ((".*", each) for each in _other_properties(schema))
    first, others = _items(schema)
    yield from (("[]", each) for each in [*first, *others, schema.get("contains")])


def _other_properties(schema: Mapping[str, Any]) -> list[Any]:
    return [schema.get("additionalProperties"), schema.get("unevaluatedProperties")]


def _items(schema: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The schemas of the first items, and those of the others; older drafts write both as `items`."""
    items = schema.get("items")
    first = items if isinstance(items, list) else _list(schema, "prefixItems")
    others = [None if isinstance(items, list) else items]
    return first, others + [schema.get(word) for word in ("additionalItems", "unevaluatedItems")]


def _list(schema: Mapping[str, Any], word: str) -> list[Any]:
    found = schema.get(word)
    return found if isinstance(found, list) else []


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _may_match(pattern: str, name: str) -> bool:
    """Whether a property of this name may be meant. One that is too long to be tried, and will be refused, may be."""
    return len(name) > longest_text(pattern) or re.search(pattern, name) is not None
