"""The Messages API from the page: the request, the events of the answer, and tools that really run."""

import json
from typing import Any

import pytest

from agentic.agents.anthropic import AnthropicAgent, write_history
from agentic.agents.history import history_of
from agentic.chat import Chat
from agentic.core.wire_names import to_wire_name
from agentic.protocol.messages import Message, Part, Source, ToolCall, Usage
from tests.servers.anthropic_messages import (
    MessagesServer,
    answer,
    block,
    error,
    text,
    thinking,
    tool_use,
    wrong_messages,
)
from tests.servers.chat_completions import as_json
from tests.servers.site import Site
from tests.unit.agents.conftest import transcript
from tests.unit.agents.models.asking import ask, user
from tests.unit.agents.models.conftest import KEY, last_text
from tests.unit.agents.models.test_history import random_thread


@pytest.fixture
def agent(site: Site) -> AnthropicAgent:
    return AnthropicAgent(site.url("/anthropic/v1"), "claude-x", api_key=KEY, instructions="Be brief.")


@pytest.fixture
def chat(agent: AnthropicAgent, talk: Any) -> Chat:
    return talk(agent)


async def test_an_answer_streams_as_text(chat: Chat, messages: MessagesServer) -> None:
    messages.answers(answer(text(0, "Hel", "lo")))
    assert (await chat.send("hi")).kind == "finished"
    assert transcript(chat) == [("user", "hi"), ("assistant", "Hello")]


async def test_a_request_carries_what_the_api_demands(chat: Chat, messages: MessagesServer) -> None:
    messages.answers(answer(text(0, "ok")))
    await chat.send("hi")
    request = messages.request()
    assert request.path == "/anthropic/v1/messages"
    assert request.headers["x-api-key"] == KEY
    assert "authorization" not in {name.lower() for name in request.headers}
    body = request.body
    assert (body["model"], body["system"], body["max_tokens"], body["stream"]) == ("claude-x", "Be brief.", 4096, True)
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]
    assert [tool["name"] for tool in body["tools"]] == ["weather_get", "note"]


async def test_calls_run_and_their_results_go_back_in_one_turn(
    chat: Chat, messages: MessagesServer, done: list[Any]
) -> None:
    two = [tool_use(1, "weather_get", {"city": "Paris"}, "toolu_1"), tool_use(2, "note", "", "toolu_2")]
    messages.answers(answer(text(0, "Let me see."), *two, reason="tool_use"), answer(text(0, "21.")))
    await chat.send("Paris?")
    assert done == ["Paris", "nothing"]
    assert last_text(chat) == "21."
    assert messages.request(2).body["messages"][1:] == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me see."},
                {"type": "tool_use", "id": "toolu_1", "name": "weather_get", "input": {"city": "Paris"}},
                {"type": "tool_use", "id": "toolu_2", "name": "note", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_1",
                    "content": [{"type": "text", "text": '{"city": "Paris", "temp": 21}'}],
                },
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_2",
                    "content": [{"type": "text", "text": "noted nothing"}],
                },
            ],
        },
    ]


async def test_a_failed_call_is_marked(chat: Chat, messages: MessagesServer) -> None:
    messages.answers(answer(tool_use(0, "weather_get", {"town": 1})), answer(text(0, "Sorry.")))
    await chat.send("go")
    (result,) = messages.request(2).body["messages"][-1]["content"]
    assert result["is_error"] is True


async def test_thoughts_go_back_signed_in_front_of_their_calls(chat: Chat, messages: MessagesServer) -> None:
    hidden = block(1, {"type": "redacted_thinking", "data": "r1"})
    first = answer(thinking(0, "I need a note.", "s1"), hidden, tool_use(2, "note", {}), reason="tool_use")
    messages.answers(first, answer(text(0, "ok")))
    await chat.send("go")
    assert ("reasoning", "I need a note.") in transcript(chat)
    assert messages.request(2).body["messages"][1]["content"][:2] == [
        {"type": "thinking", "thinking": "I need a note.", "signature": "s1"},
        {"type": "redacted_thinking", "data": "r1"},
    ]


def test_another_providers_thoughts_are_not_sent() -> None:
    thought = Message("t", "reasoning", "hm", encrypted_value="openai-thing")
    sent = write_history(history_of([user("hi"), thought, Message("a", "assistant", "hello")], str))
    assert [block["type"] for block in sent[1]["content"]] == ["text"]


async def test_what_the_api_ran_itself_is_not_run_here(chat: Chat, messages: MessagesServer) -> None:
    search = block(0, {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"q": "x"}})
    found = block(1, {"type": "web_search_tool_result", "tool_use_id": "srv_1", "content": [{"title": "X"}]})
    messages.answers(answer(search, found, text(2, "Found X.")))
    assert (await chat.send("go")).kind == "finished"
    assert [(tool.name, tool.side) for tool in chat.finished.get().tools] == [("web_search", "server")]
    assert len(messages.requests) == 1


async def test_usage_is_that_of_the_whole_answer(agent: AnthropicAgent, messages: MessagesServer) -> None:
    messages.answers(answer(text(0, "hi")))
    events = await ask(agent, user("hi"))
    assert events[-1].usage == (Usage("anthropic", "claude-x", input_tokens=9, output_tokens=3, cached_input_tokens=4),)


