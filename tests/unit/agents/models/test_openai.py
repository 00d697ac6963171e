"""Chat Completions from the page: the request, the dialects of the answer, and tools that really run."""

import asyncio
import json
from typing import Any

import pytest

from agentic.agents.openai import OpenAIAgent
from agentic.chat import Chat
from agentic.errors import ProviderError, UsageError
from agentic.protocol.messages import Part, Source, Usage
from tests.servers.chat_completions import (
    DONE,
    ChatCompletionsServer,
    answer,
    as_json,
    calls,
    chunk,
    error,
    fragment,
    in_one_piece,
    raw,
    says,
    whole,
)
from tests.servers.scripted import FOREVER, RESET, Reply
from tests.servers.site import Site
from tests.unit.agents.conftest import kinds, transcript
from tests.unit.agents.models.asking import ask, user
from tests.unit.agents.models.conftest import KEY, last_text, roles


@pytest.fixture
def agent(site: Site) -> OpenAIAgent:
    return OpenAIAgent(site.url("/v1"), "m", api_key=KEY, instructions="Be brief.")


@pytest.fixture
def chat(agent: OpenAIAgent, talk: Any) -> Chat:
    return talk(agent)


async def test_an_answer_streams_as_text(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(says("Hel", "lo")))
    assert (await chat.send("hi")).kind == "finished"
    assert transcript(chat) == [("user", "hi"), ("assistant", "Hello")]


async def test_a_request_carries_instructions_context_tools_and_the_key_and_no_other_header(
    chat: Chat, completions: ChatCompletionsServer
) -> None:
    chat.context = lambda: [{"description": "The page", "value": "Orders"}]
    completions.answers(answer(says("ok")))
    await chat.send("hi")
    request = completions.request()
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "m"
    assert request.body["stream"] is True
    assert request.body["messages"] == [
        {"role": "system", "content": "Be brief.\n\nThe page:\nOrders"},
        {"role": "user", "content": "hi"},
    ]
    names = [tool["function"]["name"] for tool in request.body["tools"]]
    assert names == ["weather_get", "note"]
    assert request.headers["authorization"] == f"Bearer {KEY}"
    common = {"Host", "Accept-Encoding", "Content-Length", "Connection"}
    assert {name.lower() for name in request.headers.keys() - common} == {"content-type", "authorization"}


async def test_temperature_and_other_members_are_the_hosts(
    site: Site, talk: Any, completions: ChatCompletionsServer
) -> None:
    completions.answers(answer(says("ok")))
    agent = OpenAIAgent(site.url("/v1/"), "m", temperature=0.2, body={"max_tokens": 5, "seed": 1})
    await talk(agent).send("hi")
    sent = completions.request()
    assert (sent.body["temperature"], sent.body["max_tokens"], sent.body["seed"]) == (0.2, 5, 1)
    assert "authorization" not in sent.headers


async def test_a_call_runs_and_its_result_goes_back(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any]
) -> None:
    completions.answers(
        answer(says("Let me see. "), whole("weather_get", {"city": "Paris"}), reason="tool_calls"), answer(says("21."))
    )
    await chat.send("Paris?")
    assert done == ["Paris"]
    assert last_text(chat) == "21."
    sent = completions.request(2).body["messages"]
    assert sent[2:] == [
        {
            "role": "assistant",
            "content": "Let me see. ",
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "weather_get", "arguments": '{"city": "Paris"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '{"city": "Paris", "temp": 21}'},
    ]


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "function_call", None, "eos"])
async def test_complete_calls_run_whatever_the_reason_says(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any], reason: str | None
) -> None:
    completions.answers(answer(whole("note", {"text": "x"}), reason=reason), answer(says("ok")))
    await chat.send("go")
    assert done == ["x"]


@pytest.mark.parametrize("arguments", ["", '{"text": "half', '{"text": "a", '])
async def test_a_call_cut_by_the_length_is_not_run_and_the_model_hears_why(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any], arguments: str
) -> None:
    cut = answer(calls(fragment("note", arguments, index=0, id="a")), reason="length")
    completions.answers(cut, answer(says("Sorry.")))
    assert (await chat.send("go")).kind == "finished"
    assert done == []
    result = json.loads(completions.request(2).result())
    assert result["status"] == "invalid"
    assert "length limit" in result["hint"]


async def test_text_cut_by_the_length_is_told(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(says("Once upon"), reason="length"))
    ending = await chat.send("A story")
    assert (ending.kind, ending.values["code"]) == ("error", "length")
    assert last_text(chat) == "Once upon"


async def test_an_answer_withheld_by_a_filter_is_told(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(reason="content_filter"))
    assert "filter" in (await chat.send("go")).values["message"]


