"""The field people type in: Enter, line breaks, input methods, what is waiting, and keys that stay inside."""

from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.servers.events import closed, echo, more, opened, run
from tests.servers.scripted import FOREVER, ScriptedAgent


@pytest.fixture(autouse=True)
def echoing(agent: ScriptedAgent) -> None:
    agent.answers(then=echo)


def test_enter_sends_and_the_field_is_empty_again(chat: Chat) -> None:
    chat.field.press_sequentially("Hello")
    chat.field.press("Enter")
    chat.wait_for_answer("You said: Hello")
    expect(chat.field).to_have_value("")
    expect(chat.field).to_be_focused()


def test_the_button_sends(chat: Chat) -> None:
    chat.field.fill("Hello")
    chat.press("Send")
    chat.wait_for_answer("You said: Hello")
    expect(chat.field).to_have_value("")


def test_shift_enter_is_a_line_break(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.press_sequentially("one")
    chat.field.press("Shift+Enter")
    chat.field.press_sequentially("two")
    expect(chat.field).to_have_value("one\ntwo")
    chat.field.press("Enter")
    assert agent.request().messages[-1]["content"] == "one\ntwo"


def test_nothing_is_not_sent(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.press("Enter")
    chat.field.press_sequentially("  ")
    chat.field.press("Enter")
    chat.say("Something")
    chat.wait_for_answer("You said: Something")
    assert len(agent.requests) == 1


def test_enter_that_ends_a_composition_does_not_send(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    chat.field.focus()
    keyboard = stage.context.new_cdp_session(stage)
    keyboard.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    keyboard.send("Input.dispatchKeyEvent", {"type": "keyDown", **enter})
    keyboard.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    keyboard.send("Input.insertText", {"text": "日本"})
    expect(chat.field).to_have_value("日本")
    assert agent.requests == []
    chat.field.press("Enter")
    assert agent.request().messages[-1]["content"] == "日本"
    keyboard.detach()


def test_the_enter_some_browsers_send_after_a_composition_does_not_send(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.fill("にほん")
    chat.field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True, "cancelable": True})
    expect(chat.field).to_have_value("にほん")
    assert agent.requests == []


def test_keys_typed_in_the_chat_are_not_the_pages_shortcuts(chat: Chat, stage: Page) -> None:
    stage.evaluate("""() => {
      const shortcuts = window.shortcuts = [];
      for (const type of ["keydown", "keypress", "keyup"]) addEventListener(type, event => shortcuts.push(event.key));
    }""")
    chat.field.press_sequentially("hjk/")
    chat.field.press("Escape")
    assert stage.evaluate("shortcuts") == []


def test_characters_of_the_third_level_are_typed_and_commands_are_not(chat: Chat, stage: Page) -> None:
    stage.evaluate("addEventListener('keydown', event => (window.shortcuts ??= []).push(event.key))")
    altgr = {"key": "@", "ctrlKey": True, "altKey": True, "modifierAltGraph": True}
    command = {"key": "k", "ctrlKey": True}
    for init in (altgr, command):
        chat.field.evaluate(
            "(node, init) => node.dispatchEvent(new KeyboardEvent('keydown', "
            "{...init, bubbles: true, composed: true}))",
            init,
        )
    assert stage.evaluate("shortcuts") == ["k"]


def test_the_field_grows_with_what_is_typed(chat: Chat) -> None:
    before = chat.field.bounding_box()
    chat.field.fill("\n".join(f"line {n}" for n in range(6)))
    after = chat.field.bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"] * 2
    chat.field.fill("\n".join(f"line {n}" for n in range(300)))
    expect(chat.part("send")).to_be_in_viewport()


def test_what_is_sent_during_a_run_waits_for_its_end(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, more("m", " done"), closed("m")), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("Second")
    expect(chat.part("queued-chip")).to_contain_text("Second")
    expect(chat.field).to_have_value("")
    assert len(agent.requests) == 1
    gate.set()
    chat.wait_for_answer("You said: Second")
    expect(chat.part("queued-chip")).to_have_count(0)


def test_a_waiting_message_can_be_taken_back(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, closed("m")), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("Second")
    chat.part("queued-chip").click()
    expect(chat.part("queued-chip")).to_have_count(0)
    gate.set()
    chat.wait_until_idle()
    chat.say("Third")
    chat.wait_for_answer("You said: Third")
    assert len(agent.requests) == 2


def test_a_waiting_message_is_not_lost_by_a_stop(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "Talking"), FOREVER), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("Second thoughts")
    chat.stop()
    chat.wait_until_idle()
    assert len(agent.requests) == 1
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("Second thoughts")


def test_arrow_up_in_an_empty_field_walks_back_through_what_was_sent(chat: Chat) -> None:
    for words in ("one", "two"):
        chat.say(words)
        chat.wait_for_answer(f"You said: {words}")
        chat.wait_until_idle()
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("two")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("one")
    chat.field.press("ArrowDown")
    chat.field.press("ArrowDown")
    expect(chat.field).to_have_value("")


def test_a_draft_survives_an_answer(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, more("m", " done"), closed("m")))
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.field.press_sequentially("half a tho")
    gate.set()
    chat.wait_for_answer("Talking done")
    chat.wait_until_idle()
    expect(chat.field).to_have_value("half a tho")
    expect(chat.field).to_be_focused()


def test_a_page_sends_as_if_the_user_had_typed(chat: Chat, agent: ScriptedAgent) -> None:
    chat.listen("ag-ui-submit")
    chat.field.fill("a draft of mine")
    chat.element.evaluate("chat => chat.sendMessage('Ask about this order')")
    chat.wait_for_answer("You said: Ask about this order")
    expect(chat.field).to_have_value("a draft of mine")
    assert len(chat.heard("ag-ui-submit")) == 1


def test_however_much_waits_the_conversation_stays_in_sight(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, closed("m")), then=echo)
    chat.say("Go")
    chat.wait_for_answer("Talking")
    for number in range(30):
        chat.say(f"waiting message number {number}")
    expect(chat.part("queued-chip")).to_have_count(30)
    expect(chat.answers.last).to_be_in_viewport(ratio=1)
    chat.stop()
    gate.set()
    chat.wait_until_idle()
