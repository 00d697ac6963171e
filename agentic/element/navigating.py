"""Tools that say of themselves that they lead to another page."""

from collections.abc import Mapping
from typing import Any

from agentic.core.capability import Capability

NAVIGATES = "x-navigates"


def navigates(capability: Capability) -> bool:
    """Whether a capability leads to another page."""
    return is_navigates({**capability.input_schema, **capability.wire})


def is_navigates(parameters: Mapping[str, Any] | None) -> bool:
    """Whether a tool's JSON Schema says at its root that it leads to another page."""
    return (parameters or {}).get(NAVIGATES) is True
