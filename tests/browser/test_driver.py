"""Typing into a page: what a person could do is done, what they could not is refused, and it is told which."""

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


def test_a_field_is_typed_into_over_what_it_held(drive: Driving) -> None:
    assert drive('<input id="field" value="old">', 'result = await driver.fill_field(find("#field"), "new text")') == (
        "new text"
    )


def test_a_visit_is_focus_edit_change_blur(drive: Driving) -> None:
    assert drive(
        '<input id="field" value="old">',
        """
        result = hear("#field", "focus", "beforeinput", "input", "change", "blur")
        await driver.type_into(find("#field"), "ab", char_delay_ms=0)
        """,
    ) == [
        "focus:old",
        "beforeinput:old",
        "input:a",
        "beforeinput:a",
        "input:ab",
        "change:ab",
        "blur:ab",
    ]


def test_typing_takes_its_time(drive: Driving) -> None:
    assert drive(
        '<textarea id="field"></textarea>',
        """
        import time
        start = time.perf_counter()
        await driver.type_into(find("#field"), "ten chars.", char_delay_ms=20)
        slow = time.perf_counter() - start
        start = time.perf_counter()
        await driver.type_into(find("#field"), "x" * 5000)
        result = [slow > 0.17, time.perf_counter() - start < 20, len(find("#field").value)]
        """,
    ) == [True, True, 5000]


def test_several_lines_go_into_a_textarea_and_not_into_an_input(drive: Driving) -> None:
    markup = '<textarea id="area"></textarea><input id="line" value="old" aria-label="Line">'
    assert drive(
        markup,
        """
        result = [
            await driver.type_into(find("#area"), "one\\r\\ntwo", char_delay_ms=0),
            await outcome(driver.type_into(find("#line"), "one\\ntwo")),
            find("#line").value,
        ]
        """,
    ) == ["one\ntwo", ["ValueRefused", 'text input "Line" takes a single line'], "old"]


def test_an_empty_text_clears_the_field(drive: Driving) -> None:
    assert drive(
        '<input id="field" value="old">',
        """
        heard = hear("#field", "input")
        result = [await driver.type_into(find("#field"), ""), heard]
        """,
    ) == ["", ["input:"]]


# What the page makes of it


def test_a_field_that_shadows_its_value_hears_every_character(drive: Driving) -> None:
    # What React does: an own `value` keeps track of what the page wrote, and an event that changed nothing is ignored.
    script = """
        const field = document.querySelector("#field");
        const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
        let tracked = field.value;
        Object.defineProperty(field, "value", {
          get() { return native.get.call(this) },
          set(value) { tracked = value; native.set.call(this, value) },
        });
        globalThis.model = "";
        field.addEventListener("input", () => {
          const now = native.get.call(field);
          if (now !== tracked) { tracked = now; model = now }
        });
    """
    assert drive(
        '<input id="field">',
        'result = [await driver.type_into(find("#field"), "Ada", char_delay_ms=0), js.model]',
        script,
    ) == ["Ada", "Ada"]


def test_cancelled_characters_stay_out_and_the_difference_is_told(drive: Driving) -> None:
    script = """document.querySelector("#field").addEventListener("beforeinput", event => {
        if (/\\d/.test(event.data ?? "")) event.preventDefault() })"""
    assert drive(
        '<input id="field" aria-label="Name">',
        'result = [await outcome(driver.type_into(find("#field"), "a1b2", char_delay_ms=0)), find("#field").value]',
        script,
    ) == [["ValueRefused", "text input \"Name\" holds 'ab' instead of 'a1b2'"], "ab"]


def test_a_field_that_restores_its_text_when_emptied_never_holds_both(drive: Driving) -> None:
    script = """document.querySelector("#field").addEventListener("input", ({target}) => {
        if (target.value === "") target.value = "abc" })"""
    assert drive(
        '<input id="field" value="abc">', 'result = await driver.type_into(find("#field"), "xyz")', script
    ) == ("xyz")


def test_a_page_that_reverts_the_text_makes_it_a_failure(drive: Driving) -> None:
    script = """document.querySelector("#field").addEventListener("change", ({target}) => { target.value = "mine" })"""
    assert drive('<input id="field">', 'result = await refusal(driver.type_into(find("#field"), "x"))', script) == (
        "ValueRefused"
    )


