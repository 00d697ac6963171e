"""A model's argument text as a mapping: strictly, never repaired."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from agentic.core.capability import Refusal
from agentic.core.strict_json import strict_decoder, unique
from agentic.core.subschemas import Place, root_of

_read = strict_decoder(unique).decode
_NOTHING = object()
LARGEST = 2**53 - 1  # beyond it JSON has no exact integers
_TYPES_OF = MappingProxyType(
    {
        dict: ("object",),
        list: ("array",),
        bool: ("boolean",),
        int: ("integer", "number"),
        float: ("integer", "number"),
        type(None): ("null",),
    }
)


def parse_arguments(text: str) -> dict[str, Any] | Refusal:
    """The object a model wrote. Empty text means no arguments; anything that is not one JSON object is refused.

    Some models encode the whole object twice; a string that holds an object is unwrapped, once.
    """
    if not text.strip():
        return {}
    try:
        value = _read(text)
        if isinstance(value, str):
            value = _read(value)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        return Refusal(
            "invalid", f"the arguments are not valid JSON ({reason}); send one JSON object, not {excerpt(text)}"
        )
    if not isinstance(value, dict):
        return Refusal("invalid", f"the arguments must be one JSON object, not {excerpt(text)}")
    return value


def fit(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Values that arrived as JSON text, read where the schema names other types and no text, and nothing is lost.

    `"[1]"` for an array, `"5"` for an integer. Text that the schema takes is never touched.
    """
    try:
        return _fitted(arguments, root_of(schema))
    except RecursionError:  # nested more deeply than anything that could run
        return arguments


def copied(value: Any) -> Any:
    """A copy of JSON that shares nothing with it: whoever gets it may do with it as they like."""
    # With `map`, it goes as deep as the digest does before it.
    if isinstance(value, dict):
        return dict(zip(value, map(copied, value.values()), strict=True))
    return list(map(copied, value)) if isinstance(value, list) else value


def excerpt(text: str) -> str:
    """A text as a sentence quotes it: of a long one only the beginning."""
    return text if len(text) <= 80 else f"{text[:60]}… ({len(text)} characters)"


def _fitted(value: Any, place: Place) -> Any:
    if not place.schemas:
        return value
    if isinstance(value, str):
        types = place.types()
        read = _said(value, types) if types and "string" not in types else _NOTHING
        # What the text says may hold texts of its own.
        return value if read is _NOTHING else _fitted(read, place) if isinstance(read, (dict, list)) else read
    if isinstance(value, dict):
        return {name: _fitted(item, place.property(name)) for name, item in value.items()}
    if isinstance(value, list):
        return [_fitted(item, place.item(index)) for index, item in enumerate(value)]
    return value


def _said(text: str, types: frozenset[str]) -> Any:
    """What a JSON text says, if that is of one of the types and exactly what was written."""
    try:
        value = _read(text)
    except (ValueError, RecursionError):
        return _NOTHING
    if isinstance(value, str) or types.isdisjoint(_TYPES_OF.get(type(value), ())):
        return _NOTHING
    if type(value) is int:
        return value if abs(value) <= LARGEST else _NOTHING
    if type(value) is float:
        is_whole = "number" in types or value.is_integer()
        return value if is_whole and Decimal(text.strip()) == Decimal(repr(value)) else _NOTHING
    return value
