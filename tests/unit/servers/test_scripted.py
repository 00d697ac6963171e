"""The scripted agent answers as told, and its record says what came and who went away."""

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.events import call, echo, run, text
from tests.servers.scripted import FOREVER, RESET, ScriptedAgent, refusal
from tests.servers.site import Site

RUN = {"threadId": "thread", "runId": "run", "messages": [{"id": "u", "role": "user", "content": "hi"}]}


@pytest.fixture
def agent() -> ScriptedAgent:
    return ScriptedAgent()


@pytest.fixture
def site(tmp_path: Path, agent: ScriptedAgent) -> Iterator[Site]:
    with Site({"/": tmp_path}, agents={"/agent/": agent}) as site:
        yield site


@pytest.fixture
def connection(site: Site) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(site.origin.removeprefix("http://"), timeout=5)
    yield connection
    connection.close()


def ask(connection: http.client.HTTPConnection) -> http.client.HTTPResponse:
    connection.request("POST", "/agent/", json.dumps(RUN), {"Content-Type": "application/json"})
    return connection.getresponse()


def types(response: http.client.HTTPResponse) -> list[str]:
    return [json.loads(frame.removeprefix(b"data: "))["type"] for frame in response.read().split(b"\n\n") if frame]


def test_answers_are_given_in_order_one_a_request(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers(run(*text("Hello")), run(*call("save", {"id": 1})))
    assert types(ask(connection))[1:-1] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
    assert types(ask(connection))[1] == "TOOL_CALL_START"


def test_a_run_carries_the_ids_of_its_request(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers(run())
    assert b'"threadId":"thread","runId":"run"' in ask(connection).read()


def test_a_request_beyond_the_script_gets_an_error_that_says_so(connection: http.client.HTTPConnection) -> None:
    response = ask(connection)
    assert response.status == 500
    assert b"no answer for this request" in response.read()


def test_the_record_keeps_headers_and_body(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers(run())
    ask(connection).read()
    assert agent.request().headers["Content-Type"] == "application/json"
    assert agent.request().messages[-1]["content"] == "hi"


def test_a_gate_holds_the_answer_until_it_opens(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    gate = threading.Event()
    agent.answers([b"before ", gate, b"after"])
    response = ask(connection)
    assert response.read1(100) == b"before "
    gate.set()
    assert response.read() == b"after"
    assert not agent.request().was_left()


def test_a_client_that_goes_away_at_a_gate_is_noticed(
    agent: ScriptedAgent, connection: http.client.HTTPConnection
) -> None:
    agent.answers([b"before", FOREVER])
    response = ask(connection)
    response.read1(100)
    response.close()
    connection.close()
    assert agent.request().was_left()


def test_a_reset_is_an_error_and_no_end(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers([b"half", RESET])
    response = ask(connection)
    with pytest.raises(ConnectionResetError):
        response.read()


def test_a_refusal_has_its_status_and_body(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers(refusal(401, "who are you?"), refusal(200, "<p>hello", "text/html"), refusal(200))
    response = ask(connection)
    assert (response.status, response.read()) == (401, b"who are you?")
    response = ask(connection)
    assert (response.status, response.headers["Content-Type"]) == (200, "text/html")
    response.read()
    assert ask(connection).read() == b""


def test_an_answer_may_depend_on_the_request(agent: ScriptedAgent, connection: http.client.HTTPConnection) -> None:
    agent.answers(lambda body: [body["messages"][0]["content"].encode()])
    assert ask(connection).read() == b"hi"


def test_an_answer_can_be_the_one_for_all_that_follow(
    agent: ScriptedAgent, connection: http.client.HTTPConnection
) -> None:
    agent.answers([b"first"], then=echo)
    assert ask(connection).read() == b"first"
    for _ in range(2):
        assert b"You said: hi" in ask(connection).read()
