"""A secret argument reaches its handler, and is seen by nobody on the way."""

import threading

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import call, run, text
from tests.servers.scripted import ScriptedAgent

SECRET = "hunter2"
LOGIN = {
    "x-destructive": True,
    "properties": {
        "user": {"type": "string"},
        "account": {"type": "object", "properties": {"pin": {"type": "string", "format": "password", "minLength": 5}}},
    },
}
ARGUMENTS = {"user": "ada", "account": {"pin": SECRET}}


def shown(chat: Chat) -> str:
    """All that stands in the panel, seen or not."""
    return chat.page.evaluate("() => document.querySelector('ag-ui-chat').shadowRoot.textContent")


def test_the_question_and_the_card_hide_what_the_handler_gets(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("login", "return 'welcome'", **LOGIN)
    agent.answers(run(*call("login", ARGUMENTS, "k1")), run(*text("You are in.")))
    chat.say("Log in")
    expect(chat.question()).to_contain_text("••••••")
    expect(chat.question()).to_contain_text("ada")
    assert SECRET not in shown(chat)
    chat.press("Confirm")
    chat.wait_for_answer("You are in.")
    assert chat.calls() == [["login", ARGUMENTS]]
    assert "••••••" in chat.card("login").text_content() and SECRET not in shown(chat)


def test_a_refusal_does_not_quote_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("login", "return 'welcome'", **LOGIN)
    agent.answers(run(*call("login", {"account": {"pin": "1234"}}, "k1")), run(*text("That did not work.")))
    chat.say("Log in")
    chat.wait_for_answer("That did not work.")
    assert "1234" not in shown(chat) and "1234" not in agent.request(2).result()


def test_a_card_that_is_still_being_written_shows_nothing_of_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("login", "return 'welcome'", **LOGIN)
    written, gate = call("login", ARGUMENTS, "k1"), threading.Event()
    agent.answers(run(*written[:-1], gate, written[-1]), run(*text("You are in.")))
    chat.say("Log in")
    expect(chat.card("login")).to_have_attribute("data-status", "streaming")
    assert "••••••" in chat.card("login").text_content() and SECRET not in shown(chat)
    gate.set()
    chat.press("Confirm")
    chat.wait_for_answer("You are in.")
