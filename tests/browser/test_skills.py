"""Skills: prompts that a person launches from a chip or from the palette that `/` opens."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import echo
from tests.servers.scripted import FOREVER, ScriptedAgent
from tests.servers.site import Site

TRIAGE: dict[str, Any] = {"name": "triage", "title": "Triage this", "chip": True}
SUMMARIZE: dict[str, Any] = {
    "name": "summarize",
    "title": "Summarize page",
    "description": "In three sentences",
    "prompt": "Summarize {title} in {words} words.",
    "chip": True,
}
TRANSLATE: dict[str, Any] = {
    "name": "translate",
    "title": "Translate",
    "prompt": "Translate: ",
    "sendImmediately": False,
}


@pytest.fixture
def chat(mount: Callable[..., Chat], agent: ScriptedAgent) -> Chat:
    """A chat with chips and commands, and three skills of the page's."""
    agent.answers(then=echo)
    chat = mount(endpoint="/agent/", data_start_open="", data_prompt_chips="true", data_slash_commands="")
    give(chat, TRIAGE, SUMMARIZE, TRANSLATE)
    return chat


def give(chat: Chat, *skills: dict[str, Any]) -> None:
    chat.element.evaluate("(chat, skills) => chat.setSkills(skills)", list(skills))


def know(chat: Chat, **values: Any) -> None:
    chat.element.evaluate("(chat, values) => { chat.skillContext = () => values; }", values)


def items(chat: Chat) -> Locator:
    return chat.part("skill-item")


def sent(agent: ScriptedAgent) -> str:
    return agent.request().messages[-1]["content"]


# Where they come from


def test_code_wins_over_markup_and_that_over_the_server(
    mount: Callable[..., Chat], agent: ScriptedAgent, site: Site
) -> None:
    def listed(origin: str, *names: str) -> str:
        return json.dumps([{"name": name, "title": f"{name} of {origin}", "chip": True} for name in names])

    site.substitute("/skills", body=listed("server", "a", "b", "c").encode())
    chat = mount(
        endpoint="/agent/",
        data_start_open="",
        data_prompt_chips="",
        data_skills_url="/skills",
        data_skills=listed("markup", "a", "b"),
    )
    chat.element.evaluate("(chat, list) => chat.setSkills(JSON.parse(list))", listed("code", "a"))
    expect(chat.part("skill-chip")).to_have_text(["a of code", "b of markup", "c of server"])


@pytest.mark.parametrize("written", ["[{half", "7", '"x"'])
def test_a_list_that_is_none_is_told_of_and_ignored(
    mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble, written: str
) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_prompt_chips="", data_skills=written)
    expect(chat.field).to_be_visible()
    expect(chat.part("skill-chips")).to_be_hidden()
    assert any("data-skills is ignored" in said for said in trouble.console)


def test_without_the_attributes_there_are_neither_chips_nor_a_palette(chat: Chat, agent: ScriptedAgent) -> None:
    expect(chat.part("skill-chip")).to_have_text(["Triage this", "Summarize page"])
    chat.set("data-prompt-chips", "false")
    expect(chat.part("skill-chips")).to_be_hidden()
    chat.set("data-slash-commands", "false")
    chat.field.press_sequentially("/tri")
    expect(chat.part("skill-palette")).to_be_hidden()
    chat.field.press("Enter")
    assert sent(agent) == "/tri"


# What picking one does


