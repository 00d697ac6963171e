"""Keys and shortcuts: the page hears them as it hears a person's, and what the browser does on them is done."""

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


def test_a_shortcut_reaches_the_page_with_its_modifiers(drive: Driving) -> None:
    script = """globalThis.heard = [];
        const app = document.querySelector("#app");
        app.focus();
        for (const kind of ["keydown", "keypress", "keyup"]) app.addEventListener(kind, event => {
          heard.push([event.type, event.key, event.code, event.ctrlKey, event.shiftKey]);
          if (event.key === "K") event.preventDefault() })"""
    assert drive(
        '<div id="app" tabindex="-1">Page</div>',
        """
        taken = await driver.press_key(None, "Ctrl+Shift+k")
        result = [taken, [list(each) for each in js.heard]]
        """,
        script,
    ) == [
        True,
        [
            ["keydown", "Control", "ControlLeft", True, True],
            ["keydown", "Shift", "ShiftLeft", True, True],
            ["keydown", "K", "KeyK", True, True],
            ["keyup", "K", "KeyK", True, True],
            ["keyup", "Shift", "ShiftLeft", False, False],
            ["keyup", "Control", "ControlLeft", False, False],
        ],
    ]


def test_a_key_that_nothing_listens_to_is_told_as_that(drive: Driving) -> None:
    assert drive("<p>Page</p>", 'result = [await driver.press_key(None, "F8"), await driver.press_key(None, "x")]') == [
        False,
        False,
    ]


@pytest.mark.parametrize("keys", ["", "Foo", "Hyper+a", "Control+", "abc"])
def test_what_is_no_key_is_refused(drive: Driving, keys: str) -> None:
    kind, said = drive("<p>Page</p>", f'result = await outcome(driver.press_key(None, "{keys}"))')
    assert kind == "UsageError"
    assert said.startswith(f"{keys!r} is no key or shortcut")


def test_enter_sends_a_form_by_its_button(drive: Driving) -> None:
    script = """globalThis.sent = [];
        document.querySelector("form").onsubmit = event => { event.preventDefault(); sent.push(event.submitter?.id) }"""
    assert drive(
        '<form><input id="field"><button type="button">No</button><button id="go">Go</button></form>',
        'result = [await driver.press_key(find("#field"), "Enter"), list(js.sent)]',
        script,
    ) == [True, ["go"]]


def test_keys_work_buttons_links_boxes_and_summaries(drive: Driving) -> None:
    markup = """<button id="b">b</button><a id="a" href="#there">a</a><input id="c" type="checkbox">
        <details><summary id="s">More</summary>Text</details>"""
    assert drive(
        markup,
        """
        heard = hear("#b", "click")
        for key, target in (("Enter", "#b"), ("Space", "#b"), ("Enter", "#a"), ("Space", "#c"), ("Enter", "#s")):
            await driver.press_key(find(target), key)
        result = [len(heard), js.location.hash, find("#c").checked, find("details").open]
        js.location.hash = ""
        """,
    ) == [2, "#there", True, True]


def test_characters_are_written_where_the_caret_is(drive: Driving) -> None:
    assert drive(
        '<input id="field" value="ac"><textarea id="area">x</textarea>',
        """
        field = find("#field")
        field.setSelectionRange(1, 1)
        for key in ("b", "Delete", "d", "Backspace"):
            await driver.press_key(field, key)
        find("#area").setSelectionRange(1, 1)
        await driver.press_key(find("#area"), "Enter")
        result = [field.value, find("#area").value]
        """,
    ) == ["ab", "x\n"]


def test_arrows_move_a_range_and_a_number(drive: Driving) -> None:
    assert drive(
        '<input id="r" type="range" value="50"><input id="n" type="number" value="3">',
        """
        heard = hear("#r", "input", "change")
        await driver.press_key(find("#r"), "ArrowUp")
        await driver.press_key(find("#n"), "ArrowDown")
        result = [find("#r").value, find("#n").value, heard]
        """,
    ) == ["51", "2", ["input:51", "change:51"]]


def test_escape_closes_the_dialog_unless_the_page_keeps_it_open(drive: Driving) -> None:
    assert drive(
        '<dialog id="d"><input id="field"></dialog>',
        """
        find("#d").showModal()
        first = await driver.press_key(find("#field"), "Escape")
        closed = not find("#d").open
        from pyodide.ffi import create_proxy
        find("#d").addEventListener("cancel", create_proxy(lambda event: event.preventDefault()))
        find("#d").showModal()
        await driver.press_key(find("#field"), "Escape")
        result = [first, closed, find("#d").open]
        find("#d").close()
        """,
    ) == [True, True, True]


def test_tab_goes_on_to_what_takes_the_focus(drive: Driving) -> None:
    markup = """<button id="a">a</button><button disabled>off</button><div inert><button>inert</button></div>
        <button hidden>hidden</button><button tabindex="-1">no</button><input id="b">"""
    assert drive(
        markup,
        """
        result = []
        for keys in ("Tab", "Shift+Tab"):
            await driver.press_key(js.document.activeElement if result else find("#a"), keys)
            result.append(js.document.activeElement.id)
        """,
    ) == ["b", "a"]


def test_a_person_who_types_keeps_the_focus_while_keys_are_pressed_elsewhere(drive: Driving) -> None:
    assert drive(
        '<input id="composer"><button id="b">b</button>',
        """
        find("#composer").focus()
        heard = hear("#b", "keydown", "click")
        await driver.press_key(find("#b"), "Enter")
        result = [len(heard), js.document.activeElement.id]
        """,
    ) == [2, "composer"]


def test_keys_never_go_into_the_chat(drive: Driving) -> None:
    script = """const chat = document.querySelector("ag-ui-chat"); globalThis.keys = 0;
        chat.addEventListener("keydown", () => { keys += 1 }); chat.querySelector("input").focus()"""
    assert drive(
        "<ag-ui-chat><input></ag-ui-chat>",
        """
        own = await refusal(driver.press_key(find("input"), "a"))
        await driver.press_key(None, "Enter")
        result = [own, js.keys]
        """,
        script,
    ) == ["NotWritable", 0]
