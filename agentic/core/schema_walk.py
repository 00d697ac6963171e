"""Walking a JSON Schema: which of its members are schemas, and which are data that may look like one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

SHARED = ("$defs", "definitions")
_NAMED = frozenset({*SHARED, "properties", "patternProperties", "dependentSchemas"})
_DATA = frozenset({"const", "default", "enum", "examples"})


def schemas_in(schema: Any) -> Iterator[Mapping[str, Any]]:
    """The schema itself, and every schema in it."""
    if isinstance(schema, Mapping):
        yield schema
        for word, value in schema.items():
            for inner in _inner(word, value):
                yield from schemas_in(inner)


def with_references(schema: Any, move: Callable[[str], str]) -> Any:
    """A copy in which every `$ref` is what `move` makes of it."""
    if isinstance(schema, (list, tuple)):
        return [with_references(each, move) for each in schema]
    return (
        {word: _moved(word, value, move) for word, value in schema.items()} if isinstance(schema, Mapping) else schema
    )


def without(schema: Any, word: str) -> Any:
    """A copy in which no schema says this word."""
    if isinstance(schema, (list, tuple)):
        return [without(each, word) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = ((each, value) for each, value in schema.items() if each != word)
    return {each: _changed(each, value, lambda inner: without(inner, word)) for each, value in kept}


def _moved(word: str, value: Any, move: Callable[[str], str]) -> Any:
    if word == "$ref" and isinstance(value, str):
        return move(value)
    return _changed(word, value, lambda inner: with_references(inner, move))


def _changed(word: str, value: Any, change: Callable[[Any], Any]) -> Any:
    """What a word says, with every schema in it changed."""
    if word in _NAMED and isinstance(value, Mapping):
        return {name: change(each) for name, each in value.items()}
    return value if word in _DATA else change(value)


def _inner(word: str, value: Any) -> list[Any]:
    if word in _NAMED:
        return list(value.values()) if isinstance(value, Mapping) else []
    if word in _DATA:
        return []
    return value if isinstance(value, list) else [value]
