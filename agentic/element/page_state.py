"""Application state of the page as tools: one that reads it, and one that writes it, which asks first."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.core.capability import Capability, Risk
from agentic.core.registry import Registry
from agentic.errors import UsageError

OWNER = "chat.registerPageState"


def register_page_state(
    registry: Registry,
    name: str,
    read: Callable[[], Any | Awaitable[Any]] | None,
    write: Callable[[Any], Any | Awaitable[Any]] | None,
    schema: Mapping[str, Any],
) -> None:
    """Offer `read_<name>`, and `set_<name>` where there is a `write`; the same name again replaces both."""
    if not isinstance(name, str) or not name.strip():
        raise UsageError("registerPageState: name is missing; give the state a name")
    if not callable(read):
        raise UsageError(f"registerPageState: {name!r} needs read, a function that gives the state")

    async def reads(_given: Mapping[str, Any]) -> Any:
        return await _awaited(read())

    async def writes(given: Mapping[str, Any]) -> Any:
        return await _awaited(write(given)) if write else None

    nothing = {"type": "object", "properties": {}}
    reading = Capability(f"read_{name}", f"Read {name} as the page has it now.", nothing, Risk.READ, reads)
    registry.register(reading, owner=OWNER, replace=True)
    if write:
        takes = {"type": "object", **schema}
        writing = Capability(f"set_{name}", f"Change {name} on the page.", takes, Risk.DESTRUCTIVE, writes)
        registry.register(writing, owner=OWNER, replace=True)


async def _awaited(value: Any) -> Any:
    return await value if isawaitable(value) else value
