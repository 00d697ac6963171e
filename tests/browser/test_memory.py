"""What is opened is freed: a removed element leaves no element, no node, no listener and no open connection."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.chat import Chat
from tests.servers.events import call, opened, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent

COLLECTED = "() => { gc(); return chats.every(chat => chat.deref() === undefined); }"


@pytest.fixture
def memory(stage: Page) -> Iterator[CDPSession]:
    session = stage.context.new_cdp_session(stage)
    yield session
    session.detach()


def live_through(chat: Chat, agent: ScriptedAgent) -> None:
    """A chat's whole life: an answer, a tool, a confirmation, and the end."""
    chat.tool("look")
    chat.tool("delete", **{"x-destructive": True})
    agent.answers(
        run(*text("**Looking.**"), *call("look", {}, "k1")),
        run(*call("delete", {}, "k2")),
        run(*text("The end.")),
    )
    chat.say("Go")
    chat.press("Confirm")
    chat.wait_for_answer("The end.")
    chat.wait_until_idle()
    chat.remove()


def counters(memory: CDPSession) -> dict[str, int]:
    memory.send("HeapProfiler.collectGarbage")
    return memory.send("Memory.getDOMCounters")


def test_a_removed_element_frees_its_peer(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    chat.element.evaluate("chat => { window.chats = [new WeakRef(chat)]; }")
    live_through(chat, agent)
    stage.wait_for_function(COLLECTED)


def test_an_element_removed_in_the_middle_of_a_run_is_freed_too(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    chat.element.evaluate("chat => { window.chats = [new WeakRef(chat)]; }")
    agent.answers(run(*opened("m", "Talking"), FOREVER))
    chat.say("Go")
    chat.wait_for_answer("Talking")
    chat.remove()
    assert agent.request().was_left()
    stage.wait_for_function(COLLECTED)


def test_an_element_that_was_never_used_is_freed(mount: Callable[..., Chat], stage: Page) -> None:
    chat = mount(endpoint="/agent/")
    chat.element.evaluate("chat => { window.chats = [new WeakRef(chat)]; }")
    chat.remove()
    stage.wait_for_function(COLLECTED)


def test_ten_elements_leave_no_more_than_one(
    mount: Callable[..., Chat], agent: ScriptedAgent, memory: CDPSession
) -> None:
    live_through(mount(endpoint="/agent/", data_start_open=""), agent)
    before = counters(memory)
    for _ in range(10):
        live_through(mount(endpoint="/agent/", data_start_open=""), agent)
    after = counters(memory)
    assert after["jsEventListeners"] - before["jsEventListeners"] <= 5
    # An element's shell alone is more than a hundred nodes.
    assert after["nodes"] - before["nodes"] <= 100


def test_a_new_chat_frees_the_old_transcript(chat: Chat, agent: ScriptedAgent, memory: CDPSession) -> None:
    def fill() -> None:
        agent.answers(run(*text("\n\n".join(f"Line {n}" for n in range(200)))))
        chat.say("Go")
        chat.wait_for_answer("Line 199")
        chat.wait_until_idle()
        chat.press("New chat")
        expect(chat.sayings).to_have_count(0)

    fill()
    before = counters(memory)
    fill()
    fill()
    assert counters(memory)["nodes"] - before["nodes"] <= 100
