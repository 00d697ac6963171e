"""Filling in by the page tools: what another field takes back is no success, and every kind of list is chosen from."""

import pytest

from tests.browser.paging import Paging
from tests.browser.python import Python


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


AGAIN = """for (const name of ["c", "p"]) {
    document.getElementById("s").addEventListener("change", () => TIMES(() => {
      const field = document.getElementById(name);
      ANSWER
    }), {once: true});
  }"""
SIGN_IN = """<label>City <input id="c"></label><label>Password <input id="p" type="password"></label>
<label>Country <select id="s"><option>France</option><option>Italy</option></select></label>"""


@pytest.mark.parametrize("later", ["(act => act())", "requestAnimationFrame"])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            'field.value = ""',
            ["textbox \"City\" holds '' instead of 'Oslo'", 'password "Password" does not hold any more'],
        ),
        ('field.closest("label").remove()', ['"City" is not on the page any more', '"Password" is not on the page']),
        (
            "field.replaceWith(Object.assign(field.cloneNode(), {value: ''}))",
            ["holds '' instead of 'Oslo'", "does not hold any more"],
        ),
    ],
)
@pytest.mark.parametrize("more", [0, 5])
def test_what_another_field_takes_back_is_no_success(
    paging: Paging, later: str, answer: str, told: list[str], more: int
) -> None:
    script = AGAIN.replace("TIMES", later).replace("ANSWER", answer)
    others = "".join(f"<label>Field {number} <input></label>" for number in range(more))
    status, hint, undone = paging(
        SIGN_IN + others,
        f"""
        fields = {{"City": "Oslo", "Password": "hunter2", "Country": "Italy"}}
        fields |= {{f"Field {{number}}": "x" for number in range({more})}}
        status, hint = await refused("fill_form", fields=fields)
        result = [status, hint, (await call("undo"))["done"]]
        """,
        script,
    )
    assert status == "failed"
    assert hint.startswith("after all was filled in, ")
    assert all(part in hint for part in told)
    assert "hunter2" not in hint
    # What still held is what is put back.
    assert "France" in undone
    assert "City" not in undone


def test_a_field_drawn_anew_with_what_was_written_is_a_success_and_can_be_undone(paging: Paging) -> None:
    script = """document.getElementById("s").addEventListener("change", () => {
      const field = document.getElementById("c"), copy = field.cloneNode();
      field.replaceWith(copy);
    }, {once: true});"""
    assert paging(
        SIGN_IN,
        """
        await call("fill_form", fields={"City": "Oslo", "Country": "Italy"})
        held = find("#c").value
        await call("undo")
        result = [held, find("#c").value, find("#s").value]
        """,
        script,
    ) == ["Oslo", "", "France"]


DRAWN = """<div id="drawn"><div role="radiogroup" aria-label="Size">
<div role="radio" aria-checked="false" tabindex="0">S</div>
<div role="radio" aria-checked="false" tabindex="0">L</div></div>
<div role="listbox" aria-label="Colour"><div role="option" aria-selected="false" tabindex="0">Red</div>
<div role="option" aria-selected="false" tabindex="0">Blue</div></div>
<div role="tablist" aria-label="Parts"><button role="tab" aria-selected="true">One</button>
<button role="tab" aria-selected="false">Two</button></div>
<div role="menu" aria-label="Do"><div role="menuitemradio" aria-checked="false" tabindex="0">Copy</div></div>
<ul role="tree" aria-label="Folders"><li role="treeitem" aria-selected="false" tabindex="0">Mail</li></ul></div>"""
CHOOSING = """document.querySelector("#drawn").addEventListener("click", ({target}) => {
  const state = target.hasAttribute("aria-checked") ? "aria-checked" : "aria-selected";
  for (const other of target.parentElement.children) other.setAttribute(state, String(other === target));
})"""


