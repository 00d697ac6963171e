"""The agents talk to a server that somebody else wrote, over both wire formats."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentic.agents.agent import Agent
from agentic.agents.anthropic import AnthropicAgent
from agentic.agents.openai import OpenAIAgent
from tests.servers.aimock import Aimock, refusal, reply
from tests.unit.agents.models.conftest import KEY, last_text

FIXTURES = (
    reply("weather", "Let me see. ", ("weather_get", {"city": "Paris"}), ("note", {"text": "Paris"})),
    reply("weather", "21 degrees.", after_result=True),
    reply("hello", "Hi there!"),
    refusal("busy", 429, "slow down"),
)

Make = Callable[[Aimock, str], Agent]
MAKERS: dict[str, Make] = {
    "OpenAIAgent": lambda server, key: OpenAIAgent(f"{server.origin}/v1", "gpt-4o", api_key=key),
    "AnthropicAgent": lambda server, key: AnthropicAgent(server.origin, "claude-3-5-sonnet-20241022", api_key=key),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aimock]:
    with Aimock(tmp_path_factory.mktemp("aimock"), *FIXTURES, keys=KEY) as server:
        yield server


@pytest.fixture(params=MAKERS.values(), ids=MAKERS.keys())
def make(request: pytest.FixtureRequest) -> Make:
    return request.param


async def test_it_answers(make: Make, server: Aimock, talk: Any) -> None:
    chat = talk(make(server, KEY))
    assert (await chat.send("hello")).kind == "finished"
    assert last_text(chat) == "Hi there!"


async def test_its_calls_run_and_their_results_are_understood(
    make: Make, server: Aimock, talk: Any, done: list[Any]
) -> None:
    chat = talk(make(server, KEY))
    assert (await chat.send("weather")).kind == "finished"
    assert done == ["Paris", "Paris"]
    assert last_text(chat) == "21 degrees."


async def test_its_refusals_are_told(make: Make, server: Aimock, talk: Any) -> None:
    said = (await talk(make(server, KEY)).send("busy")).values["message"]
    assert "too many requests" in said
    assert "slow down" in said


async def test_a_wrong_key_is_told_and_not_shown(make: Make, server: Aimock, talk: Any) -> None:
    said = (await talk(make(server, "sk-wrong-key")).send("hello")).values["message"]
    assert "did not accept the API key" in said
    assert "sk-wrong-key" not in said


async def test_its_models_are_listed(server: Aimock) -> None:
    assert "gpt-4o" in await OpenAIAgent(f"{server.origin}/v1", "x", api_key=KEY).models()
