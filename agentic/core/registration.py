"""The handle of a registration: who holds it owns the entry, and nobody else can touch it."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Protocol, Self

from agentic.core.capability import Capability
from agentic.core.entry import Entry
from agentic.errors import UsageError

if TYPE_CHECKING:
    from agentic.core.registry import Registry

Watch = Callable[[Callable[[], object]], Callable[[], None]]


class Elements(Protocol):
    """What binding a capability to an element needs of the document."""

    def weak(self, element: Any) -> Callable[[], Any]:
        """What gives an element as long as it lives, and does not keep it alive; UsageError if it is no element."""
        ...

    def is_present(self, element: Callable[[], Any]) -> bool: ...

    def watch(self, element: Callable[[], Any], moved: Callable[[], object]) -> Callable[[], None]:
        """Call `moved` each time the element came into the document or went; the function returned ends that."""
        ...


_CHANGEABLE = frozenset(field.name for field in fields(Capability)) - {"name", "target"}


class Registration:
    """Updates, suspends and disposes of one registration; also a context manager that disposes at its end.

    After `dispose`, or once the owner registered the name anew, a handle does nothing any more.
    """

    def __init__(self, registry: "Registry", entry: Entry, watch: Watch | None = None) -> None:
        self._registry = registry
        self._registered = entry
        self._leave = watch(self._moved) if watch else None

    @property
    def entry(self) -> Entry | None:
        """The entry as it is now; None once it is gone."""
        return self._registry.held(self._registered)

    def update(self, **changes: Any) -> None:
        """Change fields of the capability, such as `description`, `available`, `input_schema` or `execute`.

        With its function, words, schema or risk, what people allowed before ends, and a call that waits is stale.
        """
        if unknown := changes.keys() - _CHANGEABLE:
            known = ", ".join(sorted(_CHANGEABLE))
            raise UsageError(f"{self._registered.name}: update takes {known}, not {', '.join(sorted(unknown))}")
        if not self._change(lambda entry: replace(entry, capability=replace(entry.capability, **changes))):
            raise UsageError(f"{self._registered.name}: this registration was disposed; register it again")

    def suspend(self) -> None:
        """Take it out of the catalog, but keep its place."""
        self._change(lambda entry: entry if entry.suspended else replace(entry, suspended=True))

    def resume(self) -> None:
        self._change(lambda entry: replace(entry, suspended=False, shown_at=None) if entry.suspended else entry)

    def dispose(self) -> None:
        """Remove it for good. Calling it again does nothing."""
        self._change(lambda entry: None)
        self._unfollow()

    def _moved(self) -> None:
        """The element came into the document, or went: that changes the catalog."""
        if not self._change(lambda entry: replace(entry, shown_at=None)):
            self._unfollow()  # the owner registered the name anew

    def _unfollow(self) -> None:
        leave, self._leave = self._leave, None
        if leave:
            leave()

    def _change(self, change: Callable[[Entry], Entry | None]) -> bool:
        """Whether there was something to change."""
        entry = self.entry
        if entry is None:
            return False
        after = change(entry)
        if after is not entry:
            self._registry.put(entry, after)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.dispose()