@pytest.mark.parametrize(
    ("target", "option"), [("Size", "L"), ("Colour", "Blue"), ("Parts", "Two"), ("Do", "Copy"), ("Folders", "Mail")]
)
def test_every_kind_of_list_is_chosen_from(paging: Paging, target: str, option: str) -> None:
    on = paging(
        DRAWN,
        f"""
        await call("select", target={target!r}, option={option!r})
        within = find('[aria-label={target}]').children
        result = [each.textContent for each in within if "true" in (each.ariaChecked, each.ariaSelected)]
        """,
        CHOOSING,
    )
    assert on == [option]


SEARCHED = """<label for="none">Customer</label><span id="list" role="combobox" tabindex="0" aria-haspopup="true"
aria-labelledby="said" style="display: inline-block; width: 9em; height: 1em"><span id="said"></span></span>
<div id="popup" hidden><input id="sought" type="search">
<ul role="listbox" id="options"></ul></div>"""
# As select2 does: a field of its own comes with the options, and those come from afar, some at a time.
SEARCHING = """const list = document.getElementById("list"), sought = document.getElementById("sought");
  const popup = document.getElementById("popup"), options = document.getElementById("options");
  const show = names => {
    options.innerHTML = '<li role="option" aria-disabled="true">Searching…</li>';
    setTimeout(() => {
      options.innerHTML = names.map(name => `<li role="option" aria-selected="false">${name}</li>`).join("");
    }, 300);
  };
  list.addEventListener("click", () => {
    popup.hidden = !popup.hidden;
    list.setAttribute("aria-expanded", String(!popup.hidden));
    if (!popup.hidden) { sought.focus(); show(["Ada", "Bob"]); }
  });
  sought.addEventListener("input", () => show(sought.value === "Zoe" ? ["Zoe"] : []));
  options.addEventListener("click", ({target}) => {
    document.getElementById("said").textContent = target.textContent;
    popup.hidden = true;
    list.setAttribute("aria-expanded", "false");
  });"""


@pytest.mark.parametrize("name", ["Bob", "Zoe"])
def test_an_option_that_comes_late_or_is_searched_for_is_chosen_in_a_list_that_stays_what_it_is(
    paging: Paging, name: str
) -> None:
    assert paging(
        SEARCHED,
        f"""
        customer = await ref('combobox "Customer"')
        done = await call("select", target=customer, option={name!r})
        is_same = await ref('combobox "Customer"') == customer
        result = [done["done"], find("#said").textContent, find("#popup").hidden, is_same]
        """,
        SEARCHING,
    ) == [f"combobox \"Customer\" holds '{name}'", name, True, True]


def test_an_option_that_is_found_nowhere_is_refused_and_nothing_is_left_open(paging: Paging) -> None:
    status, hint, hidden = paging(
        SEARCHED,
        """
        done = await refused("select", target="Customer", option="Nobody")
        result = [*done, find("#popup").hidden]
        """,
        SEARCHING,
    )
    assert (status, hidden) == ("failed", True)
    assert "has no option 'Nobody'; it has 'Ada', 'Bob'" in hint


# As such a list does when it is opened again: the options of the last time are there at once, and new ones in their
# place when the answers have come, after so long.
OPENED_AGAIN = """const delay = %s;
  const list = document.getElementById("list"), sought = document.getElementById("sought");
  const popup = document.getElementById("popup"), options = document.getElementById("options");
  const draw = () => {
    options.innerHTML = ["Ada", "Bob"].map(name => `<li role="option" aria-selected="false">${name}</li>`).join("");
  };
  draw();
  list.addEventListener("click", () => {
    popup.hidden = !popup.hidden;
    list.setAttribute("aria-expanded", String(!popup.hidden));
    if (!popup.hidden) { sought.focus(); setTimeout(draw, delay); }
  });
  // Drawn anew at the worst of times.
  options.addEventListener("pointerdown", () => {
    if (delay === 0 && !list.title) setTimeout(draw);
    list.title = "x";
  });
  options.addEventListener("mouseup", ({target}) => {
    document.getElementById("said").textContent = target.textContent;
    popup.hidden = true;
    list.setAttribute("aria-expanded", "false");
  });"""


