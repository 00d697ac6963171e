"""A host's own headers beside those of a model's provider."""

from typing import Any

import pytest

from agentic.agents.openai import OpenAIAgent
from agentic.errors import UnreachableError
from agentic.protocol.transport import Request
from tests.unit.agents.models.conftest import KEY


class NoNetwork:
    """A transport that only keeps what it was to send."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def open(self, request: Request) -> Any:
        self.requests.append(request)
        raise UnreachableError("no network")


async def test_a_header_of_the_hosts_in_another_spelling_is_no_second_value(talk: Any) -> None:
    network = NoNetwork()
    mine = {"Authorization": "Bearer mine", "Content-Type": "text/plain", "X-Team": "desk"}
    await talk(OpenAIAgent("http://model.example/v1", "m", api_key=KEY, headers=mine, transport=network)).send("hi")
    assert network.requests[0].headers == {
        "X-Team": "desk",
        "content-type": "application/json",
        "authorization": f"Bearer {KEY}",
    }


@pytest.mark.parametrize("given", [lambda: 1 / 0, lambda: "Bearer x"])
async def test_headers_that_cannot_be_had_are_told_as_an_http_agents_are(talk: Any, given: Any) -> None:
    network = NoNetwork()
    agent = OpenAIAgent("http://model.example/v1", "m", headers=given, transport=network)
    assert (await talk(agent).send("hi")).kind == "bad-headers"
    assert network.requests == []
