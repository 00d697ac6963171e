"""What the tests of models share: servers on loopback that speak their wire formats, and a chat to talk through."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.agent import Agent
from agentic.chat import Chat
from agentic.testing import FakeClock
from tests.servers.anthropic_messages import MessagesServer
from tests.servers.chat_completions import ChatCompletionsServer
from tests.servers.site import Site

KEY = "sk-test-4f9a77"


@pytest.fixture
def completions() -> ChatCompletionsServer:
    return ChatCompletionsServer()


@pytest.fixture
def messages() -> MessagesServer:
    return MessagesServer()


@pytest.fixture
def site(tmp_path: Path, completions: ChatCompletionsServer, messages: MessagesServer) -> Iterator[Site]:
    agents = {"/v1/": completions, "/anthropic/": messages}
    with Site({"/": tmp_path}, agents=agents, cors=True) as site:
        yield site


@pytest.fixture
def done() -> list[Any]:
    """What the tools of the page did, in order."""
    return []


@pytest.fixture
def registry(clock: FakeClock, done: list[Any]) -> Registry:
    registry = Registry(clock=clock)

    @registry.capability("weather.get", risk="read")
    def weather(city: str) -> dict[str, Any]:
        """Get the weather of a city."""
        done.append(city)
        return {"city": city, "temp": 21}

    @registry.capability("note", risk="read")
    def note(text: str = "nothing") -> str:
        """Write a note."""
        done.append(text)
        return f"noted {text}"

    return registry


@pytest.fixture
def talk(registry: Registry, clock: FakeClock) -> Any:
    """A chat with an agent."""

    def made(agent: Agent, **options: Any) -> Chat:
        return Chat(agent, registry, clock=clock, thread_id="t", **options)

    return made


def last_text(chat: Chat) -> str:
    return chat.conversation.get().messages[-1].text


def roles(body: dict[str, Any]) -> list[str]:
    return [message["role"] for message in body["messages"]]


@pytest.fixture
def unused_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]
