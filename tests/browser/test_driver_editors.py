"""Editors that own their document, from npm: written by the route a person's keys take, and asked what they hold."""

import pytest

from tests.browser.driving import Driving
from tests.browser.gallery import Gallery
from tests.browser.python import Python

EDITORS = ("prosemirror", "lexical", "quill", "codemirror")


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("text", ["new text", "new text\nsecond line\nthird", "- one\n  two {\n}", ""])
def test_an_editor_that_owns_its_document_holds_the_text_once(gallery: Gallery, editor: str, text: str) -> None:
    held, sent = gallery(
        editor,
        f'result = [await driver.fill_field(find("[contenteditable]"), {text!r}), await send()]',
    )
    assert held == text
    assert sent["lines"] == text.split("\n")


@pytest.mark.parametrize("editor", EDITORS)
def test_an_editor_is_written_over_again_and_again(gallery: Gallery, editor: str) -> None:
    assert gallery(
        editor,
        """
        for text in ("one", "two\\nlines", "three"):
            await driver.fill_field(find("[contenteditable]"), text)
        result = (await send())["lines"]
        """,
    ) == ["three"]


def test_a_document_of_which_only_a_part_is_drawn_is_written_and_read_as_a_whole(gallery: Gallery) -> None:
    assert gallery(
        "codemirror",
        """
        text = "\\n".join(f"line {number}" for number in range(300))
        held = await driver.fill_field(find("[contenteditable]"), text)
        drawn = len(js.document.querySelectorAll(".cm-line"))
        result = [held == text, drawn < 100, (await send())["lines"] == text.split("\\n")]
        """,
        "\n".join(f"old {number}" for number in range(400)),
    ) == [True, True, True]


def test_the_focus_goes_back_to_the_person_after_an_editor_was_written(gallery: Gallery) -> None:
    assert (
        gallery(
            "lexical",
            """
        composer = js.document.createElement("input")
        composer.id = "composer"
        find("main").prepend(composer)
        composer.focus()
        await driver.fill_field(find("[contenteditable]"), "new text")
        result = js.document.activeElement.id
        """,
        )
        == "composer"
    )


def test_an_editor_that_takes_nothing_makes_it_a_failure(gallery: Gallery) -> None:
    assert gallery(
        "prosemirror",
        """
        from pyodide.ffi import create_proxy
        refuse = create_proxy(lambda event: event.preventDefault())
        for kind in ("paste", "beforeinput", "keydown"):
            find("main").addEventListener(kind, refuse, True)
        field = find("[contenteditable]")
        result = [await refusal(driver.fill_field(field, text)) for text in ("one line", "two\\nlines")]
        result.append((await send())["lines"])
        """,
    ) == ["ValueRefused", "ValueRefused", ["old text", "two"]]


# What a page's own editor sends

BEHIND = """<form><div id="editor" contenteditable aria-label="Body">old text</div>
  <textarea name="body" style="display: none">old text</textarea></form>"""


def test_a_text_that_the_form_would_not_send_is_no_success(drive: Driving) -> None:
    kind, said = drive(BEHIND, 'result = await outcome(driver.fill_field(find("#editor"), "new text"))')
    assert kind == "ValueRefused"
    assert said == (
        'div "Body" shows the text, but textarea "body", which the form would send, still holds the old one'
    )


def test_an_editor_that_keeps_its_hidden_field_up_to_date_is_filled(drive: Driving) -> None:
    script = """document.querySelector("#editor").addEventListener("input", ({target}) => {
        document.querySelector("textarea").value = target.textContent })"""
    assert drive(BEHIND, 'result = await driver.fill_field(find("#editor"), "new text")', script) == "new text"


def test_an_editor_in_a_frame_with_its_field_outside_is_found_out_too(drive: Driving) -> None:
    markup = """<iframe srcdoc="<body contenteditable>old text</body>"></iframe>
        <textarea name="body" style="display: none">old text</textarea>"""
    assert drive(
        markup,
        """
        inside = lambda: find("iframe").contentDocument
        while not (inside() and inside().querySelector("[contenteditable]")):
            await asyncio.sleep(0.01)
        body = inside().body
        result = [await refusal(driver.fill_field(body, "new text")), body.innerText]
        """,
    ) == ["ValueRefused", "new text"]


def test_several_lines_in_a_plain_editable_text_are_several_lines(drive: Driving) -> None:
    assert drive(
        '<div id="field" contenteditable>old</div>',
        """
        held = await driver.fill_field(find("#field"), "one\\ntwo\\nthree")
        result = [held, find("#field").innerText.split("\\n")]
        """,
    ) == ["one\ntwo\nthree", ["one", "two", "three"]]


def test_one_paragraph_of_an_editor_is_written_and_the_others_stay(drive: Driving) -> None:
    assert drive(
        '<div contenteditable><p>one</p><p id="field">two</p><p>three</p></div>',
        """
        await driver.type_into(find("#field"), "2")
        result = [each.textContent for each in js.document.querySelectorAll("p")]
        """,
    ) == ["one", "2", "three"]


# It takes every key for itself, and draws what it has made of them; it hears of nothing else.
BY_KEYS = """const it = document.querySelector("#field");
  let text = "", is_all = false;
  const draw = () => { it.textContent = text };
  it.onkeydown = event => {
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) is_all = true;
    else if (event.key.length === 1) { text = (is_all ? "" : text) + event.key; is_all = false }
    else if (event.key === "Backspace") { text = is_all ? "" : text.slice(0, -1); is_all = false }
    else if (event.key === "Enter") text += "\\n";
    else return;
    event.preventDefault();
    draw();
  };
  it.onblur = draw;"""


@pytest.mark.parametrize("text", ["Hello you", "a", "", "two\nlines"])
def test_an_editor_that_takes_every_key_for_itself_is_written_by_them(drive: Driving, text: str) -> None:
    assert drive(
        '<div id="field" contenteditable style="white-space: pre-wrap"></div>',
        f"""
        await driver.fill_field(find("#field"), "what was there")
        held = await driver.fill_field(find("#field"), {text!r})
        result = [held, find("#field").textContent]
        """,
        BY_KEYS,
    ) == [text, text]


def test_an_editor_that_leaves_a_text_to_the_browser_hears_one_key_of_it(drive: Driving) -> None:
    heard, held = drive(
        '<div id="field" contenteditable></div>',
        """
        await driver.type_into(find("#field"), "Hello you")
        result = [list(js.heard), find("#field").textContent]
        """,
        """globalThis.heard = [];
        for (const kind of ["keydown", "keyup", "beforeinput", "input"])
          document.querySelector("#field").addEventListener(kind, () => heard.push(kind));""",
    )
    assert heard[-4:] == ["keydown", "beforeinput", "input", "keyup"]
    assert held == "Hello you"
