"""Two hundred random conversations with each agent: whatever happens, the history is valid and no key is written."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.activity import chart
from agentic.agents.agent import Agent
from agentic.agents.anthropic import AnthropicAgent
from agentic.agents.function import FunctionAgent, PageRun
from agentic.agents.openai import OpenAIAgent
from agentic.agents.own_model import Prompt
from agentic.agents.prompt import PromptAgent
from agentic.agents.provider import CallPiece, TextPiece
from agentic.agents.recorder import Recorder
from agentic.agents.replay import ReplayAgent
from agentic.agents.sse_agent import SSEAgent
from agentic.chat import Chat, define_tool
from agentic.errors import ConnectionLostError
from agentic.protocol.transport import Request
from agentic.testing import FakeClock, settle
from tests.servers import anthropic_messages, chat_completions
from tests.servers.chat_completions import raw
from tests.unit.agents.models.conftest import KEY

CONVERSATIONS = 200

Turn = list[tuple[str, Any]]  # what a model says: ("text", words) and ("call", (name, arguments))


@dataclass
class Answer:
    """Bytes in random pieces, which may hang or break off at the end."""

    body: bytes
    rng: random.Random
    status: int = 200
    end: str = "end"
    url: str = "https://model.example"
    media_type: str = "text/event-stream"

    def header(self, name: str) -> str:
        return ""

    @property
    async def chunks(self) -> AsyncIterator[bytes]:
        position = 0
        while position < len(self.body):
            size = self.rng.choice([1, 7, 50, 1000])
            yield self.body[position : position + size]
            position += size
        if self.end == "hang":
            await asyncio.get_running_loop().create_future()
        if self.end == "break":
            raise ConnectionLostError("reset")

    async def text(self) -> str:
        return self.body.decode()

    def close(self) -> None:
        pass


@dataclass
class Model:
    """A transport to a provider that checks every request, and answers at random."""

    rng: random.Random
    write: Callable[[Turn], bytes]
    check: Callable[[dict[str, Any]], str]
    complaints: list[str] = field(default_factory=list)

    async def open(self, request: Request) -> Answer:
        why = self.check(json.loads(request.body))
        if why:
            self.complaints.append(f"{why}: {request.body.decode()}")
        if self.rng.random() < 0.1:
            said = {"error": {"message": f"the key {KEY} is wrong", "type": "x"}}
            return Answer(json.dumps(said).encode(), self.rng, self.rng.choice([200, 401, 429, 500]))
        end = self.rng.choice(["end"] * 8 + ["hang", "break"])
        body = self.write(self._turn())
        cut = len(body) if end == "end" else self.rng.randrange(len(body))
        return Answer(body[:cut], self.rng, end=end)

    def _turn(self) -> Turn:
        turn: Turn = [("text", "Well. ")] if self.rng.random() < 0.6 else []
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 3])):
            name = self.rng.choice(["note", "fails", "wipe", "person", "ghost"])
            turn.append(("call", (name, self.rng.choice(["{}", '{"text": "x"}', '{"text": 1}', '{"te', ""]))))
        return turn


def as_completion(turn: Turn) -> bytes:
    steps: list[Any] = []
    for number, (kind, what) in enumerate(turn):
        if kind == "text":
            steps += chat_completions.says(what)
        else:
            fragment = chat_completions.fragment(*what, index=number, id=f"call_{number}")
            steps.append(chat_completions.calls(fragment))
    return raw(chat_completions.answer(steps or chat_completions.says("."), reason="stop"))


def as_message(turn: Turn) -> bytes:
    blocks = [
        anthropic_messages.text(number, what)
        if kind == "text"
        else anthropic_messages.tool_use(number, *what, f"toolu_{number}")
        for number, (kind, what) in enumerate(turn)
    ]
    return raw(anthropic_messages.answer(*blocks or [anthropic_messages.text(0, ".")]))


def as_backend(turn: Turn) -> bytes:
    return raw([{"kind": kind, "what": what, "id": f"c{number}"} for number, (kind, what) in enumerate(turn)] or [{}])


def decode(data: str) -> Any:
    frame = json.loads(data)
    if frame.get("kind") == "call":
        return CallPiece(frame["id"], *frame["what"])
    return TextPiece(frame.get("what", "."))


def keyed() -> dict[str, str]:
    return {"authorization": KEY}


WIRES: dict[str, tuple[Callable[[Turn], bytes], Callable[[dict[str, Any]], str], Callable[[Model], Agent]]] = {
    "OpenAIAgent": (
        as_completion,
        chat_completions.what_is_wrong,
        lambda model: OpenAIAgent("https://model.example/v1", "m", api_key=KEY, transport=model),
    ),
    "AnthropicAgent": (
        as_message,
        anthropic_messages.what_is_wrong,
        lambda model: AnthropicAgent("https://model.example", "m", api_key=KEY, transport=model),
    ),
    "SSEAgent": (
        as_backend,
        lambda body: chat_completions.wrong_messages(body["messages"]),
        lambda model: SSEAgent("https://model.example/chat", decode, headers=keyed, transport=model),
    ),
}


def registry_with_tools(rng: random.Random, clock: FakeClock) -> Registry:
    registry = Registry(clock=clock, confirm=lambda proposal: rng.random() < 0.5)

    @registry.capability("note", risk="read")
    def note(text: str = "") -> str:
        """Write a note."""
        return f"noted {text}"

    @registry.capability("fails", risk="read")
    def fails() -> None:
        """Fail."""
        raise RuntimeError("no such row")

    @registry.capability("wipe", risk="destructive")
    def wipe() -> str:
        """Wipe."""
        return "wiped"

    return registry


async def converse(chat: Chat, rng: random.Random) -> None:
    """Say something, stop at random, answer what waits or do not, ask again."""
    for _ in range(rng.randint(2, 6)):
        running = asyncio.ensure_future(chat.retry() if chat.messages and rng.random() < 0.2 else chat.send("hi"))
        await settle(rng.choice([3, 20, 200]))
        if rng.random() < 0.2 or not running.done():
            await settle(400)
            chat.stop()
        await running
        for call_id in [call for call, state in chat.conversation.get().progress.items() if state == "pending"]:
            if rng.random() < 0.5:
                going_on = asyncio.ensure_future(chat.add_tool_result(call_id, result="yes"))
                await settle(400)
                chat.stop()
                await going_on


def everything_written(chat: Chat, recorder: Recorder, registry: Registry, logged: str) -> str:
    audit = [repr(record) for record in registry.audit.records]
    return "\n".join([repr(chat.conversation.get()), repr(chat.messages), recorder.recording.to_text(), *audit, logged])


@pytest.mark.parametrize("first", range(0, CONVERSATIONS, 40))
@pytest.mark.parametrize("name", WIRES)
async def test_a_models_history_is_always_valid(name: str, first: int, caplog: pytest.LogCaptureFixture) -> None:
    write, check, agent_of = WIRES[name]
    for seed in range(first, first + 40):
        rng = random.Random(seed)
        model = Model(rng, write, check)
        await converse_and_check(agent_of(model), rng, seed, caplog)
        assert model.complaints == [], f"seed {seed}"


@pytest.mark.parametrize("first", range(0, CONVERSATIONS, 40))
@pytest.mark.parametrize("agent_of", [lambda rng: PromptAgent(OwnModel(rng)), lambda rng: FunctionAgent(acting(rng))])
async def test_so_it_is_with_agents_in_the_page(
    agent_of: Callable[[random.Random], Agent], first: int, caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(first, first + 40):
        rng = random.Random(seed)
        await converse_and_check(agent_of(rng), rng, seed, caplog)


async def converse_and_check(agent: Agent, rng: random.Random, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """One conversation: each call is answered at most once, the key is nowhere, and the recording can be played."""
    clock = FakeClock()
    registry = registry_with_tools(rng, clock)
    recorder = Recorder(agent, clock=clock)
    chat = Chat(provider=recorder, registry=registry, tools=[define_tool("person")], clock=clock)
    with caplog.at_level(logging.DEBUG):
        await converse(chat, rng)
    notices = chat.conversation.get().notices
    assert not {"agent-raised", "protocol"} & {notice.kind for notice in notices}, f"seed {seed}: {notices}"
    results = [message.tool_call_id for message in chat.conversation.get().messages if message.role == "tool"]
    assert len(results) == len(set(results)), f"seed {seed}: a call was answered twice"
    assert KEY not in everything_written(chat, recorder, registry, caplog.text), f"seed {seed}"
    await play_back(recorder, registry, clock)
    caplog.clear()


class OwnModel:
    """The browser's model, which says what fits its schema, or breaks off, and refuses turns that do not alternate."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    async def availability(self) -> str:
        return "available"

    async def answer(self, prompt: Prompt) -> AsyncIterator[str]:
        assert [role for role, _ in prompt.messages] == [
            ("user", "assistant")[number % 2] for number in range(len(prompt.messages))
        ]
        assert len(prompt.messages) % 2 == 1 and all(text for _, text in prompt.messages)
        calls = [{"name": self._rng.choice(["note", "wipe", "person"]), "arguments": {}} for _ in range(2)]
        said = json.dumps({"say": "Well.", "calls": calls[: self._rng.randrange(3)]})
        yield said[: self._rng.choice([len(said), len(said), self._rng.randrange(len(said))])]
        if self._rng.random() < 0.1:
            await asyncio.get_running_loop().create_future()


def acting(rng: random.Random) -> Any:
    """An agent function that does things at random."""

    async def act(run: PageRun) -> Any:
        for _ in range(rng.randrange(6)):
            yield rng.choice(["text ", chart(["a"], {"b": [1]}, id="c")])
            await run.call(rng.choice(["note", "fails", "wipe", "person", "ghost"]))
            await run.think("hm")
            if rng.random() < 0.1:
                raise RuntimeError("enough")
            if rng.random() < 0.1:
                await run.ask("Sure?")

    return act


async def play_back(recorder: Recorder, registry: Registry, clock: FakeClock) -> None:
    """Whatever was recorded can be played, and ends."""
    chat = Chat(ReplayAgent(recorder.recording.to_text(), "fast"), registry, clock=clock)
    for _ in recorder.recording.runs:
        ending = await chat.send("hi")
        assert ending.kind in ("finished", "error", "unknown-tools", "rounds"), ending