@pytest.mark.parametrize(("reason", "code"), [("max_tokens", "length"), ("refusal", "filtered")])
async def test_an_answer_that_was_cut_is_told(chat: Chat, messages: MessagesServer, reason: str, code: str) -> None:
    messages.answers(answer(text(0, "Once"), reason=reason))
    assert (await chat.send("go")).values["code"] == code


@pytest.mark.parametrize("arguments", ["", '{"text": "ha'])
async def test_a_call_cut_by_the_length_is_not_run(
    chat: Chat, messages: MessagesServer, done: list[Any], arguments: str
) -> None:
    messages.answers(answer(tool_use(0, "note", arguments), reason="max_tokens"), answer(text(0, "Sorry.")))
    await chat.send("go")
    assert done == []
    (result,) = messages.request(2).body["messages"][-1]["content"]
    assert "length limit" in result["content"][0]["text"]


async def test_an_answer_that_is_not_streamed_is_read(chat: Chat, messages: MessagesServer, done: list[Any]) -> None:
    content = [
        {"type": "text", "text": "Noting. "},
        {"type": "tool_use", "id": "toolu_1", "name": "note", "input": {"text": "x"}},
    ]
    whole = as_json({"type": "message", "content": content, "stop_reason": "tool_use", "usage": {"input_tokens": 1}})
    messages.answers(whole, answer(text(0, "Noted.")))
    assert (await chat.send("go")).kind == "finished"
    assert done == ["x"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (error(401, "authentication_error", f"invalid x-api-key {KEY}"), "did not accept the API key"),
        (error(404, "not_found_error", "model: claude-x"), "has no model 'claude-x'"),
        (error(429, "rate_limit_error", "slow down", retry_after="7"), "try again in 7 s"),
        (error(529, "overloaded_error", "Overloaded"), "a problem of its own"),
        (error(400, "invalid_request_error", "prompt is too long: 9 > 8"), "begin a new chat"),
        ([{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}], "a problem of its own"),
        ([*text(0, "Half"), {"type": "error", "error": {"type": "odd", "message": "hm"}}], "It says: hm"),
        ([b"data: oops\n\n"], "oops"),
    ],
)
async def test_failures_are_told_in_words(chat: Chat, messages: MessagesServer, reply: Any, words: str) -> None:
    messages.answers(reply)
    ending = await chat.send("hi")
    assert words in ending.values["message"]
    assert KEY not in ending.values["message"]


async def test_an_answer_without_an_end_is_lost_and_its_calls_are_not_run(
    chat: Chat, messages: MessagesServer, done: list[Any]
) -> None:
    messages.answers(answer(tool_use(0, "note", {}))[:-1])
    assert (await chat.send("hi")).kind == "lost"
    assert done == []


async def test_images_and_files_are_content_blocks(agent: AnthropicAgent, messages: MessagesServer) -> None:
    parts = (
        Part("image", source=Source("data", "aGk=", "image/png")),
        Part("image", source=Source("url", "https://example.test/a.png")),
        Part("document", source=Source("data", "aGk=", "application/pdf")),
        Part("document", source=Source("data", "aGk=", "text/csv")),
        Part("audio", source=Source("data", "aGk=", "audio/wav")),
        Part("document", source=Source("file", "id-1")),
    )
    messages.answers(answer(text(0, "ok")))
    await ask(agent, user(parts))
    assert messages.request().body["messages"][0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
        {"type": "image", "source": {"type": "url", "url": "https://example.test/a.png"}},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "aGk="}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "hi"}},
        {"type": "text", "text": "[audio: an attachment (audio/wav) that cannot be shown to this model]"},
        {"type": "text", "text": "[document: an attachment (document) that cannot be shown to this model]"},
    ]


async def test_a_person_may_send_an_image(chat: Chat, messages: MessagesServer) -> None:
    messages.answers(answer(text(0, "A cat.")))
    await chat.send((Part("text", "What is this?"), Part("image", source=Source("data", "aGk=", "image/png"))))
    sent = messages.request().body["messages"][0]["content"]
    assert [block["type"] for block in sent] == ["text", "image"]
    assert [part.type for part in chat.messages[0].parts] == ["text", "file"]


def test_two_hundred_random_threads_are_all_accepted() -> None:
    for seed in range(200):
        sent = write_history(history_of(random_thread(seed), to_wire_name))
        assert wrong_messages(sent) == "", f"seed {seed}: {json.dumps(sent)}"


async def test_a_thread_with_calls_goes_on_where_their_tools_are_gone(
    agent: AnthropicAgent, messages: MessagesServer
) -> None:
    called = Message("a", "assistant", tool_calls=(ToolCall("toolu_1", "note", "{}"),))
    messages.answers(answer(text(0, "ok")))
    events = await ask(agent, user("hi"), called, user("again", "v"))
    assert type(events[-1]).__name__ == "RunFinished"
    assert messages.request().body["tool_choice"] == {"type": "none"}


async def test_the_models_are_listed(site: Site, agent: AnthropicAgent) -> None:
    site.substitute("/anthropic/v1/models", body=b'{"data": [{"id": "claude-x"}, {"id": 7}]}')
    assert await agent.models() == ("claude-x",)
    assert site.visits[-1].headers["x-api-key"] == KEY