def test_a_field_that_is_taken_off_the_page_while_typing_is_detached(drive: Driving) -> None:
    script = """document.querySelector("#field").addEventListener("input", ({target}) => {
        if (target.value === "ab") target.remove() })"""
    assert drive('<input id="field">', 'result = await refusal(driver.type_into(find("#field"), "abc"))', script) == (
        "Detached"
    )


def test_a_text_that_is_too_long_is_refused_before_anything_is_touched(drive: Driving) -> None:
    assert drive(
        '<input id="field" maxlength="3" value="old" aria-label="Code">',
        """
        heard = hear("#field", "focus", "beforeinput", "input", "change")
        result = [await outcome(driver.fill_field(find("#field"), "four")), find("#field").value, heard]
        """,
    ) == [["ValueRefused", 'text input "Code" takes at most 3 characters, this has 4'], "old", []]


@pytest.mark.parametrize(
    ("kind", "old", "good", "bad"),
    [
        ("date", "2025-01-01", "2025-12-31", "31/12/2025"),
        ("number", "1", "-12.5", "twelve"),
        ("time", "10:00", "23:59", "25:00"),
        ("month", "2025-01", "2026-02", "2026-13"),
        ("week", "2025-W01", "2026-W05", "W05"),
        ("datetime-local", "2025-01-01T10:00", "2026-01-01T11:30", "tomorrow"),
        ("color", "#000000", "#ff8800", "orange"),
        ("range", "10", "70", "700"),
    ],
)
def test_a_value_of_the_wrong_form_is_refused_before_anything_is_touched(
    drive: Driving, kind: str, old: str, good: str, bad: str
) -> None:
    assert drive(
        f'<input id="field" type="{kind}" value="{old}">',
        f"""
        heard = hear("#field", "focus", "input", "change")
        result = [
            await refusal(driver.fill_field(find("#field"), {bad!r})),
            find("#field").value,
            list(heard),
            await driver.fill_field(find("#field"), {good!r}),
        ]
        """,
    ) == ["ValueRefused", old, [], good]


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        ('<input id="field" disabled>', "NotWritable"),
        ('<fieldset disabled><input id="field"></fieldset>', "NotWritable"),
        ('<input id="field" aria-disabled="true">', "NotWritable"),
        ('<input id="field" readonly>', "NotWritable"),
        ('<div inert><input id="field"></div>', "NotWritable"),
        ('<input id="field" hidden>', "NotWritable"),
        ('<input id="field" style="visibility: hidden">', "NotWritable"),
        ('<input id="field" type="checkbox">', "NotWritable"),
        ('<input id="field" type="file">', "NotWritable"),
        ('<select id="field"><option>a</select>', "NotWritable"),
        ('<button id="field">a</button>', "NotWritable"),
        ('<ag-ui-chat><input id="field"></ag-ui-chat>', "NotWritable"),
        ("", "UsageError"),
    ],
)
def test_what_a_person_could_not_type_into_is_refused(drive: Driving, markup: str, kind: str) -> None:
    assert drive(markup, 'result = await refusal(driver.fill_field(find("#field"), "x"))') == kind


def test_the_chats_own_controls_are_refused_inside_its_shadow_root_too(drive: Driving) -> None:
    script = """
        const button = document.createElement("button");
        const slotted = document.querySelector("ag-ui-chat > div").attachShadow({mode: "open"});
        slotted.append(button);
        globalThis.own = [button, document.querySelector("ag-ui-chat")];
    """
    assert (
        drive(
            "<ag-ui-chat><div></div></ag-ui-chat>",
            """
        actions = (driver.click_element, driver.press_button, driver.highlight_then_click, driver.flash)
        result = [(await outcome(action(el)))[0] for el in js.own for action in actions]
        """,
            script,
        )
        == ["NotWritable"] * 8
    )


def test_a_detached_target_is_told_from_one_that_was_never_found(drive: Driving) -> None:
    assert drive(
        '<input id="field" aria-label="Gone">',
        """
        field = find("#field")
        field.remove()
        result = [await refusal(driver.fill_field(field, "x")), await refusal(driver.click_element(None))]
        """,
    ) == ["Detached", "UsageError"]


def test_no_text_at_all_is_not_the_text_none(drive: Driving) -> None:
    assert drive(
        '<input id="field" value="old">',
        'result = [await refusal(driver.fill_field(find("#field"), None)), find("#field").value]',
    ) == ["UsageError", "old"]


