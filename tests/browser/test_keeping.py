"""A conversation that is still there when its page is loaded again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.servers.events import call, echo, opened, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent

NEVER = "await new Promise(() => {})"


@pytest.fixture
def kept(visit: Callable[[str], Chat]) -> Chat:
    """A chat on a page of its own, which may be loaded again."""
    return opened_up(visit("/plain.html"))


def opened_up(chat: Chat) -> Chat:
    chat.element.evaluate("chat => chat.setCollapsed(false)")
    return chat


def load_again(chat: Chat) -> None:
    chat.page.reload()
    wait_for_boot(chat.page)
    opened_up(chat)


def test_what_was_said_and_done_is_there_when_the_page_is_loaded_again(kept: Chat, agent: ScriptedAgent) -> None:
    kept.tool("find", "throw new Error('no such row')")
    agent.answers(run(*call("find", {"row": 7}, "k")), run(*text("It is **gone**.")), then=echo)
    kept.say("Look for row 7")
    kept.wait_for_answer("It is gone.")
    kept.wait_until_idle()
    load_again(kept)
    expect(kept.sayings).to_have_text(["Look for row 7"])
    expect(kept.answers.last.locator("strong")).to_have_text("gone")
    expect(kept.card("Find")).to_have_attribute("data-status", "error")
    expect(kept.card("Find")).to_contain_text("no such row")
    kept.say("And row 8")
    kept.wait_for_answer("You said: And row 8")
    first, last = agent.requests[0].body, agent.requests[-1].body
    assert last["threadId"] == first["threadId"]
    assert [message["role"] for message in last["messages"]] == ["user", "assistant", "tool", "assistant", "user"]


def test_a_page_that_goes_in_the_middle_of_an_answer_keeps_what_had_come(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*opened("m", "Half a thought"), FOREVER), then=echo)
    kept.say("Go")
    kept.wait_for_answer("Half a thought")
    load_again(kept)
    assert agent.request().was_left()
    kept.wait_for_answer("Half a thought")
    kept.wait_until_idle()
    expect(kept.part("run-notice-interrupted")).to_contain_text("Interrupted")
    kept.press("Retry")
    kept.wait_for_answer("You said: Go")
    expect(kept.notices).to_have_count(0)


def test_a_page_that_goes_while_a_tool_runs_or_a_person_is_asked_finishes_neither(
    kept: Chat, agent: ScriptedAgent
) -> None:
    kept.tool("hang", NEVER)
    kept.tool("wipe", x_destructive=True)
    agent.answers(run(*call("wipe", {}, "k1", "m"), *call("hang", {}, "k2", "m")), then=echo)
    kept.say("Go")
    expect(kept.question()).to_be_visible()
    load_again(kept)
    expect(kept.question()).to_have_count(0)
    for name in ("Wipe", "Hang"):
        expect(kept.card(name)).to_have_attribute("data-status", "interrupted")
    kept.say("Go on")
    kept.wait_for_answer("You said: Go on")
    assert [(each["toolCallId"], each["metadata"]) for each in agent.requests[-1].results] == [
        ("k1", {"outcome": "interrupted"}),
        ("k2", {"outcome": "interrupted"}),
    ]


def test_what_was_being_written_is_there_again_and_gone_once_it_is_sent(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    kept.field.fill("Half a que")
    load_again(kept)
    expect(kept.field).to_have_value("Half a que")
    kept.field.press("Enter")
    kept.wait_for_answer("You said: Half a que")
    load_again(kept)
    expect(kept.field).to_have_value("")


def test_reload_ends_the_run_and_shows_what_is_kept(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("look", {}, "k"), *opened("m", "Half a thought"), FOREVER), then=echo)
    kept.say("Go")
    kept.wait_for_answer("Half a thought")
    kept.element.evaluate("chat => { chat.getHeaders = () => ({'x-token': 'late'}); return chat.reload(); }")
    assert agent.request().was_left()
    kept.wait_for_answer("Half a thought")
    expect(kept.card("Look")).to_have_attribute("data-status", "interrupted")
    kept.say("Again")
    kept.wait_for_answer("You said: Again")
    assert agent.request(2).headers["x-token"] == "late"
    assert [each["toolCallId"] for each in agent.request(2).results] == ["k"]


def test_two_pages_of_one_tab_share_a_conversation_and_another_tab_has_its_own(
    kept: Chat, agent: ScriptedAgent
) -> None:
    agent.answers(then=echo)
    kept.say("Hello")
    kept.wait_for_answer("You said: Hello")
    other = kept.page.context.new_page()
    other.goto(kept.page.url)
    wait_for_boot(other)
    expect(Chat(other).sayings).to_have_count(0)
    other.close()


def test_a_sign_out_leaves_nothing_of_the_user_in_the_tab(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    kept.set("user-key", "7")
    kept.say("Hello")
    kept.wait_for_answer("You said: Hello")
    kept.wait_until_idle()
    load_again(kept)
    kept.set("user-key", "7")
    kept.wait_for_answer("You said: Hello")
    kept.element.evaluate("chat => { chat.userKey = ''; }")
    expect(kept.sayings).to_have_count(0)
    assert "Hello" not in kept.page.evaluate("JSON.stringify({...sessionStorage})")


def test_a_tab_that_may_keep_nothing_still_talks(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    kept.page.evaluate(
        "Object.defineProperty(window, 'sessionStorage',"
        " {configurable: true, get() { throw new DOMException('no', 'SecurityError') }})"
    )
    kept.say("Hello")
    kept.wait_for_answer("You said: Hello")


def test_a_thousand_messages_are_kept_and_read_again_in_no_time(kept: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    kept.say("Hello")
    kept.wait_for_answer("You said: Hello")
    kept.wait_until_idle()
    grown = kept.page.evaluate(GROW)
    assert grown == 3000
    load_again(kept)
    expect(kept.sayings).to_have_count(1000, timeout=20_000)
    kept.say("And now")
    kept.wait_for_answer("You said: And now")
    assert len(agent.requests[-1].messages) == grown + 1


GROW = """() => {
  const key = Object.keys(sessionStorage).find(each => each.includes(":messages:"));
  const messages = Array.from({length: 1000}, (_, n) => [
    {id: `u${n}`, role: "user", content: `Question ${n}`},
    {id: `a${n}`, role: "assistant", content: `Answer **${n}**`,
      toolCalls: [{id: `k${n}`, type: "function", function: {name: "look", arguments: `{"row": ${n}}`}}]},
    {id: `t${n}`, role: "tool", toolCallId: `k${n}`, content: `Row ${n}`},
  ]).flat();
  // The page writes its own last word when it goes; ours comes after it.
  addEventListener("pagehide", () => sessionStorage.setItem(key, JSON.stringify(messages)));
  return messages.length;
}"""


def test_a_tool_that_loads_another_page_is_answered_there_and_the_run_goes_on(kept: Chat, agent: ScriptedAgent) -> None:
    kept.tool("go", "location.href = '/plain.html?orders'; return 'went'", x_navigates=True)
    agent.answers(run(*call("go", {}, "k")), run(*text("These are the orders.")))
    kept.say("Show the orders")
    kept.wait_for_answer("These are the orders.")
    assert kept.page.url.endswith("/plain.html?orders")
    assert agent.request(2).result() == f'{{"navigated": true, "url": "{kept.page.url}"}}'
    assert len(agent.requests) == 2


def test_an_element_put_in_the_place_of_another_goes_on_where_that_was(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    chat.element.evaluate("chat => { const other = chat.cloneNode(); chat.replaceWith(other); }")
    expect(chat.sayings).to_have_text(["Hello"])
    chat.say("Again")
    chat.wait_for_answer("You said: Again")
    assert len(agent.requests[-1].messages) == 3
