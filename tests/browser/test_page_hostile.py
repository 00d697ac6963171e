"""Pages that take back, draw anew, hide and switch off: no success is told that is none."""

from typing import Any

import pytest

from tests.browser.paging import Paging
from tests.browser.python import Python


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


FIELDS = """<label>City <input></label><label><input type="checkbox"> Gift</label>
<label>Size <select><option>S</option><option>L</option></select></label>"""
TAKES_BACK = """const [city, gift, size] = document.querySelectorAll("input, select");
  const later = act => setTimeout(act, DELAY);
  city.addEventListener("change", () => later(() => { city.value = "Rome" }), {once: true});
  gift.addEventListener("change", () => later(() => { gift.checked = false }), {once: true});
  size.addEventListener("change", () => later(() => { size.value = "S" }), {once: true});"""


@pytest.mark.parametrize("delay", [0, 90, 250])
@pytest.mark.parametrize(
    ("name", "given", "holds"),
    [
        ("fill", {"target": "City", "value": "Oslo"}, "'Rome' instead of 'Oslo'"),
        ("check", {"target": "Gift"}, "False instead of True"),
        ("select", {"target": "Size", "option": "L"}, "'S' instead of 'L'"),
    ],
)
def test_what_a_page_takes_back_a_moment_later_is_no_success(
    paging: Paging, name: str, given: dict[str, Any], holds: str, delay: int
) -> None:
    status, hint, undone = paging(
        FIELDS,
        f"""
        status, hint = await refused({name!r}, **{given!r})
        result = [status, hint, (await outcome("undo")).status]
        """,
        TAKES_BACK.replace("DELAY", str(delay)),
    )
    assert status == "failed"
    assert delay == 0 or holds in hint
    assert undone == "unavailable"


def test_an_undo_that_the_page_takes_back_is_no_success(paging: Paging) -> None:
    script = """const city = document.querySelector("input");
      city.addEventListener("change", () => { if (!city.value) setTimeout(() => { city.value = "Rome" }, 50) });"""
    status, hint = paging(
        FIELDS,
        """
        await call("fill", target="City", value="Oslo")
        result = await refused("undo")
        """,
        script,
    )
    assert status == "failed"
    assert "holds 'Rome'" in hint


def test_a_field_that_leaves_once_it_is_filled_in_says_so(paging: Paging) -> None:
    script = """const city = document.querySelector("input");
      city.addEventListener("change", () => setTimeout(() => city.closest("label").remove(), 60));"""
    told = paging(FIELDS, 'result = await call("fill", target="City", value="Oslo")', script)
    assert told["done"] == "textbox \"City\" holds 'Oslo', and has left the page since"


@pytest.mark.parametrize(
    ("markup", "value", "wrong"),
    [
        ('<input type="date" min="2026-01-10" max="2026-01-20">', "2026-02-01", "2026 or earlier"),
        ('<input type="number" max="5">', "9", "less than or equal to 5"),
        ('<input type="email">', "nobody", "missing an '@'"),
        ('<input pattern="[A-Z]+">', "abc", "match the requested format"),
    ],
)
def test_what_a_form_will_not_take_is_said(paging: Paging, markup: str, value: str, wrong: str) -> None:
    told = paging(f"<label>It {markup}</label>", f'result = await call("fill", target="It", value={value!r})')
    assert f"holds {value!r}, which its form will not take: " in told["done"]
    assert wrong in told["done"]


REDRAWS = """globalThis.clicks = 0;
  const place = document.getElementById("place");
  const draw = () => {
    place.innerHTML = "<button>Save</button>";
    place.firstChild.onmousedown = () => { WHEN };
    place.firstChild.onclick = () => { clicks += 1 };
  };
  draw();"""


def test_a_button_that_is_drawn_anew_as_it_is_pressed_is_not_called_clicked(paging: Paging) -> None:
    status, hint, clicks = paging(
        '<div id="place"></div>',
        'result = [*await refused("click", target="Save"), js.clicks]',
        REDRAWS.replace("WHEN", "draw()"),
    )
    assert (status, clicks) == ("failed", 0)
    assert "was drawn anew while it was pressed, so it was not clicked" in hint


def test_a_button_that_leaves_as_it_is_pressed_says_so(paging: Paging) -> None:
    told = paging(
        '<div id="place"></div>',
        'result = (await call("click", target="Save"))["done"]',
        REDRAWS.replace("WHEN", 'place.innerHTML = ""'),
    )
    assert told == 'pressed button "Save", which left the page before it could be clicked'


FRAME = '<iframe srcdoc="<label>City <input></label>"></iframe>'


