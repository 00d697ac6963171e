"""A run that goes on from one the server knows: only the new turn is sent, and the exchange joins the conversation."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import BusyError, UsageError
from agentic.protocol.ending import Ending
from agentic.protocol.messages import Resume
from agentic.testing import settle
from tests.unit.agents.conftest import (
    BREAKS,
    FINISHED,
    HANGS,
    STARTED,
    Answer,
    Server,
    answered,
    calls,
    event,
    kinds,
    run,
    says,
    transcript,
)

ASKED = event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "interrupt", "interrupts": [
    {"id": "int-d", "reason": "tool_call", "toolCallId": "d"},
]})  # fmt: skip


@pytest.fixture
def knowing() -> Server:
    """The server that knows the run to go on from."""
    return Server()


@pytest.fixture
def go_on(chat: Chat, knowing: Server) -> Callable[[Any], Any]:
    return lambda content: chat.go_on(HttpAgent("/agent/resume/r1/", knowing), content)


def sent(body: dict[str, Any]) -> list[tuple[str, str]]:
    return [(message["role"], message.get("content", "")) for message in body["messages"]]


async def test_only_the_new_turn_is_sent_and_the_exchange_joins_the_conversation(
    chat: Chat, server: Server, knowing: Server, go_on: Any
) -> None:
    server.will_answer(run(says("one")), run(says("three", "m3")))
    knowing.will_answer(run(says("two", "m2")))
    await chat.send("first")
    assert (await go_on("second")).kind == "finished"
    assert sent(knowing.bodies[0]) == [("user", "second")]
    assert knowing.bodies[0]["threadId"] == "t"
    assert transcript(chat) == [("user", "first"), ("assistant", "one"), ("user", "second"), ("assistant", "two")]
    await chat.send("third")
    assert sent(server.bodies[1]) == [*transcript(chat)[:-1]]
    ids = [body["runId"] for body in (*server.bodies, *knowing.bodies)]
    assert len(set(ids)) == 3


async def test_the_state_goes_along_and_what_the_continuation_made_of_it_stays(
    chat: Chat, server: Server, knowing: Server, go_on: Any
) -> None:
    chat.state = {"city": "Rome"}
    knowing.will_answer(run(event("STATE_SNAPSHOT", snapshot={"city": "Paris"})))
    server.will_answer(run())
    await go_on("go")
    assert (knowing.bodies[0]["state"], chat.state) == ({"city": "Rome"}, {"city": "Paris"})
    await chat.send("more")
    assert server.bodies[0]["state"] == {"city": "Paris"}


async def test_a_tool_of_the_page_runs_in_it_and_each_round_goes_to_the_same_address(
    chat: Chat, registry: Registry, server: Server, knowing: Server, go_on: Any
) -> None:
    @registry.capability("look", risk="read")
    def look() -> str:
        return "a lamp"

    server.will_answer(run(says("before")), run())
    knowing.will_answer(run(calls("look")), run(says("I see it", "m2")))
    await chat.send("first")
    await go_on("what is there?")
    assert [request.url for request in knowing.requests] == ["/agent/resume/r1/"] * 2
    assert answered(knowing.bodies[1])["k"]["content"] == "a lamp"
    assert [message["role"] for message in knowing.bodies[1]["messages"]] == ["user", "assistant", "tool"]
    await chat.send("then")
    assert answered(server.bodies[1])["k"]["content"] == "a lamp"


async def test_the_exchange_is_shown_while_it_comes(chat: Chat, server: Server, knowing: Server, go_on: Any) -> None:
    server.will_answer(run(says("one")))
    await chat.send("first")
    knowing.will_answer(Answer((STARTED + says("well", "m2"), HANGS)))
    going = asyncio.ensure_future(go_on("second"))
    await settle()
    assert chat.is_running and chat.conversation.get().is_running
    assert transcript(chat)[2:] == [("user", "second"), ("assistant", "well")]
    chat.stop()
    assert (await going).kind == "stopped"


@pytest.mark.parametrize("end", [lambda chat: chat.stop(), lambda chat: chat.new()])
async def test_stop_and_a_new_chat_reach_it(
    chat: Chat, knowing: Server, go_on: Any, end: Callable[[Chat], None]
) -> None:
    knowing.will_answer(Answer((STARTED + says("well"), HANGS)))
    going = asyncio.ensure_future(go_on("go"))
    await settle()
    end(chat)
    assert (await asyncio.wait_for(going, 5)).kind == "stopped"
    assert knowing.given[0].is_closed
    assert not chat.is_running


async def test_what_a_stopped_one_got_stays(chat: Chat, server: Server, knowing: Server, go_on: Any) -> None:
    knowing.will_answer(Answer((STARTED + calls("look") + says("half", "m2"), HANGS)))
    going = asyncio.ensure_future(go_on("go"))
    await settle()
    chat.stop()
    await going
    assert transcript(chat) == [("user", "go"), ("assistant", ""), ("assistant", "half")]
    server.will_answer(run())
    await chat.send("next")
    assert answered(server.bodies[0])["k"]["metadata"] == {"outcome": "interrupted"}


async def test_one_answer_at_a_time(chat: Chat, knowing: Server, go_on: Any) -> None:
    knowing.will_answer(Answer((STARTED, HANGS)))
    going = asyncio.ensure_future(go_on("one"))
    await settle()
    with pytest.raises(BusyError):
        await go_on("two")
    with pytest.raises(BusyError):
        await chat.send("three")
    assert transcript(chat) == [("user", "one")]
    chat.stop()
    await going


async def test_a_refused_one_keeps_what_was_said_and_is_tried_again_where_it_was(
    chat: Chat, server: Server, knowing: Server, go_on: Any
) -> None:
    server.will_answer(run(says("one")))
    await chat.send("first")
    refusal = json.dumps({"error": "resuming that run would overwrite this thread"}).encode()
    knowing.will_answer(Answer((refusal,), status=409), run(says("two", "m2")))
    assert await go_on("second") == Ending(
        "http", {"status": 409, "message": "resuming that run would overwrite this thread"}
    )
    assert kinds(chat) == ["http"]
    assert chat.conversation.get().notices[0].after == chat.conversation.get().messages[-1].id
    await chat.retry()
    assert [sent(body) for body in knowing.bodies] == [[("user", "second")]] * 2
    assert transcript(chat) == [("user", "first"), ("assistant", "one"), ("user", "second"), ("assistant", "two")]
    assert kinds(chat) == []


async def test_one_after_another_each_sends_its_own_turn(chat: Chat, knowing: Server, go_on: Any) -> None:
    knowing.will_answer(run(says("one")), run(says("two", "m2")))
    await go_on("first")
    await go_on("second")
    assert [sent(body) for body in knowing.bodies] == [[("user", "first")], [("user", "second")]]
    assert transcript(chat) == [("user", "first"), ("assistant", "one"), ("user", "second"), ("assistant", "two")]


async def test_ids_that_the_conversation_has_already_belong_to_its_own_messages_and_calls(
    chat: Chat, registry: Registry, server: Server, knowing: Server, go_on: Any
) -> None:
    @registry.capability("look", risk="read")
    def look(at: str) -> str:
        return at

    server.will_answer(run(says("same"), calls("look", {"at": "left"})), run(), run())
    knowing.will_answer(run(says("same"), calls("look", {"at": "right"})), run())
    await chat.send("first")
    await go_on("second")
    seen = chat.conversation.get()
    assert len({message.id for message in seen.messages}) == len(seen.messages) == 8
    assert [message.text for message in seen.messages if message.role == "tool"] == ["left", "right"]
    assert [seen.results[call.id].text for message in seen.messages for call in message.tool_calls] == ["left", "right"]
    await chat.send("third")
    assert len(answered(server.bodies[2])) == 2


async def test_a_question_is_answered_where_it_was_asked(
    chat: Chat, server: Server, knowing: Server, go_on: Any
) -> None:
    server.will_answer(run(says("one")))
    await chat.send("first")
    knowing.will_answer(STARTED + calls("delete", call_id="d") + ASKED, Answer((BREAKS,)), run(says("gone", "m2")))
    assert (await go_on("delete it")).kind == "interrupt"
    await chat.answer([Resume("int-d", "resolved", {"approved": True})])
    await chat.retry()
    assert knowing.bodies[2]["resume"] == [
        {"interruptId": "int-d", "status": "resolved", "payload": {"approved": True}}
    ]
    assert [message["role"] for message in knowing.bodies[2]["messages"]] == ["user", "assistant"]


async def test_questions_of_the_conversation_wait_for_its_next_message(
    chat: Chat, server: Server, knowing: Server, go_on: Any
) -> None:
    server.will_answer(STARTED + calls("delete", call_id="d") + ASKED, run())
    knowing.will_answer(run())
    await chat.send("delete it")
    await go_on("go on there")
    assert "resume" not in knowing.bodies[0]
    assert [question.id for question in chat.conversation.get().pending_interrupts] == ["int-d"]
    await chat.send("never mind")
    assert server.bodies[1]["resume"] == [{"interruptId": "int-d", "status": "cancelled"}]


async def test_a_new_chat_forgets_it(chat: Chat, server: Server, knowing: Server, go_on: Any) -> None:
    knowing.will_answer(Answer((STARTED + FINISHED,)))
    server.will_answer(run())
    await go_on("go")
    chat.new()
    await chat.send("hello")
    assert sent(server.bodies[0]) == [("user", "hello")]
    assert len(knowing.requests) == 1


async def test_what_cannot_be_said_changes_nothing(chat: Chat, go_on: Any) -> None:
    with pytest.raises(UsageError, match="part 0"):
        await go_on([{"type": "smell"}])
    assert transcript(chat) == []
