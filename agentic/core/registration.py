"""The handle of a registration: who holds it owns the entry, and nobody else can touch it."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Self

from agentic.core.capability import Capability
from agentic.core.entry import Entry
from agentic.errors import UsageError

if TYPE_CHECKING:
    from agentic.core.registry import Registry

_CHANGEABLE = frozenset(field.name for field in fields(Capability)) - {"name", "target"}


class Registration:
    """Updates, suspends and disposes of one registration; also a context manager that disposes at its end.

    After `dispose`, or once the owner registered the name anew, a handle does nothing any more.
    """

    def __init__(self, registry: "Registry", entry: Entry) -> None:
        self._registry = registry
        self._registered = entry

    @property
    def entry(self) -> Entry | None:
        """The entry as it is now; None once it is gone."""
        return self._registry.held(self._registered)

    def update(self, **changes: Any) -> None:
        """Change fields of the capability, such as `description`, `available`, `input_schema` or `execute`."""
        if unknown := changes.keys() - _CHANGEABLE:
            known = ", ".join(sorted(_CHANGEABLE))
            raise UsageError(f"{self._registered.name}: update takes {known}, not {', '.join(sorted(unknown))}")
        if not self._change(lambda entry: replace(entry, capability=replace(entry.capability, **changes))):
            raise UsageError(f"{self._registered.name}: this registration was disposed; register it again")

    def suspend(self) -> None:
        """Take it out of the catalog, but keep its place."""
        self._change(lambda entry: replace(entry, suspended=True))

    def resume(self) -> None:
        self._change(lambda entry: replace(entry, suspended=False))

    def dispose(self) -> None:
        """Remove it for good; twice is nothing."""
        self._change(lambda entry: None)

    def _change(self, change: Callable[[Entry], Entry | None]) -> bool:
        entry = self.entry
        if entry is not None:
            self._registry.put(entry, change(entry))
        return entry is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.dispose()