def test_a_frame_that_was_loaded_anew_has_its_own_fields(paging: Paging) -> None:
    held, missing = paging(
        FRAME,
        """
        frame = find("iframe")
        await call("wait_for", text="City")
        city = await ref('"City"')
        frame.srcdoc = "<label>City <input></label><p>Anew</p>"
        await call("wait_for", text="Anew")
        await call("fill", target=city, value="Oslo")
        held = frame.contentDocument.querySelector("input").value
        frame.srcdoc = "<p>Empty</p>"
        await call("wait_for", text="Empty")
        result = [held, await refused("fill", target=city, value="Rome")]
        """,
    )
    assert held == "Oslo"
    assert missing[0] == "stale"


def test_a_field_of_a_frame_that_went_is_detached(paging: Paging) -> None:
    assert (
        paging(
            FRAME,
            """
        from agentic.browser import driver
        await call("wait_for", text="City")
        field = find("iframe").contentDocument.querySelector("input")
        find("iframe").remove()
        try:
            await driver.fill_field(field, "Oslo")
        except Exception as error:
            result = type(error).__name__
        """,
        )
        == "Detached"
    )


IN_SHADOW = """const outer = document.getElementById("host").attachShadow({mode: "open"});
  outer.innerHTML = "<style>p { color: red }</style><p>Saving outside</p><div></div><slot></slot>";
  const inner = outer.querySelector("div").attachShadow({mode: "open"});
  inner.innerHTML = "<p>Saving inside</p><p hidden>Hidden</p><label>Deep <input></label>";"""


def test_text_in_shadow_roots_and_frames_is_read_found_and_waited_for(paging: Paging) -> None:
    read, found, gone = paging(
        '<div id="host"><p>Slotted</p></div><iframe srcdoc="<p>Saving framed</p>"></iframe>',
        """
        await call("wait_for", text="Saving framed")
        result = [await read(text=True), await call("find", words="saving"),
                  [await refused("wait_for", text=f"Saving {where}", gone=True, seconds=0)
                   for where in ("inside", "outside", "framed")]]
        """,
        IN_SHADOW,
    )
    assert sorted(read.split("\n")) == ["Deep", "Saving framed", "Saving inside", "Saving outside", "Slotted"]
    assert found.count("text: ") == 3
    assert [status for status, _ in gone] == ["failed"] * 3


def test_what_is_switched_off_by_something_round_it_is_told_and_not_written(paging: Paging) -> None:
    told, *refused = paging(
        """<div aria-disabled="true"><label>City <input></label></div><div inert><label>Tel <input></label></div>
        <fieldset disabled><label>Zip <input></label></fieldset>""",
        """
        result = [await read(), *[await refused("fill", target=name, value="1") for name in ("City", "Tel", "Zip")]]
        """,
    )
    assert [line.endswith("disabled") for line in told.split("\n") if "textbox" in line] == [True] * 3
    assert [status for status, _ in refused] == ["failed"] * 3
    assert ["is disabled" in hint or "is inert" in hint for _, hint in refused] == [True] * 3


def test_what_opens_in_the_top_layer_is_news(paging: Paging) -> None:
    assert paging(
        """<button popovertarget="more">More</button><div popover id="more"><label>Zip <input></label></div>""",
        """
        opened = (await call("click", target="More"))["page"]
        filled = (await call("fill", target="Zip", value="1"))["page"]
        result = [opened, filled, (await call("press", keys="Escape"))["page"]]
        """,
    ) == ['a popover opened: "Zip"', "nothing that shows", 'the popover closed: "Zip"']


def test_two_forms_alike_are_told_apart_by_their_names(paging: Paging) -> None:
    form = '<form aria-label="{0}"><label>City <input name="{0}"></label></form>'
    hint, held = paging(
        form.format("Billing") + form.format("Shipping"),
        """
        hint = (await refused("fill", target="City", value="Oslo"))[1]
        await call("fill", target="City", value="Oslo", within="Shipping")
        result = [hint, [each.value for each in js.document.querySelectorAll("input")]]
        """,
    )
    assert 'of form "Billing" [e1]' in hint
    assert 'of form "Shipping" [e2]' in hint
    assert held == ["", "Oslo"]


APP = """<style>html, body { height: 100%; overflow: hidden; margin: 0 } #box { height: 100%; overflow: auto }</style>
<div id="box"><div style="height: 4000px">Long</div><p>End</p></div>"""


def test_a_page_whose_own_box_scrolls_is_scrolled(paging: Paging) -> None:
    told, place, up, top = paging(
        APP,
        """
        told = await call("scroll", to="bottom")
        place = find("#box").scrollTop
        await call("scroll", to="up")
        up = find("#box").scrollTop
        await call("scroll", to="top")
        result = [told, place, up, find("#box").scrollTop]
        """,
    )
    assert place > 3000
    assert told.startswith(f"scrolled to {place} of ")
    assert 0 < up < place
    assert top == 0


