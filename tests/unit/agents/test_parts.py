"""Messages and results that are more than text: sent as the page says them, kept and sent back as they came."""

import json
from pathlib import Path
from typing import Any

import pytest

from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol.messages import Part, Source
from tests.unit.agents.conftest import STARTED, Answer, Server, answered, calls, event, run, transcript

core = pytest.importorskip("ag_ui.core")

PICTURE = {"type": "image", "source": {"type": "data", "value": "aGk=", "mimeType": "image/png"}}
PARTS: list[dict[str, Any]] = [
    {"type": "text", "text": "What is in these?", "id": "p1"},
    PICTURE | {"metadata": {"name": "desk.png"}},
    {"type": "document", "source": {"type": "url", "value": "https://a.example/a.pdf", "mimeType": "application/pdf"}},
    {"type": "audio", "source": {"type": "file", "value": "file-7", "provider": "openai"}},
    {"type": "video", "source": {"type": "url", "value": "https://shop.example/a.mp4"}, "metadata": [1, None]},
]
CALL = {"id": "k", "type": "function", "function": {"name": "look", "arguments": "{}"}}
RESULTS = Path(__file__).parents[2] / "data" / "streams" / "tool_result_outcomes.sse"


async def test_parts_are_sent_as_they_are_said_in_every_request(chat: Chat, server: Server) -> None:
    server.will_answer(run(), run())
    await chat.send(PARTS)
    await chat.send("and now?")
    for body in server.bodies:
        assert body["messages"][0]["content"] == PARTS
        core.RunAgentInput.model_validate(body)
    assert transcript(chat)[0] == ("user", "What is in these?")


async def test_records_say_the_same(chat: Chat, server: Server) -> None:
    server.will_answer(run())
    await chat.send([Part("text", "look"), Part("image", source=Source("data", "aGk=", "image/png"))])
    assert server.bodies[0]["messages"][0]["content"] == [{"type": "text", "text": "look"}, PICTURE]


async def test_metadata_goes_with_the_message_every_time(chat: Chat, server: Server) -> None:
    files = [{"id": "f", "name": "a.txt", "mime": "text/plain", "size": 10}]
    server.will_answer(run(), run())
    await chat.send("Read it", metadata={"attachments": files})
    await chat.send("and now?")
    for body in server.bodies:
        assert body["messages"][0]["metadata"] == {"attachments": files}
    assert "metadata" not in server.bodies[1]["messages"][1]
    with pytest.raises(UsageError, match="metadata"):
        await chat.send("no", metadata={"file": object()})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (7, "a text or a list of parts, not int"),
        ({"type": "text", "text": "hi"}, "not dict"),
        (["hi"], "part 0 of the message: must be an object"),
        ([PICTURE, {"type": "smell"}], "part 1 of the message: the type 'smell'"),
        ([{"type": "image", "source": {"type": "data", "value": "aGk="}}], "part 0/source/mimeType .* is missing"),
        ([Part("smell")], "part 0 of the message: the kind 'smell'"),
        ([Part("image", source=Source("post", "x"))], "part 0 of the message: the kind 'post'"),
    ],
)
async def test_what_is_no_message_is_refused_in_a_sentence_and_nothing_is_sent(
    chat: Chat, server: Server, content: Any, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        await chat.send(content)
    assert (server.requests, transcript(chat)) == ([], [])


async def test_the_parts_of_a_recorded_result_are_sent_back_as_they_came(chat: Chat, server: Server) -> None:
    expected = json.loads(RESULTS.with_suffix(".expected.json").read_text("utf-8"))["expect"]["messages"]
    came = {each["toolCallId"]: each["content"] for each in expected if each["role"] == "tool"}
    server.will_answer(RESULTS.read_bytes(), run())
    await chat.send("hi")
    await chat.send("and now?")
    assert any(isinstance(content, list) for content in came.values())
    assert {call: each["content"] for call, each in answered(server.bodies[1]).items()} == came
    core.RunAgentInput.model_validate(server.bodies[1])


async def test_parts_of_messages_the_server_tells_are_sent_back_as_they_came(chat: Chat, server: Server) -> None:
    told = [
        {"id": "u", "role": "user", "content": PARTS},
        {"id": "a", "role": "assistant", "toolCalls": [CALL]},
        {"id": "r", "role": "tool", "toolCallId": "k", "content": [PICTURE]},
    ]
    server.will_answer(run(event("MESSAGES_SNAPSHOT", messages=told)), run())
    await chat.send("hi")
    await chat.send("and now?")
    assert server.bodies[1]["messages"][:3] == told


async def test_parts_survive_an_answer_that_breaks_off(chat: Chat, server: Server) -> None:
    result = event("TOOL_CALL_RESULT", messageId="r", toolCallId="k", content=[PICTURE])
    server.will_answer(Answer((STARTED + calls("look") + result,)), run())
    await chat.send(PARTS)
    await chat.retry()
    assert server.bodies[1]["messages"][0]["content"] == PARTS
    assert [role for role, _ in transcript(chat)] == ["user"]
