"""The card of a call: label, state, arguments and result, in four modes that switch live."""

import re
from threading import Event

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.servers.events import call, result, run, text
from tests.servers.scripted import ScriptedAgent


@pytest.fixture
def card(chat: Chat, agent: ScriptedAgent) -> Locator:
    """The settled card of a call with arguments and a result."""
    chat.tool("find_rows", "return [{id: 1}]", **{"x-summary": "Find the rows"}, properties={"table": {}})
    agent.answers(run(*call("find_rows", {"table": "orders"}, "k1")), run(*text("Found.")))
    chat.say("Find")
    chat.wait_for_answer("Found.")
    return chat.cards.last


def part(card: Locator, name: str) -> Locator:
    return card.locator(f'[part~="tool-card-{name}"]')


def test_a_card_has_the_tools_label_and_its_state_in_words(card: Locator) -> None:
    expect(part(card, "name")).to_have_text("Find the rows")
    expect(part(card, "status")).to_have_text("done")
    expect(card).to_have_attribute("data-status", "done")


def test_a_tool_without_a_label_has_its_name_made_readable(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete_record")
    agent.answers(run(*call("delete_record", {}, "k1")), run(*text("Done.")))
    chat.say("Go")
    chat.wait_for_answer("Done.")
    expect(part(chat.cards.last, "name")).to_have_text("Delete record")


def test_the_tool_that_executes_others_has_the_label_of_what_it_executes(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("find_rows", **{"x-summary": "Find the rows"})
    executed = call("agent_execute", {"name": "find_rows", "input": {}}, "k1")
    hold = Event()
    agent.answers(run(*executed[:2], hold, *executed[2:], *text("Found.")))
    chat.say("Find")
    expect(part(chat.cards.last, "name")).to_have_text("Agent execute")
    hold.set()
    chat.wait_for_answer("Found.")
    expect(part(chat.cards.last, "name")).to_have_text("Find the rows")


def test_in_full_arguments_show_and_the_result_is_folded(card: Locator) -> None:
    expect(part(card, "args")).to_contain_text(re.compile("table.*orders", re.DOTALL))
    expect(part(card, "result")).to_be_hidden()
    part(card, "toggle").click()
    expect(part(card, "result")).to_contain_text('"id": 1')
    expect(part(card, "toggle")).to_have_attribute("aria-expanded", "true")
    part(card, "toggle").click()
    expect(part(card, "result")).to_be_hidden()


@pytest.mark.parametrize(
    ("mode", "folded", "unfolded"),
    [("compact", set(), {"args", "result"}), ("inline", set(), {"result"}), ("full", {"args"}, {"args", "result"})],
)
def test_modes_are_what_is_seen_and_switch_live(
    chat: Chat, card: Locator, mode: str, folded: set[str], unfolded: set[str]
) -> None:
    def seen() -> set[str]:
        return {name for name in ("args", "result") if part(card, name).is_visible()}

    chat.set("data-tool-display", mode)
    assert seen() == folded
    part(card, "toggle").click()
    assert seen() == unfolded


def test_the_smallest_mode_has_nothing_to_unfold(chat: Chat, card: Locator) -> None:
    chat.set("data-tool-display", "minimal")
    expect(part(card, "name")).to_be_visible()
    expect(part(card, "toggle")).to_be_hidden()
    expect(part(card, "args")).to_be_hidden()


ARGUMENTS = {"item": "lamp", "count": 3, "gift": False, "deep": {"a": [1]}}
PAIRS = "node => [...node.querySelectorAll('dt, dd')].map(cell => [cell.innerText, getComputedStyle(cell).fontFamily])"


def test_arguments_are_shown_alike_whether_or_not_they_were_asked_about(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look")
    chat.tool("buy", **{"x-destructive": True})
    agent.answers(run(*call("look", ARGUMENTS, "k1")), run(*call("buy", ARGUMENTS, "k2")), run(*text("Bought.")))
    chat.say("Go")
    expect(chat.question()).to_be_visible()
    asked = chat.part("confirm-args").evaluate(PAIRS)
    assert [cell for cell, _ in asked] == ["item", "lamp", "count", "3", "gift", "false", "deep", asked[7][0]]
    assert part(chat.cards.first, "args").evaluate(PAIRS) == asked
    chat.press("Confirm")
    chat.wait_for_answer("Bought.")


@pytest.mark.parametrize("arguments", ['["a", "b"]', '{"half": '])
def test_arguments_without_names_are_shown_as_they_were_written(
    chat: Chat, agent: ScriptedAgent, arguments: str
) -> None:
    chat.tool("look")
    agent.answers(run(*call("look", arguments, "k1")), run(*text("Looked.")))
    chat.say("Go")
    chat.wait_for_answer("Looked.")
    shown = part(chat.cards.first, "args").inner_text()
    assert "".join(shown.split()) == "".join(arguments.split())


def test_a_card_that_waits_its_turn_does_not_turn(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **{"x-destructive": True})
    chat.tool("look")
    agent.answers(run(*call("delete", {}, "k1", "m"), *call("look", {}, "k2", "m")), run(*text("Well.")))
    chat.say("Go")
    expect(chat.question()).to_be_visible()
    waiting = chat.card("Look")
    expect(part(waiting, "status")).to_have_text("up next")
    assert part(waiting, "icon").evaluate("node => node.getAnimations().length") == 0
    chat.press("Cancel")
    chat.wait_for_answer("Well.")


def test_a_failure_is_labelled_as_one(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("buy", "throw new Error('the shop is closed')")
    agent.answers(run(*call("buy", {}, "k1")), run(*text("Tomorrow.")))
    chat.say("Buy")
    chat.wait_for_answer("Tomorrow.")
    expect(part(chat.cards.last, "status")).to_have_text("failed")
    expect(part(chat.cards.last, "result-label")).to_have_text("Error")


def test_no_arguments_make_no_region(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("ping")
    agent.answers(run(*call("ping", {}, "k1")), run(*text("Pong.")))
    chat.say("Ping")
    chat.wait_for_answer("Pong.")
    expect(part(chat.cards.last, "args-section")).to_be_hidden()


def test_arguments_show_while_they_are_still_coming(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    chat.tool("write", properties={"text": {"type": "string"}})
    start, first, second, end = call("write", '{"text": "half a thought"}', "k1")
    agent.answers(run(start, first, gate, second, end), run(*text("Written.")))
    chat.say("Write")
    expect(part(chat.cards.last, "args")).to_have_text('{"text": "hal')
    expect(part(chat.cards.last, "status")).to_have_text("preparing…")
    gate.set()
    chat.wait_for_answer("Written.")
    expect(part(chat.cards.last, "args")).to_contain_text("half a thought")


@pytest.mark.parametrize(
    ("button", "decision", "words"),
    [
        ("Confirm", "approved", "approved by you"),
        ("Always allow", "approved", "always allowed by you"),
        ("Cancel", "declined", "declined by you"),
    ],
)
def test_a_card_keeps_what_the_person_decided(
    chat: Chat, agent: ScriptedAgent, button: str, decision: str, words: str
) -> None:
    chat.tool("delete", **{"x-destructive": True})
    agent.answers(run(*call("delete", {}, "k1")), run(*text("So be it.")))
    chat.say("Delete")
    expect(part(chat.cards.last, "status")).to_have_text("waiting for you")
    chat.press(button)
    chat.wait_for_answer("So be it.")
    expect(part(chat.cards.last, "decision")).to_have_text(words)
    expect(part(chat.cards.last, "decision")).to_have_attribute("data-decision", decision)


def test_an_answered_question_about_an_earlier_call_is_not_drawn_again(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **{"x-destructive": True, "properties": {"n": {"type": "number"}}})
    agent.answers(run(*call("delete", {"n": 1}, "k1")), run(*call("delete", {"n": 2}, "k2")), run(*text("Both.")))
    chat.say("Delete both")
    chat.press("Confirm")
    first = chat.questions.first
    first.evaluate("node => { node.kept = true; }")
    chat.question().filter(has_text="2").get_by_role("button", name="Confirm").click()
    chat.wait_for_answer("Both.")
    assert first.evaluate("node => node.kept") is True


def test_what_a_server_runs_is_running_and_not_up_next(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*call("look_up", {"id": 1}, "k1"), gate, result("k1", "found"), *text("Found.")))
    chat.say("Look")
    expect(part(chat.cards.last, "status")).to_have_text("running…")
    gate.set()
    chat.wait_for_answer("Found.")


def test_a_failure_is_told_in_its_own_words(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("buy", "throw new Error('the shop is closed')")
    agent.answers(run(*call("buy", {}, "k1")), run(*text("Tomorrow.")))
    chat.say("Buy")
    chat.wait_for_answer("Tomorrow.")
    part(chat.cards.last, "toggle").click()
    expect(part(chat.cards.last, "result")).to_have_text("Error: the shop is closed")


def test_marks_are_the_pages_to_choose(card: Locator, chat: Chat) -> None:
    chat.element.evaluate("chat => chat.style.setProperty('--ag-ui-tool-icon-done', '\"ok\"')")
    assert part(card, "icon").evaluate("node => getComputedStyle(node, '::before').content") == '"ok"'


def test_what_unfolds_has_a_chevron_or_the_pages_own_marks(card: Locator, chat: Chat) -> None:
    toggle = part(card, "toggle")
    mark = "toggle => getComputedStyle(toggle.firstElementChild, '::before').content"
    expect(toggle.locator("svg")).to_be_visible()
    assert toggle.evaluate(mark) == "none"
    chat.element.evaluate("chat => chat.style.setProperty('--ag-ui-disclosure-collapsed', '\"+\"')")
    chat.element.evaluate("chat => chat.style.setProperty('--ag-ui-disclosure-expanded', '\"-\"')")
    expect(toggle.locator("svg")).to_be_hidden()
    assert toggle.evaluate(mark) == '"+"'
    toggle.click()
    assert toggle.evaluate(mark) == '"-"'


def test_long_arguments_show_their_end_while_they_come(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    start, first, second, end = call("write", '{"text": "' + "word " * 4_000 + 'the end"}', "k1")
    agent.answers(run(start, first, second, gate, end, result("k1", "ok"), *text("Written.")))
    chat.say("Write")
    args = part(chat.cards.last, "args")
    expect(args).to_contain_text("the end")
    assert len(args.inner_text()) < 5_000
    assert args.locator("pre").evaluate(
        "pre => pre.getBoundingClientRect().bottom <= pre.parentElement.getBoundingClientRect().bottom + 1"
    )
    gate.set()
    chat.wait_for_answer("Written.")


@pytest.mark.parametrize(
    ("outcome", "status", "words", "label"),
    [
        (None, "done", "done", "Result"),
        ("success", "done", "done", "Result"),
        ("failed", "error", "failed", "Error"),
        ("denied", "declined", "declined", "Declined"),
        ("interrupted", "interrupted", "not finished", "Result"),
        ("of a later version", "done", "done", "Result"),
    ],
)
def test_a_card_says_how_a_servers_call_ended(
    chat: Chat, agent: ScriptedAgent, outcome: str | None, status: str, words: str, label: str
) -> None:
    ended = result("k1", "what came of it", **({"outcome": outcome} if outcome else {}))
    agent.answers(run(*call("look_up", {"id": 1}, "k1"), ended, *text("So it is.")))
    chat.say("Look")
    chat.wait_for_answer("So it is.")
    expect(chat.cards.last).to_have_attribute("data-status", status)
    expect(part(chat.cards.last, "status")).to_have_text(words)
    expect(part(chat.cards.last, "result-label")).to_have_text(label)


def test_glyphs_of_the_composer_and_the_header_are_the_pages_to_choose(chat: Chat, agent: ScriptedAgent) -> None:
    names = ("icon-send", "icon-stop", "icon-new", "icon-collapse")
    slotted = "".join(f"<b slot={name}>{name}</b>" for name in names)
    chat.element.evaluate("(chat, markup) => { chat.innerHTML = markup; }", slotted)
    for name in ("icon-send", "icon-new", "icon-collapse"):
        expect(chat.element.get_by_text(name, exact=True)).to_be_visible()
    gate = Event()
    agent.answers(run(gate, *text("Here.")))
    chat.field.fill("Go")
    chat.element.get_by_text("icon-send", exact=True).click()
    chat.wait_until_running()
    gate.set()
    chat.wait_for_answer("Here.")