def test_a_chip_of_the_servers_sends_its_bare_token(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.fill("a draft")
    chat.press("Triage this")
    assert sent(agent) == "/triage"
    expect(chat.field).to_have_value("a draft")


def test_a_prompt_is_sent_with_the_pages_values_in_it(chat: Chat, agent: ScriptedAgent) -> None:
    know(chat, title="Orders {words}", words=50)
    chat.press("Summarize page")
    assert sent(agent) == "Summarize Orders {words} in 50 words."


def test_a_missing_value_blocks_the_sending_and_says_what_is_missing(chat: Chat, agent: ScriptedAgent) -> None:
    know(chat, title="Orders")
    chat.press("Summarize page")
    expect(chat.part("skill-hint")).to_have_text("“Summarize page” needs words. Fill it in, then send.")
    expect(chat.field).to_have_value("Summarize Orders in {words} words.")
    expect(chat.field).to_be_focused()
    assert agent.requests == []
    chat.field.press_sequentially("!")
    expect(chat.part("skill-hint")).to_be_hidden()


def test_a_context_that_fails_is_no_context(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.skillContext = () => { throw new Error('gone'); }; }")
    chat.press("Summarize page")
    expect(chat.part("skill-hint")).to_contain_text("title, words")


def test_one_that_is_to_be_gone_on_with_is_written_into_the_field(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.press_sequentially("/trans")
    chat.field.press("Enter")
    expect(chat.field).to_have_value("Translate: ")
    expect(chat.field).to_be_focused()
    assert agent.requests == []


def test_during_a_run_it_waits_like_any_message(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers([FOREVER])
    chat.say("Go")
    chat.wait_until_running()
    chat.press("Triage this")
    expect(chat.part("queued-chip")).to_have_text("/triage")
    chat.stop()


# The palette


def test_it_opens_on_a_slash_and_narrows_with_what_is_typed(chat: Chat) -> None:
    chat.field.press_sequentially("/")
    expect(items(chat)).to_have_count(3)
    expect(items(chat).nth(1)).to_contain_text("In three sentences")
    expect(chat.part("skill-item-token").first).to_have_text("/triage")
    chat.field.press_sequentially("page")
    expect(items(chat)).to_have_count(1)
    chat.field.press_sequentially("x")
    expect(chat.part("skill-palette")).to_be_hidden()


def test_a_slash_inside_a_message_opens_nothing(chat: Chat) -> None:
    for written in ("either/or", "/triage now", " /triage", "//"):
        chat.field.fill(written)
        expect(chat.part("skill-palette")).to_be_hidden()


def test_arrows_choose_and_enter_picks(chat: Chat, agent: ScriptedAgent) -> None:
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    chat.field.press_sequentially("/")
    expect(items(chat).nth(0)).to_have_attribute("aria-selected", "true")
    chat.field.press("ArrowUp")
    expect(items(chat).nth(2)).to_have_attribute("aria-selected", "true")
    chat.field.press("ArrowDown")
    chat.field.press("Enter")
    chat.wait_for_answer("You said: /triage")
    expect(chat.field).to_have_value("")


def test_the_field_tells_which_item_is_chosen(chat: Chat) -> None:
    chat.field.press_sequentially("/")
    chosen = "field => field.getRootNode().getElementById(field.getAttribute('aria-activedescendant')).innerText"
    assert "Triage this" in chat.field.evaluate(chosen)
    chat.field.press("ArrowDown")
    assert "Summarize page" in chat.field.evaluate(chosen)
    chat.field.press("Escape")
    assert chat.field.evaluate("field => [field.ariaControls, field.getAttribute('aria-activedescendant')]")[1] is None


def test_escape_closes_it_and_stops_nothing(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers([FOREVER])
    chat.say("Go")
    chat.wait_until_running()
    chat.field.press_sequentially("/")
    chat.field.press("Escape")
    expect(chat.part("skill-palette")).to_be_hidden()
    expect(chat.control("Stop")).to_be_visible()
    expect(chat.field).to_have_value("/")
    chat.field.press("Escape")
    chat.wait_until_idle()


def test_a_click_picks_and_the_focus_stays_in_the_field(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.press_sequentially("/")
    items(chat).filter(has_text="Triage").click()
    assert sent(agent) == "/triage"
    expect(chat.field).to_be_focused()


def test_enter_that_ends_a_composition_picks_nothing(chat: Chat, agent: ScriptedAgent) -> None:
    chat.field.press_sequentially("/")
    expect(items(chat)).to_have_count(3)
    for composing in ({"keyCode": 229}, {"keyCode": 13, "isComposing": True}):
        chat.field.dispatch_event("keydown", {"key": "Enter", "bubbles": True, "cancelable": True, **composing})
    assert agent.requests == []
    expect(items(chat)).to_have_count(3)


def test_many_skills_scroll_inside_the_palette(chat: Chat) -> None:
    give(chat, *[{"name": f"skill{n}", "title": f"Skill {n}"} for n in range(60)])
    chat.field.press_sequentially("/")
    chat.field.press("ArrowUp")
    expect(items(chat).last).to_be_in_viewport(ratio=1)
    expect(items(chat).last).to_have_attribute("aria-selected", "true")
    expect(chat.field).to_be_in_viewport(ratio=1)
    box, panel = chat.part("skill-palette").bounding_box(), chat.part("panel").bounding_box()
    assert box
    assert panel
    assert box["y"] > panel["y"]
