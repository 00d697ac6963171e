"""Lists that pages draw themselves: chosen from by what a person reads, opened and closed again, never a neighbour."""

import pytest

from tests.browser.driving import Driving
from tests.browser.gallery import Gallery
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


def test_muis_lists_are_chosen_from_and_sent(gallery: Gallery) -> None:
    held, sent = gallery(
        "mui",
        """
        held = [
            await driver.select_control(by("City", "input"), "Paris"),
            await driver.select_control(find("[role=combobox]:not(input)"), "Express"),
            await driver.select_control(by("Parts"), "History"),
            await driver.toggle_checkbox(by("Dark", "input"), True),
            await driver.fill_field(by("Level", "input"), "70"),
        ]
        result = [held, await send()]
        """,
    )
    assert held == ["Paris", "Express", "History", True, "70"]
    assert sent == {"city": "Paris", "late": None, "shipping": "express", "level": 70, "dark": True, "tab": 1}


def test_answers_that_come_late_are_waited_for(gallery: Gallery) -> None:
    assert gallery(
        "mui",
        'result = [await driver.select_control(by("Late city", "input"), "Lisbon"), (await send())["late"]]',
    ) == ["Lisbon", "Lisbon"]


def test_a_field_that_offers_choices_as_it_is_typed_into_tells_of_them(gallery: Gallery) -> None:
    assert gallery(
        "mui",
        """
        field = by("Late city", "input")
        field.focus()
        await driver.type_into(field, "Ber")
        result = [await driver.suggestions(field), await driver.suggestions(by("Level", "input"), within_ms=50)]
        await driver.press_key(field, "Escape")
        """,
    ) == [["Berlin", "Bern"], []]


def test_radixs_controls_are_worked_and_sent(gallery: Gallery) -> None:
    held, sent = gallery(
        "radix",
        """
        held = [
            await driver.select_control(by("Shipping", "button"), "Express"),
            await driver.fill_field(by("Level", "[role=slider]"), "70"),
            await driver.select_control(by("Parts"), "History"),
            await driver.select_control(by("More", "button"), "Print"),
            await driver.toggle_checkbox(by("Gift", "button"), True),
            await driver.toggle_checkbox(by("Dark", "button"), True),
            await driver.select_control(by("Size"), "Small"),
        ]
        result = [held, await send()]
        """,
    )
    assert held == ["Express", "70", "History", "Print", True, True, "Small"]
    state = {"level": [70], "tab": "history", "chosen": "print", "gift": True, "dark": True, "size": "s"}
    assert sent == state | {"shipping": "express"}


def test_a_field_in_a_dialog_that_a_library_opened_is_filled(gallery: Gallery) -> None:
    assert gallery(
        "radix",
        """
        await driver.click_element(by("Details", "button"), highlight_ms=0)
        held = await driver.fill_field(by("Reference", "input"), "A-17")
        behind = await refusal(driver.click_element(by("Send", "button"), highlight_ms=0))
        await driver.press_key(by("Reference", "input"), "Escape")
        result = [held, behind in ("Covered", "NotWritable"), bool(find("[role=dialog]"))]
        """,
    ) == ["A-17", True, False]


def test_an_option_that_is_not_there_is_told_with_those_that_are_and_the_list_is_closed(gallery: Gallery) -> None:
    assert gallery(
        "radix",
        """
        said = await outcome(driver.select_control(by("Shipping", "button"), "Rocket"))
        result = [said, bool(find("[role=listbox]"))]
        """,
    ) == [["ValueRefused", "button \"Shipping\" has no option 'Rocket'; it has 'Standard', 'Express'"], False]


def test_what_was_typed_to_find_an_option_that_is_not_there_is_taken_back(gallery: Gallery) -> None:
    assert gallery(
        "mui",
        """
        field = by("City", "input")
        await driver.select_control(field, "Bern")
        kind, said = await outcome(driver.select_control(field, "Dragonfruit"))
        result = [kind, "'Berlin', 'Bern'" in said, field.value, bool(find("[role=listbox]"))]
        """,
    ) == ["ValueRefused", True, "Bern", False]


def test_shoelaces_form_is_filled_in_its_shadow_roots_and_sent(gallery: Gallery) -> None:
    held, sent = gallery(
        "shoelace",
        """
        held = [
            await driver.fill_field(find("sl-input"), "Ada"),
            await driver.fill_field(find("[name=quantity]"), "3"),
            await driver.select_control(find("sl-select"), "Express"),
            await driver.toggle_checkbox(find("sl-checkbox"), True),
            await driver.toggle_checkbox(find("sl-switch"), True),
            await driver.select_control(find("sl-radio-group"), "Small"),
            await driver.fill_field(find("sl-range"), "70"),
            await driver.fill_field(find("sl-textarea"), "one\\ntwo"),
        ]
        result = [held, await send()]
        """,
    )
    assert held == ["Ada", "3", "Express", True, True, "Small", "70", "one\ntwo"]
    fields = {"name": "Ada", "quantity": "3", "shipping": "express", "gift": "yes", "dark": "yes", "size": "s"}
    assert sent == fields | {"level": "70", "note": "one\ntwo"}


