"""The real server with a memory keeps threads and runs for each person, seen over plain HTTP."""

import http.client
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.servers.django_agent import DjangoAgent


@pytest.fixture(scope="module")
def server() -> Iterator[DjangoAgent]:
    with DjangoAgent() as server:
        yield server


def ask(server: DjangoAgent, path: str, person: str = "ada", body: Any = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(server.origin.removeprefix("http://"), timeout=10)
    headers = {"Authorization": f"Bearer {person}", "Content-Type": "application/json", "Connection": "close"}
    connection.request("POST" if body else "GET", path, body and json.dumps(body), headers)
    response = connection.getresponse()
    return response.status, response.read().decode()


def say(server: DjangoAgent, text: str, person: str, path: str = "/agent/") -> str:
    message = {"id": uuid4().hex, "role": "user", "content": text}
    body = {"threadId": uuid4().hex, "runId": uuid4().hex, "messages": [message], "tools": [], "context": []}
    _, answer = ask(server, path, person, body | {"state": {}, "forwardedProps": {}})
    events = [json.loads(line[6:]) for line in answer.splitlines() if line.startswith("data: ")]
    return "".join(event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT")


def test_a_run_goes_on_with_what_was_said_in_it(server: DjangoAgent) -> None:
    person = uuid4().hex
    assert say(server, "I like tea", person) == "You said: I like tea "
    (run,) = json.loads(ask(server, "/agent/runs/", person)[1])["runs"]
    assert (run["preview"], run["continuable"]) == ("I like tea", True)
    for verb in ("resume", "fork"):
        told = say(server, "recall", person, f"/agent/{verb}/{run['run_id']}/")
        assert told == "You said: I like tea; recall. "


def test_what_one_person_said_is_nothing_to_another(server: DjangoAgent) -> None:
    say(server, "I like tea", uuid4().hex)
    assert json.loads(ask(server, "/agent/runs/", uuid4().hex)[1]) == {"runs": []}
    assert json.loads(ask(server, "/agent/threads/", uuid4().hex)[1]) == {"threads": []}


def test_who_does_not_say_who_they_are_is_refused(server: DjangoAgent) -> None:
    assert ask(server, "/agent/runs/", "")[0] == 401
