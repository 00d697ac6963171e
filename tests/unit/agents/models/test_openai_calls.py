"""Two calls are two, however a Chat Completions server numbers them."""

from typing import Any

import pytest

from agentic.agents.openai import OpenAIAgent
from agentic.chat import Chat
from tests.servers.chat_completions import ChatCompletionsServer, answer, calls, fragment, says
from tests.servers.site import Site


@pytest.fixture
def chat(site: Site, talk: Any) -> Chat:
    return talk(OpenAIAgent(site.url("/v1"), "m"))


def paris(index: int | None = 0, id: str | None = "a", **more: Any) -> dict[str, Any]:
    return numbered("weather_get", '{"city": "Paris"}', index, id, **more)


def oslo(index: int | None = 1, id: str | None = "b", **more: Any) -> dict[str, Any]:
    return numbered("weather_get", '{"city": "Oslo"}', index, id, **more)


def numbered(name: str, arguments: Any, index: int | None, id: str | None, **more: Any) -> dict[str, Any]:
    numbers = {key: value for key, value in (("index", index), ("id", id)) if value is not None}
    return fragment(name, arguments, **numbers, **more)


TWO_CALLS = {
    "in one chunk": [calls(paris(), oslo())],
    "in two chunks": [calls(paris()), calls(oslo())],
    "without index, in one chunk": [calls(paris(None), oslo(None))],
    "without index, in two chunks": [calls(paris(None)), calls(oslo(None))],
    "with the same index": [calls(paris(0)), calls(oslo(0))],
    "with the same index, in one chunk": [calls(paris(0), oslo(0))],
    "without id": [calls(paris(id=None)), calls(oslo(id=None))],
    "without id, in one chunk": [calls(paris(id=None), oslo(id=None))],
    "with empty ids": [calls(paris(id="")), calls(oslo(id=""))],
    "with one id for both": [calls(paris(id="call")), calls(oslo(id="call"))],
    "with one id for both and no index": [calls(paris(None, "call")), calls(oslo(None, "call"))],
    "with one id and one index for both": [calls(paris(0, "call")), calls(oslo(0, "call"))],
    "without id and index": [calls(paris(None, None)), calls(oslo(None, None))],
    "without id and index, in one chunk": [calls(paris(None, None), oslo(None, None))],
    "with the same index and no id": [calls(paris(0, None)), calls(oslo(0, None))],
    "with arguments as objects": [
        calls(numbered("weather_get", {"city": "Paris"}, 0, "a"), numbered("weather_get", {"city": "Oslo"}, 1, "b"))
    ],
    "in turns": [
        calls(fragment("weather_get", "", index=0, id="a"), fragment("weather_get", "", index=1, id="b")),
        calls(fragment("", '{"city": ', index=0)),
        calls(fragment("", '{"city": ', index=1)),
        calls(fragment("", '"Paris"}', index=0)),
        calls(fragment("", '"Oslo"}', index=1)),
    ],
    "in turns, by place alone": [
        calls(fragment("weather_get", '{"city": '), fragment("weather_get", '{"city": ')),
        calls(fragment("", '"Paris"}'), fragment("", '"Oslo"}')),
    ],
    "one after the other, in pieces, always index 0": [
        calls(fragment("weather_get", "", index=0, id="a")),
        calls(fragment("", '{"city": "Paris"}', index=0)),
        calls(fragment("weather_get", "", index=0, id="b")),
        calls(fragment("", '{"city": "Oslo"}', index=0)),
    ],
    "in pieces, with name and id in each": [
        calls(fragment("weather_get", '{"city": ', index=0, id="a")),
        calls(fragment("weather_get", '"Paris"}', index=0, id="a")),
        calls(fragment("weather_get", '{"city": ', index=1, id="b")),
        calls(fragment("weather_get", '"Oslo"}', index=1, id="b")),
    ],
    "in pieces, with a new id for each": [
        calls(fragment("weather_get", '{"city": ', index=0, id="a")),
        calls(fragment("", '"Paris"}', index=0, id="a2")),
        calls(fragment("weather_get", '{"city": ', index=1, id="b")),
        calls(fragment("", '"Oslo"}', index=1, id="b2")),
    ],
    "in pieces, with a new id for each and no index": [
        calls(fragment("weather_get", '{"city": ', id="a")),
        calls(fragment("", '"Paris"}', id="a2")),
        calls(fragment("weather_get", '{"city": ', id="b")),
        calls(fragment("", '"Oslo"}', id="b2")),
    ],
    "told again at the end": [calls(paris()), calls(oslo()), calls(paris(), oslo())],
    "arguments before the name": [
        calls(fragment("", '{"city": ', index=0, id="a"), fragment("", '{"city": ', index=1, id="b")),
        calls(fragment("weather_get", '"Paris"}', index=0), fragment("weather_get", '"Oslo"}', index=1)),
    ],
}


@pytest.mark.parametrize("steps", TWO_CALLS.values(), ids=TWO_CALLS.keys())
async def test_two_calls_are_two_however_they_are_numbered(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any], steps: list[Any]
) -> None:
    completions.answers(answer(*steps, reason="tool_calls"), answer(says("Both.")))
    assert (await chat.send("Both?")).kind == "finished"
    assert done == ["Paris", "Oslo"]
    sent = completions.request(2).body["messages"]
    made = [call["id"] for message in sent for call in message.get("tool_calls", [])]
    assert len(set(made)) == 2
    assert [message["tool_call_id"] for message in sent if message["role"] == "tool"] == made


async def test_calls_without_arguments_are_each_run(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any]
) -> None:
    empty = calls(fragment("note", "", index=0, id="a")), calls(fragment("note", "", index=0, id="b"))
    completions.answers(answer(*empty, reason="tool_calls"), answer(says("Noted.")))
    await chat.send("Note it, twice")
    assert done == ["nothing", "nothing"]