COMBOBOX = """<div id="c" role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox" aria-controls="l"
  aria-label="Fruit" style="width: 200px; height: 30px">None</div><div id="l" role="listbox" hidden></div>"""
OPENS = """
  const box = document.querySelector("#c"), list = document.querySelector("#l");
  const open = is => { list.hidden = !is; box.setAttribute("aria-expanded", is) };
  const show = names => list.innerHTML = names.map(name => `<div role="option">${name}</div>`).join("");
  globalThis.opened = 0;
  box.onclick = () => { opened += 1; show(["Apple", "Banana"]); open(list.hidden) };
  box.onkeydown = event => { if (event.key === "Escape") open(false) };
  list.onclick = ({target}) => { if (TAKES) box.textContent = target.textContent; open(false) };
"""


def test_an_aria_combobox_takes_what_it_has_and_refuses_what_it_has_not(drive: Driving) -> None:
    assert drive(
        COMBOBOX,
        """
        result = [
            await driver.select_option(find("#c"), "banana", hold_ms=0), find("#c").textContent,
            await outcome(driver.select_option(find("#c"), "Dragonfruit", hold_ms=0)),
            find("#c").textContent, find("#l").hidden,
        ]
        """,
        OPENS.replace("TAKES", "true"),
    ) == [
        *("Banana", "Banana"),
        ["ValueRefused", "div \"Fruit\" has no option 'Dragonfruit'; it has 'Apple', 'Banana'"],
        *("Banana", True),
    ]


def test_a_combobox_that_does_not_keep_the_choice_makes_it_a_failure(drive: Driving) -> None:
    assert drive(
        COMBOBOX,
        'result = await outcome(driver.select_option(find("#c"), "Banana", hold_ms=0))',
        OPENS.replace("TAKES", "false"),
    ) == ["ValueRefused", "div \"Fruit\" did not take 'Banana'; it says 'None'"]


def test_a_combobox_that_opens_nothing_says_so(drive: Driving) -> None:
    assert drive(COMBOBOX, 'result = await outcome(driver.select_option(find("#c"), "Banana", hold_ms=0))') == [
        "ValueRefused",
        'div "Fruit" was pressed, but it opened no options',
    ]


SEARCH = """<input id="c" role="combobox" aria-expanded="false" aria-controls="l" aria-label="Fruit" value="Plum">
  <div id="l" role="listbox" hidden><div role="option">Banana</div></div>"""
SUGGESTS = """
  const box = document.querySelector("#c"), list = document.querySelector("#l");
  let chosen = "Plum";
  box.oninput = () => setTimeout(() => { list.hidden = box.value !== "Banana" }, 500);
  list.onclick = () => { if (TAKES) { chosen = box.value = "Banana" } if (CLOSES) list.hidden = true };
  box.onkeydown = event => { if (event.key === "Escape") list.hidden = true };
  box.onblur = () => { box.value = chosen };
"""


@pytest.mark.parametrize("closes", ["true", "false"])
def test_what_was_typed_to_find_an_option_is_not_taken_for_the_choice(drive: Driving, closes: str) -> None:
    assert drive(
        SEARCH,
        'result = [await refusal(driver.select_option(find("#c"), "Banana", hold_ms=0)), find("#c").value]',
        SUGGESTS.replace("TAKES", "false").replace("CLOSES", closes),
    ) == ["ValueRefused", "Plum"]


def test_an_option_that_is_offered_late_is_chosen(drive: Driving) -> None:
    assert drive(
        SEARCH,
        'result = [await driver.select_option(find("#c"), "Banana", hold_ms=0), find("#c").value, find("#l").hidden]',
        SUGGESTS.replace("TAKES", "true").replace("CLOSES", "true"),
    ) == ["Banana", "Banana", True]


def test_several_options_of_a_list_box_are_set_and_not_toggled(drive: Driving) -> None:
    markup = """<ul role="listbox" aria-multiselectable="true" aria-label="Extras">
        <li role="option" aria-selected="true">Card</li><li role="option" aria-selected="true">Ribbon</li>
        <li role="option" aria-selected="false">Box</li><li role="option" aria-disabled="true">Gold</li></ul>"""
    script = """document.querySelector("ul").onclick = ({target}) =>
        target.setAttribute("aria-selected", target.getAttribute("aria-selected") !== "true")"""
    assert drive(
        markup,
        """
        chosen = await driver.select_option(find("ul"), ["Ribbon", "Box"], hold_ms=0)
        on = [each.textContent for each in js.document.querySelectorAll("[aria-selected=true]")]
        result = [chosen, on, await refusal(driver.select_option(find("ul"), ["Gold"], hold_ms=0))]
        """,
        script,
    ) == [["Ribbon", "Box"], ["Ribbon", "Box"], "NotWritable"]


