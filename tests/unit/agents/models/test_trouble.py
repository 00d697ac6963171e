"""What is wrong with a model's server is said in words that help."""

from typing import Any

import pytest

from agentic.agents import catalog
from agentic.agents.here import Here
from agentic.agents.openai import OpenAIAgent
from agentic.agents.trouble import refused, told, unreachable
from agentic.chat import Chat
from tests.servers.chat_completions import ChatCompletionsServer, answer, as_json, error, says
from tests.servers.scripted import refusal
from tests.servers.site import Site
from tests.unit.agents.models.conftest import KEY

PAGE = "https://shop.example"
OLLAMA = "http://localhost:11434/v1/chat/completions"


@pytest.fixture
def chat(site: Site, talk: Any) -> Chat:
    return talk(OpenAIAgent(site.url("/v1"), "gpt-9", api_key=KEY))


async def failure(chat: Chat, completions: ChatCompletionsServer, reply: Any) -> tuple[str, str]:
    completions.answers(reply)
    ending = await chat.send("hi")
    assert ending.kind == "error"
    return ending.values["message"], ending.values["code"]


async def test_a_refused_key_is_told_and_not_shown(chat: Chat, completions: ChatCompletionsServer) -> None:
    said, code = await failure(chat, completions, error(401, f"Incorrect API key provided: {KEY}."))
    assert "did not accept the API key" in said
    assert code == "401"
    assert KEY not in said
    assert "•••" in said


async def test_a_missing_key_is_told(site: Site, talk: Any, completions: ChatCompletionsServer) -> None:
    said, _ = await failure(talk(OpenAIAgent(site.url("/v1"), "m")), completions, error(401, "no"))
    assert "wants an API key" in said


async def test_a_model_that_is_not_there_is_named(chat: Chat, completions: ChatCompletionsServer) -> None:
    said, _ = await failure(chat, completions, error(404, "The model `gpt-9` does not exist", "model_not_found"))
    assert "has no model 'gpt-9'" in said


async def test_an_address_that_leads_nowhere_is_told(chat: Chat, completions: ChatCompletionsServer) -> None:
    said, _ = await failure(chat, completions, refusal(404, "404 page not found"))
    assert "/v1/chat/completions: check the address" in said
    assert "ends in /v1" in said


async def test_too_many_requests_say_when_to_come_back(chat: Chat, completions: ChatCompletionsServer) -> None:
    said, code = await failure(chat, completions, error(429, "Rate limit reached", retry_after="20"))
    assert "too many requests" in said
    assert "try again in 20 s" in said
    assert code == "429"


async def test_an_empty_purse_is_told_apart_from_haste(chat: Chat, completions: ChatCompletionsServer) -> None:
    said, _ = await failure(chat, completions, error(429, "You exceeded your current quota", "insufficient_quota"))
    assert "the quota is used up" in said


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "This model's maximum context length is 8192 tokens. Please reduce the length of the messages."),
        (400, "the request exceeds the available context size, try increasing it"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (413, "too many tokens"),
    ],
)
async def test_a_conversation_that_is_too_long_is_told(
    chat: Chat, completions: ChatCompletionsServer, status: int, words: str
) -> None:
    said, _ = await failure(chat, completions, error(status, words))
    assert "too long for this model: begin a new chat" in said
    assert words.split(":")[0][:40] in said


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (refusal(403, "Forbidden"), "does not allow this"),
        (refusal(500, "<html>oops"), "has a problem of its own (HTTP 500)"),
        (as_json({"error": "bad seed"}, 400), "did not accept the request (HTTP 400). It says: bad seed"),
        (refusal(418, ""), "did not accept the request (HTTP 418)."),
    ],
)
async def test_other_refusals_name_the_status(
    chat: Chat, completions: ChatCompletionsServer, reply: Any, words: str
) -> None:
    assert words in (await failure(chat, completions, reply))[0]


async def test_a_web_page_among_the_words_of_an_error_is_not_shown(
    chat: Chat, completions: ChatCompletionsServer
) -> None:
    said, _ = await failure(chat, completions, refusal(502, "<html><body>Bad gateway</body></html>"))
    assert "<" not in said


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ({"message": "no", "code": 429}, "too many requests"),
        ({"message": "no", "type": "rate_limit_exceeded"}, "too many requests"),
        ({"message": "no", "code": "invalid_api_key"}, "wants an API key"),
        ({"message": "Overloaded", "type": "overloaded_error"}, "a problem of its own"),
        ({"message": "maximum context length is 5"}, "begin a new chat"),
        ({"message": "hm", "code": "odd"}, "broke the answer off. It says: hm"),
        ("hm", "broke the answer off. It says: hm"),
        ({"code": True}, "broke the answer off"),
        (["odd"], "broke the answer off"),
    ],
)
def test_an_error_inside_an_answer_is_read_like_a_refusal(inside: Any, words: str) -> None:
    assert words in str(told(inside, url="http://localhost:1/v1"))


