"""The digest of a call: what a person confirms is exactly what runs."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import rfc8785

from agentic.core.arguments import LARGEST, excerpt
from agentic.errors import ArgumentError


def digest(name: str, target_id: str | None, arguments: Mapping[str, Any]) -> str:
    """SHA-256, 64 hex digits, over the canonical JSON (RFC 8785) of name, target and input.

    ArgumentError if the arguments have no canonical form, such as an integer that JSON cannot hold exactly.
    """
    try:
        text = rfc8785.dumps({"name": name, "targetId": target_id, "input": arguments})
    except (ValueError, RecursionError) as error:  # rfc8785's own errors are ValueErrors
        raise ArgumentError(_place(error, arguments) + _reason(error)) from None
    return hashlib.sha256(text).hexdigest()


def _reason(error: Exception) -> str:
    if isinstance(error, rfc8785.IntegerDomainError):
        return (
            "an integer is too large for JSON to hold exactly; "
            f"send one of at most {LARGEST}, or a text where the schema takes one"
        )
    if isinstance(error, rfc8785.FloatDomainError):
        return "NaN and Infinity have no canonical form in JSON; send a finite number"
    if isinstance(error.__cause__ or error, UnicodeError):
        return "half of a surrogate pair has no canonical form; send whole characters"
    if isinstance(error, RecursionError):
        return "arguments nested this deeply have no canonical form; send them flatter"
    return f"the arguments have no canonical form ({error})"


def _place(error: Exception, arguments: Mapping[str, Any]) -> str:
    try:
        where = next(_places(type(error), arguments), "")
    except RecursionError:
        where = ""
    return f"{excerpt(where)}: " if where else ""


def _places(kind: type[Exception], value: Any, path: str = "") -> Iterator[str]:
    """Where the single values are that cannot be written for this reason, such as `rows[2].id`."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _places(kind, each, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _places(kind, each, f"{path}[{index}]")
    elif _raises(kind, value):
        yield path


def _raises(kind: type[Exception], value: Any) -> bool:
    try:
        rfc8785.dumps(value)
    except Exception as error:
        return isinstance(error, kind)
    return False
