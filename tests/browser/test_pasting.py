"""What is pasted and dropped: text lands, of files the person is told, and the page is never left for one."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.servers.events import run, text
from tests.servers.scripted import ScriptedAgent

REFUSED = "This chat takes no files. Paste or drop their text instead."

TAKE = """(node, [type, text]) => {
  const dataTransfer = new DataTransfer(), options = {bubbles: true, cancelable: true, composed: true};
  dataTransfer.setData("text/plain", text);
  return !node.dispatchEvent(new DragEvent(type, {...options, dataTransfer}));
}"""


def test_what_is_pasted_is_text(chat: Chat, stage: Page) -> None:
    stage.evaluate("""async () => {
      const field = document.createElement("div");
      field.innerHTML = "<b>bold</b><br>and more";
      document.body.append(field);
      getSelection().selectAllChildren(field);
      document.execCommand("copy");
      field.remove();
    }""")
    chat.field.focus()
    stage.keyboard.press("Control+v")
    expect(chat.field).to_have_value("bold\nand more")


def test_text_that_is_dropped_beside_the_field_lands_in_it(chat: Chat) -> None:
    chat.field.fill("See:")
    tools = chat.part("composer-tools")
    assert tools.evaluate(TAKE, ["dragover", "x"])
    assert tools.evaluate(TAKE, ["drop", "https://example.com/"])
    expect(chat.field).to_have_value("See:\nhttps://example.com/")
    expect(chat.field).to_be_focused()


def test_text_that_is_dropped_on_the_field_is_left_to_the_browser(chat: Chat) -> None:
    assert not chat.field.evaluate(TAKE, ["dragover", "x"])
    assert not chat.field.evaluate(TAKE, ["drop", "x"])


COPY = """text => {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}"""


def test_a_long_paste_lands_whole_and_is_sent_whole(chat: Chat, stage: Page, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Long.")))
    long = "\n".join(f"line {number} of a long log" for number in range(8_000))
    stage.evaluate(COPY, long)
    chat.field.focus()
    stage.keyboard.press("Control+v")
    assert chat.field.input_value() == long
    expect(chat.part("send")).to_be_in_viewport(ratio=1)
    chat.field.press("Enter")
    assert agent.request().messages[-1]["content"] == long
    chat.wait_for_answer("Long.")


# A file as the system gives it: to the field as a paste, to the panel as a drop.
GIVE = """(node, [type, files, text]) => {
  const data = new DataTransfer(), options = {bubbles: true, cancelable: true, composed: true};
  for (const [name, kind] of files) data.items.add(new File(["x"], name, {type: kind}));
  if (text) data.setData("text/plain", text);
  const event = type === "paste"
    ? new ClipboardEvent(type, {...options, clipboardData: data})
    : new DragEvent(type, {...options, dataTransfer: data});
  return !node.dispatchEvent(event);
}"""


@pytest.mark.parametrize("where", ["messages", "header", "input", "composer-tools", "empty"])
def test_a_file_that_is_dropped_anywhere_on_the_panel_does_not_take_the_page_away(chat: Chat, where: str) -> None:
    place = chat.part(where)
    assert place.evaluate(GIVE, ["dragover", [["order.pdf", "application/pdf"]], ""])
    assert place.evaluate(GIVE, ["drop", [["order.pdf", "application/pdf"]], ""])
    expect(chat.part("skill-hint")).to_have_text(REFUSED)
    expect(chat.element.locator('[role="alert"][aria-live="assertive"]')).to_have_text(REFUSED)
    chat.field.press("a")
    expect(chat.part("skill-hint")).to_be_hidden()


def test_a_file_that_is_dropped_beside_the_panel_is_the_pages(chat: Chat, stage: Page) -> None:
    assert not stage.locator("body").evaluate(GIVE, ["drop", [["order.pdf", "application/pdf"]], ""])
    expect(chat.part("skill-hint")).to_be_hidden()


@pytest.mark.parametrize(
    ("files", "words", "is_told"),
    [
        ([["order.pdf", "application/pdf"]], "", True),
        ([["shot.png", "image/png"]], "", True),
        ([["order.pdf", "application/pdf"]], "order.pdf", True),
        ([["table.png", "image/png"]], "a\tb", False),
        ([], "plain", False),
    ],
)
def test_files_that_are_pasted_are_told_of_and_text_is_never_held_back(
    chat: Chat, files: list[Any], words: str, is_told: bool
) -> None:
    assert not chat.field.evaluate(GIVE, ["paste", files, words])
    if is_told:
        expect(chat.part("skill-hint")).to_have_text(REFUSED)
    else:
        expect(chat.part("skill-hint")).to_be_hidden()


def test_what_was_said_of_a_paste_stands_beside_its_text(chat: Chat, stage: Page) -> None:
    chat.field.focus()
    chat.field.evaluate(GIVE, ["paste", [["order.pdf", "application/pdf"]], "order.pdf"])
    chat.field.evaluate("""field => {
      field.value = "order.pdf";
      field.dispatchEvent(new InputEvent("input", {inputType: "insertFromPaste", bubbles: true, composed: true}));
    }""")
    expect(chat.part("skill-hint")).to_have_text(REFUSED)
