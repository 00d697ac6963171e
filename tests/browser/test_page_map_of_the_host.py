"""`getPageMap` in the page: sent with each round, read by `read_page`, and no call runs on a page that moved."""

from tests.browser.chat import Chat
from tests.servers.events import call, echo, run
from tests.servers.scripted import ScriptedAgent


def give_map(chat: Chat) -> None:
    chat.element.evaluate("chat => { globalThis.fields = ['city']; chat.getPageMap = () => ({ fields: [...fields] }) }")


def test_every_round_is_sent_the_page_as_it_is(chat: Chat, agent: ScriptedAgent) -> None:
    give_map(chat)
    chat.tool("add", "fields.push('day'); return 'added'")
    agent.answers(run(*call("add", {}, "k1")), run(*call("read_page", {}, "k2")), then=echo)
    chat.say("Add a day")
    sent = [agent.request(number).body["context"] for number in (1, 2)]
    assert [[each["description"], each["value"]] for context in sent for each in context] == [
        ["page_map", '{"fields": ["city"]}'],
        ["page_map", '{"fields": ["city", "day"]}'],
    ]
    assert agent.request(3).result() == '{"fields": ["city", "day"]}'


def test_a_call_is_refused_on_a_page_that_moved_under_its_round(chat: Chat, agent: ScriptedAgent) -> None:
    give_map(chat)
    chat.tool("go", "history.pushState(null, '', '#there'); return 'gone'")
    chat.tool("press")
    agent.answers(run(*call("go", {}, "k1"), *call("press", {}, "k2")), then=echo)
    chat.say("Go and press")
    agent.request(2)
    assert [name for name, _ in chat.calls()] == ["go"]
    assert "Call read_page" in agent.request(2).result()
    chat.page.evaluate("history.replaceState(null, '', '/empty.html')")


def test_autoinject_can_be_switched_off(chat: Chat, agent: ScriptedAgent) -> None:
    give_map(chat)
    chat.element.evaluate("chat => { chat.autoInjectPageMap = false }")
    agent.answers(then=echo)
    chat.say("Hello")
    assert agent.request(1).body["context"] == []
    assert "read_page" in agent.request(1).tools
