"""Clicking on a page: only what a person could click, after scrolling there, with all that a pointer does."""

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


def test_a_click_is_the_whole_sequence_of_a_pointer(drive: Driving) -> None:
    script = """globalThis.heard = [];
        for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
          document.querySelector("#b").addEventListener(kind, e => heard.push(kind + (e.clientX > 0)))"""
    assert drive(
        '<form onsubmit="event.preventDefault(); heard.push(\'submit\')"><button id="b"><b>Save</b></button></form>',
        'await driver.click_element(find("#b"), highlight_ms=10)\nresult = list(js.heard)',
        script,
    ) == ["pointerdowntrue", "mousedowntrue", "pointeruptrue", "mouseuptrue", "clicktrue", "submit"]


COVER = '<div id="banner" aria-label="Cookies" style="position: fixed; inset: 0; z-index: 9">We use cookies</div>'


def test_a_covered_target_is_refused_and_what_covers_it_named(drive: Driving) -> None:
    script = 'globalThis.clicks = 0; document.querySelector("#b").onclick = () => { clicks += 1 }'
    assert drive(
        '<button id="b">Save</button><input id="field" aria-label="Name">' + COVER,
        """
        result = [
            await outcome(driver.click_element(find("#b"), highlight_ms=0)),
            await refusal(driver.press_button(find("#b"), press_ms=0)),
            await refusal(driver.fill_field(find("#field"), "x")),
            js.clicks, find("#field").value,
        ]
        """,
        script,
    ) == [["Covered", 'button "Save" is covered by div "Cookies"'], "Covered", "Covered", 0, ""]


def test_an_icon_a_label_and_a_half_covered_button_are_no_false_alarms(drive: Driving) -> None:
    markup = """<button id="icon"><svg width="60" height="60"><rect width="60" height="60"/></svg></button>
        <label for="c" style="position: absolute; left: 0; top: 200px; width: 9em; height: 3em; z-index: 2">Gift</label>
        <input id="c" type="checkbox" style="position: absolute; left: 20px; top: 205px">
        <div style="position: relative"><button id="half" style="width: 200px; height: 50px">Half</button>
        <div style="position: absolute; left: 60px; top: 0; width: 200px; height: 60px; background: red"></div></div>"""
    assert drive(
        markup,
        """
        result = [await outcome(driver.click_element(find(name), highlight_ms=0)) for name in ("#icon", "#half")]
        result.append(await driver.toggle_checkbox(find("#c"), True))
        """,
    ) == [["bool", True], ["bool", True], True]


def test_our_own_element_over_the_target_is_no_obstacle(drive: Driving) -> None:
    assert drive(
        '<button id="b">Save</button><ag-ui-chat style="position: fixed; inset: 0; display: block"></ag-ui-chat>',
        'result = await outcome(driver.click_element(find("#b"), highlight_ms=0))',
    ) == ["bool", True]


def test_a_button_in_an_open_shadow_root_is_clicked(drive: Driving) -> None:
    script = """
        const root = document.querySelector("#host").attachShadow({mode: "open"});
        root.innerHTML = "<div id=inner></div>";
        const deep = root.querySelector("#inner").attachShadow({mode: "open"});
        deep.innerHTML = "<button>Deep</button>";
        globalThis.deepButton = deep.firstChild;
        globalThis.clicks = [];
        document.addEventListener("click", event => clicks.push(event.composedPath()[0].textContent), {once: true});
    """
    assert drive(
        '<div id="host"></div>',
        "await driver.click_element(js.deepButton, highlight_ms=0)\nresult = list(js.clicks)",
        script,
    ) == ["Deep"]


def test_a_button_that_is_disabled_while_it_is_shown_is_not_clicked(drive: Driving) -> None:
    assert (
        drive(
            '<button id="b">Save</button>',
            """
        click = asyncio.ensure_future(outcome(driver.highlight_then_click(find("#b"), highlight_ms=100)))
        await asyncio.sleep(0)
        find("#b").disabled = True
        result = (await click)[0]
        """,
        )
        == "NotWritable"
    )


def test_a_target_far_down_is_scrolled_to_the_middle_first(drive: Driving) -> None:
    assert drive(
        '<div style="height: 3000px"></div><button id="b">Save</button><div style="height: 3000px"></div>',
        """
        await driver.scroll_into_center_view(find("#b"))
        box = find("#b").getBoundingClientRect()
        off = abs((box.top + box.bottom) / 2 - js.innerHeight / 2)
        before = js.scrollY
        await asyncio.sleep(0.2)
        result = [off < 30, abs(before - js.scrollY) < 5]
        """,
    ) == [True, True]


ASIDE = ("left: -9999px", "top: -9999px", "transform: translateX(-9999px)")


@pytest.mark.parametrize("style", ASIDE)
def test_what_is_put_aside_for_no_person_is_no_target(drive: Driving, style: str) -> None:
    assert drive(
        f"""<div style="position: absolute; {style}"><input id="trap" aria-label="Trap"><button id="b">Buy</button>
        <select id="s"><option>1</option><option>2</option></select></div>""",
        """
        tried = (driver.fill_field(find("#trap"), "x"), driver.type_into(find("#trap"), "x"),
                 driver.click_element(find("#b"), highlight_ms=0), driver.select_control(find("#s"), "2"))
        result = [*[await refusal(each) for each in tried], find("#trap").value, find("#s").value]
        """,
    ) == ["NotWritable"] * 4 + ["", "1"]


