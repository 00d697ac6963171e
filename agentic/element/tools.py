"""Tools that JavaScript registers on one element, as capabilities of its registry."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.core.capability import Capability, Risk
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.errors import UsageError

Handler = Callable[[Any], Any | Awaitable[Any]]

X_DESTRUCTIVE = "x-destructive"
X_CONFIRM = "x-confirm"
X_SUMMARY = "x-summary"
OWNER = "chat.registerTool"


class ElementTools:
    """Registers tools by their JSON Schema; a name used again replaces this element's earlier tool."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def register(
        self, name: str, handler: Handler | None, description: str, parameters: Mapping[str, Any]
    ) -> Registration:
        if not isinstance(name, str) or not name.strip():
            raise UsageError("registerTool: name is missing; give the tool a name")
        if not callable(handler):
            raise UsageError(f"registerTool: the handler of {name!r} must be a function")
        return self.offer(tool_capability(name, handler, description, parameters))

    def offer(self, tool: Capability) -> Registration:
        return self._registry.register(tool, owner=OWNER, replace=True)


def tool_capability(name: str, handler: Handler, description: str, parameters: Mapping[str, Any]) -> Capability:
    """A tool as a capability: `x-destructive` is its risk, `x-confirm` its question, `x-summary` its label."""
    schema = {"type": "object", **parameters}
    question = schema.get(X_CONFIRM)

    async def execute(arguments: Mapping[str, Any]) -> Any:
        result = handler(arguments)
        return await result if isawaitable(result) else result

    return Capability(
        name,
        description,
        schema,
        Risk.DESTRUCTIVE if is_destructive(schema) else Risk.READ,
        execute,
        summary=_text(schema.get(X_SUMMARY)),
        confirm=_text(question),
        offers_session=True,
    )


def is_destructive(parameters: Mapping[str, Any] | None) -> bool:
    """Whether a tool's JSON Schema says at its root that a person is to be asked."""
    return (parameters or {}).get(X_DESTRUCTIVE) is True


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
