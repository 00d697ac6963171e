"""References: they outlive a re-rendering, and are refused, never bent to a neighbour, when what they meant is gone."""

import pytest

from tests.browser.paging import Paging
from tests.browser.python import Python

LIST = """globalThis.clicked = [];
globalThis.draw = (...names) => {
  document.querySelector("#list").innerHTML = names.map(name =>
    `<ROW><b>${name}</b> <button onclick="clicked.push('${name}')">Delete</button></ROW>`).join("");
};
globalThis.patch = (...names) => {
  // As a framework without keys does: nodes stay where they are and get other texts.
  const rows = [...document.querySelectorAll("#list > *")];
  names.forEach((name, index) => {
    rows[index] ??= document.querySelector("#list").appendChild(rows[0].cloneNode(true));
    rows[index].querySelector("b").textContent = name;
    rows[index].querySelector("button").onclick = () => clicked.push(name);
  });
  rows.slice(names.length).forEach(row => row.remove());
};
draw("Ann", "Bob", "Cid");"""
ROWS = ("li", "div", "article")
CLICK_BOB = """
lines = (await read()).split("\\n")
bob = re.search(r"e\\d+", lines[next(i for i, line in enumerate(lines) if "- Bob" in line) + 1])[0]
{change}
done = await outcome("click", target=bob)
result = [done.status, list(js.clicked), done.hint]
"""


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


def click_bob(paging: Paging, row: str, change: str) -> tuple[str, list[str], str]:
    """What comes of clicking Bob's button by its reference after the page has changed."""
    return tuple(paging('<div id="list"></div>', CLICK_BOB.format(change=change), LIST.replace("ROW", row)))


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(
    "change", ["", 'js.draw("Ann", "Bob", "Cid")', 'js.draw("Xen", "Ann", "Bob")', 'js.draw("Bob")']
)
def test_a_reference_outlives_a_page_drawn_anew(paging: Paging, row: str, change: str) -> None:
    assert click_bob(paging, row, change)[:2] == ("ok", ["Bob"])


@pytest.mark.parametrize("row", ROWS)
def test_a_reference_follows_what_it_meant_into_another_node(paging: Paging, row: str) -> None:
    assert click_bob(paging, row, 'js.patch("Xen", "Ann", "Bob", "Cid")')[:2] == ("ok", ["Bob"])


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("change", ['js.draw("Ann", "Cid")', 'js.patch("Ann", "Cid")', "js.draw()", 'js.patch("Ann")'])
def test_what_is_gone_is_refused_and_no_neighbour_is_touched(paging: Paging, row: str, change: str) -> None:
    status, clicked, hint = click_bob(paging, row, change)
    assert (status, clicked) == ("stale", [])
    assert "not on the page any more" in hint


def test_a_refused_reference_comes_with_what_is_there_instead(paging: Paging) -> None:
    hint = click_bob(paging, "li", 'js.draw("Ann", "Cid")')[2]
    assert 'button "Delete" in "Ann" [' in hint
    assert 'button "Delete" in "Cid" [' in hint


@pytest.mark.parametrize("redraw", ['js.draw("Bob")', 'js.patch("Bob")'])
def test_of_two_that_are_alike_in_all_the_one_that_stays_is_not_taken_for_the_other(
    paging: Paging, redraw: str
) -> None:
    assert paging(
        '<div id="list"></div>',
        f"""
        js.draw("Bob", "Bob")
        first, second = re.findall(r"\\[(e\\d+)\\]", await read())
        js.document.querySelectorAll("button")[1].closest("li").remove()
        {redraw if "draw" in redraw else "None"}
        result = [(await refused("click", target=second))[0], list(js.clicked)]
        """,
        LIST.replace("ROW", "li"),
    ) == ["stale", []]


def test_a_button_that_says_something_else_now_is_another_one(paging: Paging) -> None:
    assert (
        paging(
            "<button>Follow</button>",
            """
        follow = await ref("Follow")
        find("button").textContent = "Unfollow"
        result = await refused("click", target=follow)
        """,
        )[0]
        == "stale"
    )


def test_a_button_of_the_same_name_in_another_dialog_is_another_one(paging: Paging) -> None:
    script = """globalThis.clicked = [];
        globalThis.open_ = name => { document.querySelector("#d").innerHTML = `<dialog open><h2>${name}</h2>
          <button onclick="clicked.push('${name}')">Save</button></dialog>`; };
        open_("Order 1");"""
    assert paging(
        '<div id="d"></div>',
        """
        save = await ref("Save")
        js.open_("Order 2")
        result = [(await refused("click", target=save))[0], list(js.clicked)]
        """,
        script,
    ) == ["stale", []]


def test_what_came_on_another_address_is_not_taken_for_it(paging: Paging) -> None:
    assert (
        paging(
            '<div id="d"><button>Save</button></div>',
            """
        save = await ref("Save")
        js.history.pushState(None, "", "/other")
        find("#d").replaceChildren(js.document.createElement("button"))
        find("button").textContent = "Save"
        result = (await refused("click", target=save))[0]
        js.history.back()
        await asyncio.sleep(0.1)
        """,
        )
        == "stale"
    )


def test_the_same_thing_keeps_its_reference(paging: Paging) -> None:
    first, second, third = paging(
        '<div id="list"></div>',
        """
        first = await read()
        js.draw("Ann", "Bob", "Cid")
        second = await read()
        js.draw("Xen", "Ann", "Bob", "Cid")
        result = [first, second, await read()]
        """,
        LIST.replace("ROW", "li"),
    )
    assert first == second
    assert [line for line in third.split("\n") if "Bob" in line or "[e2]" in line] == [
        "- Bob Delete",
        '  button "Delete" [e2]',
    ]


@pytest.mark.parametrize("name", ["e99", "e1"])
def test_a_reference_nobody_gave_is_refused(paging: Paging, name: str) -> None:
    assert paging("<button>Save</button>", f'result = await refused("click", target="{name}")') == [
        "stale",
        f"there is no reference {name}; read the page first",
    ]


def test_a_name_that_is_not_there_is_refused_with_those_that_are(paging: Paging) -> None:
    status, hint, value = paging(
        "<label>Comment <input></label><label>Describe <input></label>",
        'result = [*await refused("fill", target="Description", value="x"), find("input").value]',
    )
    assert (status, value) == ("unavailable", "")
    assert "there is no control 'Description' on the page" in hint
    assert 'textbox "Describe" [e' in hint


def test_a_name_is_found_without_the_marks_of_its_label_and_in_any_case(paging: Paging) -> None:
    assert (
        paging(
            "<label>City *: <input></label>",
            """
        await call("fill", target="city", value="Rome")
        result = find("input").value
        """,
        )
        == "Rome"
    )


def test_a_name_that_several_have_is_told_apart_by_its_row(paging: Paging) -> None:
    status, hint, clicked = paging(
        '<div id="list"></div>',
        """
        status, hint = await refused("click", target="Delete")
        await call("click", target="Delete", within="Cid")
        result = [status, hint, list(js.clicked)]
        """,
        LIST.replace("ROW", "li"),
    )
    assert (status, clicked) == ("invalid", ["Cid"])
    assert 'button "Delete" in "Ann" [e1]' in hint
