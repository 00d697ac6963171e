"""What a person has not seen: the badge of the launcher, the button to the latest, and the place they read at."""

from collections.abc import Callable
from threading import Event

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import opened, run, text
from tests.servers.scripted import ScriptedAgent

LINES = "\n\n".join(f"Line {n}" for n in range(60))


def miss(chat: Chat, agent: ScriptedAgent) -> None:
    """Send, collapse, and let the answer come."""
    gate = Event()
    agent.answers(run(gate, *text("Late.")))
    chat.say("Go")
    chat.wait_until_running()
    chat.press("Collapse")
    gate.set()


def test_answers_that_come_while_it_is_collapsed_are_counted(chat: Chat, agent: ScriptedAgent) -> None:
    chat.listen("ag-ui-unread")
    miss(chat, agent)
    launcher = chat.control("Expand — 1 unread")
    expect(launcher).to_be_visible()
    expect(chat.part("launcher-badge")).to_have_text("1")
    assert chat.element.evaluate("chat => chat.unread") == 1
    launcher.click()
    expect(chat.field).to_be_visible()
    assert chat.element.evaluate("chat => chat.unread") == 0
    assert chat.heard("ag-ui-unread") == [{"unread": 1}, {"unread": 0}]


def test_a_new_chat_has_nothing_unread(chat: Chat, agent: ScriptedAgent) -> None:
    miss(chat, agent)
    expect(chat.control("Expand — 1 unread")).to_be_visible()
    chat.element.evaluate("chat => chat.newChat()")
    expect(chat.part("launcher")).to_have_accessible_name("Expand")
    expect(chat.part("launcher-badge")).to_be_hidden()


def test_the_badge_ends_at_nine(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(*[run(*text(f"Answer {n}.")) for n in range(11)])
    chat.press("Collapse")
    for n in range(11):
        chat.element.evaluate("(chat, n) => chat.sendMessage(`Question ${n}`)", n)
        chat.wait_for_answer(f"Answer {n}.")
        chat.page.wait_for_function("n => document.querySelector('ag-ui-chat').unread === n + 1", arg=n)
    expect(chat.part("launcher-badge")).to_have_text("9+")
    expect(chat.control("Expand — 11 unread")).to_be_visible()


def test_without_the_badge_the_count_goes_on(mount: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_unread_badge="false")
    chat.listen("ag-ui-unread")
    miss(chat, agent)
    expect(chat.control("Expand — 1 unread")).to_be_visible()
    expect(chat.part("launcher-badge")).to_be_hidden()
    assert chat.heard("ag-ui-unread") == [{"unread": 1}]


def test_a_run_that_the_person_stopped_is_not_news(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Well"), gate))
    chat.say("Go")
    chat.wait_for_answer("Well")
    # Both at once: the run ends a moment later, behind the launcher.
    chat.button.evaluate("button => { button.click(); button.getRootNode().host.setCollapsed(true); }")
    expect(chat.part("stopped")).to_be_attached()
    expect(chat.part("launcher")).to_have_accessible_name("Expand")
    assert chat.element.evaluate("chat => chat.unread") == 0
    gate.set()


def go_up(chat: Chat) -> None:
    """Turn the wheel, and wait until the view stands still."""
    chat.messages.hover()
    chat.page.mouse.wheel(0, -600)
    expect(chat.part("jump-latest")).to_be_visible()
    chat.messages.evaluate("""node => new Promise(done => {
      let before = -1;
      const look = () => {
        if (node.scrollTop === before) return done();
        before = node.scrollTop;
        setTimeout(look, 150);
      };
      look();
    })""")


def test_the_button_to_the_latest_counts_what_came_below(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*text(LINES), gate, *text("More."), *text("And more.")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    go_up(chat)
    gate.set()
    chat.wait_until_idle()
    latest = chat.control("Jump to latest, 2 new")
    expect(latest).to_have_text("2")
    latest.click()
    expect(chat.part("jump-latest")).to_be_hidden()


@pytest.mark.parametrize("how", ["move", "collapse"])
def test_the_reader_comes_back_to_where_they_were(chat: Chat, agent: ScriptedAgent, how: str) -> None:
    agent.answers(run(*text(LINES)))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_idle()
    go_up(chat)
    before = chat.messages.evaluate("node => node.scrollTop")
    if how == "move":
        chat.element.evaluate("chat => { const parent = chat.parentNode; chat.remove(); parent.append(chat); }")
    else:
        chat.press("Collapse")
        chat.part("launcher").click()
    expect(chat.part("jump-latest")).to_be_visible()
    chat.wait_for_answer("Line 59")
    chat.page.wait_for_timeout(200)
    assert chat.messages.evaluate("node => node.scrollTop") == pytest.approx(before, abs=3)


def test_a_reader_at_the_end_is_at_the_end_again(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text(LINES)))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_idle()
    chat.element.evaluate("chat => { const parent = chat.parentNode; chat.remove(); parent.append(chat); }")
    chat.wait_for_answer("Line 59")
    expect(chat.answers.last.locator("p").last).to_be_in_viewport()
