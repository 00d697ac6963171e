"""Servers that number the calls of every answer from zero: each of them is a call of its own."""

from typing import Any

import pytest

from agentic import Registry
from agentic.chat import Chat
from agentic.protocol.conversation import call_status
from tests.unit.agents.conftest import STARTED, Server, answered, calls, event, run, says


@pytest.fixture
def added(registry: Registry) -> list[int]:
    """What was added, in order."""
    added: list[int] = []

    @registry.capability("add", risk="read")
    def add(n: int) -> int:
        """Add a number."""
        added.append(n)
        return n

    return added


def adds(n: int) -> bytes:
    return calls("add", {"n": n}, "call_0")


def finished(**outcome: Any) -> bytes:
    return event("RUN_FINISHED", threadId="t", runId="r", outcome=outcome)


async def test_every_run_may_number_its_calls_from_zero(chat: Chat, server: Server, added: list[int]) -> None:
    server.will_answer(run(adds(1)), run(adds(2)), run(says("ok", "m1")), run(adds(2)), run(says("ok", "m2")))
    assert (await chat.send("add one, then two")).kind == "finished"
    assert (await chat.send("two again")).kind == "finished"
    assert added == [1, 2, 2]
    assert [result["content"] for result in answered(server.bodies[-1]).values()] == ["1", "2", "2"]
    conversation = chat.conversation.get()
    made = [call for message in conversation.messages for call in message.tool_calls]
    assert [call.arguments for call in made] == ['{"n": 1}', '{"n": 2}', '{"n": 2}']
    assert {call_status(conversation, call) for call in made} == {"done"}


async def test_a_call_made_again_after_retry_or_in_a_new_conversation_is_run(
    chat: Chat, server: Server, added: list[int]
) -> None:
    server.will_answer(*[run(adds(1)), run(says("ok"))] * 3)
    await chat.send("add one")
    await chat.retry()
    chat.new()
    await chat.send("add one")
    assert added == [1, 1, 1]


async def test_what_the_server_says_of_a_renumbered_call_reaches_that_call(
    chat: Chat, server: Server, added: list[int]
) -> None:
    told = event("TOOL_CALL_RESULT", messageId="t2", toolCallId="call_0", content="by the server")
    value = event("REASONING_ENCRYPTED_VALUE", subtype="tool-call", entityId="call_0", encryptedValue="v2")
    server.will_answer(run(adds(1)), STARTED + adds(2) + value + told + finished(type="success"))
    await chat.send("go")
    assert added == [1]
    first, second = (call for message in chat.conversation.get().messages for call in message.tool_calls)
    assert (first.encrypted_value, second.encrypted_value) == (None, "v2")
    results = chat.conversation.get().results
    assert (results[first.id].text, results[second.id].text) == ("1", "by the server")


async def test_pending_ids_mean_the_renumbered_calls(chat: Chat, server: Server, added: list[int]) -> None:
    pending = finished(type="success", pendingToolCallIds=["call_0"])
    server.will_answer(run(adds(1)), STARTED + adds(2) + pending, run(says("ok")))
    await chat.send("go")
    assert added == [1, 2]


async def test_a_question_about_a_renumbered_call_leaves_it_to_the_person(
    chat: Chat, server: Server, added: list[int]
) -> None:
    asked = finished(type="interrupt", interrupts=[{"id": "i", "reason": "tool_call", "toolCallId": "call_0"}])
    server.will_answer(run(adds(1)), STARTED + adds(2) + asked)
    assert (await chat.send("go")).kind == "interrupt"
    assert added == [1]


async def test_a_call_opened_again_in_the_same_answer_stays_one_call(
    chat: Chat, server: Server, added: list[int]
) -> None:
    halves = [
        event("TOOL_CALL_START", toolCallId="call_0", toolCallName="add")
        + event("TOOL_CALL_ARGS", toolCallId="call_0", delta=half)
        + event("TOOL_CALL_END", toolCallId="call_0")
        for half in ('{"n":', "2}")
    ]
    server.will_answer(run(adds(1)), run(*halves), run(says("ok")))
    await chat.send("go")
    assert added == [1, 2]