def test_a_box_that_is_put_aside_behind_its_label_is_set_by_it(drive: Driving) -> None:
    assert (
        drive(
            '<label>Gift <input id="c" type="checkbox" style="position: absolute; left: -9999px"></label>',
            'result = await driver.toggle_checkbox(find("#c"), True, hold_ms=0)',
        )
        is True
    )


def test_what_was_scrolled_past_is_still_a_target(drive: Driving) -> None:
    script = 'scrollTo(0, 2000); document.querySelector("#strip").scrollTo(900, 0)'
    assert drive(
        """<div id="strip" style="width: 200px; overflow: auto"><div style="width: 2000px">
        <input id="field"></div></div><div dir="rtl" style="width: 200px; overflow: auto; direction: rtl">
        <div style="width: 2000px; text-align: left"><input id="left"></div></div><div style="height: 4000px"></div>""",
        'result = [await driver.fill_field(find(name), "x") for name in ("#field", "#left")]',
        script,
    ) == ["x", "x"]


def test_what_scrolling_does_not_bring_in_is_told_as_that(drive: Driving) -> None:
    script = 'globalThis.clicks = 0; document.querySelector("#b").onclick = () => { clicks += 1 }'
    assert drive(
        """<button id="b" style="position: fixed; left: 200vw">Save</button>
        <input id="field" style="position: fixed; top: 200vh">""",
        """
        result = [
            await outcome(driver.click_element(find("#b"), highlight_ms=0)),
            await refusal(driver.fill_field(find("#field"), "x")),
            js.clicks, find("#field").value,
        ]
        """,
        script,
    ) == [
        ["NotWritable", 'button "Save" is outside of the window, where no pointer reaches it'],
        *("NotWritable", 0, ""),
    ]


# Where the control is, and what came of it


def test_what_is_still_moving_is_clicked_once_it_is_at_rest(drive: Driving) -> None:
    script = """const b = document.querySelector("#b");
        globalThis.clicks = [];
        b.onclick = event => clicks.push(Math.round(event.clientX - b.getBoundingClientRect().left) > 0);
        b.animate([{translate: "0"}, {translate: "300px"}], {duration: 400, fill: "forwards"})"""
    assert drive(
        '<button id="b">Save</button>',
        """
        await driver.highlight_then_click(find("#b"), highlight_ms=0)
        result = [list(js.clicks), round(find("#b").getBoundingClientRect().left) >= 300]
        """,
        script,
    ) == [[True], True]


def test_what_never_rests_is_clicked_where_it_is(drive: Driving) -> None:
    script = """globalThis.clicks = 0;
        const b = document.querySelector("#b");
        b.onclick = () => { clicks += 1 };
        b.animate([{translate: "0"}, {translate: "30px"}], {duration: 90, iterations: Infinity})"""
    assert (
        drive(
            '<button id="b">Save</button>',
            'await driver.highlight_then_click(find("#b"), highlight_ms=0)\nresult = js.clicks',
            script,
        )
        == 1
    )


def test_a_double_click_is_two_clicks_and_then_one_of_its_own(drive: Driving) -> None:
    script = """globalThis.heard = [];
        for (const kind of ["mousedown", "click", "dblclick"])
          document.querySelector("#b").addEventListener(kind, e => heard.push(`${kind}${e.detail}`))"""
    assert drive(
        '<button id="b">Open</button>',
        """
        await driver.click_element(find("#b"), highlight_ms=0, clicks=2)
        result = [list(js.heard), await refusal(driver.click_element(find("#b"), clicks=3))]
        """,
        script,
    ) == [["mousedown1", "click1", "mousedown2", "click2", "dblclick2"], "UsageError"]


def test_a_link_that_wraps_is_clicked_on_one_of_its_lines(drive: Driving) -> None:
    assert drive(
        """<p style="width: 200px; font-size: 20px">Some text goes before it and then there is
        <a id="a" href="#here">a link of several words</a></p>""",
        """
        await driver.click_element(find("#a"), highlight_ms=0)
        result = js.location.hash
        js.location.hash = ""
        """,
    ) == ("#here")


def test_a_card_is_clicked_beside_the_button_that_is_in_it(drive: Driving) -> None:
    script = """globalThis.clicks = [];
        for (const id of ["card", "inner"])
          document.getElementById(id).onclick = event => { event.stopPropagation(); clicks.push(id) }"""
    assert drive(
        """<div id="card" style="width: 300px; height: 100px; display: grid; place-items: center">
        <button id="inner">Delete</button></div>""",
        'await driver.click_element(find("#card"), highlight_ms=0)\nresult = list(js.clicks)',
        script,
    ) == ["card"]


