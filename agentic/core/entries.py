"""Entries made of capabilities, and made anew when one changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agentic.core.capability import Capability
from agentic.core.entry import Entry
from agentic.core.schema import Schema
from agentic.core.signature import accepts_signal
from agentic.errors import SchemaError, UsageError

_DECIDED_ON = ("description", "summary", "confirm")
"""The words that a yes rests on; a page that draws itself anew registers new functions, and means the same."""


def new_entry(
    made: Capability,
    owner: str,
    is_present: Callable[[], bool] | None = None,
    element: Callable[[], Any] | None = None,
) -> Entry:
    """The entry of a capability that is not in a catalog yet."""
    schema, takes_signal = _schema(made), accepts_signal(made.execute)
    return Entry(made, owner, object(), 0, schema, takes_signal, is_present=is_present, element=element)


def renewed(before: Entry | None, after: Entry, revision: int) -> Entry:
    """The entry with what follows from its capability made anew; equal schema and risk break no plan."""
    made, shown_at = after.capability, revision if after.shown_at is None else after.shown_at
    if before is None:
        return replace(after, revision=revision, unchanged_since=revision, shown_at=shown_at)
    old = before.capability
    schema = before.schema if made.input_schema == old.input_schema else _schema(made)
    breaks = schema is not before.schema or made.risk is not old.risk
    changes = breaks or any(getattr(made, name) != getattr(old, name) for name in _DECIDED_ON)
    return replace(
        after,
        schema=schema,
        takes_signal=accepts_signal(made.execute),
        revision=revision if breaks else before.revision,
        unchanged_since=revision if changes else before.unchanged_since,
        shown_at=shown_at,
    )


def moves(before: Entry, after: Entry | None) -> bool:
    """Whether a change may let something else of that name come into its place, or go from there."""
    if after is None or after.suspended or after.shown_at is None:
        return True
    return after.capability.available is not before.capability.available


def _schema(made: Capability) -> Schema:
    try:
        schema = Schema(made.input_schema)
    except SchemaError as error:
        raise SchemaError(f"{made.name}: {error}") from None
    kind = schema.source.get("type", "object")
    if kind != "object":
        raise UsageError(f"{made.name}: the arguments of a call are one object; its input_schema says {kind!r}")
    return schema
