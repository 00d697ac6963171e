"""Any backend's stream: its frames mean what the page says they mean."""

import json
from typing import Any

import pytest

from agentic.agents.provider import CallPiece, ResultPiece
from agentic.agents.sse_agent import SSEAgent
from agentic.chat import Chat
from tests.servers.chat_completions import error
from tests.servers.scripted import RESET, ScriptedAgent
from tests.servers.site import Site
from tests.unit.agents.conftest import transcript


@pytest.fixture
def backend(site: Site) -> ScriptedAgent:
    site.agents["/api/"] = backend = ScriptedAgent()
    return backend


def decode(data: str) -> Any:
    """A backend that says `say`, `call` and `found`."""
    frame = json.loads(data)
    if "call" in frame:
        return CallPiece(frame["id"], frame["call"], frame.get("with", {}))
    if "found" in frame:
        return [ResultPiece(frame["id"], frame["found"]), " So: "]
    return frame.get("say")


@pytest.fixture
def chat(site: Site, talk: Any) -> Chat:
    return talk(SSEAgent(site.url("/api/chat"), decode, instructions="Be brief."))


async def test_frames_become_text_and_others_mean_nothing(chat: Chat, backend: ScriptedAgent) -> None:
    backend.answers([{"say": "Hel"}, {"ping": 1}, {"say": "lo"}])
    assert (await chat.send("hi")).kind == "finished"
    assert transcript(chat) == [("user", "hi"), ("assistant", "Hello")]
    assert backend.request().path == "/api/chat"
    assert backend.request().body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "hi"},
    ]
    assert [tool["function"]["name"] for tool in backend.request().body["tools"]] == ["weather_get", "note"]


async def test_the_address_is_used_as_it_is(site: Site, talk: Any, backend: ScriptedAgent) -> None:
    backend.answers([{"say": "ok"}])
    await talk(SSEAgent(site.url("/api/chat/?a=1"), decode)).send("hi")
    assert backend.request().path == "/api/chat/?a=1"


async def test_calls_run_on_the_page_and_their_results_are_sent(
    chat: Chat, backend: ScriptedAgent, done: list[Any]
) -> None:
    backend.answers([{"call": "note", "id": "a", "with": {"text": "x"}}], [{"say": "Noted."}])
    await chat.send("note x")
    assert done == ["x"]
    assert backend.request(2).result() == "noted x"


async def test_a_call_with_its_result_asks_for_nothing_more(
    chat: Chat, backend: ScriptedAgent, done: list[Any]
) -> None:
    backend.answers([{"call": "note", "id": "a"}, {"id": "a", "found": [1, 2]}, {"say": "two."}])
    assert (await chat.send("go")).kind == "finished"
    assert (done, len(backend.requests)) == ([], 1)
    assert transcript(chat)[2:] == [("tool", "[1, 2]"), ("assistant", " So: two.")]


async def test_body_headers_and_cookies_are_the_pages_to_choose(site: Site, talk: Any, backend: ScriptedAgent) -> None:
    async def token() -> dict[str, str]:
        return {"x-token": "t1"}

    backend.answers([{"say": "ok"}])
    agent = SSEAgent(site.url("/api/chat"), decode, encode=lambda turn: {"turns": len(turn.history)}, headers=token)
    await talk(agent).send("hi")
    assert backend.request().body == {"turns": 1}
    assert backend.request().headers["x-token"] == "t1"


async def test_a_decoder_that_fails_ends_the_run_and_names_it(chat: Chat, backend: ScriptedAgent) -> None:
    backend.answers([b"data: oops\n\n"])
    ending = await chat.send("hi")
    assert ending.kind == "agent-raised"
    assert "JSONDecodeError" in ending.values["message"]


async def test_failures_are_told_as_for_any_model(chat: Chat, backend: ScriptedAgent) -> None:
    backend.answers(error(429, "slow down", retry_after="3"), [{"say": "Half"}, RESET])
    assert "try again in 3 s" in (await chat.send("hi")).values["message"]
    assert (await chat.send("hi")).kind == "lost"
