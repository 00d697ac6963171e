"""Application state of the page as tools: one that reads it, and one that writes it, which asks first."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.core.capability import Capability, Risk
from agentic.core.registry import Registry
from agentic.errors import UsageError

OWNER = "chat.registerPageState"
Read = Callable[[], Any | Awaitable[Any]]
Write = Callable[[Any], Any | Awaitable[Any]]


def register_page_state(
    registry: Registry, name: str, read: Read | None, write: Write | None, schema: Mapping[str, Any]
) -> None:
    """Offer the tools of a state; the same name again replaces them."""
    for tool in page_state_tools(name, read, write, schema):
        registry.register(tool, owner=OWNER, replace=True)


def page_state_tools(name: str, read: Read | None, write: Write | None, schema: Mapping[str, Any]) -> list[Capability]:
    """`read_<name>`, and `set_<name>` where there is a `write`."""
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
    if not write:
        return [reading]
    takes = {"type": "object", **schema}
    return [reading, Capability(f"set_{name}", f"Change {name} on the page.", takes, Risk.DESTRUCTIVE, writes)]


async def _awaited(value: Any) -> Any:
    return await value if isawaitable(value) else value
