"""The real AG-UI server does what the last user message says, seen over plain HTTP."""

import http.client
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.servers.pydantic_agent import PydanticAgent


@pytest.fixture(scope="module")
def server() -> Iterator[PydanticAgent]:
    with PydanticAgent() as server:
        yield server


def open_run(server: PydanticAgent, *messages: dict[str, Any], tools: tuple[str, ...] = ()) -> http.client.HTTPResponse:
    body = {
        "threadId": "thread",
        "runId": uuid4().hex,
        "protocolVersion": "1.0",
        "state": {},
        "messages": list(messages),
        "tools": [{"name": name, "description": name, "parameters": {"type": "object"}} for name in tools],
        "context": [],
        "forwardedProps": {},
    }
    connection = http.client.HTTPConnection(server.origin.removeprefix("http://"), timeout=5)
    # With "close" the response owns the socket, so closing it is going away.
    headers = {"Content-Type": "application/json", "Connection": "close"}
    connection.request("POST", "/agent/", json.dumps(body), headers)
    return connection.getresponse()


def events(response: http.client.HTTPResponse) -> list[dict[str, Any]]:
    return [json.loads(frame.removeprefix(b"data: ")) for frame in response.read().split(b"\n\n") if frame.strip()]


def said(text: str) -> dict[str, Any]:
    return {"id": uuid4().hex, "role": "user", "content": text}


def answered(name: str, content: str) -> list[dict[str, Any]]:
    function = {"name": name, "arguments": "{}"}
    called = {"id": "a", "role": "assistant", "toolCalls": [{"id": "k", "type": "function", "function": function}]}
    return [called, {"id": "t", "role": "tool", "toolCallId": "k", "content": content}]


def text_of(response: http.client.HTTPResponse) -> str:
    return "".join(event["delta"] for event in events(response) if event["type"] == "TEXT_MESSAGE_CONTENT")


def test_text_arrives_word_by_word(server: PydanticAgent) -> None:
    deltas = [event for event in events(open_run(server, said("hello"))) if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert [event["delta"] for event in deltas] == ["You ", "said: ", "hello "]


def test_two_frontend_calls_are_left_to_the_page(server: PydanticAgent) -> None:
    stream = events(open_run(server, said('call left {"k": 1}\ncall right {}'), tools=("left", "right")))
    calls = [event["toolCallName"] for event in stream if event["type"] == "TOOL_CALL_START"]
    assert calls == ["left", "right"]
    assert len(stream[-1]["outcome"]["pendingToolCallIds"]) == 2


def test_a_tool_nobody_offers_is_named_and_not_called(server: PydanticAgent) -> None:
    assert text_of(open_run(server, said("call fly {}"))) == "The page offers no tool named fly."


def test_a_result_is_told_and_a_decline_is_told_otherwise(server: PydanticAgent) -> None:
    done = text_of(open_run(server, said("call fill {}"), *answered("fill", '"filled"'), tools=("fill",)))
    declined = text_of(
        open_run(server, said("call fill {}"), *answered("fill", "User declined the action."), tools=("fill",))
    )
    assert done == 'fill answered: "filled". '
    assert declined == "You declined fill, so nothing changed. "


def test_a_break_ends_the_stream_with_an_error(server: PydanticAgent) -> None:
    stream = events(open_run(server, said("break")))
    assert stream[-1]["type"] == "RUN_ERROR"
    assert any(event["type"] == "TEXT_MESSAGE_CONTENT" for event in stream)


def test_a_client_that_goes_away_is_noticed(server: PydanticAgent) -> None:
    response = open_run(server, said("talk"))
    while b"and so on" not in response.readline():
        pass
    response.close()
    assert server.gone.wait(5)