def test_a_radio_group_is_chosen_from_by_any_of_its_buttons_or_by_what_is_round_it(drive: Driving) -> None:
    markup = """<form><fieldset><legend>Size</legend><label><input type="radio" name="size" value="s">Small</label>
        <label><input type="radio" name="size" value="l" id="l">Large</label></fieldset>
        <label><input type="radio" name="colour" value="r">Red</label></form>"""
    assert drive(
        markup,
        """
        size = lambda: js.FormData.new(find("form")).get("size")
        result = [await driver.select_option(find("#l"), "Small", hold_ms=0), size(),
                  await driver.select_option(find("fieldset"), "l", hold_ms=0), size(),
                  await refusal(driver.select_option(find("fieldset"), "Red", hold_ms=0)),
                  await driver.set_control_value(find("fieldset"), "Small"), size()]
        """,
    ) == ["Small", "s", "Large", "l", "ValueRefused", "Small", "s"]


def test_several_options_of_a_select_are_chosen_and_the_others_are_not(drive: Driving) -> None:
    markup = """<select id="s" multiple aria-label="Extras"><option value="c" selected>Card</option>
        <option value="r">Ribbon</option><option value="b">Box</option></select>
        <select id="one"><option>a</option><option>b</option></select>"""
    assert drive(
        markup,
        """
        heard = hear("#s", "input", "change")
        result = [
            await driver.select_option(find("#s"), ["Ribbon", "b"], hold_ms=0), len(heard),
            await driver.select_option(find("#s"), [], hold_ms=0),
            await refusal(driver.select_option(find("#s"), ["Ribbon", "Gold"], hold_ms=0)),
            [option.value for option in find("#s").selectedOptions],
            await refusal(driver.select_option(find("#one"), ["a", "b"], hold_ms=0)),
        ]
        """,
    ) == [["r", "b"], 2, [], "ValueRefused", [], "ValueRefused"]


def test_what_is_no_list_is_refused(drive: Driving) -> None:
    assert drive(
        '<button id="b">Save</button>', 'result = await outcome(driver.select_option(find("#b"), "x", hold_ms=0))'
    ) == ["NotWritable", 'button "Save" is not a <select>, nor another list to choose from']


@pytest.mark.parametrize("value", ["'true'", "1", "None"])
def test_a_box_is_set_to_true_or_false_and_to_nothing_that_may_mean_it(drive: Driving, value: str) -> None:
    assert drive(
        '<input id="c" type="checkbox">',
        f'result = [await refusal(driver.set_control_value(find("#c"), {value})), find("#c").checked]',
    ) == ["UsageError", False]


def test_a_button_that_stays_pressed_is_set_and_not_toggled(drive: Driving) -> None:
    script = """document.querySelector("#b").onclick = ({target}) =>
        target.setAttribute("aria-pressed", target.getAttribute("aria-pressed") !== "true")"""
    assert drive(
        '<button id="b" aria-pressed="false">Bold</button>',
        """
        result = [await driver.toggle_control(find("#b"), state, hold_ms=0) for state in (True, True, False)]
        result.append(find("#b").getAttribute("aria-pressed"))
        """,
        script,
    ) == [True, True, False, "false"]


STUBBORN = """<div><span>Choose Ada or Bob</span><div id="box" role="combobox" tabindex="0" aria-haspopup="listbox"
style="width: 9em; height: 1.5em; border: solid 1px">{says}</div></div>
<ul id="list" role="listbox" hidden><li role="option">Adam</li><li role="option">Ada</li>
<li role="option">Ada B</li></ul>"""
# It opens and it closes, and keeps what it had.
KEEPS = """const list = document.getElementById("list");
  document.getElementById("box").addEventListener("click", () => { list.hidden = !list.hidden; });
  list.addEventListener("click", () => { list.hidden = true; });"""


@pytest.mark.parametrize("says", ["", "Adam", "Ada B", "Nomada"])
def test_what_a_list_says_beside_or_as_part_of_another_name_is_no_choice(drive: Driving, says: str) -> None:
    kind, told = drive(
        STUBBORN.format(says=says), 'result = await outcome(driver.select_control(find("#box"), "Ada"))', KEEPS
    )
    assert kind == "ValueRefused"
    assert "did not take 'Ada'" in told


def test_what_a_list_says_round_a_name_is_its_choice(drive: Driving) -> None:
    takes = KEEPS.replace(
        "list.hidden = true;", "list.hidden = true; box.textContent = `Person: ${event.target.textContent} ✓`;"
    ).replace("() => { list.hidden = true", "event => { list.hidden = true")
    assert drive(
        STUBBORN.format(says="Adam"), 'result = await outcome(driver.select_control(find("#box"), "Ada"))', takes
    ) == ["str", "Ada"]
