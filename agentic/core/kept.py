"""What is computed from a catalog and kept until what is offered of it changes; and what a model was told of it."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from agentic.core.entry import Entry

if TYPE_CHECKING:
    from agentic.core.registry import Registry

T = TypeVar("T")


class Told(NamedTuple):
    """What the tools about the catalog told of one name: which targets there were, at which revision."""

    revision: int
    targets: frozenset[str | None]


def keep(registry: "Registry", what: str, make: Callable[[tuple[Entry, ...]], T]) -> T:
    """`make(offered)`, made anew only where another entry is offered than when it was last made.

    The entries themselves are compared, not the revision: a function given as `available=` changes what is offered
    without a change of the catalog.
    """
    offered = registry.offered()
    known, made = registry.kept.get(what, (None, None))
    if known != offered:
        made = make(offered)
        registry.kept[what] = (offered, made)
    return made


def by_name(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The entries of each name, one for each target; names in the order of the catalog."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.name, []).append(entry)
    return found
