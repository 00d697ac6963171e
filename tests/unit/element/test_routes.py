"""A host's routes: listed, gone to by their ids, and the state of the page as two tools."""

import asyncio
from typing import Any

import pytest

from agentic import Outcome, Registry
from agentic.element.page_state import register_page_state
from agentic.element.routes import Routes, map_of
from agentic.errors import UsageError

MAP = [
    {"id": "users", "path": "/users", "title": "Users", "description": "Manage accounts", "icon": "x"},
    {"id": "user", "path": "/projects/:id/users/:userId/"},
    {"id": "find", "path": "/find?sort=new#list"},
]


class Site:
    """Routes over a registry, and where it was led."""

    def __init__(self) -> None:
        self.registry = Registry(confirm=lambda proposal: True)
        self.went: list[str] = []
        self.routes = Routes(self.registry, self.went.append)
        self.routes.map = MAP

    def call(self, name: str, **given: Any) -> Outcome:
        return asyncio.run(self.registry.execute(name, given))

    def go(self, route_id: str, **params: Any) -> Outcome:
        return self.call("navigate_to_route", route_id=route_id, params=params)


@pytest.fixture
def site() -> Site:
    return Site()


def test_the_routes_are_listed_with_what_is_said_of_them(site: Site) -> None:
    listed = site.call("list_routes").value
    assert listed[0] == {"id": "users", "path": "/users", "title": "Users", "description": "Manage accounts"}
    assert [each["id"] for each in listed] == ["users", "user", "find"]


@pytest.mark.parametrize(
    ("route", "params", "path"),
    [
        ("users", {}, "/users"),
        ("users", {"page": 2, "all": True, "none": None}, "/users?page=2&all=true"),
        ("user", {"id": "a/b c", "userId": 7}, "/projects/a%2Fb%20c/users/7/"),
        ("user", {"id": 0, "userId": "ü", "tab": "x&y"}, "/projects/0/users/%C3%BC/?tab=x%26y"),
        ("find", {"q": "lamp"}, "/find?sort=new&q=lamp#list"),
    ],
)
def test_params_fill_the_path_and_the_rest_is_the_query(
    site: Site, route: str, params: dict[str, Any], path: str
) -> None:
    assert site.go(route, **params).value == f"went to {path}"
    assert site.went == [path]


@pytest.mark.parametrize("params", [{}, {"id": "1"}, {"id": "1", "userId": ""}, {"id": None, "userId": "2"}])
def test_a_param_that_is_missing_or_empty_leads_nowhere(site: Site, params: dict[str, Any]) -> None:
    outcome = site.go("user", **params)
    assert outcome.status == "invalid"
    assert "needs the param" in outcome.hint
    assert site.went == []


def test_a_route_that_is_not_there_is_refused_with_those_that_are(site: Site) -> None:
    outcome = site.go("nowhere")
    assert outcome.status == "invalid"
    assert "users" in outcome.hint


def test_the_hosts_own_router_leads_where_there_is_one(site: Site) -> None:
    led: list[str] = []

    async def navigate(path: str) -> None:
        led.append(path)

    site.routes.navigate = navigate
    site.go("users")
    assert (led, site.went) == (["/users"], [])


def test_without_a_map_there_are_no_tools(site: Site) -> None:
    site.routes.map = None
    assert site.registry.list() == ()
    site.routes.map = MAP[:1]
    assert len(site.registry.list()) == 2


@pytest.mark.parametrize("given", [7, [{"id": "a"}], ["/users"], [{"id": "", "path": "/"}]])
def test_a_map_that_is_none_is_refused_in_words(given: Any) -> None:
    with pytest.raises(UsageError, match="routeMap"):
        map_of(given)


def test_the_state_of_the_page_is_read_and_written_by_tools_that_ask_before_they_write() -> None:
    cart, asked = {"items": [1]}, []
    registry = Registry(confirm=lambda proposal: asked.append(proposal.entry.name) or True)
    register_page_state(registry, "cart", lambda: cart, cart.update, {"properties": {"items": {"type": "array"}}})
    assert asyncio.run(registry.execute("read_cart")).value == {"items": [1]}
    assert asyncio.run(registry.execute("set_cart", {"items": [2]})).ok
    assert asyncio.run(registry.execute("set_cart", {"items": "two"})).status == "invalid"
    assert (cart, asked) == ({"items": [2]}, ["set_cart"])


def test_state_without_a_write_is_only_read() -> None:
    registry = Registry()
    register_page_state(registry, "cart", lambda: 1, None, {})
    register_page_state(registry, "cart", lambda: 2, None, {})
    assert [entry.name for entry in registry.list()] == ["read_cart"]
    assert asyncio.run(registry.execute("read_cart")).value == 2


@pytest.mark.parametrize(("name", "read"), [("", lambda: 1), ("cart", None)])
def test_state_without_a_name_or_a_read_is_refused(name: str, read: Any) -> None:
    with pytest.raises(UsageError, match="registerPageState"):
        register_page_state(Registry(), name, read, None, {})
