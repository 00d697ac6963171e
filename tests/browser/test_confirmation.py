"""Nothing destructive runs before a person said yes to exactly that, and a no is an answer too."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.servers.events import call, echo, run, text
from tests.servers.scripted import ScriptedAgent

ORDER = {"order": {"type": "number"}}
DESTRUCTIVE: dict[str, Any] = {"x-destructive": True, "properties": ORDER}


@pytest.fixture
def asked(chat: Chat, agent: ScriptedAgent) -> Chat:
    """A chat in which the model wants to delete order 42 and the person has not answered."""
    chat.tool("delete", "return 'deleted'", **DESTRUCTIVE)
    agent.answers(
        run(*text("I will delete it."), *call("delete", {"order": 42}, "k1")),
        run(*text("That was the answer.")),
        then=echo,
    )
    chat.say("Delete order 42")
    expect(chat.question()).to_be_visible()
    return chat


def test_the_question_names_the_tool_and_its_arguments(asked: Chat) -> None:
    expect(asked.question()).to_contain_text(re.compile("delete", re.IGNORECASE))
    expect(asked.question()).to_contain_text("order")
    expect(asked.question()).to_contain_text("42")


def test_nothing_runs_and_nothing_is_sent_while_the_question_is_open(asked: Chat, agent: ScriptedAgent) -> None:
    asked.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert asked.calls() == []
    assert len(agent.requests) == 1
    expect(asked.card("delete")).to_have_attribute("data-status", "deferred")


def test_confirm_runs_it_and_the_model_is_told(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Confirm")
    asked.wait_for_answer("That was the answer.")
    assert asked.calls() == [["delete", {"order": 42}]]
    assert "deleted" in agent.request(2).result()
    expect(asked.card("delete")).to_have_attribute("data-status", "done")


def test_a_double_click_confirms_once(asked: Chat, agent: ScriptedAgent) -> None:
    asked.control("Confirm").dblclick()
    asked.wait_for_answer("That was the answer.")
    asked.wait_until_idle()
    assert len(asked.calls()) == 1
    assert len(agent.requests) == 2


def test_cancel_runs_nothing_and_the_model_is_told(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Cancel")
    asked.wait_for_answer("That was the answer.")
    assert asked.calls() == []
    assert re.search("declined", agent.request(2).result(), re.IGNORECASE)
    expect(asked.card("delete")).to_have_attribute("data-status", "declined")


def test_a_declined_question_keeps_its_arguments_visible(asked: Chat) -> None:
    asked.press("Cancel")
    asked.wait_for_answer("That was the answer.")
    expect(asked.questions.last).to_have_attribute("data-resolved", "declined")
    expect(asked.questions.last).to_be_visible()
    expect(asked.questions.last).to_contain_text("42")


def test_an_answered_question_can_not_be_answered_again(asked: Chat) -> None:
    asked.press("Cancel")
    asked.wait_for_answer("That was the answer.")
    expect(asked.control("Confirm")).to_have_count(0)


def test_the_question_takes_no_focus_and_enter_approves_nothing(asked: Chat) -> None:
    expect(asked.field).to_be_focused()
    asked.field.press("Enter")
    asked.field.press_sequentially("wait a moment")
    asked.field.press("Enter")
    expect(asked.question()).to_be_visible()
    assert asked.calls() == []
    asked.press("Cancel")
    asked.wait_for_answer("You said: wait a moment")


def test_the_safe_choice_comes_first(asked: Chat) -> None:
    names = asked.question().get_by_role("button").all_inner_texts()
    assert names.index("Cancel") < names.index("Confirm")


def test_the_question_can_be_answered_by_keyboard(asked: Chat) -> None:
    asked.control("Confirm").focus()
    asked.page.keyboard.press("Enter")
    asked.wait_for_answer("That was the answer.")
    assert len(asked.calls()) == 1


def test_focus_is_not_lost_when_the_question_is_answered(asked: Chat) -> None:
    asked.press("Confirm")
    asked.wait_for_answer("That was the answer.")
    assert asked.element.evaluate("chat => document.activeElement === chat")


def test_always_allow_asks_no_more_in_this_session(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Always allow")
    asked.wait_for_answer("That was the answer.")
    asked.wait_until_idle()
    agent.answers(run(*call("delete", {"order": 43}, "k2")), run(*text("Gone too.")))
    asked.say("Delete order 43")
    asked.wait_for_answer("Gone too.")
    assert asked.calls() == [["delete", {"order": 42}], ["delete", {"order": 43}]]


def test_what_was_always_allowed_ends_where_the_tool_takes_something_else(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Always allow")
    asked.wait_for_answer("That was the answer.")
    asked.wait_until_idle()
    asked.tool(
        "delete", "return 'deleted'", **DESTRUCTIVE | {"properties": {**ORDER, "everything": {"type": "boolean"}}}
    )
    agent.answers(run(*call("delete", {"everything": True}, "k2")), run(*text("As you wish.")))
    asked.say("Delete everything")
    expect(asked.question()).to_contain_text("everything")
    asked.press("Cancel")
    asked.wait_for_answer("As you wish.")
    assert asked.calls() == [["delete", {"order": 42}]]


def test_what_was_always_allowed_is_kept_in_memory_alone(asked: Chat, agent: ScriptedAgent) -> None:
    # The conversation is kept under names that it has already, and that a run goes on; an approval has none.
    kept = "[...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].sort()"
    before = [name for name in asked.page.evaluate(kept) if ":running:" not in name]
    asked.press("Always allow")
    asked.wait_for_answer("That was the answer.")
    asked.wait_until_idle()
    assert asked.page.evaluate(kept) == before
    assert asked.page.evaluate("indexedDB.databases()") == []


def test_confirmed_once_is_not_confirmed_for_ever(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Confirm")
    asked.wait_for_answer("That was the answer.")
    asked.wait_until_idle()
    agent.answers(run(*call("delete", {"order": 42}, "k2")), run(*text("As you wish.")))
    asked.say("Again")
    expect(asked.question()).to_be_visible()
    asked.press("Cancel")
    asked.wait_for_answer("As you wish.")
    assert len(asked.calls()) == 1


def test_stop_answers_an_open_question_with_no(asked: Chat, agent: ScriptedAgent) -> None:
    asked.stop()
    expect(asked.questions.last).to_have_attribute("data-resolved", "declined")
    asked.wait_until_idle()
    assert asked.calls() == []
    assert len(agent.requests) == 1


def test_the_tools_own_question_is_asked(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **DESTRUCTIVE, **{"x-confirm": "Throw the order away for good?"})
    agent.answers(run(*call("delete", {"order": 1}, "k1")), run(*text("ok")))
    chat.say("Go")
    expect(chat.question()).to_contain_text("Throw the order away for good?")
    chat.press("Cancel")
    chat.wait_for_answer("ok")


def test_two_destructive_calls_are_asked_about_one_by_one(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **DESTRUCTIVE)
    calls = [*call("delete", {"order": 1}, "k1", "m"), *call("delete", {"order": 2}, "k2", "m")]
    agent.answers(run(*calls), run(*text("One gone, one kept.")))
    chat.say("Go")
    expect(chat.question().first).to_contain_text("1")
    chat.question().first.get_by_role("button", name="Confirm").click()
    chat.question().filter(has_text="2").get_by_role("button", name="Cancel").click()
    chat.wait_for_answer("One gone, one kept.")
    assert chat.calls() == [["delete", {"order": 1}]]


def test_a_question_is_in_sight_although_other_calls_stand_below_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **DESTRUCTIVE)
    calls = [event for order in range(6) for event in call("delete", {"order": order}, f"k{order}", "m")]
    agent.answers(run(*calls), run(*text("All kept.")))
    chat.say("Go")
    for _ in range(6):
        expect(chat.control("Confirm")).to_be_in_viewport(ratio=1)
        chat.question().get_by_role("button", name="Cancel").click()
    chat.wait_for_answer("All kept.")
    expect(chat.answers.last).to_be_in_viewport()


LOOK = """chat => [".tool-card", ".tool-card-head", ".confirm"].map(name => {
  const node = chat.shadowRoot.querySelector(name);
  const style = getComputedStyle(node);
  const looks = ["border", "borderRadius", "background", "padding", "margin"].map(rule => style[rule]);
  return [...looks, node.offsetHeight, node.innerText, node.ariaLabel];
})"""


@pytest.mark.parametrize("mode", ["compact", "minimal", "inline"])
def test_a_question_looks_the_same_however_much_cards_show(asked: Chat, mode: str) -> None:
    asked.wait_until_still()
    full = asked.element.evaluate(LOOK)
    asked.set("data-tool-display", mode)
    asked.wait_until_still()
    assert asked.element.evaluate(LOOK) == full


@pytest.mark.parametrize("height", [760, 420, 260])
def test_a_question_on_a_phone_is_read_from_its_first_line(
    mount: Callable[..., Chat], stage: Page, agent: ScriptedAgent, height: int
) -> None:
    stage.set_viewport_size({"width": 390, "height": height})
    chat = mount(endpoint="/agent/", data_start_open="")
    chat.tool("save", **DESTRUCTIVE, **{"x-confirm": "Save this order, so that it is packed and sent today?"})
    fields = {f"field {n}": f"the value of field {n}, which is a long one" for n in range(8)}
    agent.answers(
        run(*text("\n\n".join(f"Line {n}" for n in range(30))), *call("save", fields, "k1")), run(*text("ok"))
    )
    chat.say("Save it")
    expect(chat.question().get_by_text("Save this order")).to_be_in_viewport(ratio=1)
    if height > 260:
        expect(chat.control("Confirm")).to_be_in_viewport(ratio=1)
    chat.press("Cancel")
    chat.wait_for_answer("ok")
    stage.set_viewport_size({"width": 1280, "height": 800})


def test_markup_in_arguments_is_shown_and_not_obeyed(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("post", **{"x-destructive": True, "properties": {"text": {"type": "string"}}})
    agent.answers(run(*call("post", {"text": "<img src=x onerror='window.hacked = 1'>"}, "k1")), run(*text("ok")))
    chat.say("Go")
    expect(chat.question()).to_contain_text("<img src=x")
    assert chat.page.evaluate("window.hacked") is None
    chat.press("Cancel")
    chat.wait_for_answer("ok")


# Asked again, several at once, and what it is about


def test_asked_again_the_card_says_what_is_different(asked: Chat, agent: ScriptedAgent) -> None:
    asked.press("Confirm")
    asked.wait_for_answer("That was the answer.")
    agent.answers(run(*call("delete", {"order": 43, "why": "late"}, "k2")), run(*text("Gone too.")))
    asked.say("And 43")
    card = asked.question()
    expect(card).to_contain_text("Asked again. What is different is marked.")
    changed = card.locator("[data-changed]")
    expect(changed).to_have_text([re.compile("order.*43.*was 42"), re.compile("why.*late.*was .empty.")])
    asked.press("Cancel")
    asked.wait_for_answer("Gone too.")


def test_asked_again_for_the_same_the_card_says_so(asked: Chat, agent: ScriptedAgent) -> None:
    expect(asked.question()).not_to_contain_text("Asked again")
    asked.press("Confirm")
    asked.wait_for_answer("That was the answer.")
    agent.answers(run(*call("delete", {"order": 42}, "k2")), run(*text("Gone too.")))
    asked.say("Again")
    expect(asked.question()).to_contain_text("Asked again, with nothing changed.")
    expect(asked.question().locator("[data-changed]")).to_have_count(0)
    asked.press("Cancel")
    asked.wait_for_answer("Gone too.")


def test_a_question_names_its_group_by_what_it_asks(asked: Chat) -> None:
    expect(asked.question()).to_have_attribute("aria-label", "Confirm the action: Run “Delete”?")


RINGS = "document.querySelectorAll('[data-agentic=\"overlay\"]').length"


def test_a_card_about_a_thing_on_the_page_rings_it_while_pointed_at_or_focused(
    stage: Page, python: Python, mount: Callable[..., Chat], agent: ScriptedAgent
) -> None:
    python("""
        import js
        from agentic import capability, registry
        button = js.document.createElement("button")
        button.textContent = "Archive"
        js.document.body.append(button)

        @capability("page.archive", risk="destructive")
        def archive() -> str:
            return "archived"

        registry.bind(button, archive, owner="test")
        result = None
    """)
    chat = mount(endpoint="/agent/", data_start_open="")
    agent.answers(run(*call("page_archive", {}, "k1")), run(*text("Done.")))
    chat.say("Archive")
    expect(chat.question()).to_be_visible()
    assert stage.evaluate(RINGS) == 0
    chat.question().hover()
    stage.wait_for_function(f"{RINGS} === 1")
    stage.mouse.move(5, 5)
    stage.wait_for_function(f"{RINGS} === 0")
    chat.control("Cancel").focus()
    stage.wait_for_function(f"{RINGS} === 1")
    chat.press("Cancel")
    chat.wait_for_answer("Done.")
    stage.wait_for_function(f"{RINGS} === 0")
    python("""
        from agentic import registry
        for entry in registry.find("page.archive"):
            registry.put(entry, None)
        result = None
    """)
