"""The digest of a call: what a person confirms is exactly what runs."""

import hashlib
from collections.abc import Mapping
from typing import Any

import rfc8785

from agentic.errors import ArgumentError


def digest(name: str, target_id: str | None, arguments: Mapping[str, Any]) -> str:
    """SHA-256, 64 hex digits, over the canonical JSON (RFC 8785) of name, target and input.

    ArgumentError if the arguments have no canonical form, such as an integer that JSON cannot hold exactly.
    """
    try:
        text = rfc8785.dumps({"name": name, "targetId": target_id, "input": arguments})
    except rfc8785.IntegerDomainError:
        raise ArgumentError("an integer is too large for JSON to hold exactly; send it as text") from None
    except (rfc8785.CanonicalizationError, ValueError, RecursionError) as error:
        raise ArgumentError(f"the arguments have no canonical form ({error or type(error).__name__})") from None
    return hashlib.sha256(text).hexdigest()