async def test_after_any_failure_the_next_message_is_answered(chat: Chat, completions: ChatCompletionsServer) -> None:
    for reply in (error(429, "slow"), refusal(500), as_json({"error": "no"})):
        await failure(chat, completions, reply)
    completions.answers(answer(says("Hello")))
    assert (await chat.send("hi")).kind == "finished"


# No answer at all: a browser does not say why.


def test_a_local_server_names_the_pages_origin_and_what_to_set() -> None:
    said = str(unreachable(OLLAMA, PAGE))
    assert "No answer from localhost:11434. Is the server running?" in said
    assert f"OLLAMA_ORIGINS={PAGE}" in said
    assert "LM Studio" not in said


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1234/v1", "Enable CORS"),
        ("http://localhost:8000/v1", "--allowed-origins"),
        ("http://[::1]:11434/v1", "OLLAMA_ORIGINS"),
        ("http://localhost:9999/v1", "LM Studio"),
        ("http://localhost:9999/v1", "OLLAMA_ORIGINS"),
    ],
)
def test_each_server_has_its_own_setting(url: str, words: str) -> None:
    assert words in str(unreachable(url, PAGE))


def test_a_public_page_needs_leave_to_reach_the_network_at_home() -> None:
    assert "reach your network" in str(unreachable(OLLAMA, PAGE))
    assert "reach your network" not in str(unreachable(OLLAMA, "http://localhost:8000"))


def test_a_page_from_a_file_has_no_origin_to_allow() -> None:
    said = str(unreachable(OLLAMA, "null"))
    assert "opened from a file" in said
    assert "OLLAMA_ORIGINS" not in said


def test_a_secure_page_may_not_talk_to_an_insecure_server() -> None:
    said = str(unreachable("http://192.168.1.5:11434/v1", PAGE))
    assert "This page is https" in said
    assert "192.168.1.5:11434 over http" in said


def test_a_server_on_the_pages_own_origin_needs_no_leave() -> None:
    said = str(unreachable("http://localhost:8000/v1", "http://localhost:8000"))
    assert said == "No answer from localhost:8000. Is the server running?"


def test_a_distant_server_may_not_be_allowed_to_pages() -> None:
    said = str(unreachable("https://api.example.com/v1", PAGE))
    assert f"pages of {PAGE} (CORS)" in said
    assert "CORS" not in str(unreachable("https://api.example.com/v1", ""))


NO_ADDRESSES = ["localhost:11434/v1", "ftp://a/v1", "http:///v1"]
TYPED_WRONGLY = ["http://[localhost/v1", "http://localhost:abc/v1", "http://localhost:99999/v1"]


@pytest.mark.parametrize("url", [*NO_ADDRESSES, *TYPED_WRONGLY])
async def test_what_is_no_address_is_told_before_anything_is_sent(
    talk: Any, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setattr(catalog, "here", Here(origin=PAGE))
    ending = await talk(OpenAIAgent(url, "m", api_key=KEY)).send("hi")
    assert "is no address of a server" in ending.values["message"]


async def test_the_origin_is_that_of_the_page_the_agent_is_on(
    talk: Any, monkeypatch: pytest.MonkeyPatch, unused_port: int
) -> None:
    monkeypatch.setattr(catalog, "here", Here(origin=PAGE))
    ending = await talk(OpenAIAgent(f"http://127.0.0.1:{unused_port}/v1", "m")).send("hi")
    assert (ending.kind, ending.values["code"]) == ("error", "unreachable")
    assert PAGE in ending.values["message"]


@pytest.mark.parametrize("url", [*TYPED_WRONGLY, "//[localhost/v1"])
def test_words_about_an_address_that_is_typed_wrongly_quote_it(url: str) -> None:
    assert url in str(refused(400, "", url=url)) and url in str(unreachable(url, PAGE))


def test_a_path_of_the_pages_own_host_is_an_address() -> None:
    assert str(unreachable("/api/chat", "")) == (
        "No answer from /api/chat: there is no network, or the address is wrong."
    )