# Focus


def test_a_person_who_is_in_a_text_field_keeps_the_focus_there(drive: Driving) -> None:
    markup = '<input id="composer"><input id="field" aria-describedby="error"><p id="error" hidden>Too short</p>'
    script = """
        const field = document.querySelector("#field");
        field.addEventListener("blur", () => { document.querySelector("#error").hidden = field.value.length > 3 });
        document.querySelector("#composer").focus();
        globalThis.left = 0;
        document.querySelector("#composer").addEventListener("blur", () => { left += 1 });
    """
    assert drive(
        markup,
        """
        await driver.fill_field(find("#field"), "ab")
        result = [find("#error").hidden, js.document.activeElement.id, js.left]
        """,
        script,
    ) == [False, "composer", 0]


def test_a_focus_that_is_elsewhere_is_given_back(drive: Driving) -> None:
    assert drive(
        '<button id="b">b</button><input id="field">',
        """
        heard = hear("#field", "focus", "blur")
        find("#b").focus()
        await driver.fill_field(find("#field"), "ab")
        result = [js.document.activeElement.id, *heard]
        """,
    ) == ["b", "focus:", "blur:ab"]


def test_stopping_in_the_middle_leaves_what_was_typed_and_takes_the_ring_away(drive: Driving) -> None:
    assert drive(
        '<button id="b">b</button><input id="field">',
        """
        find("#b").focus()
        task = asyncio.ensure_future(driver.fill_field(find("#field"), "a long text", flash_ms=20, char_delay_ms=50))
        while len(find("#field").value) < 3:
            await asyncio.sleep(0.01)
        ringed = bool(find("[data-agentic]"))
        task.cancel()
        await asyncio.wait({task})
        held = find("#field").value
        await asyncio.sleep(0.15)
        result = [ringed, task.cancelled(), held == find("#field").value == "a long text"[: len(held)],
                  bool(find("[data-agentic]")), js.document.activeElement.id]
        """,
    ) == [True, True, True, False, "b"]


# Editors


def test_an_editor_that_listens_to_insertion_gets_the_text_once(drive: Driving) -> None:
    script = """
        const editor = document.querySelector("#field");
        globalThis.model = "old";
        editor.addEventListener("beforeinput", event => { if (event.inputType === "insertText") model = event.data });
    """
    assert drive(
        '<div id="field" contenteditable>old</div>',
        'result = [await driver.fill_field(find("#field"), "new text"), js.model, find("#field").textContent]',
        script,
    ) == ["new text", "new text", "new text"]


def test_an_editor_that_reverts_the_text_makes_it_a_failure(drive: Driving) -> None:
    script = """
        const editor = document.querySelector("#field");
        editor.addEventListener("input", () => { editor.textContent = "mine" });
    """
    assert drive(
        '<div id="field" contenteditable>mine</div>',
        'result = [await refusal(driver.fill_field(find("#field"), "x")), find("#field").textContent]',
        script,
    ) == ["ValueRefused", "mine"]


def test_native_setters_send_what_frameworks_listen_to(drive: Driving) -> None:
    script = """globalThis.heard = [];
        for (const id of ["t", "c"]) for (const kind of ["click", "input", "change"])
          document.getElementById(id).addEventListener(kind, ({target}) =>
            heard.push([id, kind, target.value, target.checked]))"""
    assert drive(
        '<input id="t"><input id="c" type="checkbox">',
        """
        driver.set_native_value(find("#t"), "x")
        driver.set_native_checked(find("#c"), True)
        result = [list(entry) for entry in js.heard]
        """,
        script,
    ) == [
        ["t", "input", "x", False],
        ["t", "change", "x", False],
        ["c", "click", "on", True],
        ["c", "input", "on", True],
        ["c", "change", "on", True],
    ]


def test_a_field_in_a_same_origin_frame_is_filled_by_its_own_realms_setter(drive: Driving) -> None:
    assert (
        drive(
            '<iframe id="f" srcdoc="<input id=inner>"></iframe>',
            """
        while not (find("#f").contentDocument and find("#f").contentDocument.querySelector("#inner")):
            await asyncio.sleep(0.01)
        result = await driver.fill_field(find("#f").contentDocument.querySelector("#inner"), "in the frame")
        """,
        )
        == "in the frame"
    )
