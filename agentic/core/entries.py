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


def renewed(before: Entry | None, after: Entry, revision: int, *, is_alone: bool = False) -> Entry:
    """The entry with what follows from its capability made anew; equal schema and risk break no plan."""
    made = after.capability
    if before is None:
        return replace(after, revision=revision, unchanged_since=revision, shown_at=revision)
    schema = before.schema if made.input_schema == before.input_schema else _schema(made)
    breaks = schema is not before.schema or made.risk is not before.risk
    shown_at = before.shown_at if _stays(before, after, is_alone) else after.shown_at
    return replace(
        after,
        schema=schema,
        takes_signal=accepts_signal(made.execute),
        revision=revision if breaks else before.revision,
        unchanged_since=revision if breaks or _reads_anew(before, after) else before.unchanged_since,
        shown_at=revision if shown_at is None else shown_at,
    )


def moves(before: Entry, after: Entry | None, *, is_alone: bool) -> bool:
    """Whether a change may let something else of that name come into its place, or go from there.

    `is_alone`: nothing else has that name, in this registry or one below it.
    """
    if after is None or after.suspended:
        return True
    if after.shown_at is None and not _stays(before, after, is_alone):
        return True
    return not _is_offered_as_before(before, after, is_alone)


def _stays(before: Entry, after: Entry, is_alone: bool) -> bool:
    """Whether a page that draws itself anew put the same there again: whoever saw the one has seen the other."""
    was_there = after.origin is not before.origin and not before.suspended and before.is_present is None
    is_same = before.input_schema == after.input_schema and before.risk is after.risk
    is_same = is_same and not _reads_anew(before, after)
    return was_there and is_same and _is_offered_as_before(before, after, is_alone)


def _is_offered_as_before(before: Entry, after: Entry, is_alone: bool) -> bool:
    """Another function is asked whether it is available at each drawing; that lets only one of several come forward."""
    old, new = before.capability.available, after.capability.available
    return old is new or (is_alone and bool(old))


def _reads_anew(before: Entry, after: Entry) -> bool:
    return any(getattr(after.capability, name) != getattr(before.capability, name) for name in _DECIDED_ON)


def _schema(made: Capability) -> Schema:
    try:
        schema = Schema(made.input_schema)
    except SchemaError as error:
        raise SchemaError(f"{made.name}: {error}") from None
    kind = schema.source.get("type", "object")
    if kind != "object":
        raise UsageError(f"{made.name}: the arguments of a call are one object; its input_schema says {kind!r}")
    return schema