def test_the_innermost_node_gets_the_click_as_from_a_mouse(drive: Driving) -> None:
    script = 'globalThis.met = []; document.querySelector("#b").onclick = ({target}) => met.push(target.id)'
    assert drive(
        '<button id="b"><span id="icon" style="display: block; width: 40px; height: 40px"></span></button>',
        'await driver.click_element(find("#b"), highlight_ms=0)\nresult = list(js.met)',
        script,
    ) == ["icon"]


def test_the_pointer_comes_over_a_thing_before_it_presses_it(drive: Driving) -> None:
    script = """globalThis.heard = [];
        for (const kind of ["pointerover", "pointerenter", "mouseover", "mouseenter", "mousemove", "mousedown"])
          document.querySelector("#b").addEventListener(kind, () => heard.push(kind))"""
    assert drive(
        '<button id="b">Save</button>',
        'await driver.click_element(find("#b"), highlight_ms=0)\nresult = list(js.heard)',
        script,
    ) == ["pointerover", "pointerenter", "mouseover", "mouseenter", "mousemove", "mousedown"]


def test_a_press_that_wants_no_mouse_events_gets_none_and_is_a_click(drive: Driving) -> None:
    script = """globalThis.heard = [];
        const b = document.querySelector("#b");
        b.onpointerdown = event => event.preventDefault();
        for (const kind of ["mousedown", "pointerup", "mouseup", "click"])
          b.addEventListener(kind, () => heard.push(kind))"""
    assert drive(
        '<button id="b">Save</button>',
        'await driver.click_element(find("#b"), highlight_ms=0)\nresult = list(js.heard)',
        script,
    ) == ["pointerup", "click"]


def test_a_click_takes_the_focus_but_not_from_a_person_who_types(drive: Driving) -> None:
    assert drive(
        '<input id="composer"><button id="b">b</button><button id="c">c</button>',
        """
        await driver.click_element(find("#b"), highlight_ms=0)
        result = [js.document.activeElement.id]
        find("#composer").focus()
        await driver.click_element(find("#c"), highlight_ms=0)
        result.append(js.document.activeElement.id)
        """,
    ) == ["b", "composer"]


def test_a_form_that_the_browser_does_not_send_is_no_success(drive: Driving) -> None:
    markup = """<form><input id="field" aria-label="Name" required><button id="b">Save</button>
        <button id="t" type="button" onclick="this.form.checkValidity()">Check</button></form>"""
    kind, said, unsent, checked, sent = drive(
        markup,
        """
        kind, said = await outcome(driver.click_element(find("#b"), highlight_ms=0))
        unsent = js.sent
        checked = await outcome(driver.click_element(find("#t"), highlight_ms=0))
        await driver.fill_field(find("#field"), "Ada")
        await driver.click_element(find("#b"), highlight_ms=0)
        result = [kind, said, unsent, checked, js.sent]
        """,
        "globalThis.sent = 0; document.forms[0].onsubmit = event => { event.preventDefault(); sent += 1 }",
    )
    assert (kind, unsent, checked, sent) == ("ValueRefused", 0, ["bool", True], 1)
    assert said.startswith('button "Save" was pressed, but the form is not sent: text input "Name": ')


def test_what_takes_no_pointer_is_told_as_that(drive: Driving) -> None:
    assert drive(
        '<div id="d"><button id="b" style="pointer-events: none">Save</button></div>',
        'result = await outcome(driver.click_element(find("#b"), highlight_ms=0))',
    ) == ["NotWritable", 'button "Save" does not take the pointer: the page has switched that off']


def test_a_button_in_a_frame_that_is_covered_outside_is_covered(drive: Driving) -> None:
    assert drive(
        '<iframe srcdoc="<button>Pay</button>"></iframe>' + COVER,
        """
        inside = lambda: find("iframe").contentDocument and find("iframe").contentDocument.querySelector("button")
        while not inside():
            await asyncio.sleep(0.01)
        covered = await outcome(driver.click_element(inside(), highlight_ms=0))
        find("#banner").remove()
        heard = []
        from pyodide.ffi import create_proxy
        view = find("iframe").contentWindow
        is_its_own = create_proxy(lambda event: heard.append(event.constructor == view.PointerEvent))
        inside().addEventListener("click", is_its_own)
        await driver.click_element(inside(), highlight_ms=0)
        result = [covered, heard]
        """,
    ) == [["Covered", 'button "Pay" is covered by div "Cookies"'], [True]]


def test_what_lies_behind_a_modal_dialog_is_out_of_reach_and_what_is_in_it_is_not(drive: Driving) -> None:
    assert drive(
        """<button id="b">Save</button><dialog id="d" aria-label="Sure?"><form method="dialog">
        <input id="field"><button id="yes" value="yes">Yes</button></form></dialog>""",
        """
        find("#d").showModal()
        result = [
            await outcome(driver.click_element(find("#b"), highlight_ms=0)),
            await driver.fill_field(find("#field"), "Ada"),
            await outcome(driver.click_element(find("#yes"), highlight_ms=0)),
            find("#d").returnValue, find("#d").open,
        ]
        """,
    ) == [["Covered", 'button "Save" is covered by dialog "Sure?"'], "Ada", ["bool", True], "yes", False]
