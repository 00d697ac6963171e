"""What cards call tools."""

import json
from typing import Any

import pytest

from agentic.core.capability import Capability
from agentic.core.registry import Registry
from agentic.element.labels import entries_of
from agentic.element.tool_labels import CatalogEntry, ToolLabels, labels_of, parse_tool_catalog
from agentic.protocol.messages import ToolCall


def labels(registry: Registry | None = None, listed: dict[str, str] | None = None, **summaries: Any) -> ToolLabels:
    made = ToolLabels(registry or Registry(), lambda: listed or {})
    made.summaries = summaries
    return made


def registry(**about: Any) -> Registry:
    catalog = Registry()
    given = {"input_schema": {"type": "object"}, **about}
    catalog.register(Capability("order.save", "Save.", risk="read", execute=lambda _: None, **given))
    return catalog


def test_a_card_carries_the_capabilitys_own_label() -> None:
    assert labels(registry(summary="Save the order"), order_save="x").label("order_save") == "Save the order"
    assert labels(registry(input_schema={"x-summary": "Keep it"})).label("order_save") == "Keep it"
    assert labels(registry()).label("order_save") == "Order save"


def test_a_tool_of_the_servers_is_named_by_the_page_then_by_the_catalog_then_by_its_name() -> None:
    assert labels(None, {"look_up": "Catalogued"}, look_up="Look it up").label("look_up") == "Look it up"
    assert labels(None, {"look_up": "Catalogued"}, look_up=7).label("look_up") == "Catalogued"
    assert labels().label("look_up") == "Look up"


def test_a_name_with_a_dot_is_meant_by_its_name_too() -> None:
    made = labels()
    made.summaries = {"orders.list": "All orders"}
    assert made.label("orders_list") == "All orders"


def test_a_label_follows_what_is_registered_and_stays_when_that_is_gone() -> None:
    catalog = Registry()
    made = labels(catalog, order_save="By the page")
    assert made.label("order_save") == "By the page"
    held = catalog.register(
        Capability("order.save", "", {"type": "object"}, "read", lambda _: None, summary="By itself"), owner="test"
    )
    assert made.label("order_save") == "By itself"
    held.dispose()
    assert made.label("order_save") == "By itself"


@pytest.mark.parametrize("name", ["order.save", "order_save"])
def test_the_executing_tool_carries_the_label_of_what_it_executes(name: str) -> None:
    catalog = registry(summary="Save the order")
    assert label_of(catalog, json.dumps({"name": name})) == "Save the order"
    for unknown in ('{"name": "order.sa', '{"name": "order.drop"}', '{"name": 5}', "[]"):
        assert label_of(catalog, unknown) == "Agent execute"


def label_of(catalog: Registry, arguments: str) -> str:
    call = ToolCall("k", "agent_execute", arguments)
    return labels(catalog).of(call, next(iter(entries_of(call, catalog)), None))


@pytest.mark.parametrize("data", [None, 7, {}, "x", [7, None, {}, {"name": "a"}, {"name": 1, "summary": "x"}]])
def test_what_is_no_catalog_is_an_empty_one(data: Any) -> None:
    assert parse_tool_catalog(data) == {}


def test_a_catalogs_rows_are_read_whole() -> None:
    rows = [{"name": "orders.list", "summary": " All ", "description": "Every one"}, {"name": "b", "summary": "B"}]
    assert parse_tool_catalog(rows) == {
        "orders.list": CatalogEntry("orders.list", "All", "Every one"),
        "b": CatalogEntry("b", "B"),
    }
    assert labels_of(rows) == {"orders_list": "All", "b": "B"}
