"""Capabilities that follow an element; here the document is one that a test moves elements in and out of."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Registry, UsageError
from agentic.errors import NameTakenError


class Document:
    """What a page's document is to `bind`. A move is told of when the test says so, as an observer's is, later."""

    def __init__(self) -> None:
        self.present: set[Any] = set()
        self.watching: dict[object, tuple[Any, Callable[[], object]]] = {}

    def weak(self, element: Any) -> Any:
        if not isinstance(element, str):
            raise UsageError(f"bind: an element of the page is needed, not {element!r}")
        return element

    def is_present(self, element: Any) -> bool:
        return element in self.present

    def watch(self, element: Any, moved: Callable[[], object]) -> Callable[[], None]:
        key = object()
        self.watching[key] = (element, moved)
        return lambda: self.watching.pop(key, None) and None

    def put(self, element: str) -> None:
        self.present.add(element)

    def take(self, element: str) -> None:
        self.present.discard(element)

    def tell(self) -> None:
        for _, moved in tuple(self.watching.values()):
            moved()


@pytest.fixture
def document(registry: Registry) -> Document:
    registry.elements = Document()
    registry.elements.put("panel")
    return registry.elements


def status(registry: Registry, name: str = "x") -> str:
    return asyncio.run(registry.execute(name)).status


def test_gone_from_the_document_gone_from_the_catalog_and_back_again(
    registry: Registry, document: Document, desk: Any
) -> None:
    registry.bind("panel", desk.describe("x"))
    assert [entry.name for entry in registry.offered()] == ["x"] and status(registry) == "ok"
    for _ in range(2):
        document.take("panel")
        # At once, whoever has heard of it: what is gone is not called.
        assert registry.offered() == () and status(registry) == "unavailable"
        assert [entry.state for entry in registry.list()] == ["suspended"]
        document.put("panel")
        assert [entry.state for entry in registry.list()] == ["available"] and status(registry) == "ok"


def test_each_move_counts_and_breaks_no_plan(registry: Registry, document: Document, desk: Any) -> None:
    registry.bind("panel", desk.describe("x"))
    planned, heard = registry.revision, []
    registry.changed.subscribe(heard.append)
    document.take("panel")
    document.tell()
    document.put("panel")
    document.tell()
    assert heard == [planned + 1, planned + 2]
    assert asyncio.run(registry.execute("x", revision=planned)).ok


def test_an_element_that_is_not_there_yet_waits(registry: Registry, document: Document, desk: Any) -> None:
    registry.bind("drawer", desk.describe("x"))
    assert registry.offered() == ()
    document.put("drawer")
    assert len(registry.offered()) == 1


def test_what_its_owner_suspended_stays_so_when_the_element_comes_back(
    registry: Registry, document: Document, desk: Any
) -> None:
    held = registry.bind("panel", desk.describe("x", available=lambda: True))
    held.suspend()
    document.take("panel")
    document.tell()
    document.put("panel")
    document.tell()
    assert registry.offered() == ()
    held.resume()
    assert len(registry.offered()) == 1
    held.update(available=False)
    assert [entry.state for entry in registry.list()] == ["unavailable"]


def test_a_disposed_handle_watches_nothing(registry: Registry, document: Document, desk: Any) -> None:
    with registry.bind("panel", desk.describe("x")):
        assert len(document.watching) == 1
    assert (registry.list(), document.watching) == ((), {})


def test_a_handle_that_was_replaced_leaves_the_newer_entry_alone(
    registry: Registry, document: Document, desk: Any
) -> None:
    registry.bind("panel", desk.describe("x"), owner="page")
    registry.register(desk.describe("x"), owner="page", replace=True)
    revision = registry.revision
    document.take("panel")
    document.tell()
    assert (registry.revision, document.watching) == (revision, {}) and len(registry.offered()) == 1


def test_a_taken_name_watches_nothing(registry: Registry, document: Document, desk: Any) -> None:
    registry.register(desk.describe("x"), owner="shop.py")
    with pytest.raises(NameTakenError, match=r"x is registered by shop\.py already"):
        registry.bind("panel", desk.describe("x"), owner="other.py")
    assert document.watching == {}


def test_a_call_under_way_does_not_run_for_an_element_that_left(
    registry: Registry, document: Document, desk: Any
) -> None:
    registry.bind("panel", desk.describe("x", risk="mutating"))
    registry.confirm = lambda proposal: document.take("panel") or True
    assert (status(registry), desk.done) == ("unavailable", [])


def test_what_is_no_element_is_refused_by_name(registry: Registry, document: Document, desk: Any) -> None:
    with pytest.raises(UsageError, match="bind: an element of the page is needed, not None"):
        registry.bind(None, desk.describe("x"))
    assert registry.list() == ()


def test_a_chat_follows_elements_of_its_page(registry: Registry, document: Document, desk: Any) -> None:
    child = Registry(registry)
    child.bind("panel", desk.describe("x"))
    document.take("panel")
    assert child.offered() == ()


def test_without_a_document_there_is_nothing_to_follow(registry: Registry, desk: Any) -> None:
    with pytest.raises(UsageError, match="bind: there is no document here; register the capability"):
        registry.bind("panel", desk.describe("x"))