@pytest.mark.parametrize("delay", [0, 3, 30, 100, 300, 700])
def test_options_that_are_drawn_anew_under_the_pointer_are_chosen_all_the_same(paging: Paging, delay: int) -> None:
    assert paging(
        SEARCHED,
        """
        await call("select", target="Customer", option="Ada")
        await call("select", target="Customer", option="Bob")
        await call("undo")
        result = [find("#said").textContent, find("#popup").hidden]
        """,
        OPENED_AGAIN % delay,
    ) == ["Ada", True]


@pytest.mark.parametrize(
    ("spells", "done"),
    [
        ("toUpperCase()", "textbox \"City\" holds 'OSLO', where 'Oslo' was written"),
        ("toLowerCase()", "textbox \"City\" holds 'oslo', where 'Oslo' was written"),
        ("trim()", "textbox \"City\" holds 'Oslo'"),
    ],
)
@pytest.mark.parametrize("event", ["input", "blur"])
def test_what_a_page_spells_otherwise_is_taken_and_told_as_it_is_spelled(
    paging: Paging, event: str, spells: str, done: str
) -> None:
    script = f"""document.querySelector("input").addEventListener({event!r}, ({{target}}) => {{
        target.value = target.value.{spells} }})"""
    assert (
        paging(
            "<label>City <input></label>",
            'result = (await call("fill", target="City", value="Oslo"))["done"]',
            script,
        )
        == done
    )


def test_a_password_in_other_capitals_is_not_what_was_written(paging: Paging) -> None:
    script = """document.querySelector("input").addEventListener("input", ({target}) => {
        target.value = target.value.toUpperCase() })"""
    status, hint = paging(
        "<label>Password <input type=password></label>",
        'result = await refused("fill", target="Password", value="sesame-Open")',
        script,
    )
    assert status == "failed"
    assert "esame" not in hint.lower()


@pytest.mark.parametrize("target", ["Size", "Colour", "Parts", "Do", "Folders"])
def test_a_list_says_what_is_chosen_in_it_and_what_it_takes_back_is_no_success(paging: Paging, target: str) -> None:
    options = {"Size": "L", "Colour": "Blue", "Parts": "Two", "Do": "Copy", "Folders": "Mail"}
    back = (
        "setTimeout(() => { for (const each of target.parentElement.children) each.setAttribute(state, 'false') }, 100)"
    )
    done, refused = paging(
        DRAWN,
        f"""
        result = [(await call("select", target={target!r}, option={options[target]!r}))["done"]]
        js.document.querySelector("#drawn").dataset.back = "1"
        for each in find("#drawn").querySelectorAll("[aria-checked], [aria-selected]"):
            each.setAttribute("aria-checked" if each.ariaChecked else "aria-selected", "false")
        result.append(await refused("select", target={target!r}, option={options[target]!r}))
        """,
        CHOOSING.replace("\n})", f"\n  if (document.querySelector('#drawn').dataset.back) {back};\n}})"),
    )
    assert done.endswith(f"holds {options[target]!r}")
    assert refused[0] == "failed"
    assert f"holds '' instead of {options[target]!r}" in refused[1]


FIELDSET = """<form><fieldset><legend>Size</legend><label><input type="radio" name="size"> Small</label>
<label><input type="radio" name="size"> Large</label></fieldset>
<fieldset><legend>Address</legend><input aria-label="City"><label><input type="radio"> Home</label></fieldset></form>"""


def test_radio_buttons_are_one_choice_by_the_legend_of_their_fieldset(paging: Paging) -> None:
    text, done, asked, undone, refused = paging(
        FIELDSET,
        """
        text = await read()
        done = (await call("select", target="Size", option="Large"))["done"]
        await call("fill_form", fields={"Size": "Small"})
        changes = [[each.before, each.after] for each in asked[-1].preview.changes]
        await call("undo")
        undone = [each.checked for each in js.document.querySelectorAll("[name=size]")]
        result = [text, done, changes, undone, (await refused("select", target="Size", option="Huge"))[1]]
        """,
    )
    assert 'radiogroup "Size"' in text
    assert 'group "Address"' in text
    assert (done, asked, undone) == ("radiogroup \"Size\" holds 'Large'", [["Large", "Small"]], [False, True])
    assert "has no option 'Huge'" in refused
    assert "'Small', 'Large'" in refused
