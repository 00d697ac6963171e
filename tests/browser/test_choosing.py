"""Choosing on a page: options by value or text, checkboxes set and not toggled, each read back."""

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


SHIPPING = """<select id="s" aria-label="Shipping"><option value="">Choose</option><option value="std">Standard</option>
<option value="exp">Express,  next day</option><option disabled value="old">Pigeon</option></select>"""


def test_an_option_is_chosen_by_value_or_by_what_a_person_sees(drive: Driving) -> None:
    script = """globalThis.heard = [];
        for (const kind of ["input", "change"])
          document.querySelector("#s").addEventListener(kind, () => heard.push(kind))"""
    assert drive(
        SHIPPING,
        """
        result = [
            await driver.select_option(find("#s"), "std", hold_ms=10),
            await driver.select_control(find("#s"), "Express, next day", hold_ms=10),
            await driver.set_control_value(find("#s"), "std"),
            await driver.set_control_value(find("#s"), "std"),
            list(js.heard),
        ]
        """,
        script,
    ) == ["std", "exp", "std", "std", ["input", "change"] * 3]


def test_an_option_that_is_not_there_is_refused_with_those_that_are(drive: Driving) -> None:
    assert drive(
        SHIPPING + '<div id="d">no list</div>',
        """
        result = [
            await outcome(driver.select_option(find("#s"), "Rocket")),
            await refusal(driver.select_option(find("#s"), "old")),
            await refusal(driver.select_option(find("#d"), "x")),
            find("#s").value,
        ]
        """,
    ) == [
        [
            "ValueRefused",
            "select \"Shipping\" has no option 'Rocket'; it has 'Choose', 'Standard', 'Express, next day', 'Pigeon'",
        ],
        "NotWritable",
        "NotWritable",
        "",
    ]


def test_two_options_that_read_alike_are_told_apart_by_value(drive: Driving) -> None:
    assert drive(
        '<select id="s" aria-label="Size"><option value="1">Big</option><option value="2">Big</option></select>',
        "result = await outcome(driver.select_option(find('#s'), 'Big', hold_ms=0))",
    ) == ["ValueRefused", "select \"Size\" has 2 options 'Big'; choose one by its value: ['1', '2']"]


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("before", [True, False])
def test_a_mixed_checkbox_is_neither_on_nor_off(drive: Driving, before: bool, wanted: bool) -> None:
    assert drive(
        '<input id="c" type="checkbox">',
        f"""
        await driver.toggle_control(find("#c"), {wanted}, hold_ms=0)
        result = [find("#c").checked, find("#c").indeterminate]
        """,
        f"const c = document.querySelector('#c'); c.checked = {str(before).lower()}; c.indeterminate = true",
    ) == [wanted, False]


def test_a_list_that_jumps_back_makes_it_a_failure(drive: Driving) -> None:
    script = 'document.querySelector("#s").addEventListener("change", ({target}) => { target.value = "" })'
    assert drive(SHIPPING, 'result = await refusal(driver.select_option(find("#s"), "std"))', script) == (
        "ValueRefused"
    )


def test_a_checkbox_is_set_and_not_toggled(drive: Driving) -> None:
    assert drive(
        '<input id="c" type="checkbox">',
        """
        result = []
        for state in (True, True, False, False):
            result.append([await driver.toggle_control(find("#c"), state, hold_ms=0), find("#c").checked])
        result.append(await driver.set_control_value(find("#c"), True))
        result.append(await driver.toggle_checkbox(find("#c"), False, hold_ms=5))
        """,
    ) == [[True, True], [True, True], [False, False], [False, False], True, False]


def test_a_checkbox_hidden_behind_its_label_and_a_switch_are_set(drive: Driving) -> None:
    markup = """<label><input id="c" type="checkbox" style="display: none">Gift wrap</label>
        <button id="w" role="switch" aria-checked="false">Dark</button>"""
    script = """document.querySelector("#w").onclick = ({target}) => target.setAttribute("aria-checked", "true")"""
    assert drive(
        markup,
        'result = [await driver.toggle_checkbox(find("#c"), True), await driver.toggle_checkbox(find("#w"), True)]',
        script,
    ) == [True, True]


def test_a_checkbox_the_page_sets_back_makes_it_a_failure(drive: Driving) -> None:
    script = 'document.querySelector("#c").addEventListener("click", event => event.preventDefault())'
    assert (
        drive(
            '<input id="c" type="checkbox">', 'result = await refusal(driver.toggle_control(find("#c"), True))', script
        )
        == "ValueRefused"
    )


def test_a_radio_button_is_not_switched_off(drive: Driving) -> None:
    assert drive(
        '<input id="r" type="radio" name="g" checked><input id="q" type="radio" name="g">',
        """
        result = [await refusal(driver.toggle_control(find("#r"), False)),
                  await driver.toggle_control(find("#q"), True), find("#r").checked]
        """,
    ) == ["NotWritable", True, False]


def test_a_switch_that_asks_a_server_first_is_waited_for(drive: Driving) -> None:
    assert drive(
        '<div id="w" role="switch" aria-checked="false" tabindex="0" aria-label="Wifi">on / off</div>',
        'result = [await driver.toggle_checkbox(find("#w"), True), find("#w").ariaChecked]',
        "document.querySelector('#w').onclick = ({target}) => setTimeout(() => { target.ariaChecked = 'true' }, 300);",
    ) == [True, "true"]
