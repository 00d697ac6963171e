"""A recording holds no secret: not in a call, nor where it is quoted, before or after it, in this run or another."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

import pytest

from agentic import Capability, Registry, Secret, capability
from agentic.agents.chat import Chat
from agentic.agents.recorder import Recorder
from agentic.agents.recording import Recording
from agentic.core.request_tools import build_request_tools
from agentic.core.secrets import MASK
from agentic.protocol import events
from agentic.protocol.events import Event
from agentic.protocol.messages import Message, RunInput, Tool, ToolCall

SENT = '{"user": "alice", "password": "hunter2", "pin": 4711000815}'
SECRETS = ("hunter2", "4711000815")


@capability("login", risk="read")
def login(user: str, password: Annotated[str, Secret], pin: Annotated[int, Secret] = 0) -> str:
    """Log in."""
    return "ok"


def fill() -> Capability:
    """Which of its fields are private only the capability itself knows."""
    schema = {"type": "object", "properties": {"field": {"type": "string"}, "value": {"type": "string"}}}

    def redact(values: Any) -> Any:
        return {**values, "value": MASK} if values.get("field") == "password" else values

    return Capability("page.fill", "Fill.", schema, "read", lambda values: "filled", redact=redact)  # type: ignore[arg-type]


class Scripted:
    """Answers each run with the events of its own."""

    def __init__(self, *runs: list[Event]) -> None:
        self._runs = list(runs)

    async def run(self, input: RunInput) -> AsyncIterator[Event]:
        yield events.RunStarted(input.thread_id, input.run_id)
        for event in self._runs.pop(0):
            yield event
        yield events.RunFinished(input.thread_id, input.run_id)


def call(name: str = "login", text: str = SENT, call_id: str = "c1", cut: int = 20) -> list[Event]:
    pieces = [events.ToolCallArgs(call_id, each) for each in (text[:cut], text[cut:]) if each]
    return [events.ToolCallStart(call_id, name), *pieces, events.ToolCallEnd(call_id)]


def says(*deltas: str) -> list[Event]:
    pieces = [events.TextMessageContent("m", delta) for delta in deltas]
    return [events.TextMessageStart("m"), *pieces, events.TextMessageEnd("m")]


def thinks(*deltas: str) -> list[Event]:
    pieces = [events.ReasoningMessageContent("t", delta) for delta in deltas]
    return [events.ReasoningMessageStart("t", "reasoning"), *pieces, events.ReasoningMessageEnd("t")]


def executes(**arguments: Any) -> list[Event]:
    return call("agent_execute", json.dumps(arguments))


QUOTED = {
    "text": says("logged in with hunter2 and 4711000815"),
    "text in pieces": says("logged in with hun", "te", "r2 and 47", "11"),
    "thought": thinks("the password is hun", "ter2"),
    "result": [events.ToolCallResult("r", "c1", '{"pw": "hunter2", "pin": 4711000815}')],
    "another call": call("look_up", '{"q": "hunter2", "n": [4711000815]}', "c2"),
    "messages": [
        events.MessagesSnapshot((Message("a", "assistant", "hunter2", tool_calls=(ToolCall("c1", "login", SENT),)),))
    ],
    "state": [events.StateSnapshot({"pw": "hunter2", "code": "hunter2", "pin": 4711000815, "deep": [{"hunter2": 1}]})],
    "patch": [
        events.StateSnapshot({"pw": ""}),
        events.StateDelta(({"op": "replace", "path": "/pw", "value": "hunter2"},)),
    ],
    "custom": [events.Custom("x", {"name": "hunter2"})],
    "a custom event's name": [events.Custom("hunter2", 1)],
    "step": [events.StepStarted("hunter2"), events.StepFinished("hunter2")],
    "text in JSON in JSON": [events.Custom("x", json.dumps({"a": json.dumps({"pw": "hunter2"})}))],
    "escaped in JSON in JSON": [events.Custom("x", '{"pw": "\\u0068unter2", "n": "47\\u00311"}')],
    "escaped in a result": [events.ToolCallResult("r", "c1", '[{"pw": "\\u0068unter2"}]')],
    "raw": [events.Raw({"pw": "hunter2"})],
    "activity": [events.ActivitySnapshot("p", "plan", {"t": "hunter2"})],
    "metadata": [events.Custom("x", 1, metadata={"note": "hunter2"})],
    "address": says("https://x.test/?p=hunter2&pin=4711000815"),
}


async def recorded(registry: Registry, *runs: list[Event], said: str = "log me in", tool_mode: str = "full") -> str:
    recorder = Recorder(Scripted(*runs))
    registry.tool_mode = tool_mode
    chat = Chat(recorder, registry=registry)
    for _ in range(len(runs)):
        if recorder_is_spent(recorder):
            break
        await chat.send(said)
    text = recorder.recording.to_text()
    Recording.from_text(text)
    return text


def recorder_is_spent(recorder: Recorder) -> bool:
    return not recorder._agent._runs  # type: ignore[attr-defined]


def leaks(text: str) -> list[str]:
    read = re.sub(r"\\+u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    return [line for line in read.splitlines() if any(secret in line for secret in SECRETS)]


@pytest.fixture
def catalog(registry: Registry) -> Registry:
    registry.register(login)
    registry.register(fill())
    return registry


@pytest.mark.parametrize("quote", QUOTED.values(), ids=QUOTED)
class TestQuotes:
    """Whatever kind of event quotes a secret."""

    async def test_in_the_run_of_the_call(self, catalog: Registry, quote: list[Event]) -> None:
        assert leaks(await recorded(catalog, [*call(), *quote], says("done"))) == []

    async def test_in_a_later_run(self, catalog: Registry, quote: list[Event]) -> None:
        assert leaks(await recorded(catalog, call(), quote, says("done"))) == []

    async def test_in_an_earlier_run(self, catalog: Registry, quote: list[Event]) -> None:
        assert leaks(await recorded(catalog, quote, call(), says("done"))) == []


CALLS = {
    "direct": call(),
    "never ended": call()[:-1],
    "executed": executes(name="login", input=json.loads(SENT)),
    "executed, input as text": executes(name="login", input=SENT),
    "executed, arguments in the wrong place": executes(name="login", arguments=json.loads(SENT)),
    "executed, a misspelled name": executes(name="logn", input=json.loads(SENT)),
    "executed, encoded twice": call("agent_execute", json.dumps(json.dumps({"name": "login", "input": SENT}))),
    "a misspelled name": call("log_in"),
    "redacted by the capability": call("page_fill", '{"field": "password", "value": "hunter2"}'),
    "broken off, and made again": [*call(text=SENT[:-3]), *call(call_id="c2")],
}


@pytest.mark.parametrize("made", CALLS.values(), ids=CALLS)
async def test_however_the_call_was_made(catalog: Registry, made: list[Event]) -> None:
    text = await recorded(catalog, made, says("you are in with hun", "ter2"), said="my password is hunter2")
    assert leaks(text) == [] and MASK in text


async def test_a_secret_that_was_sent_before_the_recording_began_is_one(catalog: Registry) -> None:
    recorder, known = Recorder(Scripted(says("it was hunter2"))), ToolCall("c0", "login", SENT)
    tools = tuple(Tool(each.name, each.description, each.parameters) for each in build_request_tools(catalog))
    history = (Message("a", "assistant", "", tool_calls=(known,)), Message("u", "user", "what was it?"))
    async for _ in recorder.run(RunInput("t", "r", history, tools=tools)):
        pass
    assert leaks(recorder.recording.to_text()) == []


@pytest.mark.parametrize("mode", ["full", "meta-tools"])
@pytest.mark.parametrize("made", [call(), executes(name="login", input=json.loads(SENT))])
async def test_without_a_page_the_tools_of_the_request_say_what_is_secret(
    catalog: Registry, mode: str, made: list[Event]
) -> None:
    if (mode == "full") != (made[0].tool_call_name == "login"):  # type: ignore[attr-defined]
        return
    tools = tuple(Tool(each.name, each.description, each.parameters) for each in build_request_tools(catalog, mode))
    recorder = Recorder(Scripted(made, says("hun", "ter2")))
    for run in ("r1", "r2"):
        async for _ in recorder.run(RunInput("t", run, (Message("u", "user", "hi"),), tools=tools)):
            pass
    assert leaks(recorder.recording.to_text()) == []


async def test_what_a_call_hid_stays_hidden_when_the_capability_is_gone(registry: Registry) -> None:
    registration = registry.register(login)
    recorder = Recorder(Scripted(call(), says("hunter2")))
    await Chat(recorder, registry=registry).send("hi")
    registration.dispose()
    assert leaks(recorder.recording.to_text()) == []


async def test_what_holds_a_recording_together_stays(catalog: Registry) -> None:
    made = call(text='{"user": "a", "password": "login", "pin": 1}', call_id="login-1")
    text = await recorded(catalog, [*made, *says("I call login")], says("done"))
    lines = [json.loads(line) for line in text.splitlines()]
    (start,) = [line for line in lines if line.get("type") == "TOOL_CALL_START"]
    assert (start["toolCallId"], start["toolCallName"]) == ("login-1", "login")
    assert next(line["delta"] for line in lines if line.get("type") == "TEXT_MESSAGE_CONTENT") == f"I call {MASK}"


async def test_without_secrets_a_recording_is_what_was_heard(registry: Registry) -> None:
    registry.register(fill())
    text = await recorded(
        registry, [*call("page_fill", '{"field": "city", "value": "hunter2"}'), *says("a", "b")], says()
    )
    assert '"delta": "{\\"field\\": \\"city\\", \\"value\\": \\"hunter2\\"}"' in text and MASK not in text
