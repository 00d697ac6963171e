"""The notes in an `Annotated`: what those of annotated-types, pydantic and msgspec say, known by their names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from types import MappingProxyType
from typing import Annotated, Any, get_origin

from agentic.core.secrets import FORMAT, Secret

Bound = tuple[str, Any]

ORDER = ("gt", "ge", "lt", "le", "multiple_of")
DIGITS = ("max_digits", "decimal_places")
_WORDS = MappingProxyType(
    {"minimum": "ge", "exclusiveMinimum": "gt", "maximum": "le", "exclusiveMaximum": "lt", "multipleOf": "multiple_of"}
)
_NAMES = (*ORDER, "min_length", "max_length", "pattern", *DIGITS)
_SAYS = (int, float, str, Decimal, date, datetime, time, re.Pattern)
_PACKAGES = frozenset({"annotated_types", "pydantic", "pydantic_core"})
_CHANGES = ("strip_whitespace", "to_upper", "to_lower", "ascii_only", "uuid_version", "path_type", "encoder")
"""What pydantic would do with a value, or ask of it, and nothing here does."""


def flat(notes: tuple[Any, ...]) -> Iterator[Any]:
    """The notes, and those that stand in one: of an `Annotated` used as a note, of a group, of pydantic's `Field`."""
    for note in notes:
        if get_origin(note) is Annotated:
            yield from flat(note.__metadata__)
        elif not isinstance(note, type) and getattr(note, "__is_annotated_types_grouped_metadata__", False):
            yield from flat(tuple(note))
        else:
            yield note
            several = () if isinstance(note, type) else getattr(note, "metadata", ())
            inner = several if isinstance(several, list | tuple) else ()
            # Texts and mappings there are words for somebody else.
            yield from flat(tuple(each for each in inner if not isinstance(each, str | Mapping)))


def is_of_bounds(value: Any) -> bool:
    """Whether an object is of a package whose objects say what a value must be like."""
    return any(each.__module__.partition(".")[0] in _PACKAGES for each in type(value).__mro__)


def words_of(note: Any) -> Mapping[str, Any]:
    """What one note adds to a schema besides bounds; a note for somebody else adds nothing."""
    if isinstance(note, str):
        return {"description": note}
    if isinstance(note, Mapping):
        return note
    if note is Secret or isinstance(note, Secret):
        return {"format": FORMAT}
    if isinstance(note, type):
        return {}
    if is_of_bounds(note) and isinstance(unit := getattr(note, "unit", None), str):
        return {"x-unit": unit}
    said = getattr(note, "documentation", None) or getattr(note, "description", None)
    return {"description": said} if isinstance(said, str) else {}


def bounds_in(notes: Iterable[Any], *, also_words: bool) -> list[Bound]:
    """The bounds that notes say; `also_words`: as words of JSON Schema too, for a number that is text as well."""
    bounds = [each for note in notes for each in _bounds_of(note, also_words)]
    told = dict(bounds)
    if all(type(told.get(name)) is int for name in DIGITS):
        # As pydantic counts them: the places after the point are kept free for those.
        bounds.append(("whole_digits", max(told["max_digits"] - told["decimal_places"], 0)))
    return bounds


def _bounds_of(note: Any, also_words: bool) -> Iterator[Bound]:
    """The bounds of one note, by the names that annotated-types and pydantic give them.

    Of those packages each counts, whatever it is, so that what nothing would check is refused. A note for somebody
    else may have an attribute of such a name, and mean something else by it.
    """
    if isinstance(note, type):
        return
    if isinstance(note, re.Pattern):
        yield "pattern", note
    elif isinstance(note, Mapping):
        yield from ((name, note[word]) for word, name in _WORDS.items() if also_words and word in note)
    else:
        is_known = is_of_bounds(note)
        for name in _NAMES:
            bound = getattr(note, name, None)
            if type(bound) in _SAYS or (is_known and bound is not None):
                yield name, bound
        yield from _demands(note) if is_known else ()


def _demands(note: Any) -> Iterator[Bound]:
    """What is asked of a value in other ways than by a bound."""
    kind = type(note).__name__
    if kind == "Timezone":
        yield "tz", note.tz
    if kind == "Predicate" or kind.endswith("Validator"):
        yield "predicate" if kind == "Predicate" else kind, note.func
    for name in _CHANGES:
        if demand := getattr(note, name, None):
            yield name, demand
