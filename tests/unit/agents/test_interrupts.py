"""Questions that a run ends on: asked at once, answered each on its own, and never lost."""

import asyncio
from typing import Any

import pytest

from agentic.agents.chat import Chat
from agentic.errors import UsageError
from agentic.protocol.messages import Interrupt, Resume
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import STARTED, Answer, Server, calls, event, kinds, run, says, transcript

YES = {"approved": True}


def asks(*ids: str, frames: bytes = b"", **more: Any) -> bytes:
    questions = [{"id": each, "reason": "tool_call", **more} for each in ids]
    outcome = {"type": "interrupt", "interrupts": questions}
    return STARTED + frames + event("RUN_FINISHED", threadId="t", runId="r", outcome=outcome)


def pending(chat: Chat) -> list[str]:
    return [question.id for question in chat.conversation.get().pending_interrupts]


async def approve(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
    return tuple(Resume(question.id, "resolved", YES) for question in questions)


async def test_a_page_that_asks_goes_on_within_the_interaction(chat: Chat, server: Server) -> None:
    chat.ask = approve
    server.will_answer(asks("i1", "i2"), run(says("booked")))
    assert (await chat.send("book")).kind == "finished"
    assert server.bodies[1]["resume"] == [
        {"interruptId": "i1", "status": "resolved", "payload": YES},
        {"interruptId": "i2", "status": "resolved", "payload": YES},
    ]
    assert [message["content"] for message in server.bodies[1]["messages"]] == ["book"]
    assert server.bodies[0]["runId"] != server.bodies[1]["runId"]


async def test_a_run_may_leave_calls_and_questions_and_both_are_answered_at_once(chat: Chat, server: Server) -> None:
    chat.ask = approve
    chat.registry.capability("look", risk="read")(lambda: "blue")
    server.will_answer(asks("i", frames=calls("look")), run(says("ok")))
    await chat.send("go")
    body = server.bodies[1]
    assert [message["content"] for message in body["messages"] if message["role"] == "tool"] == ["blue"]
    assert [answer["interruptId"] for answer in body["resume"]] == ["i"]


async def test_a_question_that_gets_no_answer_is_given_up(chat: Chat, server: Server) -> None:
    async def answer_the_first(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        return (Resume(questions[0].id, "resolved", YES),)

    chat.ask = answer_the_first
    server.will_answer(asks("i1", "i2"), run(says("ok")))
    await chat.send("go")
    assert [answer["status"] for answer in server.bodies[1]["resume"]] == ["resolved", "cancelled"]


async def test_an_answer_that_comes_too_late_only_gives_up(chat: Chat, server: Server, clock: FakeClock) -> None:
    async def slowly(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        await clock.sleep(100)
        return await approve(questions)

    chat.ask = slowly
    server.will_answer(asks("i", expiresAt="1970-01-01T00:00:50Z"), run(says("ok")))
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    await clock.advance(100)
    await sending
    assert server.bodies[1]["resume"] == [{"interruptId": "i", "status": "cancelled"}]


async def test_stop_while_a_question_is_open_leaves_it_to_be_given_up(chat: Chat, server: Server) -> None:
    async def never(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        return await asyncio.get_running_loop().create_future()

    chat.ask = never
    server.will_answer(asks("i"), run(says("ok")))
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"
    assert pending(chat) == ["i"]
    await chat.send("next")
    assert server.bodies[1]["resume"] == [{"interruptId": "i", "status": "cancelled"}]
    assert pending(chat) == []


@pytest.mark.parametrize("failure", [Answer((), 500), Answer((STARTED,)), Answer((STARTED, b"data: nonsense\n\n"))])
async def test_a_resume_that_fails_leaves_the_question_and_may_be_tried_again(
    chat: Chat, server: Server, failure: Answer
) -> None:
    server.will_answer(asks("i"), failure, run(says("booked")))
    await chat.send("book")
    assert (await chat.answer([Resume("i", "resolved", YES)])).kind in ("http", "lost", "protocol")
    assert pending(chat) == ["i"]
    assert (await chat.retry()).kind == "finished"
    assert server.bodies[1]["resume"] == server.bodies[2]["resume"]
    assert transcript(chat) == [("user", "book"), ("assistant", "booked")]


async def test_a_failed_resume_of_a_page_that_asks_is_tried_again_without_asking(chat: Chat, server: Server) -> None:
    asked: list[int] = []

    async def once(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        asked.append(len(questions))
        return await approve(questions)

    chat.ask = once
    server.will_answer(asks("i"), Answer((), 503), run(says("ok")))
    assert (await chat.send("go")).kind == "http"
    assert (await chat.retry()).kind == "finished"
    assert asked == [1]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([], "needs an answer"),
        ([Resume("i1", "resolved", YES)], "needs an answer; there is none to i2"),
        ([Resume("i1", "resolved", YES), Resume("i2", "resolved", YES)], "i2 expired"),
    ],
)
async def test_answers_that_may_not_be_sent_are_refused_before_anything_is(
    chat: Chat, server: Server, answers: list[Resume], why: str
) -> None:
    questions = [
        {"id": "i1", "reason": "tool_call"},
        {"id": "i2", "reason": "tool_call", "expiresAt": "1960-01-01T00:00:00Z"},
    ]
    outcome = {"type": "interrupt", "interrupts": questions}
    server.will_answer(STARTED + event("RUN_FINISHED", threadId="t", runId="r", outcome=outcome))
    await chat.send("go")
    with pytest.raises(UsageError, match=why):
        await chat.answer(answers)
    assert len(server.requests) == 1
    assert pending(chat) == ["i1", "i2"]


async def test_a_page_that_fails_to_ask_is_one_ending_and_the_question_stays(chat: Chat, server: Server) -> None:
    async def breaks(questions: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        raise ValueError("no card")

    chat.ask = breaks
    server.will_answer(asks("i"))
    assert (await chat.send("go")).kind == "agent-raised"
    assert kinds(chat) == ["agent-raised"]
    assert pending(chat) == ["i"]


async def test_an_answer_that_arrived_answers_no_later_question_of_the_same_id(chat: Chat, server: Server) -> None:
    server.will_answer(asks("i"), asks("i"), run(says("ok")))
    await chat.send("book")
    await chat.answer([Resume("i", "resolved", YES)])
    await chat.retry()
    assert server.bodies[2]["resume"] == [{"interruptId": "i", "status": "cancelled"}]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ((Resume("i", "cancelled"), Resume("i", "resolved", YES)), "cancelled"),
        ((Resume("i", "resolved", YES), Resume("i", "cancelled")), "cancelled"),
        ((Resume("i", "resolved", YES), Resume("i", "resolved", YES)), "resolved"),
    ],
)
async def test_of_two_questions_with_one_id_nothing_is_approved_that_was_not_both_times(
    chat: Chat, server: Server, given: tuple[Resume, ...], status: str
) -> None:
    async def ask(_: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        return given

    chat.ask = ask
    server.will_answer(asks("i", "i"), run(says("ok")))
    await chat.send("book")
    assert [(answer["interruptId"], answer["status"]) for answer in server.bodies[1]["resume"]] == [("i", status)]


async def test_trying_again_keeps_the_call_that_a_question_is_about_for_its_answer_needs_it(
    chat: Chat, server: Server
) -> None:
    server.will_answer(asks("i", frames=calls("book"), toolCallId="k"), run(says("ok")))
    await chat.send("book")
    assert (await chat.retry()).kind == "finished"
    body = server.bodies[1]
    assert [answer["interruptId"] for answer in body["resume"]] == ["i"]
    assert [call["id"] for message in body["messages"] for call in message.get("toolCalls", [])] == ["k"]


async def test_a_kept_question_about_a_call_that_was_lost_is_not_answered(chat: Chat, server: Server) -> None:
    chat.open("other", (), (Interrupt("lost", "tool_call", tool_call_id="gone"), Interrupt("free", "input")))
    server.will_answer(run())
    await chat.send("go on")
    assert [answer["interruptId"] for answer in server.bodies[0]["resume"]] == ["free"]
