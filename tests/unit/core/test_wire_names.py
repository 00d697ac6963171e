"""Names as providers accept them."""

import asyncio
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentic import Capability, Registry, WireNames, build_request_tools, to_wire_name
from agentic.core.meta_tools import META_WIRE_NAMES
from agentic.errors import WireNameError

ACCEPTED = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}\Z")


@given(st.text(min_size=1))
def test_every_name_becomes_one_that_providers_accept(name: str) -> None:
    assert ACCEPTED.match(to_wire_name(name))


@pytest.mark.parametrize(
    ("name", "wire_name"),
    [
        ("form.save", "form_save"),
        ("page.fillField", "page_fillField"),
        ("a-b", "a-b"),
        ("1st", "t_1st"),
        ("_x", "t__x"),
    ],
)
def test_readable_names_stay_readable(name: str, wire_name: str) -> None:
    assert to_wire_name(name) == wire_name


def test_long_names_and_names_of_other_scripts_stay_apart() -> None:
    names = ["größe.setzen", "grüße.setzen", "保存", "読込", "a" * 90, "a" * 91]
    wire_names = WireNames(names)
    assert len({wire_names.to_wire(name) for name in names}) == len(names)
    assert [wire_names.to_real(to_wire_name(name)) for name in names] == names


def test_a_collision_names_both() -> None:
    with pytest.raises(WireNameError, match=r"'form_save' and 'form\.save' are both 'form_save' to a model"):
        WireNames(["form.save", "form_save"])


def test_a_wire_name_that_stands_for_nothing_stays_itself() -> None:
    assert WireNames(["form.save"]).to_real("page_teleport") == "page_teleport"


@pytest.mark.parametrize("first", ["page", "chat"])
def test_a_collision_is_named_as_soon_as_the_second_is_registered(registry: Registry, desk: Any, first: str) -> None:
    chat = Registry(registry)
    earlier, later = (registry, chat) if first == "page" else (chat, registry)
    earlier.register(desk.describe("form.save"))
    with pytest.raises(
        WireNameError, match=r"'form_save' and 'form\.save' are both 'form_save' to a model; rename one"
    ):
        later.register(desk.describe("form_save"))
    assert later.find("form_save") == ()


def test_names_that_no_model_sees_together_do_not_collide(registry: Registry, desk: Any) -> None:
    Registry(registry).register(desk.describe("form.save"))
    Registry(registry).register(desk.describe("form_save"))


def test_a_name_is_free_again_when_the_other_is_gone(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("form.save")).dispose()
    registry.register(desk.describe("form_save"))
    assert [tool.name for tool in build_request_tools(registry)] == ["form_save"]


def is_free(name: str) -> bool:
    return bool(name.strip()) and to_wire_name(name) not in META_WIRE_NAMES


@given(st.lists(st.text(min_size=1).filter(is_free), unique_by=to_wire_name))
def test_every_tool_of_a_request_leads_back_to_its_capability(names: list[str]) -> None:
    registry = Registry()
    for name in names:
        registry.register(Capability(name, "", {"type": "object"}, "read", dict))
    wire_names = WireNames(entry.name for entry in registry.list())
    for tool in build_request_tools(registry):
        assert ACCEPTED.match(tool.name) and wire_names.to_real(tool.name) == tool.capability


class TestAChatThatLeaves:
    """The registry of an element that was removed, and may come back."""

    def test_it_holds_no_wire_name_any_more(self, registry: Registry, desk: Any) -> None:
        chat = Registry(registry)
        held = chat.register(desk.describe("read_page"))
        chat.leave()
        registry.register(desk.describe("read.page"))
        assert held.entry is not None and registry.branches() == (registry,)

    def test_what_is_below_it_holds_none_either(self, registry: Registry, desk: Any) -> None:
        chat = Registry(registry)
        below = Registry(chat)
        below.register(desk.describe("read_page"))
        chat.leave()
        registry.register(desk.describe("read.page"))
        assert registry.branches() == (registry,)

    def test_back_again_it_holds_its_names_as_before(self, registry: Registry, desk: Any) -> None:
        chat = Registry(registry)
        chat.register(desk.describe("read_page"))
        chat.leave()
        chat.come_back()
        with pytest.raises(WireNameError, match=r"'read\.page' and 'read_page'"):
            registry.register(desk.describe("read.page"))

    def test_it_may_still_register_nothing_that_collides_with_the_page(self, registry: Registry, desk: Any) -> None:
        chat = Registry(registry)
        chat.leave()
        registry.register(desk.describe("read.page"))
        with pytest.raises(WireNameError):
            chat.register(desk.describe("read_page"))

    @pytest.mark.parametrize("returns", [True, False])
    def test_of_two_with_one_wire_name_its_own_one_wins_and_the_console_hears_of_it_once(
        self, registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture, returns: bool
    ) -> None:
        chat = Registry(registry)
        chat.register(desk.describe("read_page"))
        chat.leave()
        registry.register(desk.describe("read.page"))
        other = registry.register(desk.describe("orders.list"))
        if returns:
            chat.come_back()
            chat.come_back()
        assert [(tool.name, tool.capability) for tool in build_request_tools(chat)] == [
            ("orders_list", "orders.list"),
            ("read_page", "read_page"),
        ]
        assert asyncio.run(chat.execute("read_page")).ok and other.entry is not None
        assert asyncio.run(chat.execute("read.page")).status == "unavailable"
        assert asyncio.run(registry.execute("read.page")).ok
        told = "'read.page' is hidden in this chat: to a model it has the name of an own tool; rename one"
        assert caplog.messages == ([told] if returns else [])

    def test_what_was_hidden_is_there_again_once_its_rival_is_gone(self, registry: Registry, desk: Any) -> None:
        chat = Registry(registry)
        held = chat.register(desk.describe("read_page"))
        chat.leave()
        registry.register(desk.describe("read.page"))
        chat.come_back()
        held.dispose()
        assert [tool.capability for tool in build_request_tools(chat)] == ["read.page"]
        assert asyncio.run(chat.execute("read.page")).ok

    def test_a_registry_that_has_no_parent_cannot_leave(self, registry: Registry, desk: Any) -> None:
        registry.leave()
        registry.come_back()
        registry.register(desk.describe("x"))
        assert asyncio.run(registry.execute("x")).ok
