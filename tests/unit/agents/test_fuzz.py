"""However a stream is mangled: no exception escapes, there is one ending, and the next request is valid."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic import Registry
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.protocol.conversation import call_status
from agentic.protocol.reduce.snapshot import REPLACED
from agentic.testing import FakeClock
from tests.unit.agents.conftest import Answer, Server, run, says
from tests.unit.protocol.replaying import NAMES, raw

KINDS = {"finished", "interrupt", "cancelled", "error", "lost", "protocol", "unknown-tools", "rounds"}

FRAMES = sorted({frame for name in NAMES for frame in raw(name).split(b"\n\n") if frame})
JUNK = st.sampled_from(
    [b"null", b'""', b"{}", b"[]", b"-1", b"1e999", b'"\\ud83d"', b"NaN", b'{"type":"RAW"}', b"\xff", b"\r"]
)

core = pytest.importorskip("ag_ui.core")


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """A recorded stream with frames taken out, put in, doubled and moved, and bytes replaced."""
    frames = [frame for frame in raw(draw(st.sampled_from(NAMES))).split(b"\n\n") if frame]
    for _ in range(draw(st.integers(0, 4))):
        index = draw(st.integers(0, len(frames)))
        change = draw(st.sampled_from(["drop", "double", "insert", "swap"]))
        if change == "drop":
            frames[index : index + 1] = []
        elif change == "double":
            frames[index:index] = frames[index : index + 1]
        elif change == "insert":
            frames.insert(index, draw(st.sampled_from(FRAMES)))
        else:
            frames[index : index + 2] = reversed(frames[index : index + 2])
    data = b"\n\n".join(frames) + b"\n\n"
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, len(data)))
        data = data[:start] + draw(JUNK) + data[start + draw(st.integers(0, 12)) :]
    return data


async def converse(data: bytes) -> None:
    clock, server = FakeClock(), Server()
    registry = Registry(clock=clock)

    @registry.capability("go", risk="read")
    def go() -> str:
        """Go."""
        return "gone"

    chat = Chat(HttpAgent("/agent/", server), registry, clock=clock)
    server.will_answer(Answer((data,)), *[run(says("ok", f"after-{index}")) for index in range(3)])
    ending = await chat.send("hi")
    assert ending.kind in KINDS
    endings = [notice for notice in chat.conversation.get().notices if notice is not REPLACED]
    assert len(endings) == ending.is_notice
    await chat.send("again")
    conversation = chat.conversation.get()
    assert not conversation.is_running
    for call in (call for message in conversation.messages for call in message.tool_calls):
        assert call_status(conversation, call) in {"done", "error", "declined", "interrupted", "deferred"}
    check(server.bodies[-1])


def check(body: dict[str, Any]) -> None:
    """What goes out is what the official models take, and no call in it is without a result."""
    core.RunAgentInput.model_validate(body)
    json.dumps(body).encode("ascii")
    made = {call["id"] for message in body["messages"] for call in message.get("toolCalls", [])}
    results = {message["toolCallId"] for message in body["messages"] if message["role"] == "tool"}
    asked = {answer["interruptId"] for answer in body.get("resume", [])}
    assert len(made - results) <= len(asked)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(mangled())
def test_a_mangled_stream_ends_once_and_the_next_request_is_valid(data: bytes) -> None:
    asyncio.run(converse(data))
