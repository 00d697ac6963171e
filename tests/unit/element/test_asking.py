"""What an agent asks the person: by a card, by the page's own renderer, and by the tool of a server's agent."""

import asyncio
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.questions import Asked, Question, QuestionQueue
from agentic.element.asking import Asking
from agentic.testing import settle

COLOUR = Asked("Which colour?", ("red", "blue"), allows_other=True)


class Stage:
    """A queue of questions, and what is shown of it."""

    def __init__(self) -> None:
        self.questions, self.registry = QuestionQueue(), Registry()
        self.warned: list[str] = []
        self.told: list[Question | None] = []
        self.asking = Asking(
            self.questions, self.registry, lambda stop: stop, asyncio.ensure_future, self.warned.append
        )
        self.asking.asked.subscribe(self.told.append)

    async def ask(self, asked: Asked = COLOUR) -> "asyncio.Task[str]":
        asked_for = asyncio.ensure_future(self.questions.ask(asked, "k"))
        await settle()
        return asked_for


@pytest.fixture
def stage() -> Stage:
    return Stage()


async def test_a_question_is_told_once_and_shown_until_it_is_answered(stage: Stage) -> None:
    answer = await stage.ask()
    (question,) = stage.asking.carded
    assert stage.told == [question, None]
    question.answer("red")
    assert await answer == "red"
    assert stage.asking.carded == ()


async def test_the_pages_renderer_asks_instead(stage: Stage) -> None:
    seen: list[Any] = []

    async def render(request: Any, options: Any) -> str:
        seen.append(request)
        assert stage.asking.carded == ()
        return "green"

    stage.asking.renderer = render
    assert await (await stage.ask()) == "green"
    assert seen == [{"question": "Which colour?", "options": ("red", "blue"), "allowCustom": True}]


@pytest.mark.parametrize("answer", [None, 7, ["red"]])
async def test_an_answer_that_is_no_text_is_none(stage: Stage, answer: Any) -> None:
    async def render(request: Any, options: Any) -> Any:
        return answer

    stage.asking.renderer = render
    assert await (await stage.ask()) == ""


async def test_a_renderer_that_fails_leaves_it_to_the_card(stage: Stage) -> None:
    async def render(request: Any, options: Any) -> str:
        raise ValueError("no dialog")

    stage.asking.renderer = render
    answer = await stage.ask()
    assert "so the card asks: no dialog" in stage.warned[0]
    stage.asking.carded[0].answer("red")
    assert await answer == "red"


async def test_a_renderer_hears_that_the_question_was_closed_and_its_rejection_is_nobodys(stage: Stage) -> None:
    heard: list[str] = []

    async def render(request: Any, options: Any) -> str:
        heard.append(await options["signal"].wait())
        raise RuntimeError("aborted")

    stage.asking.renderer = render
    (await stage.ask()).cancel()
    await settle()
    assert heard == ["the question was closed"]
    assert stage.warned == []


async def test_the_tool_is_offered_where_the_page_says_so(stage: Stage) -> None:
    stage.asking.is_offered = True
    stage.asking.is_offered = True
    calling = asyncio.ensure_future(stage.registry.execute("ask_user", {"question": "Name?"}))
    await settle()
    assert stage.asking.carded[0].asked == Asked("Name?")
    stage.asking.carded[0].answer("Ada")
    assert (await calling).value == "Ada"
    stage.asking.is_offered = False
    assert stage.registry.list() == ()


async def test_questions_of_a_servers_agent_are_told_apart_one_after_the_other(stage: Stage) -> None:
    stage.asking.is_offered = True
    ids = []
    for _ in range(2):
        asked = asyncio.ensure_future(stage.registry.execute("ask_user", {"question": "How many?"}))
        await settle()
        (question,) = stage.asking.carded
        ids.append(question.call_id)
        question.answer("three")
        await asked
    assert len(set(ids)) == 2