@pytest.mark.parametrize(
    ("name", "given"), [("read", {}), ("find", {"words": "x"}), ("wait_for", {"text": "x"}), ("scroll", {"to": "top"})]
)
def test_what_only_looks_can_be_tried_dry_as_well(paging: Paging, name: str, given: dict[str, Any]) -> None:
    told = paging("<p>y</p>", f"result = await call({name!r}, dry_run=True, **{given!r})")
    assert told["risk"] == "read"
    assert told["would"]


COVERED = """<label>City <input></label><button>Save</button>
<div id="veil" style="position: fixed; inset: 0; background: white">Loading</div>"""
UNVEILS = """globalThis.clicks = 0;
  document.querySelector("button").onclick = () => { clicks += 1 };
  setTimeout(() => document.getElementById("veil").remove(), 600);"""


def test_a_veil_that_goes_is_waited_for(paging: Paging) -> None:
    assert (
        paging(
            COVERED,
            """
        await call("click", target="Save")
        result = js.clicks
        """,
            UNVEILS,
        )
        == 1
    )
    assert (
        paging(
            COVERED,
            """
        await call("fill", target="City", value="Oslo")
        result = find("input").value
        """,
            UNVEILS,
        )
        == "Oslo"
    )


def test_a_button_that_is_enabled_once_the_page_has_looked_is_waited_for(paging: Paging) -> None:
    script = """const button = document.querySelector("button");
      globalThis.clicks = 0;
      button.onclick = () => { clicks += 1 };
      document.querySelector("input").onchange = () => setTimeout(() => { button.disabled = false }, 600);"""
    assert paging(
        "<label>City <input></label><button disabled>Save</button>",
        """
        before = await refused("click", target="Save")
        await call("fill", target="City", value="Oslo")
        await call("click", target="Save")
        result = [before[0], js.clicks]
        """,
        script,
    ) == ["failed", 1]


def test_of_several_open_dialogs_the_topmost_has_the_page(paging: Paging) -> None:
    dialogs = "".join(f'<dialog id="{name}" aria-label="{name}"><button>Save</button></dialog>' for name in "AB")
    told, clicked = paging(
        dialogs,
        """
        find("#B").showModal()
        find("#A").showModal()
        told = await read()
        await call("click", target="Save")
        result = [told, js.clicked]
        """,
        """globalThis.clicked = "";
        for (const dialog of document.querySelectorAll("dialog")) dialog.onclick = () => { clicked += dialog.id };""",
    )
    assert 'dialog "A"' in told
    assert 'dialog "B"' not in told
    assert clicked == "A"


COMBOBOX = """<KIND><label>Where <input role="combobox" aria-autocomplete="list" aria-controls="list"></label></KIND>
<ul id="list" role="listbox" hidden></ul><button>Other</button>"""
OFFERS = """const field = document.querySelector("input"), list = document.getElementById("list");
  field.oninput = () => {
    const fitting = ["Ada", "Bob"].filter(name => name.startsWith(field.value));
    list.hidden = !field.value || !fitting.length;
    list.innerHTML = fitting.map(name => `<li role="option">${name}</li>`).join("");
  };
  list.onclick = ({target}) => { field.value = target.textContent; list.hidden = true; field.title = "chosen" };
  field.addEventListener("blur", () => { list.hidden = true; LEFT });"""


def test_a_field_that_only_suggests_takes_other_words_too(paging: Paging) -> None:
    typed, chosen, status = paging(
        COMBOBOX.replace("KIND", "div"),
        """
        typed = (await call("fill", target="Where", value="Zoe"))["done"]
        await call("fill", target="Where", value="Ada")
        chosen = [find("input").value, find("input").title]
        result = [typed, chosen, (await refused("select", target="Where", option="Zoe"))[0]]
        """,
        OFFERS.replace("LEFT", ""),
    )
    assert typed == "combobox \"Where\" holds 'Zoe', which was typed: no option is called so"
    assert chosen == ["Ada", "chosen"]
    assert status == "failed"


def test_a_field_that_takes_only_what_it_offers_says_so(paging: Paging) -> None:
    status, hint, held = paging(
        COMBOBOX.replace("KIND", "div"),
        'result = [*await refused("fill", target="Where", value="Zoe"), find("input").value]',
        OFFERS.replace("LEFT", 'if (!field.title) field.value = "";'),
    )
    assert (status, held) == ("failed", "")
    assert "has no option 'Zoe'" in hint


def test_a_field_to_search_with_takes_any_words_at_once(paging: Paging) -> None:
    told, seconds = paging(
        COMBOBOX.replace("KIND", "search"),
        """
        import time
        since = time.monotonic()
        told = (await call("fill", target="Where", value="A lamp"))["done"]
        result = [told, time.monotonic() - since]
        """,
        OFFERS.replace("LEFT", ""),
    )
    assert told == "combobox \"Where\" holds 'A lamp'"
    assert seconds < 4
