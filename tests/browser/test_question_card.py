"""What the agent asks in the middle of a run, in the flow of the conversation."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.trouble import Trouble
from tests.servers.events import call, run, text
from tests.servers.scripted import ScriptedAgent

COLOURS: dict[str, Any] = {"question": "Which colour?", "options": ["red", "blue"]}


@pytest.fixture
def asked(chat: Chat, agent: ScriptedAgent) -> Callable[..., Chat]:
    """A chat whose server asks the user this."""

    def ask(**question: Any) -> Chat:
        agent.answers(run(*call("ask_user", question, call_id="k")), run(*text("Thank you.")))
        chat.element.evaluate("chat => { chat.askUser = true }")
        chat.say("Go")
        return chat

    return ask


def answered(chat: Chat, agent: ScriptedAgent) -> str:
    chat.wait_for_answer("Thank you.")
    expect(chat.part("question")).to_have_count(0)
    return agent.request(2).result()


def test_one_of_the_options_is_chosen(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(**COLOURS)
    card = chat.part("question")
    expect(card).to_contain_text("Which colour?")
    expect(chat.field).to_be_focused()
    expect(chat.part("question-input")).to_be_hidden()
    chat.press("Submit")
    expect(card.get_by_role("alert")).to_have_text("Choose an answer first.")
    assert len(agent.requests) == 1
    card.get_by_label("blue").check()
    expect(card.get_by_role("alert")).to_be_hidden()
    chat.press("Submit")
    assert answered(chat, agent) == "blue"


def test_another_answer_is_written_and_sent_by_enter(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(**COLOURS, allow_custom=True)
    chat.part("question").get_by_label("Something else").check()
    expect(chat.part("question-input")).to_be_focused()
    chat.part("question-input").fill("green")
    chat.part("question-input").press("Enter")
    assert answered(chat, agent) == "green"
    expect(chat.field).to_be_focused()


def test_a_question_without_options_takes_any_text(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(question="What is <b>your</b> name?")
    expect(chat.part("question")).to_contain_text("What is <b>your</b> name?")
    chat.part("question-input").fill("Ada")
    chat.press("Submit")
    assert answered(chat, agent) == "Ada"


def test_an_answer_that_is_not_written_is_asked_for(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(question="What is your name?")
    chat.part("question-input").fill("  ")
    chat.part("question-input").press("Enter")
    expect(chat.part("question").get_by_role("alert")).to_have_text("Write an answer first.")
    assert len(agent.requests) == 1
    chat.part("question-input").fill("Ada")
    expect(chat.part("question").get_by_role("alert")).to_be_hidden()
    chat.part("question-input").press("Enter")
    assert answered(chat, agent) == "Ada"


def test_enter_that_ends_a_composition_answers_nothing(
    asked: Callable[..., Chat], agent: ScriptedAgent, stage: Page
) -> None:
    chat = asked(question="What is your name?")
    chat.part("question-input").focus()
    keyboard = stage.context.new_cdp_session(stage)
    keyboard.send("Input.imeSetComposition", {"text": "あだ", "selectionStart": 2, "selectionEnd": 2})
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    keyboard.send("Input.dispatchKeyEvent", {"type": "keyDown", **enter})
    keyboard.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    keyboard.send("Input.insertText", {"text": "亜打"})
    expect(chat.part("question-input")).to_have_value("亜打")
    assert len(agent.requests) == 1
    keyboard.detach()
    chat.part("question-input").press("Enter")
    assert answered(chat, agent) == "亜打"


def test_several_questions_are_answered_each_on_its_own(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.askUser = true }")
    calls = [*call("ask_user", COLOURS, "k1", "m"), *call("ask_user", {"question": "How many?"}, "k2", "m")]
    agent.answers(run(*calls), run(*text("Thank you.")))
    chat.say("Go")
    chat.part("question").filter(has_text="Which colour?").get_by_label("blue").check()
    chat.part("question").filter(has_text="Which colour?").get_by_role("button").click()
    many = chat.part("question").filter(has_text="How many?")
    many.get_by_role("textbox").fill("three")
    many.get_by_role("button").click()
    chat.wait_for_answer("Thank you.")
    assert [agent.request(2).messages[-2]["content"], agent.request(2).messages[-1]["content"]] == ["blue", "three"]


def test_stop_closes_the_question(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(**COLOURS)
    expect(chat.part("question")).to_be_visible()
    chat.stop()
    chat.wait_for_notice("Stopped")
    expect(chat.part("question")).to_have_count(0)


def test_the_whole_question_is_answered_by_keys(asked: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = asked(**COLOURS)
    expect(chat.part("question")).to_be_visible()
    chat.part("question-radio").first.focus()
    chat.page.keyboard.press("ArrowDown")
    chat.page.keyboard.press("Enter")
    assert answered(chat, agent) == "blue"


def test_the_pages_own_renderer_asks_and_a_failing_one_leaves_it_to_the_card(
    asked: Callable[..., Chat], chat: Chat, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("askUserRenderer failed")
    chat.element.evaluate("""chat => {
      chat.askUserRenderer = async ({question, options, allowCustom}, {signal}) => {
        window.seen = [question, options, allowCustom, signal instanceof AbortSignal];
        throw new Error("no dialog");
      };
    }""")
    asked(**COLOURS)
    chat.part("question").get_by_label("red").check()
    chat.press("Submit")
    assert answered(chat, agent) == "red"
    assert chat.page.evaluate("seen") == ["Which colour?", ["red", "blue"], False, True]


def test_an_agent_in_the_page_asks_without_being_allowed_to(
    python: Python, mount: Callable[..., Chat], page: Page
) -> None:
    python("""
        from agentic.agents import catalog
        @catalog.agent("asker")
        async def asker(run):
            name = await run.ask("What is your name?")
            yield f"Hello {name}."
        result = None
    """)
    chat = mount(agent="asker", data_start_open="")
    chat.say("Hi")
    chat.part("question-input").fill("Ada")
    chat.press("Submit")
    chat.wait_for_answer("Hello Ada.")
