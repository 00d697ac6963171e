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


def _moved(word: str, value: Any, move: Callable[[str], str]) -> Any:
    if word == "$ref" and isinstance(value, str):
        return move(value)
    if word in _NAMED and isinstance(value, Mapping):
        return {name: with_references(each, move) for name, each in value.items()}
    return value if word in _DATA else with_references(value, move)


def _inner(word: str, value: Any) -> list[Any]:
    if word in _NAMED:
        return list(value.values()) if isinstance(value, Mapping) else []
    if word in _DATA:
        return []
    return value if isinstance(value, list) else [value]
