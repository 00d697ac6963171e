"""A server that does not close its stream when the run is over: nobody waits for it."""

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import call, echo, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent


def test_the_chat_is_ready_again_and_the_stream_is_closed_from_here(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(lambda request: [*run(*text("Hello"))(request), FOREVER], then=echo)
    chat.say("Hi")
    chat.wait_for_answer("Hello")
    chat.wait_until_idle()
    assert agent.request().was_left()
    expect(chat.notices).to_have_count(0)
    chat.say("Again")
    chat.wait_for_answer("You said: Again")


def test_a_tool_of_the_page_is_run_and_its_result_goes_back(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "return 'a lamp'")
    agent.answers(lambda request: [*run(*call("look", {}, "k"))(request), FOREVER], then=run(*text("I see")))
    chat.say("Look")
    chat.wait_for_answer("I see")
    assert agent.request(2).result() == "a lamp"
