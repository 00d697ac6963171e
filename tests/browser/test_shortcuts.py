"""Keys that do something in the chat are not the page's shortcuts; all others are."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.states import brought_to
from tests.servers.scripted import ScriptedAgent

# A page's own listeners, which go with the test: the stage stays.
HEAR = """types => {
  const heard = window.shortcuts = [];
  window.hearing = new AbortController();
  for (const type of types) addEventListener(type, event => heard.push(event.key), window.hearing);
}"""
TRAP = """() => {
  window.hearing = new AbortController();
  addEventListener("keydown", event => event.key === "Tab" && event.preventDefault(), window.hearing);
}"""
KINDS = ["keydown", "keypress", "keyup"]


@pytest.fixture(autouse=True)
def hearing(stage: Page) -> Iterator[None]:
    """Whatever a test has the page listen to ends with it."""
    yield
    stage.evaluate("window.hearing?.abort()")


def test_keys_typed_in_the_chat_are_not_the_pages_shortcuts(chat: Chat, stage: Page) -> None:
    stage.evaluate(HEAR, KINDS)
    chat.field.press_sequentially("hjk/")
    chat.field.press("Escape")
    assert stage.evaluate("shortcuts") == []


def test_characters_of_the_third_level_are_typed_and_commands_are_not(chat: Chat, stage: Page) -> None:
    stage.evaluate(HEAR, ["keydown"])
    altgr = {"key": "@", "ctrlKey": True, "altKey": True, "modifierAltGraph": True}
    command = {"key": "k", "ctrlKey": True}
    for init in (altgr, command):
        chat.field.evaluate(
            "(node, init) => node.dispatchEvent(new KeyboardEvent('keydown', "
            "{...init, bubbles: true, composed: true}))",
            init,
        )
    assert stage.evaluate("shortcuts") == ["k"]


@pytest.mark.parametrize(
    ("state", "where", "keys"),
    [
        ("confirmation", '[part~="confirm-cancel"]', ["Enter"]),
        ("confirmation", '[part~="confirm-args"]', ["ArrowDown", "PageDown", "End", "Space"]),
        ("settled_cards", '[part~="tool-card-toggle"]', ["Space", "Enter"]),
        ("answer", '[part~="messages"]', ["ArrowUp", "PageUp", "Home", "Space"]),
        ("question", '[part~="question-radio"]', ["ArrowDown", "Space"]),
    ],
)
def test_keys_that_work_a_control_are_not_the_pages_shortcuts(
    stage: Page, chat: Chat, agent: ScriptedAgent, state: str, where: str, keys: list[str]
) -> None:
    with brought_to(state, chat, agent):
        chat.element.locator(where).first.focus()
        stage.evaluate(HEAR, KINDS)
        for key in keys:
            stage.keyboard.press(key)
        assert stage.evaluate("shortcuts") == []


def test_other_keys_on_a_control_are_the_pages(stage: Page, chat: Chat) -> None:
    chat.part("new-button").focus()
    stage.evaluate(HEAR, ["keydown"])
    for key in ("s", "?", "Escape", "F2"):
        stage.keyboard.press(key)
    assert stage.evaluate("shortcuts") == ["s", "?", "Escape", "F2"]


def test_a_page_with_a_focus_trap_cannot_take_the_tab_key(stage: Page, chat: Chat) -> None:
    """A dialog of the page's that keeps the focus inside listens for Tab on the document."""
    stage.evaluate(TRAP)
    chat.field.focus()
    stage.keyboard.press("Shift+Tab")
    expect(chat.field).not_to_be_focused()


def test_what_the_page_has_put_into_a_slot_is_the_pages(stage: Page, mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", data_start_open="")
    chat.element.evaluate(
        "chat => { chat.innerHTML = '<input slot=footer aria-label=Find><button slot=header-actions>?'; }"
    )
    stage.evaluate(HEAR, ["keydown"])
    stage.get_by_label("Find").press("a")
    stage.get_by_role("button", name="?").press("Enter")
    assert stage.evaluate("shortcuts") == ["a", "Enter"]
