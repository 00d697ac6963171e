"""The host's page map: sent with every round, read on demand, and a guard for a page that moved under a round."""

import asyncio
import json
from typing import Any

import pytest

from agentic import Outcome, Registry, capability
from agentic.element.page_seam import PageSeam
from agentic.errors import UsageError
from tests.unit.element.conftest import Page


class Host:
    """A page that moves, and a seam over a registry with some tools."""

    def __init__(self) -> None:
        self.address = "https://shop.example/a"
        self.registry = Registry(confirm=lambda proposal: True)
        self.seam = PageSeam(self.registry, lambda: self.address, lambda: "the page moved; call read_page")
        for name, wire in (("press", {}), ("go", {"x-navigates": True}), ("page.read", {})):
            self.registry.register(capability(name, risk="read", wire=wire)(lambda: f"did {self.address}"))

    def call(self, name: str) -> Outcome:
        return asyncio.run(self.registry.execute(name))


@pytest.fixture
def host() -> Host:
    return Host()


def test_the_map_is_sent_with_every_round_as_it_is_then(host: Host) -> None:
    fields = ["city"]
    host.seam.get_page_map = lambda: {"fields": list(fields)}
    first = host.seam.context()
    fields.append("day")
    assert [json.loads(each[0]["value"]) for each in (first, host.seam.context())] == [
        {"fields": ["city"]},
        {"fields": ["city", "day"]},
    ]
    assert first[0]["description"] == "page_map"


def test_it_is_not_sent_where_the_host_said_so_but_can_be_read(host: Host) -> None:
    host.seam.get_page_map = lambda: {"fields": []}
    host.seam.auto_inject = False
    assert host.seam.context() == []
    assert host.call("read_page").value == {"fields": []}


def test_without_a_map_there_is_nothing_of_it(host: Host) -> None:
    assert host.seam.context() == []
    assert host.registry.find("read_page") == ()
    host.seam.get_page_map = dict
    assert host.registry.find("read_page") != ()
    host.seam.get_page_map = None
    assert host.registry.find("read_page") == ()
    host.address = "https://shop.example/b"
    assert host.call("press").ok


def test_a_call_for_a_page_that_moved_is_refused_until_it_was_read_again(host: Host) -> None:
    host.seam.get_page_map = dict
    host.seam.context()
    assert host.call("press").ok
    host.address = "https://shop.example/b"
    refused = host.call("press")
    assert (refused.status, "call read_page" in refused.hint) == ("denied", True)
    assert host.call("read_page").ok
    assert host.call("press").value == "did https://shop.example/b"


@pytest.mark.parametrize("name", ["go", "page.read", "read_page"])
def test_what_navigates_or_looks_is_exempt(host: Host, name: str) -> None:
    host.seam.get_page_map = dict
    host.seam.context()
    host.address = "https://shop.example/b"
    assert host.call(name).ok


def test_the_next_round_knows_the_new_page(host: Host) -> None:
    host.seam.get_page_map = dict
    host.seam.context()
    host.address = "https://shop.example/b"
    host.seam.context()
    assert host.call("press").ok


def test_it_is_a_property_of_the_element() -> None:
    page = Page()
    page.chat.get_page_map = lambda: {"fields": ["city"]}
    sent: Any = page.session.chat.context()
    assert json.loads(sent[0]["value"]) == {"fields": ["city"]}
    page.chat.auto_inject_page_map = False
    assert list(page.session.chat.context()) == []
    with pytest.raises(UsageError, match="getPageMap: it must be a function"):
        page.chat.get_page_map = "map"  # type: ignore[assignment]
    with pytest.raises(UsageError, match="resolvePageTarget: it must be a function"):
        page.chat.resolve_page_target = 7  # type: ignore[assignment]
