"""Every word of the interface can be replaced, before and after it is on the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from agentic.core.words import load_words
from tests.browser.chat import Chat
from tests.browser.states import STATES, brought_to
from tests.browser.trouble import Trouble
from tests.servers.events import call, run, text
from tests.servers.scripted import ScriptedAgent

GERMAN = '{"send": "Senden", "inputPlaceholder": "Frag mich…", "newChat": "Neu", "emptyTitle": "Womit fangen wir an?"}'


def test_the_attribute_replaces_words(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_strings=GERMAN)
    expect(chat.control("Senden")).to_be_visible()
    expect(chat.control("Neu")).to_be_visible()
    expect(chat.control("Collapse")).to_be_visible()
    expect(chat.field).to_have_attribute("placeholder", "Frag mich…")
    expect(chat.part("empty")).to_contain_text("Womit fangen wir an?")


def test_the_property_wins_and_both_are_live(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", data_start_open="")
    chat.set("data-strings", GERMAN)
    expect(chat.control("Senden")).to_be_visible()
    chat.element.evaluate("chat => { chat.strings = {send: 'Los'}; }")
    expect(chat.control("Los")).to_be_visible()
    chat.element.evaluate("chat => { chat.strings = {}; chat.removeAttribute('data-strings'); }")
    expect(chat.control("Send")).to_be_visible()


def test_other_words_reach_what_is_already_in_the_transcript(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", properties={"where": {"type": "string"}})
    agent.answers(run(*call("look", {"where": "here"}, "k1")), run(*text("Seen.")))
    chat.say("Look")
    chat.wait_for_answer("Seen.")
    chat.element.evaluate("chat => { chat.strings = {toolDone: 'fertig', argumentsLabel: 'Angaben'}; }")
    expect(chat.card("look")).to_contain_text("fertig")
    expect(chat.card("look")).to_contain_text("Angaben")
    chat.wait_for_answer("Seen.")


def test_words_that_are_no_json_are_reported_and_ignored(
    mount: Callable[..., Chat], stage: Page, trouble: Trouble
) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_strings="{send: Senden}")
    expect(chat.control("Send")).to_be_visible()
    stage.evaluate("null")
    assert [line for line in trouble.console if "data-strings" in line]


# What a person reads or hears named; what was said aloud, or as a hint, stays as it was said.
READ = """chat => {
  const read = [];
  const walker = document.createTreeWalker(chat.shadowRoot, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest("[data-part=announcer], [part~=skill-hint]")) continue;
    if (node.nodeType === Node.TEXT_NODE) read.push(node.data);
    else for (const name of ["aria-label", "title", "placeholder"]) read.push(node.getAttribute(name) ?? "");
  }
  return read.map(text => text.trim()).filter(Boolean);
}"""
TOKEN = re.compile(r"\\?\{\w+\\?\}")


@pytest.mark.parametrize("state", STATES)
def test_in_no_state_is_a_word_left_that_the_page_has_replaced(
    state: str, chat: Chat, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("503")  # one of the states
    english = load_words().table
    replaced = {key: f"⟦{key}⟧" + "".join(TOKEN.findall(text)) for key, text in english.items()}
    patterns = [re.compile(TOKEN.sub(".*", re.escape(text)), re.DOTALL) for text in english.values() if text[0] != "{"]
    with brought_to(state, chat, agent):
        chat.element.evaluate("(chat, strings) => { chat.strings = strings; }", replaced)
        expect(chat.part("send")).to_have_attribute("aria-label", re.compile("⟦"))
        chat.wait_until_still()
        read = chat.element.evaluate(READ)
        assert [text for text in read if any(pattern.fullmatch(text) for pattern in patterns)] == []
