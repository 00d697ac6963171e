"""Drag and drop: by the browser's own events and by the pointer's, and only done when the page took it."""

import pytest

from tests.browser.driving import Driving
from tests.browser.gallery import Gallery
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


@pytest.mark.parametrize("options", [{}, {"forceFallback": True}], ids=["native", "pointer"])
def test_sortablejs_moves_items_within_a_list_and_to_another(gallery: Gallery, options: dict[str, bool]) -> None:
    said, *held = gallery(
        "sortable",
        """
        lists = lambda: [[item.textContent for item in find(name).children] for name in ("#list", "#other")]
        drag = lambda what, where: driver.drag_and_drop(by(what, "li"), where, hold_ms=0)
        result = [await drag("One", by("Three", "li")), lists()]
        await drag("Four", by("Two", "li"))
        result.append(lists())
        await drag("Two", find("#other"))
        result.append(lists())
        """,
        options,
    )
    assert said == 'li "One" was let go on li "Three"; it is number 3 of 4 there'
    assert held == [
        [["Two", "Three", "One", "Four"], []],
        [["Four", "Two", "Three", "One"], []],
        [["Four", "Three", "One"], ["Two"]],
    ]


ITEMS = """
items = lambda: [item.textContent for item in js.document.querySelectorAll(".item")]
drag = lambda: driver.drag_and_drop(by("One", ".item"), by("Three", ".item"), hold_ms=0)
"""


def test_dnd_kit_moves_an_item(gallery: Gallery) -> None:
    assert gallery("dndkit", ITEMS + "await drag()\nresult = items()") == ["Two", "Three", "One", "Four"]


def test_what_flies_back_was_not_taken(gallery: Gallery) -> None:
    assert gallery("dndkit", ITEMS + "result = [await outcome(drag()), items()]", True) == [
        ["DropRefused", 'div "One" was let go on div "Three", but nothing has changed there'],
        ["One", "Two", "Three", "Four"],
    ]


NATIVE = """<main><ul id="from" style="width: 200px"><li id="a" draggable="true" data-id="17">One</li></ul>
  <ul id="to" style="width: 200px; height: 80px; margin: 40px" aria-label="Done"></ul></main>"""
TAKES = """globalThis.heard = []; globalThis.stores = new Set();
  for (const kind of ["dragstart", "drag", "dragenter", "dragover", "dragleave", "drop", "dragend"])
    document.querySelector("main").addEventListener(kind, event => {
      if (kind !== "drag" && heard.at(-1) !== kind) heard.push(kind);
      stores.add(event.dataTransfer) });
  document.querySelector("#a").ondragstart = ({dataTransfer, target}) =>
    dataTransfer.setData("text/plain", target.dataset.id);
  document.querySelector("#to").ondragover = event => { if (ACCEPTS) event.preventDefault() };
  document.querySelector("#to").ondrop = event => {
    event.preventDefault();
    event.target.append(document.querySelector(`[data-id="${event.dataTransfer.getData("text/plain")}"]`)) };"""
DRAG = 'driver.drag_and_drop(find("#a"), find("#to"), hold_ms=0)'


def test_the_browsers_own_drag_has_one_store_of_data_from_start_to_end(drive: Driving) -> None:
    said, parent, stores, heard = drive(
        NATIVE,
        f"result = [await {DRAG}, find('#a').parentNode.id, js.stores.size, list(js.heard)]",
        TAKES.replace("ACCEPTS", "true"),
    )
    assert (said, parent, stores) == ('li "One" was let go on ul "Done"; it is number 1 of 1 there', "to", 1)
    assert [heard[0], *heard[-3:]] == ["dragstart", "dragover", "drop", "dragend"]


def test_a_place_that_does_not_accept_it_gets_no_drop(drive: Driving) -> None:
    kind, parent, heard = drive(
        NATIVE,
        f"result = [await outcome({DRAG}), find('#a').parentNode.id, list(js.heard)]",
        TAKES.replace("ACCEPTS", "false"),
    )
    assert kind == ["DropRefused", 'li "One" was let go on ul "Done", but ul "Done" does not accept it']
    assert parent == "from"
    assert "drop" not in heard
    assert heard[-1] == "dragend"


def test_a_drop_that_is_accepted_and_changes_nothing_yet_says_so(drive: Driving) -> None:
    script = TAKES.replace("ACCEPTS", "true").replace("event.target.append(", "void (")
    assert drive(NATIVE, f"result = await {DRAG}", script) == (
        'li "One" was let go on ul "Done"; the page has accepted it, and shows no change yet'
    )


def test_a_thing_that_is_moved_about_freely_is_moved(drive: Driving) -> None:
    markup = """<div id="a" style="position: absolute; left: 20px; top: 20px; width: 50px; height: 50px">One</div>
        <div id="to" style="position: absolute; left: 300px; top: 300px; width: 90px; height: 90px">There</div>"""
    script = """const thing = document.querySelector("#a");
        thing.onmousedown = () => {
          const move = event => { thing.style.left = event.clientX + "px"; thing.style.top = event.clientY + "px" };
          document.addEventListener("mousemove", move);
          const stop = () => document.removeEventListener("mousemove", move);
          document.addEventListener("mouseup", stop, { once: true }) }"""
    assert drive(markup, f"await {DRAG}\nresult = [find('#a').style.left, find('#a').style.top]", script) == [
        "345px",
        "345px",
    ]


def test_what_cannot_be_dragged_is_told(drive: Driving) -> None:
    markup = '<p id="a">One</p><p id="to">Two</p>'
    assert drive(
        markup,
        f"""
        result = [await outcome({DRAG}), await refusal(driver.drag_and_drop(find("#a"), find("#a")))]
        find("#a").remove()
        result.append(await refusal(driver.drag_and_drop(find("#to"), find("#a"))))
        """,
    ) == [["DropRefused", 'p "One" was let go on p "Two", but nothing has changed there'], "UsageError", "UsageError"]


@pytest.mark.parametrize("dragged", ["#b", "#c"])
def test_what_stands_behind_others_and_is_not_moved_is_no_success(drive: Driving, dragged: str) -> None:
    markup = '<ul><li id="a">One</li><li id="b">Two</li><li id="c">Three</li></ul><p id="to">There</p>'
    kind, told = drive(
        markup, f"result = await outcome(driver.drag_and_drop(find({dragged!r}), find('#to'), hold_ms=0))"
    )
    assert kind == "DropRefused"
    assert "nothing has changed there" in told


def test_a_target_under_something_else_is_refused_before_anything_is_taken_up(drive: Driving) -> None:
    cover = '<div aria-label="Cookies" style="position: fixed; inset: 60px 0 0 0">Cookies</div>'
    assert drive(
        NATIVE + cover,
        f"result = [await outcome({DRAG}), list(js.heard)]",
        TAKES.replace("ACCEPTS", "true"),
    ) == [["Covered", 'ul "Done" is covered by div "Cookies"'], []]


@pytest.mark.parametrize("says", ["Only three fit here", "12:00:01"])
def test_what_stands_where_it_stood_is_told_as_that_whatever_the_page_says(drive: Driving, says: str) -> None:
    told = drive(
        '<div><p id="a">One</p><p id="to">Two</p><p id="said">12:00:00</p></div>',
        f"result = await {DRAG}",
        f"document.querySelector('#to').onpointerup = () => {{ window.said.textContent = {says!r} }}",
    )
    assert "it stands where it stood" in told
    assert "number" not in told