async def test_an_empty_answer_is_told(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer())
    assert (await chat.send("go")).values["message"] == "The model gave an empty answer."


async def test_after_a_call_a_model_may_have_nothing_to_say(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(whole("note", {})), answer())
    assert (await chat.send("go")).kind == "finished"


async def test_chunks_without_choices_are_no_end_and_usage_is_read(
    agent: OpenAIAgent, chat: Chat, completions: ChatCompletionsServer
) -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 3,
        "total_tokens": 12,
        "completion_tokens_details": {"reasoning_tokens": 2},
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    completions.answers(answer({"choices": [], "prompt_filter_results": []}, says("Hi"), usage=usage))
    ended: list[Any] = []
    chat.agent = Watched(agent, ended)
    assert (await chat.send("hi")).kind == "finished"
    assert last_text(chat) == "Hi"
    assert ended[-1].usage == (
        Usage(model="m", input_tokens=9, output_tokens=3, total_tokens=12, reasoning_tokens=2, cached_input_tokens=4),
    )


class Watched:
    """An agent whose events are noted."""

    def __init__(self, agent: Any, seen: list[Any]) -> None:
        self._agent = agent
        self._seen = seen

    async def run(self, input: Any) -> Any:
        async for event in self._agent.run(input):
            self._seen.append(event)
            yield event


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "thinking"])
async def test_reasoning_is_told_apart_from_the_answer(
    chat: Chat, completions: ChatCompletionsServer, field: str
) -> None:
    completions.answers(answer(chunk({field: "Hm, "}), chunk({field: "hello?"}), says("Hello")))
    await chat.send("hi")
    assert transcript(chat) == [("user", "hi"), ("reasoning", "Hm, hello?"), ("assistant", "Hello")]


async def test_reasoning_in_two_fields_is_told_once(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(chunk({"reasoning": "Hm", "reasoning_content": "Hm"}), says("Hello")))
    await chat.send("hi")
    assert ("reasoning", "Hm") in transcript(chat)


async def test_content_in_parts_is_read(chat: Chat, completions: ChatCompletionsServer) -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": "Hello"}]
    completions.answers(answer(chunk({"content": parts})))
    await chat.send("hi")
    assert transcript(chat)[1:] == [("reasoning", "Hm"), ("assistant", "Hello")]


async def test_reasoning_goes_back_with_its_calls_where_the_model_wants_it(
    site: Site, talk: Any, completions: ChatCompletionsServer
) -> None:
    thinks = answer(chunk({"reasoning_content": "I need a note."}), whole("note", {}))
    completions.answers(thinks, answer(says("ok")))
    await talk(OpenAIAgent(site.url("/v1"), "m", returns_reasoning=True)).send("go")
    assert completions.request(2).messages[1]["reasoning_content"] == "I need a note."


async def test_without_that_no_reasoning_is_sent(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(chunk({"reasoning_content": "I need a note."}), whole("note", {})), answer(says("ok")))
    await chat.send("go")
    assert "need a note" not in json.dumps(completions.request(2).body)


async def test_fields_of_a_call_that_only_its_provider_reads_go_back(
    chat: Chat, completions: ChatCompletionsServer
) -> None:
    signed = fragment("note", "{}", index=0, id="a", extra_content={"google": {"thought_signature": "s1"}})
    completions.answers(answer(calls(signed)), answer(says("ok")))
    await chat.send("go")
    (call,) = completions.request(2).messages[2]["tool_calls"]
    assert call["extra_content"] == {"google": {"thought_signature": "s1"}}


async def test_an_answer_that_is_not_streamed_is_read(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any]
) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "note", "arguments": '{"text": "x"}'}}
    completions.answers(in_one_piece({"content": None, "tool_calls": [call]}), in_one_piece({"content": "Noted."}))
    assert (await chat.send("go")).kind == "finished"
    assert done == ["x"]
    assert last_text(chat) == "Noted."


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "application/octet-stream", ""])
async def test_a_stream_is_read_under_any_media_type(
    chat: Chat, completions: ChatCompletionsServer, content_type: str
) -> None:
    completions.answers(Reply(content_type=content_type, body=raw(answer(says("Hello")))))
    await chat.send("hi")
    assert last_text(chat) == "Hello"


@pytest.mark.parametrize(
    "reply",
    [
        as_json({"error": {"message": "the model is on holiday", "code": None}}),
        as_json({"error": "the model is on holiday"}),
        as_json({"object": "error", "message": "the model is on holiday"}),
        as_json({"detail": "the model is on holiday"}),
        [{"error": {"message": "the model is on holiday"}}],
        [*says("So, "), {"error": {"message": "the model is on holiday"}}, DONE],
        [{"object": "error", "message": "the model is on holiday"}],
    ],
    ids=["object", "text", "vLLM", "detail", "data line", "data line after text", "data line of vLLM"],
)
async def test_an_error_inside_a_success_is_told(chat: Chat, completions: ChatCompletionsServer, reply: Any) -> None:
    completions.answers(reply)
    ending = await chat.send("hi")
    assert ending.kind == "error"
    assert "the model is on holiday" in ending.values["message"]


