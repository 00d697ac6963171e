"""The tools that the element brings along, as plain objects for a page that registers them itself, perhaps changed."""

from collections.abc import Callable, Collection, Mapping
from inspect import isawaitable
from types import MappingProxyType
from typing import Any

from agentic.browser.dom import select
from agentic.browser.exports import AsItIs
from agentic.browser.ffi import call_at_once, is_function, to_python
from agentic.core.camel import camel
from agentic.core.capability import Capability, Refusal, Risk
from agentic.element.given import mapping
from agentic.element.page_actions import Resolve, chat_actions, page_actions, tools_of
from agentic.element.page_seam import page_map_context
from agentic.element.page_state import Read, Write, page_state_tools
from agentic.element.routes import Navigate, map_of, route_tools
from agentic.element.tools import X_DESTRUCTIVE
from agentic.errors import AgenticError, UsageError

Tool = dict[str, Any]
"""What `registerTool` takes: name, description, parameters and handler."""


def create_page_action_tools(enabled: Collection[str], resolve_target: Resolve | None = None) -> list[Tool]:
    """`scroll_to` and `drag_and_drop`, as far as `enabled` names `scroll` and `drag`."""
    made = page_actions(resolve_target or select)
    return [_plain(made[name]) for name in tools_of(enabled) if name in made]


def create_chat_surface_tools(surface: AsItIs) -> list[Tool]:
    """Four tools that move a panel, which `surface` is: an element, or what else has its three methods."""
    return [_plain(tool) for tool in chat_actions(_Surface(surface)).values()]


def create_page_map_context(page_map: AsItIs) -> dict[str, str]:
    """The entry of a run's context that tells of the page: a map, or the function that gives one at once."""
    return page_map_context(call_at_once(page_map) if is_function(page_map) else to_python(page_map))


def create_route_tools(routes: Any, navigate: Navigate) -> list[Tool]:
    """`list_routes` and `navigate_to_route` for a map of routes; `navigate(path)` leads there."""
    return [_plain(tool) for tool in route_tools({route.id: route for route in map_of(routes)}, navigate)]


def create_page_state_tools(
    *, name: str = "", read: Read | None = None, write: Write | None = None, schema: Mapping[str, Any] | None = None
) -> list[Tool]:
    """`read_<name>`, and with a `write` also `set_<name>`."""
    given = mapping("createPageStateTools: schema", schema)
    return [_plain(tool) for tool in page_state_tools(name, read, write, given)]


FUNCTIONS = MappingProxyType(
    {
        "create_page_action_tools": create_page_action_tools,
        "create_chat_surface_tools": create_chat_surface_tools,
        "create_page_map_context": create_page_map_context,
        "create_route_tools": create_route_tools,
        "create_page_state_tools": create_page_state_tools,
        "create_state_hook_tools": create_page_state_tools,  # its former name
    }
)


class _Surface:
    """A panel of the page's own as `chat_actions` drives it."""

    def __init__(self, panel: AsItIs) -> None:
        for name in ("describe_surface", "move_to", "set_collapsed"):
            if not is_function(getattr(panel, camel(name), None)):
                raise UsageError(f"createChatSurfaceTools: the surface has no method {camel(name)}")
        self._panel = panel

    def describe_surface(self) -> Mapping[str, Any]:
        return self._asked("describe_surface")

    def move_to(self, corner: str) -> bool:
        return bool(self._asked("move_to", corner))

    def set_collapsed(self, collapsed: bool) -> None:
        self._asked("set_collapsed", collapsed)

    def _asked(self, method: str, *given: Any) -> Any:
        return call_at_once(getattr(self._panel, camel(method)), *given)


def _plain(capability: Capability) -> Tool:
    marks = {X_DESTRUCTIVE: True} if capability.risk is Risk.DESTRUCTIVE else {}
    return {
        "name": capability.name,
        "description": capability.description,
        "parameters": {**capability.input_schema, **marks, **capability.wire},
        "handler": _handler(capability.execute),
    }


def _handler(execute: Callable[[Mapping[str, Any]], Any]) -> Callable[..., Any]:
    """What runs a tool; a refusal is an error there, whose message the model is told."""

    async def handler(arguments: Mapping[str, Any] | None = None) -> Any:
        answer = execute(arguments or {})
        answer = await answer if isawaitable(answer) else answer
        if isinstance(answer, Refusal):
            raise AgenticError(answer.hint)
        return answer

    return handler
