"""The browser's own model: whether it is there, how it comes, and tools by what it is told to keep to."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import jsonschema
import pytest

from agentic.agents.own_model import Prompt
from agentic.agents.prompt import PromptAgent
from agentic.chat import Chat
from agentic.errors import ProviderError
from tests.unit.agents.conftest import transcript


class FakeModel:
    """A model as the browser has it: it keeps to the schema, and has no memory beyond the prompt."""

    def __init__(self, *answers: Any, availability: str = "available") -> None:
        self.answers = list(answers)
        self.prompts: list[Prompt] = []
        self._availability = availability

    async def availability(self) -> str:
        return self._availability

    async def answer(self, prompt: Prompt) -> AsyncGenerator[str | float, None]:
        self.prompts.append(prompt)
        assert prompt.messages[-1][0] == "user"
        for answer in self.answers.pop(0):
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, dict):
                jsonschema.validate(answer, prompt.schema)
                for character in json.dumps(answer, ensure_ascii=True):
                    yield character
            else:
                yield answer


def says(text: str, *calls: dict[str, Any]) -> list[Any]:
    return [{"say": text, "calls": list(calls)}]


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


async def test_without_tools_it_just_talks(clock: Any) -> None:
    model = FakeModel(["Hel", "lo"])
    chat = Chat(PromptAgent(model, instructions="Be brief."), clock=clock)
    assert (await chat.send("hi")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "Hello")
    assert model.prompts == [Prompt("Be brief.", (("user", "hi"),))]


async def test_with_tools_it_keeps_to_a_schema_and_its_calls_run(talk: Any, done: list[Any]) -> None:
    two = call("weather_get", city="Paris"), call("note", text="x")
    model = FakeModel(says("Let me see. ", *two), says("21 degrees."))
    chat = talk(PromptAgent(model))
    assert (await chat.send("Paris?")).kind == "finished"
    assert done == ["Paris", "x"]
    assert [text for role, text in transcript(chat) if role == "assistant"] == ["Let me see. ", "21 degrees."]
    first, second = model.prompts
    assert '"name": "weather_get"' in first.system
    assert second.messages[0] == ("user", "Paris?")
    assert json.loads(second.messages[1][1]) == {"say": "Let me see. ", "calls": list(two)}
    assert second.messages[2] == (
        "user",
        'The results of your calls:\nweather_get: {"city": "Paris", "temp": 21}\nnote: noted x',
    )


async def test_its_words_are_shown_as_they_come(talk: Any) -> None:
    chat: Chat = talk(PromptAgent(FakeModel(says('He said "hello" 😀\n…'))))
    seen: list[str] = []
    chat.conversation.subscribe(lambda _: seen.append(chat.conversation.get().messages[-1].text))
    await chat.send("go")
    assert len(set(seen)) > 10
    assert transcript(chat)[-1] == ("assistant", 'He said "hello" 😀\n…')


async def test_a_model_that_does_not_keep_to_it_has_still_said_something(talk: Any) -> None:
    chat = talk(PromptAgent(FakeModel(["I rather talk."])))
    assert (await chat.send("go")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "I rather talk.")


@pytest.mark.parametrize("text", ['{"say": "Half', '{"say": "Half", "calls": [{"name": "note", "arguments": {}}'])
async def test_an_answer_that_breaks_off_is_shown_and_runs_nothing(talk: Any, done: list[Any], text: str) -> None:
    chat = talk(PromptAgent(FakeModel([text])))
    await chat.send("go")
    assert transcript(chat)[-1] == ("assistant", "Half")
    assert done == []


@pytest.mark.parametrize("wrong", [7, {"name": 3}, {"name": "note", "arguments": [1]}])
async def test_a_call_that_is_none_is_refused_where_calls_are_run(talk: Any, done: list[Any], wrong: Any) -> None:
    answer = json.dumps({"say": "", "calls": [wrong]})
    chat = talk(PromptAgent(FakeModel([answer], says("Sorry."))))
    assert (await chat.send("go")).kind == "finished"
    assert done == []


@pytest.mark.parametrize(
    ("availability", "words"),
    [("missing", "This browser has no model of its own"), ("unavailable", "cannot run on this device")],
)
async def test_where_there_is_none_one_sentence_says_so(talk: Any, availability: str, words: str) -> None:
    agent = PromptAgent(FakeModel(availability=availability))
    ending = await talk(agent).send("hi")
    assert (ending.kind, ending.values["code"]) == ("error", availability)
    assert words in ending.values["message"]
    assert await agent.availability() == availability


async def test_a_python_without_a_browser_has_none(talk: Any) -> None:
    assert "no model of its own" in (await talk(PromptAgent()).send("hi")).values["message"]


async def test_a_download_is_told_as_it_goes_on(talk: Any) -> None:
    agent = PromptAgent(FakeModel([0.0, 0.05, 0.31, 0.33, 1.0, *says("Hi")], availability="downloadable"))
    told: list[float | None] = []
    agent.download.subscribe(told.append)
    chat = talk(agent)
    await chat.send("hi")
    assert told == [0.0, 0.05, 0.31, 0.33, 1.0, None]
    assert transcript(chat)[1:] == [
        ("reasoning", "The browser downloads its model; that happens once and may take some minutes. 31% 100%"),
        ("assistant", "Hi"),
    ]


async def test_its_failure_is_told_in_its_words(talk: Any) -> None:
    agent = PromptAgent(FakeModel([0.5, ProviderError("The disk is full.")], availability="downloading"))
    assert (await talk(agent).send("hi")).values["message"] == "The disk is full."
    assert agent.download.get() is None