async def test_a_web_page_is_no_model(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers(Reply(content_type="text/html", body=b"<!doctype html><p>Welcome"))
    assert "a web page" in (await chat.send("hi")).values["message"]


async def test_what_is_no_json_is_told(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers([b"data: oops\n\n"])
    assert "oops" in (await chat.send("hi")).values["message"]


@pytest.mark.parametrize("steps", [says("Half an ans"), [*says("Half"), RESET], [whole("note", {})]])
async def test_an_answer_without_an_end_is_lost_and_its_calls_are_not_run(
    chat: Chat, completions: ChatCompletionsServer, done: list[Any], steps: list[Any]
) -> None:
    completions.answers(steps)
    assert (await chat.send("hi")).kind == "lost"
    assert done == []
    assert kinds(chat) == ["lost"]


async def test_a_server_that_does_not_know_how_to_count_is_asked_without(
    chat: Chat, completions: ChatCompletionsServer
) -> None:
    completions.answers(error(422, "extra inputs are not permitted: stream_options"), *[answer(says("Hi"))] * 2)
    await chat.send("hi")
    await chat.send("again")
    assert ["stream_options" in request.body for request in completions.requests] == [True, False, False]


async def test_images_audio_and_files_are_content_parts(agent: OpenAIAgent, completions: ChatCompletionsServer) -> None:
    parts = (
        Part("text", "What is this?"),
        Part("image", source=Source("data", "aGk=", "image/png")),
        Part("image", source=Source("url", "https://example.test/a.png")),
        Part("audio", source=Source("data", "aGk=", "audio/wav")),
        Part("document", source=Source("data", "aGk=", "application/pdf"), metadata={"filename": "a.pdf"}),
        Part("document", source=Source("data", "aGk=", "text/csv"), metadata={"filename": "a.csv"}),
        Part("video", source=Source("data", "aGk=", "video/mp4")),
    )
    completions.answers(answer(says("A cat.")))
    await ask(agent, user(parts))
    assert completions.request().messages[1]["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
        {"type": "image_url", "image_url": {"url": "https://example.test/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,aGk="}},
        {"type": "text", "text": "a.csv:\nhi"},
        {"type": "text", "text": "[video: an attachment (video/mp4) that cannot be shown to this model]"},
    ]


async def test_the_models_of_an_endpoint_are_listed(site: Site, agent: OpenAIAgent) -> None:
    site.substitute("/v1/models", body=json.dumps({"data": [{"id": "a"}, {"id": "b"}, {}]}).encode())
    assert await agent.models() == ("a", "b")
    assert site.visits[-1].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("body", [b"<html>", b"oops"])
async def test_a_list_of_models_that_is_none_is_told(site: Site, agent: OpenAIAgent, body: bytes) -> None:
    site.substitute("/v1/models", body=body)
    with pytest.raises(ProviderError, match="check the address"):
        await agent.models()


async def test_the_address_may_come_with_its_ending(site: Site, talk: Any, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(says("Hi")))
    await talk(OpenAIAgent(site.url("/v1/chat/completions"), "m")).send("hi")
    assert completions.request().path == "/v1/chat/completions"


def test_no_address_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="address of the model's server"):
        OpenAIAgent("", "m")


async def test_a_key_may_be_asked_for_at_each_request(
    site: Site, talk: Any, completions: ChatCompletionsServer
) -> None:
    keys = ["first", "second"]

    async def next_key() -> str:
        return keys.pop(0)

    completions.answers(*[answer(says("Hi"))] * 2)
    chat = talk(OpenAIAgent(site.url("/v1"), "m", api_key=next_key))
    await chat.send("hi")
    await chat.send("hi")
    assert [each.headers["authorization"] for each in completions.requests] == ["Bearer first", "Bearer second"]


async def test_stop_ends_the_request(chat: Chat, completions: ChatCompletionsServer) -> None:
    completions.answers([*says("Well"), FOREVER])
    sending = asyncio.ensure_future(chat.send("hi"))
    while not any(text == "Well" for _, text in transcript(chat)):
        await asyncio.sleep(0.005)
    chat.stop()
    assert (await sending).kind == "stopped"
    assert await asyncio.to_thread(completions.request().was_left)
    completions.answers(answer(says("Fine")))
    await chat.send("go on")
    assert roles(completions.request(2).body) == ["system", "user", "assistant", "user"]
