"""HttpAgent: what it asks for, and that it lets go."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest

from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import HttpError, NotAnEventStreamError, ProtocolError, UsageError
from agentic.protocol.events import Alive, Event, RunFinished, RunStarted
from agentic.protocol.messages import Message, RunInput
from agentic.protocol.transport import Request
from tests.unit.agents.conftest import STARTED, Answer, Server, run, says

INPUT = RunInput("t", "r", (Message("u", "user", "hi"),))


async def read(agent: HttpAgent, input: RunInput = INPUT) -> list[Event]:
    return [event async for event in agent.run(input)]


async def test_the_request_is_what_the_protocol_says(server: Server) -> None:
    server.will_answer(run())
    await read(HttpAgent("/agent/", server, credentials="include"))
    (request,) = server.requests
    assert (request.method, request.url, request.credentials) == ("POST", "/agent/", "include")
    assert request.headers == {"content-type": "application/json", "accept": "text/event-stream"}


@pytest.mark.parametrize("is_async", [False, True])
async def test_headers_are_asked_for_at_every_request(server: Server, is_async: bool) -> None:
    tokens = iter(["one", "two"])

    def headers() -> Mapping[str, str]:
        return {"Authorization": next(tokens)}

    async def headers_later() -> Mapping[str, str]:
        return headers()

    agent = HttpAgent("/agent/", server, headers_later if is_async else headers)
    server.will_answer(run(), run())
    await read(agent)
    await read(agent)
    assert [request.headers["Authorization"] for request in server.requests] == ["one", "two"]


async def test_the_hosts_headers_cannot_replace_the_protocols(server: Server) -> None:
    server.will_answer(run())
    await read(HttpAgent("/agent/", server, {"ACCEPT": "*/*", "Content-Type": "text/plain", "X-Mine": "1"}))
    assert server.requests[0].headers == {
        "X-Mine": "1",
        "content-type": "application/json",
        "accept": "text/event-stream",
    }


async def test_a_half_character_in_what_is_sent_does_not_keep_it_from_being_sent(server: Server) -> None:
    server.will_answer(run())
    await read(HttpAgent("/agent/", server), RunInput("t", "r", (Message("u", "user", "a\ud83d"),)))
    assert server.bodies[0]["messages"][0]["content"] == "a?"


async def test_what_json_cannot_hold_is_named_before_anything_is_sent(server: Server) -> None:
    with pytest.raises(UsageError, match="JSON"):
        await read(HttpAgent("/agent/", server), RunInput("t", "r", state={"ratio": float("nan")}))
    assert server.requests == []


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer((b"no",), 503, "text/plain"), HttpError),
        (Answer((b"<html>",), 200, "text/html"), NotAnEventStreamError),
        (Answer((run(),), 200, "application/vnd.ag-ui.event+proto"), NotAnEventStreamError),
    ],
)
async def test_what_is_no_stream_is_refused_and_let_go(server: Server, answer: Answer, error: type[Exception]) -> None:
    server.will_answer(answer)
    with pytest.raises(error):
        await read(HttpAgent("/agent/", server))
    assert answer.is_closed


@pytest.mark.parametrize(
    "media_type", ["text/event-stream", "Text/Event-Stream;charset=utf-8", "text/event-stream ; x=y"]
)
async def test_the_media_type_may_have_parameters(server: Server, media_type: str) -> None:
    server.will_answer(Answer((run(),), 200, media_type))
    assert isinstance((await read(HttpAgent("/agent/", server)))[-1], RunFinished)


async def test_a_large_piece_is_decoded_as_it_is_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentic.protocol.sse.LONGEST_FRAME", 100_000)
    server.will_answer(STARTED + b"data: " + b"x" * 200_000)
    events = HttpAgent("/agent/", server).run(INPUT)
    assert type(await anext(events)) is RunStarted
    with pytest.raises(ProtocolError):
        while type(await anext(events)) is Alive:
            pass


async def test_a_reader_that_leaves_aborts_the_request(server: Server) -> None:
    answer = Answer((STARTED + says("a b c"),))
    server.will_answer(answer)
    events: Any = HttpAgent("/agent/", server).run(INPUT)
    await anext(events)
    assert not answer.is_closed
    await events.aclose()
    assert answer.is_closed


def test_a_request_is_a_record() -> None:
    assert Request("/agent/", b"{}").method == "POST"


async def test_headers_that_are_not_there_are_none(server: Server) -> None:
    server.will_answer(run(says("ok")))
    chat = Chat(HttpAgent("/agent/", server, headers=lambda: None))
    assert (await chat.send("hi")).kind == "finished"


@pytest.mark.parametrize("given", [lambda: 1 / 0, lambda: "Bearer x"])
async def test_headers_that_cannot_be_had_are_told_as_that(server: Server, given: Any) -> None:
    chat = Chat(HttpAgent("/agent/", server, headers=given))
    ending = await chat.send("hi")
    assert ending.kind == "bad-headers"
    assert re.match("division by zero|dictionary update", ending.values["message"])
    assert server.requests == []


async def test_headers_that_give_up_are_one_ending(server: Server) -> None:
    async def gives_up() -> dict[str, str]:
        raise asyncio.CancelledError

    chat = Chat(HttpAgent("/agent/", server, headers=gives_up))
    assert (await chat.send("hi")).kind == "agent-raised"
    assert not chat.is_running
