"""Values that are nobody's to read: `Annotated[str, Secret]`, or `"format": "password"` in a schema.

They reach the handler; whatever is shown, recorded or said of a call has a mask in their place.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from agentic.core.subschemas import Place, root_of
from agentic.errors import ArgumentError

MASK = "••••••"
FORMAT = "password"
_ABSENT = object()

Scrub = Callable[[str], str]


class Secret:
    """A mark for a parameter: `password: Annotated[str, Secret]`."""


def secret_paths(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the secrets of a schema are: `password`, `login.pin`, `rows[].token`, `headers.*`."""
    return tuple(dict.fromkeys(path.lstrip(".") for path in _paths(root_of(schema))))


def mask(value: Any, schema: Mapping[str, Any]) -> Any:
    """A deep copy with every secret masked."""
    return _masked(value, root_of(schema))


def unmask(edited: Any, original: Any, schema: Mapping[str, Any]) -> Any:
    """A deep copy of `edited`, with the secrets of `original` where their masks were left in place.

    ArgumentError where it cannot be told which secret a mask stands for.
    """
    return _unmasked(edited, original, root_of(schema), "")


def scrubber(value: Any, schema: Mapping[str, Any]) -> Scrub:
    """A function that masks the secrets of `value` wherever a text quotes them."""
    return scrubber_of(_secrets(value, root_of(schema)))


def scrubber_of(secrets: Iterable[Any]) -> Scrub:
    """A function that masks these wherever a text quotes them."""
    spellings = {each for secret in secrets for each in _spellings(secret)}
    longest_first = sorted(spellings, key=len, reverse=True)

    def scrub(text: str) -> str:
        for each in longest_first:
            text = text.replace(each, MASK)
        return text

    return scrub


def hidden(value: Any, shown: Any) -> Iterator[Any]:
    """The single values for which what is shown of a value has masks."""
    if shown == MASK:
        yield from _leaves(value)
    elif isinstance(value, Mapping) and isinstance(shown, Mapping):
        for name, item in value.items():
            yield from hidden(item, shown.get(name))
    elif isinstance(value, (list, tuple)) and isinstance(shown, (list, tuple)):
        for item, said in zip(value, shown, strict=False):
            yield from hidden(item, said)


def _paths(place: Place, path: str = "", above: tuple[int, ...] = ()) -> Iterator[str]:
    if _is_marked(place):
        yield path
        return
    here = tuple(map(id, place.parts))
    if here and not set(here) & set(above):  # a schema that contains itself has the same secrets further down
        for step, inner in place.inside():
            yield from _paths(inner, path + step, (*above, *here))


def _masked(value: Any, place: Place) -> Any:
    if _hides(place, value):
        return MASK
    if isinstance(value, Mapping):
        return {name: _masked(item, place.property(name)) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(item, place.item(index)) for index, item in enumerate(value)]
    return value


def _unmasked(edited: Any, original: Any, place: Place, path: str) -> Any:
    if edited == MASK and _hides(place, edited):
        if original is _ABSENT:
            raise ArgumentError(f"{path.lstrip('.')}: a hidden value cannot be moved or copied; write it again")
        return original
    if isinstance(edited, Mapping):
        known = original if isinstance(original, Mapping) else {}
        return {
            name: _unmasked(item, known.get(name, _ABSENT), place.property(name), f"{path}.{name}")
            for name, item in edited.items()
        }
    if isinstance(edited, (list, tuple)):
        known = original if isinstance(original, (list, tuple)) else ()
        return [
            _unmasked_item(item, known[index] if index < len(known) else _ABSENT, place.item(index), f"{path}[{index}]")
            for index, item in enumerate(edited)
        ]
    return edited


def _unmasked_item(edited: Any, original: Any, place: Place, path: str) -> Any:
    """Items move when one before them goes: a mask stands for the old secret only where all else of the item is old."""
    if original is not _ABSENT and edited == _masked(original, place):
        return original
    return _unmasked(edited, _ABSENT, place, path)


def _secrets(value: Any, place: Place) -> Iterator[Any]:
    if _hides(place, value):
        yield from _leaves(value)
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _secrets(item, place.property(name))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _secrets(item, place.item(index))


def _hides(place: Place, value: Any) -> bool:
    """Whether a value is to be masked as a whole.

    So is one that should hold secrets and is of another make, such as an object that was sent as JSON text: where in it
    they are nobody knows.
    """
    if value is None:
        return False
    if _is_marked(place):
        return True
    ways = {step[0] for step, inner in place.inside() if next(_paths(inner), None) is not None}
    own = "." if isinstance(value, Mapping) else "[" if isinstance(value, (list, tuple)) else ""
    return bool(ways) and own not in ways


def _is_marked(place: Place) -> bool:
    return any(part.get("format") == FORMAT for part in place.parts)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    elif value is not None and not isinstance(value, bool) and value != "":
        yield value


def _spellings(secret: Any) -> set[str]:
    """How a text may quote a value: as it is, as Python writes it, as JSON does."""
    if not isinstance(secret, str):
        return {str(secret)}
    return {secret, repr(secret)[1:-1], json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
