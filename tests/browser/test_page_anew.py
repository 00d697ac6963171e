"""Controls that a page draws anew while they are worked, and what only a person can open."""

from typing import Any

import pytest

from tests.browser.paging import Paging
from tests.browser.python import Python


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


# Draws the field anew when it hears of this, as often as it is told, with what `HOLDS` gives.
ANEW = """const box = document.querySelector("#box");
let times = TIMES;
const anew = ({target}) => {
  if (!target.matches("input") || times-- <= 0) return;
  const value = HOLDS, on = target.checked;
  box.innerHTML = box.innerHTML;
  const field = box.querySelector("input");
  field.value = value;
  field.checked = on;
  field.focus();
};
box.addEventListener("EVENT", event => anew(event));"""
CITY = '<div id="box"><label>City <input></label></div>'


def anew(event: str, holds: str = "target.value", times: int = 1) -> str:
    return ANEW.replace("EVENT", event).replace("HOLDS", holds).replace("TIMES", str(times))


@pytest.mark.parametrize("event", ["focusin", "keydown", "input", "change", "focusout"])
def test_a_field_that_is_drawn_anew_as_it_is_written_is_written(paging: Paging, event: str) -> None:
    done, held, undone = paging(
        CITY,
        """
        find("input").value = "Rome"
        done = (await call("fill", target="City", value="Oslo"))["done"]
        held = find("input").value
        await call("undo")
        result = [done, held, find("input").value]
        """,
        anew(event),
    )
    assert (done, held, undone) == ("textbox \"City\" holds 'Oslo'", "Oslo", "Rome")


@pytest.mark.parametrize(
    ("event", "holds", "times"),
    [("keydown", "target.value", 99), ("input", "'?'", 1), ("change", "'?'", 1), ("input", "target.value", 99)],
    ids=["without end", "with something else", "with something else at the end", "with every letter"],
)
def test_a_field_that_comes_back_with_something_else_is_no_success(
    paging: Paging, event: str, holds: str, times: int
) -> None:
    status, held = paging(
        CITY,
        'result = [(await refused("fill", target="City", value="Oslo"))[0], find("input").value]',
        anew(event, holds, times),
    )
    assert status == "failed"
    assert held != "Oslo"


def test_a_box_that_is_drawn_anew_when_it_is_set_is_set_and_not_toggled(paging: Paging) -> None:
    assert paging(
        '<div id="box"><label><input type="checkbox"> Gift</label></div>',
        """
        done = (await call("check", target="Gift"))["done"]
        result = [done, find("input").checked]
        """,
        anew("change"),
    ) == ["checkbox \"Gift\" holds 'on'", True]


@pytest.mark.parametrize("other", ['id="other"', 'name="other"', 'id="key" name="other"'])
def test_a_password_that_is_shown_by_another_field_in_its_place_stays_private(paging: Paging, other: str) -> None:
    told = paging(
        '<div id="box"><label>Key to it <input type="password" id="key"></label></div>',
        f"""
        find("input").value = "s3cret-4711"
        await read()
        find("#box").innerHTML = '<label>Key to it <input {other} value="s3cret-4711 and more"></label>'
        done = await call("fill", target="Key to it", value="other-99")
        result = [await read(), await call("find", words="Key"), done["done"]]
        """,
    )
    assert "private: filled" in told[0]
    assert "s3cret" not in str(told)
    assert "and more" not in str(told)
    assert "other-99" not in str(told)


def test_a_field_beside_a_password_of_the_same_name_is_read(paging: Paging) -> None:
    told = paging(
        '<label>Value <input type="password"></label><label>Value <input value="plain"></label>',
        "await read()\nresult = await read()",
    )
    assert '= "plain"' in told


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ("<label>It <select><option>S</select></label>", "page.select"),
        ("<label>It <input type=file></label>", "only a person can choose"),
        ("<label>It <input type=color></label>", "page.fill"),
    ],
)
def test_what_opens_for_a_person_only_is_not_called_clicked(paging: Paging, markup: str, says: str) -> None:
    status, hint = paging(markup, 'result = await refused("click", target="It")')
    assert status == "invalid"
    assert says in hint


def test_an_option_of_a_group_that_is_switched_off_is_not_offered(paging: Paging) -> None:
    options = "<option>Small</option><optgroup disabled label=More><option>Large</option></optgroup>"
    told: Any = paging.read(f'<select aria-label="Size">{options}</select>')
    assert "Small" in told
    assert "Large" not in told


@pytest.mark.parametrize("how", ['"click", target="Send"', '"press", target="Mail", keys="Enter"'])
def test_the_answer_to_a_form_that_is_sent_is_waited_for(paging: Paging, how: str) -> None:
    news = paging(
        "<form><label>Mail <input></label><button>Send</button><p id=said></p></form>",
        f'result = (await call({how}))["page"]',
        """document.querySelector("form").onsubmit = event => {
            event.preventDefault();
            setTimeout(() => { document.querySelector("#said").textContent = "Mail is missing" }, 500) }""",
    )
    assert news == 'the page now says "Mail is missing"'


def test_undoing_once_more_goes_further_back(paging: Paging) -> None:
    held, status = paging(
        '<label>City <input value="Rome"></label>',
        """
        held = []
        await call("fill", target="City", value="Oslo")
        await call("fill", target="City", value="Bergen")
        for _ in range(2):
            await call("undo")
            held.append(find("input").value)
        result = [held, (await outcome("undo")).status]
        """,
    )
    assert (held, status) == (["Oslo", "Rome"], "unavailable")


