"""Quoting what is selected: in the conversation, and in the page where the page offers it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chat import Chat
from tests.servers.events import run, text
from tests.servers.scripted import ScriptedAgent


def select(node: Locator, page: Page) -> None:
    """Drag over the words of a node, as a reader does."""
    box = node.bounding_box() or {}
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 1, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, y, steps=5)
    page.mouse.up()


@pytest.fixture
def answered(chat: Chat, agent: ScriptedAgent) -> Chat:
    agent.answers(run(*text("Some words to quote.")))
    chat.say("Go")
    chat.wait_for_answer("Some words")
    chat.wait_until_idle()
    return chat


def test_a_selection_in_the_conversation_can_be_quoted(answered: Chat, stage: Page) -> None:
    answered.field.fill("What about this?")
    select(answered.answers.locator("p"), stage)
    answered.part("quote-selection").click()
    quoted = answered.field.input_value()
    assert quoted.startswith("What about this?\n\n> Some words to quote") and quoted.endswith("\n\n")
    expect(answered.field).to_be_focused()
    assert answered.field.evaluate("field => field.selectionStart === field.value.length")
    expect(answered.part("quote-selection")).to_be_hidden()


def test_the_offer_goes_with_the_selection_and_with_scrolling(answered: Chat, stage: Page) -> None:
    select(answered.answers.locator("p"), stage)
    expect(answered.part("quote-selection")).to_be_visible()
    stage.evaluate("getSelection().removeAllRanges()")
    expect(answered.part("quote-selection")).to_be_hidden()
    select(answered.answers.locator("p"), stage)
    expect(answered.part("quote-selection")).to_be_visible()
    stage.evaluate("document.dispatchEvent(new Event('scroll'))")
    expect(answered.part("quote-selection")).to_be_hidden()


def test_the_offer_can_be_turned_off_while_quote_works(answered: Chat, stage: Page) -> None:
    answered.set("data-quote-selection", "false")
    select(answered.answers.locator("p"), stage)
    stage.wait_for_timeout(100)
    expect(answered.part("quote-selection")).to_be_hidden()
    answered.element.evaluate("chat => chat.quote('a\\nb')")
    expect(answered.field).to_have_value("> a\n> b\n\n")


def test_quote_appends_caps_and_never_sends(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.quote('one'); chat.quote('x'.repeat(800)); chat.quote('   '); }")
    value = chat.field.input_value()
    assert value.startswith("> one\n\n> xxx") and value.endswith("…\n\n") and len(value) == len("> one\n\n> \n\n") + 500
    assert agent.requests == []


def test_quote_opens_a_collapsed_panel(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/")
    expect(chat.field).to_be_hidden()
    chat.element.evaluate("chat => chat.quote('this row')")
    expect(chat.field).to_have_value("> this row\n\n")
    expect(chat.field).to_be_visible()


REPORT = """() => { document.body.insertAdjacentHTML("afterbegin", `
  <p id="report" style="width: max-content">A report of the page.</p>
  <p id="other" style="width: max-content">Another.</p>
  <input id="typed" value="half typed words">`); }"""


def test_a_selection_in_the_page_is_offered_only_where_the_page_asked_for_it(chat: Chat, stage: Page) -> None:
    stage.evaluate(REPORT)
    select(stage.locator("#report"), stage)
    stage.wait_for_timeout(100)
    expect(chat.part("quote-selection")).to_be_hidden()
    chat.element.evaluate("chat => { window.end = chat.offerQuoteInPage(document.querySelector('#report')); }")
    select(stage.locator("#other"), stage)
    stage.wait_for_timeout(100)
    expect(chat.part("quote-selection")).to_be_hidden()
    select(stage.locator("#report"), stage)
    chat.part("quote-selection").click()
    expect(chat.field).to_have_value("> A report of the page.\n\n")
    stage.evaluate("end()")
    select(stage.locator("#report"), stage)
    stage.wait_for_timeout(100)
    expect(chat.part("quote-selection")).to_be_hidden()


def test_what_is_selected_in_a_field_of_the_page_is_being_typed(chat: Chat, stage: Page) -> None:
    stage.evaluate(REPORT)
    chat.element.evaluate("chat => { chat.offerQuoteInPage(); }")
    select(stage.locator("#typed"), stage)
    stage.wait_for_timeout(100)
    expect(chat.part("quote-selection")).to_be_hidden()
    select(stage.locator("#other"), stage)
    expect(chat.part("quote-selection")).to_be_visible()


def test_the_composer_is_never_quoted(chat: Chat, stage: Page) -> None:
    chat.element.evaluate("chat => { chat.offerQuoteInPage(); }")
    chat.field.fill("my own words")
    chat.field.press("Control+a")
    stage.wait_for_timeout(100)
    expect(chat.part("quote-selection")).to_be_hidden()
