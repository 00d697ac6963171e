"""What can be done with a finished answer: copy, ask again, rate."""

import re
from collections.abc import Callable, Iterator
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.servers.events import call, closed, failed, opened, run, started, text
from tests.servers.scripted import ScriptedAgent

RICH = (
    "Hello **you**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n   - in\n2. two\n\n```py\nx = 1\n  y\n```\n\n> said"
)
PLAIN = "Hello you.\n\na\tb\n1\t2\n\n1. one\n   - in\n2. two\n\nx = 1\n  y\n\n> said"
READ = """async () => {
  const [item] = await navigator.clipboard.read();
  const read = async kind => (await item.getType(kind)).text();
  return [await read("text/plain"), await read("text/html")];
}"""


@pytest.fixture
def clipboard(stage: Page) -> Iterator[None]:
    stage.context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield
    stage.context.clear_permissions()


def answer(chat: Chat, agent: ScriptedAgent, words: str = "Done.", saying: str = "Go") -> None:
    agent.answers(run(*text(words)))
    chat.say(saying)
    chat.wait_for_answer(re.compile(re.escape(words.split("*")[0].strip())))
    chat.wait_until_idle()


def test_copy_and_retry_stand_below_the_bubble(chat: Chat, agent: ScriptedAgent) -> None:
    answer(chat, agent)
    row = chat.part("message-actions")
    assert row.evaluate("node => node.previousElementSibling.part.contains('message-assistant')")
    assert [button.get_attribute("aria-label") for button in row.locator("button:visible").all()] == ["Copy", "Retry"]


def test_an_answer_that_grows_has_no_row_yet(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Well"), gate, closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Well")
    expect(chat.part("message-actions")).to_have_count(0)
    gate.set()
    expect(chat.part("message-actions")).to_have_count(1)


@pytest.mark.usefixtures("clipboard")
def test_copy_takes_both_flavours(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    answer(chat, agent, RICH)
    chat.press("Copy")
    expect(chat.control("Copied")).to_be_visible()
    plain, markup = stage.evaluate(READ)
    assert plain == PLAIN
    assert "<table" in markup and "<strong>you</strong>" in markup and "button" not in markup and "Copy" not in markup
    expect(chat.control("Copy")).to_be_visible()


@pytest.mark.usefixtures("clipboard")
def test_copy_of_a_code_block_takes_the_code_alone(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    answer(chat, agent, RICH)
    chat.press("Copy code")
    expect(chat.part("code-copy")).to_have_attribute("data-said", "copied")
    assert stage.evaluate("navigator.clipboard.readText()") == "x = 1\n  y"


def test_a_refused_clipboard_is_said_on_the_button(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    answer(chat, agent)
    stage.evaluate("""() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: {
      write: () => Promise.reject(new DOMException("no", "NotAllowedError")),
    } })""")
    chat.press("Copy")
    expect(chat.control("Could not copy")).to_be_visible()
    stage.evaluate("delete navigator.clipboard")


def test_retry_asks_the_same_again_and_is_on_the_last_answer_only(chat: Chat, agent: ScriptedAgent) -> None:
    answer(chat, agent, "First.", saying="One")
    answer(chat, agent, "Second.", saying="Two")
    expect(chat.control("Retry")).to_have_count(1)
    agent.answers(run(*text("Better.")))
    chat.press("Retry")
    chat.wait_for_answer("Better.")
    said = [message["content"] for message in agent.requests[-1].body["messages"]]
    assert said == ["One", "First.", "Two"]
    expect(chat.answers).to_have_text(["First.", "Better."])


def test_retry_last_turn_says_whether_there_was_one(chat: Chat, agent: ScriptedAgent) -> None:
    assert chat.element.evaluate("async chat => await chat.retryLastTurn()") is False
    answer(chat, agent)
    agent.answers(run(*text("Better.")))
    assert chat.element.evaluate("async chat => await chat.retryLastTurn()") is True
    chat.wait_for_answer("Better.")


def test_a_failed_run_has_retry_and_copy_and_no_rating(mount: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_message_actions="copy,retry,feedback")
    agent.answers(lambda request: [started(request), failed("Overloaded")])
    chat.say("Go")
    chat.wait_for_notice("Overloaded")
    buttons = chat.notices.last.locator("button:visible")
    assert [button.get_attribute("aria-label") or button.inner_text() for button in buttons.all()] == ["Retry", "Copy"]


def test_a_rating_latches_and_is_told_to_the_page(mount: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_message_actions="copy,retry,feedback")
    chat.listen("ag-ui-feedback")
    answer(chat, agent, "Fine.")
    chat.press("Good answer")
    expect(chat.control("Good answer")).to_have_attribute("aria-pressed", "true")
    chat.press("Bad answer")
    expect(chat.control("Good answer")).to_have_attribute("aria-pressed", "false")
    assert chat.heard("ag-ui-feedback") == [
        {"content": "Fine.", "rating": "up"},
        {"content": "Fine.", "rating": "down"},
    ]


@pytest.mark.parametrize(("kept", "left"), [("copy", ["Copy"]), ("retry", ["Retry"]), ("false", [])])
def test_the_page_says_what_is_kept(
    mount: Callable[..., Chat], agent: ScriptedAgent, kept: str, left: list[str]
) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_message_actions=kept)
    answer(chat, agent)
    labels = [each.get_attribute("aria-label") for each in chat.element.locator(".message-action:visible").all()]
    assert labels == left
    if not left:
        expect(chat.part("message-actions")).to_have_count(0)


def test_the_setting_is_live_for_answers_that_are_there(chat: Chat, agent: ScriptedAgent) -> None:
    answer(chat, agent, "First.", saying="One")
    answer(chat, agent, "Second.", saying="Two")
    chat.set("data-message-actions", "false")
    expect(chat.part("message-actions")).to_have_count(0)
    chat.set("data-message-actions", "copy")
    expect(chat.part("message-actions")).to_have_count(2)


def test_a_text_between_calls_has_its_row_out_of_the_way(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look")
    agent.answers(run(*text("Let me see."), *call("look", {}, "k1")), run(*text("Seen.")))
    chat.say("Go")
    chat.wait_for_answer("Seen.")
    chat.wait_until_idle()
    first = chat.part("message-actions").first
    expect(first).to_have_css("opacity", "0")
    chat.answers.first.hover()
    expect(first).to_have_css("opacity", "1")


def test_each_action_shows_its_name_on_hover_and_on_focus(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Hello.")))
    chat.say("Go")
    chat.wait_for_answer("Hello.")
    chat.wait_until_idle()
    button = chat.control("Copy")
    drawn = "node => { const { content, opacity } = getComputedStyle(node, '::after'); return [content, opacity]; }"
    for point in (button.hover, button.focus):
        point()
        chat.page.wait_for_timeout(400)
        assert button.evaluate(drawn)[0].strip('"') == "Copy"
        assert button.evaluate(drawn)[1] == "1"
        chat.field.hover()
        chat.field.focus()
