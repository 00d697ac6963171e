"""What is opened is freed: a removed element leaves no element, no node, no listener and no open connection."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.chat import Chat
from tests.servers.events import call, opened, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent

# The last of what goes leaves with the next frame or two.
FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
FRAMES = 20
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


def count(memory: CDPSession) -> tuple[int, int]:
    """The page's nodes and listeners after a collection."""
    memory.send("HeapProfiler.collectGarbage")
    counted = memory.send("Memory.getDOMCounters")
    return counted["nodes"], counted["jsEventListeners"]


def expect_no_more_than(before: tuple[int, int], page: Page, memory: CDPSession) -> None:
    """A few nodes come and go with the page's caches; an element's shell alone is more than a hundred."""
    for _ in range(FRAMES):
        page.evaluate(FRAME)
        now = count(memory)
        if now[0] - before[0] <= 50 and now[1] - before[1] <= 5:
            return
    pytest.fail(f"nodes and listeners were {before} and are {now}")


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


OWN_AGENT = """chat => {
  window.chats = [new WeakRef(chat)];
  chat.agentFactory = () => ({
    chat, // as any function that is written beside its element has it
    async runAgent({runId}, {onEvent}) {
      const ids = {threadId: this.threadId, runId};
      onEvent({event: {type: "RUN_STARTED", ...ids}});
      onEvent({event: {type: "TEXT_MESSAGE_CHUNK", messageId: runId, role: "assistant", delta: "Hello"}});
      onEvent({event: {type: "RUN_FINISHED", ...ids}});
    },
  });
}"""


def test_an_element_whose_agent_is_the_pages_own_is_freed(chat: Chat, stage: Page) -> None:
    chat.element.evaluate(OWN_AGENT)
    for turn in (1, 2):
        chat.say("Hi")
        expect(chat.answers).to_have_count(turn)
        chat.wait_until_idle()
    chat.remove()
    stage.wait_for_function(COLLECTED)


def test_an_element_that_was_never_used_is_freed(mount: Callable[..., Chat], stage: Page) -> None:
    chat = mount(endpoint="/agent/")
    chat.element.evaluate("chat => { window.chats = [new WeakRef(chat)]; }")
    chat.remove()
    stage.wait_for_function(COLLECTED)


def test_ten_elements_leave_no_more_than_one(
    mount: Callable[..., Chat], agent: ScriptedAgent, stage: Page, memory: CDPSession
) -> None:
    def open_and_close() -> None:
        live_through(mount(endpoint="/agent/", data_start_open=""), agent)
        stage.evaluate(FRAME)

    open_and_close()
    before = count(memory)
    for _ in range(10):
        open_and_close()
    expect_no_more_than(before, stage, memory)


def test_a_new_chat_frees_the_old_transcript(chat: Chat, agent: ScriptedAgent, stage: Page, memory: CDPSession) -> None:
    def fill_and_begin_anew() -> None:
        agent.answers(run(*text("\n\n".join(f"Line {n}" for n in range(200)))))
        chat.say("Go")
        chat.wait_for_answer("Line 199")
        chat.wait_until_idle()
        chat.press("New chat")
        expect(chat.sayings).to_have_count(0)

    fill_and_begin_anew()
    before = count(memory)
    fill_and_begin_anew()
    fill_and_begin_anew()
    expect_no_more_than(before, stage, memory)
