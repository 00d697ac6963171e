"""Invalidation: a custom event in which a server names what its write has moved. A convention on top of AG-UI."""

from dataclasses import dataclass

from agentic.protocol.events import Custom

NAME = "ag_ui.invalidate"


@dataclass(frozen=True, slots=True)
class Invalidation:
    """Keys mean what the host and its server agreed on; they are compared exactly."""

    keys: tuple[str, ...]
    reason: str | None = None


def invalidation_of(event: Custom) -> Invalidation | None:
    """What the event invalidates; None if it is another one, or its keys are no list of texts."""
    value = event.value
    if event.name != NAME or not isinstance(value, dict):
        return None
    keys, reason = value.get("keys"), value.get("reason")
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        return None
    return Invalidation(tuple(keys), reason if isinstance(reason, str) else None)
