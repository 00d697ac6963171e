"""A model's argument text as a mapping: strictly, never repaired."""

from collections.abc import Mapping
from typing import Any

from agentic.core.capability import Refusal
from agentic.core.strict_json import strict_decoder, unique

_read = strict_decoder(unique).decode


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
        return Refusal("invalid", f"the arguments are not valid JSON ({reason}): {_excerpt(text)}")
    if not isinstance(value, dict):
        return Refusal("invalid", f"the arguments must be one JSON object, not {_excerpt(text)}")
    return value


def unwrap_nested(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arrays and objects that arrived as JSON text, unwrapped where the schema takes no text."""
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return arguments
    unwrapped = {
        name: inner
        for name, value in arguments.items()
        if isinstance(value, str) and (inner := _inner(value, _kinds(properties.get(name)))) is not None
    }
    return {**arguments, **unwrapped} if unwrapped else arguments


def _inner(text: str, kinds: frozenset[str]) -> list[Any] | dict[str, Any] | None:
    if not kinds & {"array", "object"} or "string" in kinds:
        return None
    try:
        value = _read(text)
    except (ValueError, RecursionError):
        return None
    fits = (isinstance(value, list) and "array" in kinds) or (isinstance(value, dict) and "object" in kinds)
    return value if fits else None


def _kinds(schema: Any) -> frozenset[str]:
    """The types a schema names; empty if it names none, which allows every type."""
    if not isinstance(schema, Mapping):
        return frozenset()
    named = schema.get("type")
    if isinstance(named, str):
        return frozenset({named})
    if isinstance(named, list):
        return frozenset(named)
    options = [_kinds(option) for option in schema.get("anyOf") or ()]
    return frozenset().union(*options) if all(options) else frozenset()


def _excerpt(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:60]}… ({len(text)} characters)"
