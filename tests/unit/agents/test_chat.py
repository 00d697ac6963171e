"""A conversation: what is said, what is sent, and what a reader sees."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import BusyError, UsageError
from agentic.protocol.conversation import Conversation
from agentic.protocol.ending import Ending
from agentic.protocol.messages import ContextItem, Resume
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import (
    HANGS,
    STARTED,
    Answer,
    Server,
    event,
    kinds,
    piece_by_piece,
    run,
    says,
    transcript,
)

During = Callable[..., Awaitable[Ending]]


async def test_a_message_is_answered(chat: Chat, server: Server) -> None:
    server.will_answer(run(says("Hello there")))
    assert await chat.send("hi") == Ending("finished")
    assert transcript(chat) == [("user", "hi"), ("assistant", "Hellothere")]
    assert not chat.is_running
    assert kinds(chat) == []


async def test_the_whole_conversation_is_sent_each_time_under_a_new_run(chat: Chat, server: Server) -> None:
    server.will_answer(run(says("one", "a")), run(says("two", "b")))
    await chat.send("first")
    await chat.send("second")
    first, second = server.bodies
    assert [message["content"] for message in second["messages"]] == ["first", "one", "second"]
    assert first["threadId"] == second["threadId"] == "t"
    assert first["runId"] != second["runId"]
    assert first["protocolVersion"] == "1.0"


async def test_the_conversation_grows_while_the_answer_comes(chat: Chat, server: Server, during: During) -> None:
    part = says("so far").removesuffix(event("TEXT_MESSAGE_END", messageId="m"))
    server.will_answer(Answer((STARTED, part, HANGS)))
    seen: list[Conversation] = []

    def look() -> None:
        seen.append(chat.conversation.get())
        chat.stop()

    await during(look)
    assert seen[0].is_running
    assert (seen[0].messages[-1].text, seen[0].messages[-1].is_open) == ("sofar", True)
    assert not chat.conversation.get().messages[-1].is_open


async def test_a_reader_is_told_of_every_change_and_sees_one_record_until_the_next(chat: Chat, server: Server) -> None:
    server.will_answer(Answer(piece_by_piece(run(says("a b c")))))
    told: list[bool] = []
    leave = chat.conversation.subscribe(lambda _: told.append(chat.conversation.get() is chat.conversation.get()))
    await chat.send("hi")
    leave()
    assert len(told) > 7
    assert all(told)


async def test_a_record_that_was_read_never_changes(chat: Chat, server: Server) -> None:
    server.will_answer(Answer(piece_by_piece(run(says("a b c")))))
    records: list[Conversation] = []
    chat.conversation.subscribe(lambda _: records.append(chat.conversation.get()))
    await chat.send("hi")
    texts = [record.messages[-1].text for record in records if record.messages[-1].role == "assistant"]
    assert texts[:4] == ["", "a", "ab", "abc"]


async def test_one_run_at_a_time(chat: Chat, server: Server, during: During) -> None:
    server.will_answer(Answer((STARTED, HANGS)))

    async def send_again() -> None:
        with pytest.raises(BusyError):
            await chat.send("too early")
        with pytest.raises(BusyError):
            await chat.retry()
        chat.stop()

    await during(send_again)
    assert transcript(chat) == [("user", "hi")]
    assert len(server.requests) == 1


async def test_the_message_is_there_before_anything_can_fail(chat: Chat) -> None:
    seen: list[str] = []

    class Broken:
        def run(self, input: object) -> object:
            seen.append(transcript(chat)[-1][1])
            raise RuntimeError("no")

    chat.agent = Broken()  # type: ignore[assignment]
    ending = await chat.send("keep me")
    assert seen == ["keep me"]
    assert ending.kind == "agent-raised"
    assert transcript(chat) == [("user", "keep me")]


async def test_the_agent_is_read_at_each_send(chat: Chat, server: Server) -> None:
    chat.agent = None
    assert (await chat.send("one")).kind == "not-connected"
    chat.agent = HttpAgent("/other/", server)
    server.will_answer(run(says("yes")))
    await chat.send("two")
    assert server.requests[0].url == "/other/"
    assert kinds(chat) == ["not-connected"]


async def test_retry_answers_the_newest_message_again_and_forgets_the_rest(chat: Chat, server: Server) -> None:
    server.will_answer(run(says("first", "a")), Answer((STARTED, says("half", "b"))), run(says("whole", "c")))
    await chat.send("one")
    await chat.send("two")
    assert kinds(chat) == ["lost"]
    assert await chat.retry() == Ending("finished")
    assert [message["content"] for message in server.bodies[-1]["messages"]] == ["one", "first", "two"]
    assert transcript(chat)[-2:] == [("user", "two"), ("assistant", "whole")]
    assert kinds(chat) == []


async def test_retry_needs_something_to_retry(chat: Chat) -> None:
    with pytest.raises(UsageError):
        await chat.retry()


async def test_a_new_conversation_is_empty_and_has_its_own_thread(chat: Chat, server: Server) -> None:
    server.will_answer(run(says("one")), run(says("two")))
    await chat.send("hi")
    chat.new()
    assert transcript(chat) == []
    await chat.send("again")
    assert server.bodies[1]["threadId"] != "t"
    assert len(server.bodies[1]["messages"]) == 1


async def test_what_a_run_still_does_stays_with_the_conversation_it_began_in(chat: Chat, server: Server) -> None:
    server.will_answer(Answer((STARTED, says("old"), HANGS)), run(says("new", "n")))
    old = asyncio.ensure_future(chat.send("first"))
    await settle()
    chat.new()
    assert not chat.is_running
    assert (await chat.send("second")).kind == "finished"
    assert (await old).kind == "stopped"
    assert transcript(chat) == [("user", "second"), ("assistant", "new")]
    assert kinds(chat) == []
    assert not chat.is_running


async def test_the_context_is_read_before_every_request(chat: Chat, server: Server) -> None:
    pages = iter(["/orders", "/orders/7"])
    chat.context = lambda: [ContextItem("page", next(pages)), {"description": "rows", "value": 3}]
    server.will_answer(run(), run())
    await chat.send("one")
    await chat.send("two")
    assert [body["context"][0]["value"] for body in server.bodies] == ["/orders", "/orders/7"]
    assert server.bodies[0]["context"][1] == {"description": "rows", "value": "3"}


async def test_a_context_that_fails_does_not_keep_the_message_from_being_sent(chat: Chat, server: Server) -> None:
    chat.context = lambda: 1 / 0  # type: ignore[assignment, return-value]
    server.will_answer(run(says("fine")))
    assert (await chat.send("hi")).kind == "finished"
    assert server.bodies[0]["context"] == []


async def test_the_state_comes_back_with_the_next_request(chat: Chat, server: Server) -> None:
    server.will_answer(run(event("STATE_SNAPSHOT", snapshot={"step": 1})), run())
    await chat.send("one")
    await chat.send("two")
    assert server.bodies[1]["state"] == {"step": 1}


async def test_questions_nobody_answered_are_given_up_so_that_the_thread_goes_on(chat: Chat, server: Server) -> None:
    asked = [{"id": "i1", "reason": "input"}, {"id": "i2", "reason": "input"}]
    interrupted = event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "interrupt", "interrupts": asked})
    server.will_answer(STARTED + interrupted, run(says("ok")))
    assert (await chat.send("one")).kind == "interrupt"
    assert [question.id for question in chat.conversation.get().pending_interrupts] == ["i1", "i2"]
    await chat.send("two", answers=[Resume("i1", "resolved", {"approved": True})])
    assert server.bodies[1]["resume"] == [
        {"interruptId": "i1", "status": "resolved", "payload": {"approved": True}},
        {"interruptId": "i2", "status": "cancelled"},
    ]
    assert chat.conversation.get().pending_interrupts == ()


async def test_thousands_of_events_in_one_piece_leave_the_page_its_turns(
    chat: Chat, server: Server, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(10**9))
    monkeypatch.setattr(clock, "now", lambda: next(ticks) * 0.005)
    turns = 0
    real_sleep = clock.sleep

    async def sleep(seconds: float) -> None:
        nonlocal turns
        turns += 1
        await real_sleep(seconds)

    monkeypatch.setattr(clock, "sleep", sleep)
    server.will_answer(run(*(says("x", f"m{index}") for index in range(2000))))
    await chat.send("hi")
    assert turns > 10
