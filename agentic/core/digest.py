"""The digest of a call: what a person confirms is exactly what runs."""

import hashlib
from collections.abc import Mapping
from typing import Any

import rfc8785

from agentic.errors import ArgumentError

TOO_LARGE = "an integer is too large for JSON to hold exactly"


def digest(name: str, target_id: str | None, arguments: Mapping[str, Any]) -> str:
    """SHA-256, 64 hex digits, over the canonical JSON (RFC 8785) of name, target and input.

    ArgumentError if the arguments have no canonical form, such as an integer that JSON cannot hold exactly.
    """
    try:
        text = rfc8785.dumps({"name": name, "targetId": target_id, "input": arguments})
    except (ValueError, RecursionError) as error:  # rfc8785's own errors are ValueErrors
        raise ArgumentError(_reason(error)) from None
    return hashlib.sha256(text).hexdigest()


def is_canonical(value: Any) -> bool:
    """Whether a value has a canonical form."""
    try:
        rfc8785.dumps(value)
    except (ValueError, RecursionError):
        return False
    return True


def _reason(error: Exception) -> str:
    if isinstance(error, rfc8785.IntegerDomainError):
        return f"{TOO_LARGE}; send it as text"
    if isinstance(error, rfc8785.FloatDomainError):
        return "NaN and Infinity have no canonical form in JSON; send a finite number"
    if isinstance(error.__cause__ or error, UnicodeError):
        return "half of a surrogate pair has no canonical form; send whole characters"
    if isinstance(error, RecursionError):
        return "arguments nested this deeply have no canonical form; send them flatter"
    return f"the arguments have no canonical form ({error})"
