"""A chat's own tools: `define_tool` with a function runs by itself; without one, somebody brings the result."""

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import isawaitable
from types import MappingProxyType
from typing import Any

from agentic.core.cancel import Cancellation
from agentic.core.capability import Capability, Risk
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.errors import UsageError

UNANSWERED = object()
"""What a tool returns whose result somebody brings later."""

CALL_ID: ContextVar[str] = ContextVar("call_id", default="")
"""The call that is being run, for a handler that has to know: a capability's function gets its arguments alone."""

NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({"type": "object", "properties": {}})


@dataclass(frozen=True, slots=True)
class ChatTool:
    """A tool of one chat. `execute` takes the arguments as one mapping, and `signal` if it has a parameter so named."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    execute: Callable[..., Any] | None = None
    risk: Risk | str = Risk.READ


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A call for `on_tool_call`: checked arguments, and a signal that is cancelled when the chat is stopped."""

    id: str
    name: str
    args: Mapping[str, Any]
    signal: Cancellation


OnToolCall = Callable[[ToolRequest], Any | Awaitable[Any]]
AnyTool = ChatTool | Capability | Mapping[str, Any] | Callable[..., Any]


def define_tool(
    name: str,
    *,
    description: str = "",
    parameters: Mapping[str, Any] | None = None,
    execute: Callable[..., Any] | None = None,
    risk: Risk | str = Risk.READ,
) -> ChatTool:
    """A tool for `Chat(tools=[…])`; `parameters` is a JSON Schema of an object.

    `execute(args)` runs by itself, and what it returns goes back to the model; it may be async, and take `signal`. What
    it raises is told to the model. Without it, the call goes to the chat's `on_tool_call`.
    """
    if execute is not None and not callable(execute):
        raise UsageError(f"define_tool: execute of {name!r} must be a function, not {type(execute).__name__}")
    return ChatTool(name, description, parameters or NO_PARAMETERS, execute, risk)


class ChatTools:
    """The tools of a chat in its registry; assigning others takes these away."""

    def __init__(self, registry: Registry, ask: OnToolCall) -> None:
        self._registry = registry
        self._ask = ask
        self._registered: list[Registration] = []
        self.all: tuple[AnyTool, ...] = ()

    def use(self, tools: tuple[AnyTool, ...]) -> None:
        """Offer these instead of those before."""
        for registration in self._registered:
            registration.dispose()
        self._registered = [self._registry.register(self._as_registered(tool), owner="Chat(tools)") for tool in tools]
        self.all = tools

    def _as_registered(self, tool: AnyTool) -> Capability | Callable[..., Any]:
        if isinstance(tool, Mapping):
            tool = define_tool(**tool)
        if not isinstance(tool, ChatTool):
            return tool
        return Capability(
            tool.name,
            tool.description,
            {"type": "object", **tool.parameters},
            tool.risk,  # type: ignore[arg-type]  # Capability turns a text into a Risk
            tool.execute or self._asks(tool.name),
        )

    def _asks(self, name: str) -> Callable[..., Awaitable[Any]]:
        """Let the chat's own handler answer."""

        async def execute(args: Mapping[str, Any], *, signal: Cancellation) -> Any:
            answer = self._ask(ToolRequest(CALL_ID.get(), name, args, signal))
            answer = await answer if isawaitable(answer) else answer
            return UNANSWERED if answer is None else answer

        return execute
