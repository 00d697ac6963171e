"""What the agent thinks aloud: in sight while it thinks, folded away once it answers."""

from threading import Event

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import call, opened, run, text, thought
from tests.servers.scripted import ScriptedAgent

ORDER = "node => [...node.children].map(child => child.getAttribute('part').split(' ')[0])"


def test_thoughts_are_open_until_the_first_word_of_the_answer(chat: Chat, agent: ScriptedAgent) -> None:
    gate, end = Event(), Event()
    agent.answers(run(*thought("I should ", "**look** first."), gate, *opened("m", "Well"), end))
    chat.say("Go")
    expect(chat.part("thoughts-body")).to_have_text("I should look first.")
    expect(chat.part("thoughts-toggle")).to_have_attribute("aria-expanded", "true")
    expect(chat.part("thoughts-label")).to_have_text("Thinking…")
    gate.set()
    chat.wait_for_answer("Well")
    expect(chat.part("thoughts-body")).to_be_hidden()
    expect(chat.part("thoughts-label")).to_have_text("Thoughts")
    end.set()
    chat.wait_until_idle()


def test_the_reader_can_open_them_again_and_that_stays(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*thought("Hm."), *opened("m", "Well"), gate, *text("And more.")))
    chat.say("Go")
    chat.wait_for_answer("Well")
    chat.part("thoughts-toggle").click()
    expect(chat.part("thoughts-body")).to_be_visible()
    gate.set()
    chat.wait_for_answer("And more.")
    chat.wait_until_idle()
    expect(chat.part("thoughts-body")).to_be_visible()


def test_all_thoughts_of_an_answer_are_at_its_top(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look")
    agent.answers(
        run(*text("Let me see."), *thought("First.", message="r1"), *call("look", {}, "k1")),
        run(*thought("Second.", message="r2"), *text("Done.")),
    )
    chat.say("Go")
    chat.wait_for_answer("Done.")
    chat.wait_until_idle()
    assert chat.part("answer").evaluate(ORDER)[0] == "thoughts"
    expect(chat.part("thoughts")).to_have_count(1)
    chat.part("thoughts-toggle").click()
    expect(chat.part("thoughts-body").locator("p")).to_have_text(["First.", "Second."])


def test_thoughts_without_words_have_no_region(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*thought(), *text("Hi.")))
    chat.say("Go")
    chat.wait_for_answer("Hi.")
    expect(chat.part("thoughts")).to_have_count(0)


def test_the_dots_show_that_it_goes_on_after_thoughts(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*thought("Hm."), gate, *text("Hi.")))
    chat.say("Go")
    expect(chat.part("thoughts")).to_be_visible()
    expect(chat.part("thoughts")).to_have_attribute("data-thinking", "")
    gate.set()
    chat.wait_for_answer("Hi.")


def test_the_older_thinking_events_are_thoughts_too(chat: Chat, agent: ScriptedAgent) -> None:
    old = [{"type": "THINKING_START"}, {"type": "THINKING_TEXT_MESSAGE_START"}]
    old += [{"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "Hm."}]
    old += [{"type": "THINKING_TEXT_MESSAGE_END"}, {"type": "THINKING_END"}]
    agent.answers(run(*old, *text("Hi.")))
    chat.say("Go")
    chat.wait_for_answer("Hi.")
    chat.part("thoughts-toggle").click()
    expect(chat.part("thoughts-body")).to_have_text("Hm.")
