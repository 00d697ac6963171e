"""Stop stops: the server sees the client leave, nothing more runs, and the chat is ready for the next message."""

from threading import Event

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import call, closed, echo, more, opened, run
from tests.servers.scripted import FOREVER, ScriptedAgent

NEVER = "await new Promise(() => {})"


def test_stop_in_the_middle_of_an_answer_is_seen_by_the_server(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "Half a thought"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("Half a thought")
    chat.stop()
    assert agent.request().was_left()
    chat.wait_until_idle()


def test_what_was_written_so_far_stays_and_is_marked_as_stopped(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "Half a thought"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("Half a thought")
    chat.stop()
    expect(chat.part("stopped")).to_be_visible()
    expect(chat.part("stopped")).to_contain_text("Stopped")
    expect(chat.answers.last).to_contain_text("Half a thought")
    expect(chat.notices.get_by_role("button")).to_have_count(0)


def test_escape_in_the_field_stops(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "On and on"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("On and on")
    chat.field.press("Escape")
    chat.wait_until_idle()
    assert agent.request().was_left()


def test_stop_before_the_first_byte(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers([FOREVER])
    chat.say("Go")
    agent.request()
    chat.stop()
    chat.wait_until_idle()
    assert agent.request().was_left()


def test_calls_collected_before_a_stop_never_run(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("save")
    agent.answers(run(*call("save", {}, "k1"), *opened("m", "Saving"), FOREVER), then=echo)
    chat.say("Go")
    chat.wait_for_answer("Saving")
    chat.stop()
    chat.wait_until_idle()
    expect(chat.card("save")).to_have_attribute("data-status", "interrupted")
    assert chat.calls() == []


def test_a_handler_that_never_returns_can_be_stopped(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("hang", NEVER)
    agent.answers(run(*call("hang", {}, "k1")), then=echo)
    chat.say("Go")
    expect(chat.card("hang")).to_have_attribute("data-status", "running")
    chat.stop()
    chat.wait_until_idle()
    assert len(agent.requests) == 1


def test_the_next_message_carries_an_answer_to_every_call_that_was_stopped(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("hang", NEVER)
    chat.tool("save")
    agent.answers(run(*call("hang", {}, "k1", "m"), *call("save", {}, "k2", "m")), then=echo)
    chat.say("Go")
    expect(chat.card("hang")).to_have_attribute("data-status", "running")
    chat.stop()
    chat.wait_until_idle()
    chat.say("Never mind")
    chat.wait_for_answer("You said: Never mind")
    assert [message["toolCallId"] for message in agent.request(2).results] == ["k1", "k2"]
    assert [name for name, _ in chat.calls()] == ["hang"]


def test_a_chat_goes_on_after_a_stop(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "First"), FOREVER), then=echo)
    chat.say("Go")
    chat.wait_for_answer("First")
    chat.stop()
    chat.wait_until_idle()
    chat.say("Again")
    chat.wait_for_answer("You said: Again")


def test_nothing_of_a_stopped_answer_arrives_later(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Before"), gate, more("m", "After"), closed("m")), then=echo)
    chat.say("Go")
    chat.wait_for_answer("Before")
    chat.stop()
    chat.wait_until_idle()
    gate.set()
    chat.say("Next")
    chat.wait_for_answer("You said: Next")
    assert "After" not in chat.text()


def test_a_stopped_run_tells_the_page_that_it_ended(chat: Chat, agent: ScriptedAgent) -> None:
    chat.listen("ag-ui-run-finished")
    agent.answers(run(*opened("m", "First"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("First")
    chat.stop()
    chat.wait_until_idle()
    assert len(chat.heard("ag-ui-run-finished")) == 1


def test_a_new_chat_leaves_the_old_run(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "First"), FOREVER), then=echo)
    chat.say("Go")
    chat.wait_for_answer("First")
    chat.press("New chat")
    assert agent.request().was_left()
    expect(chat.sayings).to_have_count(0)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    assert len(agent.request(2).messages) == 1
    assert agent.request(2).body["threadId"] != agent.request(1).body["threadId"]


def test_removing_the_element_leaves_the_run(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "First"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("First")
    chat.remove()
    assert agent.request().was_left()