@pytest.mark.parametrize(
    ("script", "news"),
    [
        ("it.textContent = 'Following'", 'the page now says "Following"'),
        ("it.setAttribute('aria-pressed', 'true')", '"Follow" is now pressed'),
        ("it.setAttribute('aria-expanded', 'true')", '"Follow" is now open'),
        ("it.disabled = true", '"Follow" is now disabled'),
    ],
)
def test_what_a_click_changes_in_what_was_clicked_is_news(paging: Paging, script: str, news: str) -> None:
    told = paging(
        '<button id="it">Follow</button>',
        'result = (await call("click", target="Follow"))["page"]',
        f"it.onclick = () => {{ {script} }}",
    )
    assert told == news


SLOTTED = '<x-card id="host"><label>City <input value="Oslo"></label><p>Only here</p><button>Go</button></x-card>'
CARD = """host.attachShadow({mode: "open"}).innerHTML = '<p>Around it</p><div OFF><slot></slot></div>';"""


def test_what_is_put_into_a_part_that_no_agent_may_see_is_not_seen(paging: Paging) -> None:
    told = paging(
        f"<p>Beside it</p>{SLOTTED}",
        """
        result = [await read(), await read(text=True), await call("find", words="Only"),
                  await refused("fill", target="City", value="x"), await refused("click", target="Go"),
                  find("input").value]
        """,
        CARD.replace("OFF", 'data-agent="off"'),
    )
    assert "City" not in told[0]
    assert told[1].split("\n") == ["Beside it", "Around it"]
    assert told[2].startswith("nothing on the page")
    assert [each[0] for each in told[3:5]] == ["unavailable", "unavailable"]
    assert told[5] == "Oslo"


@pytest.mark.parametrize("off", ["inert", 'aria-disabled="true"'])
def test_what_is_put_into_a_part_that_is_switched_off_is_told_and_not_worked(paging: Paging, off: str) -> None:
    told, *refused = paging(
        SLOTTED,
        """
        result = [await read(), await refused("fill", target="City", value="x"), await refused("click", target="Go")]
        """,
        CARD.replace("OFF", off),
    )
    assert [line.endswith("disabled") for line in told.split("\n")[1:]] == [True, True]
    assert [status for status, _ in refused] == ["failed", "failed"]
    assert ["is disabled" in hint or "is inert" in hint for _, hint in refused] == [True, True]


def test_a_frame_in_a_part_that_is_switched_off_is_switched_off_too(paging: Paging) -> None:
    told, (status, hint) = paging(
        """<div inert><iframe srcdoc="<label>City <input></label>"></iframe></div>""",
        """
        await asyncio.sleep(0.2)
        result = [await read(), await refused("fill", target="City", value="x")]
        """,
    )
    assert told.endswith("disabled")
    assert status == "failed"
    assert "is inert" in hint


# Draws itself anew all the time, from what it keeps.
RESTLESS = """const kept = {name: "", gift: false, colour: "Blue", saved: 0};
const form = document.querySelector("#form"), part = name => form.querySelector(`[name=${name}]`);
function draw() {
  const focused = form.contains(document.activeElement) && document.activeElement.name;
  form.innerHTML = `<label>Name <input name="name"></label><label><input name="gift" type="checkbox"> Gift</label>
    <label>Colour <select name="colour"><option>Blue</option><option>Red</option></select></label>
    <button name="save" type="button">Save</button>`;
  part("name").value = kept.name;
  part("gift").checked = kept.gift;
  part("colour").value = kept.colour;
  part("name").oninput = event => { kept.name = event.target.value };
  part("gift").onchange = event => { kept.gift = event.target.checked };
  part("colour").onchange = event => { kept.colour = event.target.value };
  part("save").onclick = () => { kept.saved += 1 };
  if (focused) part(focused).focus();
}
draw();
window.kept = kept;
const drawing = setInterval(() => form.isConnected ? draw() : clearInterval(drawing), 100);"""


def test_a_page_that_draws_itself_anew_all_the_time_is_worked(paging: Paging) -> None:
    *kept, undone = paging(
        '<form id="form"></form>',
        """
        await call("fill", target="Name", value="Ada Lovelace")
        await call("check", target="Gift")
        await call("select", target="Colour", option="Red")
        await call("click", target="Save")
        kept = js.kept
        result = [kept.name, kept.gift, kept.colour, kept.saved]
        await call("fill_form", fields={"Name": "Grace", "Gift": False})
        await call("undo")
        result.append([kept.name, kept.gift])
        """,
        RESTLESS,
    )
    assert (kept, undone) == (["Ada Lovelace", True, "Red", 1], ["Ada Lovelace", True])


def test_what_leaves_the_page_while_it_is_scrolled_to_is_told_as_that(paging: Paging) -> None:
    assert paging(
        '<div id="box" style="margin-top: 3000px"><label>City <input></label></div>',
        'result = await refused("fill", target="City", value="Oslo")',
        "addEventListener('scroll', () => document.querySelector('#box').remove(), {capture: true, once: true});",
    )[1].endswith("is not on the page any more; look for it again")
