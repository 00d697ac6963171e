"""A sub-agent at work is one row in the card of the call that delegated to it."""

from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.servers.events import call, lost, result, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent


def told(phase: str, status: str = "", call_id: str = "d1", **tool: Any) -> dict[str, Any]:
    value = {"delegationId": call_id, "agent": "researcher", "phase": phase, "status": status}
    return {"type": "CUSTOM", "name": "ag_ui.subagent", "value": value | ({"tool": tool} if tool else {})}


def searching(ok: bool | None = None, status: str = "Searching the archive") -> dict[str, Any]:
    phase = "tool_call" if ok is None else "tool_result"
    return told(phase, status, toolCallId="s1", name="search_archive", ok=ok)


DELEGATES = call("delegate_task", {"task": "Find it"}, "d1")


def row(chat: Chat) -> Locator:
    return chat.part("subagent-row")


@pytest.fixture
def gate() -> Event:
    return Event()


@pytest.fixture
def delegating(chat: Chat, agent: ScriptedAgent, gate: Event) -> Chat:
    """A chat whose agent has delegated, and whose sub-agent searches."""
    ending = [searching(ok=True, status="Read 3 pages"), told("finished", "Found it"), result("d1", "It is here.")]
    agent.answers(run(*DELEGATES, told("started", "Starting"), searching(), gate, *ending, *text("Here it is.")))
    chat.listen("ag-ui-custom")
    chat.say("Find it")
    expect(row(chat)).to_contain_text("Searching the archive")
    return chat


def test_the_row_tells_what_goes_on_and_how_it_ended(delegating: Chat, gate: Event) -> None:
    surface = delegating.part("subagent")
    expect(surface).to_have_attribute("data-state", "running")
    expect(surface).to_have_count(1)
    expect(delegating.part("subagent-steps")).to_be_hidden()
    gate.set()
    delegating.wait_for_answer("Here it is.")
    expect(row(delegating)).to_contain_text("Found it")
    expect(surface).to_have_attribute("data-state", "done")


def test_it_unfolds_onto_the_sub_agents_own_calls(delegating: Chat, gate: Event) -> None:
    expect(row(delegating)).to_have_attribute("aria-expanded", "false")
    row(delegating).click()
    step = delegating.part("subagent-step")
    expect(step).to_have_count(1)
    expect(delegating.part("subagent-step-name")).to_have_text("Search archive")
    expect(step).to_have_attribute("data-state", "running")
    gate.set()
    expect(step).to_have_attribute("data-state", "done")
    expect(step).to_have_count(1)
    expect(row(delegating)).to_have_attribute("aria-expanded", "true")


@pytest.mark.parametrize("mode", ["full", "compact", "minimal", "inline"])
def test_it_shows_in_every_display_mode(delegating: Chat, gate: Event, mode: str) -> None:
    delegating.set("data-tool-display", mode)
    expect(row(delegating)).to_be_visible()
    gate.set()
    delegating.wait_for_answer("Here it is.")


def test_it_is_drawn_and_not_told_to_the_page(delegating: Chat, gate: Event) -> None:
    gate.set()
    delegating.wait_for_answer("Here it is.")
    assert delegating.heard("ag-ui-custom") == []


def test_every_other_custom_event_reaches_the_page(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run({"type": "CUSTOM", "name": "mine", "value": {"a": 1}}, *text("Told.")))
    chat.listen("ag-ui-custom")
    chat.say("Go")
    chat.wait_for_answer("Told.")
    assert chat.heard("ag-ui-custom") == [{"name": "mine", "value": {"a": 1}}]


def test_a_failure_shows_no_words_but_the_servers(chat: Chat, agent: ScriptedAgent) -> None:
    events = [told("started", "Starting"), searching(), searching(ok=False), told("failed", "It could not be found")]
    agent.answers(run(*DELEGATES, *events, result("d1", "no archive", outcome="failed"), *text("Sorry.")))
    chat.say("Find it")
    chat.wait_for_answer("Sorry.")
    expect(chat.part("subagent")).to_have_attribute("data-state", "error")
    expect(chat.part("subagent-status")).to_have_text("It could not be found")
    row(chat).click()
    expect(chat.part("subagent-step")).to_have_attribute("data-state", "error")


def test_a_server_that_says_nothing_of_it_is_given_words(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(lost(*DELEGATES, told("started"), FOREVER))
    chat.say("Find it")
    expect(chat.part("subagent-status")).to_have_text("Researcher is working…")
    expect(row(chat)).to_be_disabled()
    chat.stop()


def test_stop_ends_the_turning_of_what_was_delegated(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(lost(*DELEGATES, told("started", "Starting"), searching(), FOREVER))
    chat.say("Find it")
    expect(row(chat)).to_contain_text("Searching")
    row(chat).click()
    chat.stop()
    expect(chat.part("subagent")).to_have_attribute("data-state", "interrupted")
    expect(chat.part("subagent-step")).to_have_attribute("data-state", "interrupted")


@pytest.mark.parametrize(
    "value",
    [None, 7, "started", [], {}, {"delegationId": 7, "phase": "started"}, {"delegationId": "d1", "phase": "sleeping"}],
)
def test_what_makes_no_sense_draws_nothing_and_breaks_nothing(chat: Chat, agent: ScriptedAgent, value: Any) -> None:
    odd = {"type": "CUSTOM", "name": "ag_ui.subagent", "value": value}
    agent.answers(run(*DELEGATES, odd, result("d1", "done"), *text("Well.")))
    chat.listen("ag-ui-custom")
    chat.say("Go")
    chat.wait_for_answer("Well.")
    expect(chat.part("subagent")).to_have_count(0)
    assert chat.heard("ag-ui-custom") == []


def test_several_delegations_have_a_row_each(chat: Chat, agent: ScriptedAgent) -> None:
    two = [*call("delegate_task", {"n": 1}, "d1", "m"), *call("delegate_task", {"n": 2}, "d2", "m")]
    agent.answers(
        lost(*two, told("started", "One starts"), told("started", "Two starts", "d2"), FOREVER),
    )
    chat.say("Go")
    expect(chat.cards.nth(0).locator('[part~="subagent"]')).to_contain_text("One starts")
    expect(chat.cards.nth(1).locator('[part~="subagent"]')).to_contain_text("Two starts")
    chat.stop()


def test_a_new_chat_knows_nothing_of_it(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(
        run(*DELEGATES, told("started", "Starting"), result("d1", "x"), *text("One.")),
        run(*DELEGATES, result("d1", "x"), *text("Two.")),
    )
    chat.say("Go")
    chat.wait_for_answer("One.")
    chat.press("New chat")
    chat.say("Go")
    chat.wait_for_answer("Two.")
    expect(chat.part("subagent")).to_have_count(0)
