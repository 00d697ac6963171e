"""The attribute `data-page-actions`: small tools a host offers by name: `scroll`, `drag`, and `chat` for the panel."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from inspect import isawaitable
from types import MappingProxyType
from typing import Any, Protocol

from agentic.browser import driver
from agentic.browser.dom import Node
from agentic.browser.page.inside import is_inside
from agentic.browser.page.looking import scroll_to_end
from agentic.core.capability import Capability, Refusal, Risk
from agentic.core.registry import Registry
from agentic.core.words import Words
from agentic.element.offered import Offered
from agentic.element.settings import PAGE_ACTIONS, Settings
from agentic.element.whereabouts import CORNERS

Resolve = Callable[[str], Node | Awaitable[Node]]
TEXT = MappingProxyType({"type": "string"})


class Surface(Protocol):
    """The panel as the agent in it sees it."""

    def describe_surface(self) -> Mapping[str, Any]: ...
    def move_to(self, corner: str) -> bool: ...
    def set_collapsed(self, collapsed: bool) -> None: ...


class PageActions:
    """Offers what the attribute names."""

    def __init__(
        self, settings: Settings, registry: Registry, surface: Surface, resolve: Resolve, strings: Callable[[], Words]
    ) -> None:
        self._settings = settings
        self._offered = Offered(
            registry,
            "data-page-actions",
            lambda: {**page_actions(resolve), **chat_actions(surface)},
            lambda name: strings()(f"page.tool.{name}"),
        )

    def settle(self) -> None:
        """Do as the attribute says now."""
        self._offered.settle(self._wanted())

    def _wanted(self) -> Iterable[str]:
        named = self._settings.page_actions
        if unknown := [name for name in named if name not in PAGE_ACTIONS]:
            known = ", ".join(PAGE_ACTIONS)
            self._settings.host.warn(f"data-page-actions: there is no {', '.join(unknown)}; there is {known}")
        return tools_of(named)


def tools_of(actions: Collection[str]) -> list[str]:
    """The names of the tools that the actions bring."""
    return [tool for name, tools in PAGE_ACTIONS.items() if name in actions for tool in tools]


async def find(target: str, resolve: Resolve) -> Node | Refusal:
    """What the host means by a name, as far as an agent may see it."""
    found = resolve(target)
    found = await found if isawaitable(found) else found
    if found and is_inside(found):
        return found
    return Refusal("unavailable", f"there is nothing on the page for {target!r}; read the page again")


def page_actions(resolve: Resolve) -> dict[str, Capability]:
    """Scrolling and dragging what `resolve` finds."""

    async def scroll_to(given: Mapping[str, Any]) -> Any:
        if given["target"] in ("top", "bottom"):
            await scroll_to_end(given["target"])
            return f"scrolled to the {given['target']}"
        found = await find(given["target"], resolve)
        if isinstance(found, Refusal):
            return found
        if not found.getClientRects().length:
            return Refusal("unavailable", f"{given['target']!r} is on the page, but not shown; there is nothing to see")
        await driver.scroll_into_center_view(found)
        return f"{given['target']} is in view"

    async def drag_and_drop(given: Mapping[str, Any]) -> Any:
        dragged, place = await find(given["from"], resolve), await find(given["to"], resolve)
        if isinstance(dragged, Refusal) or isinstance(place, Refusal):
            return dragged if isinstance(dragged, Refusal) else place
        return await driver.drag_and_drop(dragged, place)

    where = "a CSS selector or an element id of the page map"
    return {
        "scroll_to": _tool(
            "scroll_to",
            "Scroll something of the page into view.",
            {"target": {**TEXT, "description": f'"top", "bottom", {where}'}},
            scroll_to,
        ),
        "drag_and_drop": _tool(
            "drag_and_drop",
            "Drag one thing of the page onto another. Read the page afterwards: it may not have kept the change.",
            {"from": {**TEXT, "description": where}, "to": {**TEXT, "description": where}},
            drag_and_drop,
        ),
    }


def chat_actions(surface: Surface) -> dict[str, Capability]:
    """Moving the panel out of the way; each answers what happened, and not what was asked."""

    def read(_given: Mapping[str, Any]) -> Any:
        return surface.describe_surface()

    def move(given: Mapping[str, Any]) -> Any:
        if surface.move_to(given["corner"]):
            return {"moved": True, "corner": given["corner"]}
        return {"moved": False, "reason": surface.describe_surface()["fixed"]}

    def collapse(collapsed: bool) -> Callable[[Mapping[str, Any]], Any]:
        def run(_given: Mapping[str, Any]) -> Any:
            if collapsed and not surface.describe_surface()["collapsible"]:
                return {"collapsed": False, "reason": "under this placement the chat is always open"}
            surface.set_collapsed(collapsed)
            return {"collapsed": surface.describe_surface()["collapsed"]}

        return run

    corner = {"corner": {**TEXT, "enum": list(CORNERS)}}
    return {
        "read_chat_surface": _tool("read_chat_surface", "Where this chat's panel is, if it can be moved.", {}, read),
        "move_chat": _tool("move_chat", "Move this chat's panel to a corner of the window.", corner, move),
        "minimise_chat": _tool("minimise_chat", "Collapse this chat, to show what is behind it.", {}, collapse(True)),
        "restore_chat": _tool("restore_chat", "Open this chat again after it was collapsed.", {}, collapse(False)),
    }


def _tool(name: str, description: str, properties: Mapping[str, Any], execute: Callable[..., Any]) -> Capability:
    schema = {"type": "object", "properties": dict(properties), "required": list(properties)}
    return Capability(name, description, schema, Risk.READ, execute)
