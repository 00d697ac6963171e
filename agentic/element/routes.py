"""Where a host's page can be led: its routes by their ids, and two tools that know them."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any
from urllib.parse import quote, urlencode

from agentic.core.capability import Capability, Risk
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.element.navigating import NAVIGATES
from agentic.errors import ArgumentError, UsageError

Navigate = Callable[[str], Any | Awaitable[Any]]
SEGMENT = re.compile(r"(?<=/):(\w+)")
MEMBERS = ("title", "group", "description")
LISTS = "List the places of this site that navigate_to_route leads to."
LEADS = "Go to a place of this site by the id of its route."


@dataclass(frozen=True, slots=True)
class Route:
    """One place: its path may hold `:name` segments, which a call fills in."""

    id: str
    path: str
    more: Mapping[str, str]

    def resolved(self, params: Mapping[str, Any]) -> str:
        """The path with its segments filled in and the other params as its query; `ArgumentError` for one missing."""
        left = {name: value for name, value in params.items() if value is not None}

        def fill(found: re.Match[str]) -> str:
            value = left.pop(found[1], "")
            if value == "":
                raise ArgumentError(f"the route {self.id} needs the param {found[1]!r}, and it must not be empty")
            return quote(_text(value), safe="")

        path = SEGMENT.sub(fill, self.path)
        if not left:
            return path
        bare, hash_mark, fragment = path.partition("#")
        query = urlencode([(name, _text(value)) for name, value in left.items()])
        return f"{bare}{'&' if '?' in bare else '?'}{query}{hash_mark}{fragment}"


LEADING = "navigate_to_route"


class Routes:
    """Offers `list_routes` and `navigate_to_route` while the host has a map of routes.

    `navigate(path)`, the host's own, leads there without a new load; without it, `go(path)` loads the page.
    """

    def __init__(self, registry: Registry, go: Callable[[str], object]) -> None:
        self.navigate: Navigate | None = None
        self._registry = registry
        self._go = go
        self._routes: Mapping[str, Route] = {}
        self._given: list[Mapping[str, Any]] = []
        self._tools: list[Registration] = []

    def stays(self, capability: Capability) -> bool:
        """Whether this tool leads somewhere without a new load of the page."""
        return capability.name == LEADING and self.navigate is not None

    @property
    def map(self) -> list[Mapping[str, Any]]:
        return self._given

    @map.setter
    def map(self, given: Any) -> None:
        self._routes = {route.id: route for route in map_of(given)}
        self._given = list(given or [])
        while self._tools:
            self._tools.pop().dispose()
        if self._routes:
            tools = route_tools(self._routes, lambda path: (self.navigate or self._go)(path))
            self._tools = [self._registry.register(tool, owner="routeMap") for tool in tools]


def route_tools(routes: Mapping[str, Route], navigate: Navigate) -> list[Capability]:
    """`list_routes` and `navigate_to_route`, which leads there by `navigate(path)`."""

    def list_routes(_given: Mapping[str, Any]) -> list[Mapping[str, str]]:
        return [{"id": each.id, "path": each.path, **each.more} for each in routes.values()]

    async def lead(given: Mapping[str, Any]) -> str:
        path = routes[given["route_id"]].resolved(given.get("params", {}))
        led = navigate(path)
        if isawaitable(led):
            await led
        return f"went to {path}"

    return [
        Capability("list_routes", LISTS, {"type": "object", "properties": {}}, Risk.READ, list_routes),
        Capability(LEADING, LEADS, _leads_by(routes), Risk.READ, lead, wire={NAVIGATES: True}),
    ]


def _leads_by(routes: Mapping[str, Route]) -> dict[str, Any]:
    params = {"type": "object", "description": "Values for the :segments of the path; others become its query."}
    properties = {"route_id": {"type": "string", "enum": list(routes)}, "params": params}
    return {"type": "object", "properties": properties, "required": ["route_id"]}


def map_of(given: Any) -> list[Route]:
    """The routes a host gives, a list of `{id, path, title?, group?, description?}`; or `UsageError`."""
    if given is None:
        return []
    if not isinstance(given, (list, tuple)):
        raise UsageError(f"routeMap: it must be a list of routes, not {given!r}")
    routes = []
    for each in given:
        written = each if isinstance(each, Mapping) else {}
        names = [written.get("id"), written.get("path")]
        if not all(isinstance(name, str) and name for name in names):
            raise UsageError(f"routeMap: every route needs an id and a path, and {each!r} has not both")
        more = {name: written[name] for name in MEMBERS if isinstance(written.get(name), str)}
        routes.append(Route(written["id"], written["path"], more))
    return routes


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
