"""Values that are nobody's to read: `Annotated[str, Secret]`, or `"format": "password"` in a schema.

They reach the handler; whatever is shown, recorded or said of a call has a mask in their place.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

from agentic.core.subschemas import Place, root_of
from agentic.errors import ArgumentError

MASK = "••••••"
FORMAT = "password"
SHORT = 4
"""A secret of fewer characters is masked where it stands alone: masked in every word, it leaves nothing to read."""
_ABSENT = object()
_PLAIN, _UNTOLD = Place((), (), is_lost=False), Place((), (), is_lost=True)

Scrub = Callable[[str], str]


class Secret:
    """A mark for a parameter: `password: Annotated[str, Secret]`."""


def secret_paths(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the secrets of a schema are: `password`, `login.pin`, `rows[].token`, `headers.*`."""
    return tuple(dict.fromkeys(path.lstrip(".") for path in _paths(root_of(schema))))


def is_secret(name: str, schema: Mapping[str, Any]) -> bool:
    """Whether there is a secret in this property of an object, or may be one."""
    return _holds(root_of(schema).property(name))


def mask(value: Any, schema: Mapping[str, Any]) -> Any:
    """A deep copy with every secret masked, and whatever may be one in the wrong place."""
    root = root_of(schema)
    return _masked(value, root if _holds(root) else _PLAIN)


def mask_all(arguments: Any) -> Any:
    """Arguments of which nobody knows what they are: their names, and nothing else."""
    return dict.fromkeys(arguments, MASK) if isinstance(arguments, Mapping) else MASK


def unmask(edited: Any, original: Any, schema: Mapping[str, Any]) -> Any:
    """A deep copy of `edited`, with the secrets of `original` where their masks were left in place.

    ArgumentError where it cannot be told which secret a mask stands for.
    """
    return _unmasked(edited, original, root_of(schema), "")


def hidden_in(value: Any, shown: Any) -> Iterator[Any]:
    """What is in a value, and not at the same place of what is shown of it: texts and numbers."""
    if isinstance(value, str) and not isinstance(shown, str):
        value = _said(value)  # it was sent as JSON text, and read before it was masked
    if isinstance(value, Mapping) and isinstance(shown, Mapping):
        for name, item in value.items():
            yield from hidden_in(item, shown.get(name, MASK))
    elif isinstance(value, (list, tuple)) and isinstance(shown, (list, tuple)) and len(value) == len(shown):
        for item, each in zip(value, shown, strict=True):
            yield from hidden_in(item, each)
    elif value != shown:
        yield from _leaves(value)


def scrubber(*secrets: Any) -> Scrub:
    """A function that masks these values wherever a text quotes them."""
    spellings = {each for secret in secrets for each in _spellings(secret)}
    if not spellings:
        return str
    longest_first = sorted(spellings, key=len, reverse=True)
    found = re.compile("|".join(map(_as_pattern, longest_first)))
    return lambda text: found.sub(MASK, str(text))


def _paths(place: Place, path: str = "", above: tuple[Any, ...] = ()) -> Iterator[str]:
    if _is_marked(place):
        yield path
        return
    here = tuple(part.key for part in place.parts)
    if here and not set(here) & set(above):  # a schema that contains itself has the same secrets further down
        for step, inner in place.inside():
            yield from _paths(inner, path + step, (*above, *here))


def _masked(value: Any, place: Place) -> Any:
    if _hides(place, value):
        return MASK
    if isinstance(value, Mapping):
        return {name: _masked(item, _property(place, name)) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(item, _item(place, index)) for index, item in enumerate(value)]
    return value


def _unmasked(edited: Any, original: Any, place: Place, path: str) -> Any:
    if edited == MASK and _hides(place, edited):
        if original is _ABSENT:
            raise ArgumentError(f"{path.lstrip('.')}: a hidden value cannot be moved or copied; write it again")
        return original
    if isinstance(edited, Mapping):
        known = original if isinstance(original, Mapping) else {}
        return {
            name: _unmasked(item, known.get(name, _ABSENT), _property(place, name), f"{path}.{name}")
            for name, item in edited.items()
        }
    if isinstance(edited, (list, tuple)):
        old = [*(original if isinstance(original, (list, tuple)) else ()), *[_ABSENT] * len(edited)]
        return [
            _unmasked_item(item, old[index], _item(place, index), f"{path}[{index}]")
            for index, item in enumerate(edited)
        ]
    return edited


def _unmasked_item(edited: Any, original: Any, place: Place, path: str) -> Any:
    """Items move when one before them goes: a mask stands for the old secret only where all else of the item is old."""
    if original is not _ABSENT and edited == _masked(original, place):
        return original
    return _unmasked(edited, _ABSENT, place, path)


def _hides(place: Place, value: Any) -> bool:
    """Whether a value is to be masked as a whole.

    So is one that should hold secrets and is of another make, such as an object that was sent as JSON text: where in it
    they are nobody knows. And an object or array where there should be none: something may be in it by mistake.
    """
    if value is None:
        return False
    if _is_marked(place):
        return True
    ways = _ways(place)
    if isinstance(value, Mapping):
        return _is_misplaced("object", place) or (bool(ways) and "." not in ways)
    if isinstance(value, (list, tuple)):
        return _is_misplaced("array", place) or (bool(ways) and "[" not in ways)
    return bool(ways)


def _is_misplaced(kind: str, place: Place) -> bool:
    types = place.types()
    return bool(types) and kind not in types


def _property(place: Place, name: str) -> Place:
    """The place of a member; among secrets, one that nothing describes may be one by another name."""
    inner = place.property(name)
    return inner if inner.schemas or "." not in _ways(place) else _UNTOLD


def _item(place: Place, index: int) -> Place:
    inner = place.item(index)
    return inner if inner.schemas or "[" not in _ways(place) else _UNTOLD


def _ways(place: Place) -> set[str]:
    """The first characters of the steps that lead to secrets: `.` for an object's, `[` for an array's."""
    return {step[0] for step, inner in place.inside() if _holds(inner)}


def _holds(place: Place) -> bool:
    """Whether a secret is there, or anywhere inside."""
    waiting, known = [place], set()
    while waiting:
        each = waiting.pop()
        if _is_marked(each):
            return True
        if each.key not in known:
            known.add(each.key)
            waiting += [inner for _, inner in each.inside()]
    return False


def _is_marked(place: Place) -> bool:
    return place.is_lost or any(part.schema.get("format") == FORMAT for part in place.parts)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    elif value is not None and not isinstance(value, bool) and value != "":
        yield value
        if isinstance(said := _said(value), (Mapping, list)):
            yield from _leaves(said)


def _said(value: Any) -> Any:
    """What a JSON text says, if it holds an object or an array; any other value itself."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _spellings(secret: Any) -> set[str]:
    """How a text may quote a value: as it is, as Python writes it, as JSON does, as an address does."""
    if not isinstance(secret, str):
        return {str(secret)}
    written = {secret, repr(secret)[1:-1], json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    return written | {write(secret, errors="replace") for write in (quote, quote_plus)}


def _as_pattern(spelling: str) -> str:
    found = re.escape(spelling)
    return found if len(spelling) >= SHORT else rf"(?<!\w){found}(?!\w)"
