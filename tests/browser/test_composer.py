"""The field people type in: Enter, line breaks, input methods, drafts, what waits and what was sent."""

from collections.abc import Callable
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
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


# Drafts


def test_a_draft_is_there_again_after_a_reload(visit: Callable[[str], Chat], page: Page, agent: ScriptedAgent) -> None:
    chat = visit("/plain.html")
    chat.field.press_sequentially("half a thought")
    page.reload()
    wait_for_boot(page)
    expect(chat.field).to_have_value("half a thought")
    chat.field.press("Enter")
    chat.wait_for_answer("You said: half a thought")
    page.reload()
    wait_for_boot(page)
    expect(chat.field).to_have_value("")


def test_what_one_user_was_writing_is_not_found_by_the_next(visit: Callable[[str], Chat], page: Page) -> None:
    as_user = "user => addEventListener('DOMContentLoaded', () => document.querySelector('ag-ui-chat')" + (
        ".setAttribute('user-key', user))"
    )
    page.add_init_script(f"({as_user})(sessionStorage.user ?? 'ada')")
    chat = visit("/plain.html")
    chat.field.fill("a draft of mine")
    page.evaluate("sessionStorage.user = 'björn (2)'")
    expect(visit("/plain.html").field).to_have_value("")
    page.evaluate("sessionStorage.user = 'ada'")
    chat = visit("/plain.html")
    expect(chat.field).to_have_value("a draft of mine")
    chat.set("user-key", "björn (2)")
    expect(chat.field).to_have_value("")
    assert "a draft of mine" not in page.evaluate("JSON.stringify({...sessionStorage})")


def test_two_agents_of_the_page_have_a_draft_each(stage: Page) -> None:
    for agent, found in (("a", ""), ("b", ""), ("a", "for a")):
        chat = Chat.mount(stage, agent=agent, data_start_open="")
        expect(chat.field).to_have_value(found)
        chat.field.fill(f"for {agent}")
        chat.element.evaluate("chat => chat.remove()")


def test_what_was_emptied_stays_empty_and_another_chats_draft_is_not_this_ones(mount: Callable[..., Chat]) -> None:
    first = mount(endpoint="/agent/", data_start_open="", id="draft-1")
    first.field.fill("kept")
    first.remove()
    other = mount(endpoint="/agent/", data_start_open="", id="draft-2")
    expect(other.field).to_have_value("")
    other.remove()
    again = mount(endpoint="/agent/", data_start_open="", id="draft-1")
    expect(again.field).to_have_value("kept")
    again.field.fill("")
    again.remove()
    expect(mount(endpoint="/agent/", data_start_open="", id="draft-1").field).to_have_value("")


def test_what_waited_is_in_the_draft_after_a_reload(
    visit: Callable[[str], Chat], page: Page, agent: ScriptedAgent
) -> None:
    agent.answers(run(*opened("m", "Talking"), FOREVER), then=echo)
    chat = visit("/plain.html")
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("two")
    chat.say("three")
    chat.field.press_sequentially("half a thought")
    page.reload()
    wait_for_boot(page)
    expect(chat.field).to_have_value("two\nthree\nhalf a thought")


def test_moving_the_element_neither_doubles_nor_loses_what_waits(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, closed("m")), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("two")
    chat.element.evaluate("chat => document.body.prepend(chat)")
    expect(chat.part("queued-chip")).to_have_text("two")
    expect(chat.field).to_have_value("")
    gate.set()
    chat.wait_for_answer("You said: two")


# Input methods


def test_a_composition_whose_end_got_lost_takes_text_and_sends(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.focus()
    chat.field.dispatch_event("compositionstart", {"bubbles": True})
    chat.field.press_sequentially("plain")
    chat.field.press("Enter")
    assert agent.request().messages[-1]["content"] == "plain"


def test_safaris_order_of_events_sends_once(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.fill("日本")
    chat.field.dispatch_event("compositionstart", {"bubbles": True})
    chat.field.dispatch_event("compositionend", {"bubbles": True, "data": "日本"})
    chat.field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True, "cancelable": True})
    assert agent.requests == []
    chat.field.press("Enter")
    assert agent.request().messages[-1]["content"] == "日本"


@pytest.mark.parametrize("key", ["Enter", "Escape", "ArrowUp", "ArrowDown"])
def test_no_key_of_a_composition_is_ours(chat: Chat, agent: ScriptedAgent, key: str) -> None:
    agent.answers([FOREVER], then=echo)
    chat.say("Go")
    chat.wait_until_running()
    chat.field.dispatch_event("keydown", {"key": key, "isComposing": True, "bubbles": True, "cancelable": True})
    expect(chat.control("Stop")).to_be_visible()
    expect(chat.field).to_have_value("")
    chat.stop()


def test_nothing_is_written_into_the_field_while_composing(chat: Chat, stage: Page) -> None:
    chat.field.focus()
    chat.field.evaluate("""field => {
      const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
      window.writes = 0;
      Object.defineProperty(field, "value", {...value, set(text) { writes += 1; value.set.call(this, text); }});
    }""")
    keyboard = stage.context.new_cdp_session(stage)
    for text in ("に", "にほ", "にほん"):
        keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": 1, "selectionEnd": 1})
    assert stage.evaluate("writes") == 0
    keyboard.send("Input.insertText", {"text": "日本"})
    assert stage.evaluate("writes") == 0
    keyboard.detach()


# What waits, and what was sent


def test_what_waits_is_sent_in_its_order(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, closed("m")), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    for words in ("two", "three", "four"):
        chat.say(words)
    chat.part("queued-chip").nth(1).click()
    expect(chat.field).to_have_value("three")
    chat.field.fill("")
    gate.set()
    chat.wait_for_answer("You said: four")
    expect(chat.sayings).to_have_text(["First", "two", "four"])


def test_what_was_stopped_is_recalled_first_and_in_its_order(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "Talking"), FOREVER), then=echo)
    chat.say("First")
    chat.wait_for_answer("Talking")
    chat.say("two")
    chat.say("three")
    chat.field.press("Escape")
    chat.wait_until_idle()
    for words in ("two", "three", "First", "First"):
        chat.field.press("ArrowUp")
        expect(chat.field).to_have_value(words)


def test_an_arrow_inside_recalled_lines_moves_the_caret(chat: Chat) -> None:
    chat.say("older")
    chat.wait_for_answer("You said: older")
    chat.field.fill("one\ntwo")
    chat.field.press("Enter")
    chat.wait_for_answer("two")
    chat.wait_until_idle()
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("one\ntwo")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("one\ntwo")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("older")


def test_an_arrow_in_what_is_being_written_recalls_nothing(chat: Chat) -> None:
    chat.say("older")
    chat.wait_for_answer("You said: older")
    chat.field.fill("new")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("new")


def test_a_new_chat_has_nothing_to_recall(chat: Chat) -> None:
    chat.say("older")
    chat.wait_for_answer("You said: older")
    chat.press("New chat")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("")


def test_an_emptied_field_recalls_the_newest_again(chat: Chat) -> None:
    for words in ("one", "two"):
        chat.say(words)
        chat.wait_for_answer(f"You said: {words}")
        chat.wait_until_idle()
    for _ in range(2):
        chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("one")
    chat.field.press("Control+a")
    chat.field.press("Delete")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("two")
