"""Stop: at every stage of a run, at once, and without losing what was there."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from agentic import Registry
from agentic.chat import Chat
from agentic.protocol.client import GRACE
from agentic.protocol.conversation import call_status
from agentic.protocol.ending import Ending
from agentic.protocol.messages import NOT_FINISHED
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import (
    HANGS,
    STARTED,
    Answer,
    Server,
    answered,
    calls,
    event,
    kinds,
    piece_by_piece,
    run,
    says,
    transcript,
)

During = Callable[..., Awaitable[Ending]]


def status(chat: Chat, call_id: str = "k") -> str:
    conversation = chat.conversation.get()
    found = [call for message in conversation.messages for call in message.tool_calls if call.id == call_id]
    return call_status(conversation, found[0])


@pytest.fixture
def handler(registry: Registry) -> list[str]:
    """A tool that never ends by itself, and what it noticed."""
    seen: list[str] = []

    @registry.capability("work", risk="read")
    async def work() -> None:
        """Work for ever."""
        seen.append("began")
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            seen.append("cancelled")

    @registry.capability("other", risk="read")
    def other() -> None:
        """Something else."""
        seen.append("other")

    return seen


def test_nothing_happens_where_nothing_runs(chat: Chat) -> None:
    chat.stop()
    assert kinds(chat) == []


async def test_stop_before_the_server_answers_aborts_the_request(chat: Chat, server: Server, during: During) -> None:
    server.will_answer(Answer(status=0))
    assert (await during(chat.stop)).kind == "stopped"
    await settle()
    assert server.is_aborted
    assert kinds(chat) == ["stopped"]


async def test_stop_in_the_middle_of_the_answer_keeps_what_came(chat: Chat, server: Server, during: During) -> None:
    first = says("one two").removesuffix(event("TEXT_MESSAGE_END", messageId="m"))
    server.will_answer(Answer((STARTED, first, HANGS)))
    assert (await during(chat.stop)).kind == "stopped"
    await settle()
    assert server.given[0].is_closed
    assert transcript(chat) == [("user", "hi"), ("assistant", "onetwo")]
    assert not chat.is_running
    assert not chat.conversation.get().messages[-1].is_open


async def test_nothing_that_comes_after_stop_is_shown(chat: Chat, server: Server) -> None:
    server.will_answer(Answer(piece_by_piece(run(says("a b c d e f g h")))))
    seen: list[str] = []

    def stop_at_the_second_word(_: None) -> None:
        seen.append(chat.conversation.get().messages[-1].text)
        if seen[-1] == "ab":
            chat.stop()

    chat.conversation.subscribe(stop_at_the_second_word)
    assert (await chat.send("hi")).kind == "stopped"
    await settle()
    assert transcript(chat)[-1] == ("assistant", "ab")


async def test_calls_collected_before_stop_are_not_run(
    chat: Chat, server: Server, handler: list[str], during: During
) -> None:
    server.will_answer(Answer((STARTED, calls("other"), HANGS)), run())
    await during(chat.stop)
    assert handler == []
    assert status(chat) == "interrupted"
    await chat.send("again")
    assert answered(server.bodies[1])["k"]["content"] == NOT_FINISHED


async def test_a_handler_that_never_returns_is_stopped(
    chat: Chat, server: Server, handler: list[str], during: During
) -> None:
    server.will_answer(run(calls("work", {}, "k"), calls("other", {}, "k2")))
    ending = await during(chat.stop)
    assert ending.kind == "stopped"
    assert handler == ["began", "cancelled"]
    assert (status(chat), status(chat, "k2")) == ("interrupted", "interrupted")
    assert len(server.requests) == 1


async def test_a_handler_that_ends_in_time_keeps_its_result(chat: Chat, server: Server, registry: Registry) -> None:
    @registry.capability("prompt", risk="read")
    def prompt() -> str:
        """Stop the chat, and be done all the same."""
        chat.stop()
        return "done"

    server.will_answer(run(calls("prompt")), run())
    assert (await chat.send("go")).kind == "stopped"
    assert status(chat) == "done"
    await chat.send("again")
    assert answered(server.bodies[1])["k"]["content"] == "done"


async def test_a_handler_that_ignores_everything_does_not_hold_the_chat(
    chat: Chat, server: Server, registry: Registry, clock: FakeClock
) -> None:
    released = asyncio.Event()

    async def deaf(call: Any, stop: Any) -> Any:
        while not released.is_set():
            try:
                await released.wait()
            except asyncio.CancelledError:
                continue

    @registry.capability("deaf", risk="read")
    def deaf_tool() -> None:
        """Ignore everything."""

    offer = chat._offer
    chat._offer = lambda: replace(offer(), execute=deaf)  # type: ignore[method-assign]
    server.will_answer(run(calls("deaf")))
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    await settle()
    await clock.advance(GRACE)
    assert (await sending).kind == "stopped"
    assert status(chat) == "interrupted"
    released.set()
    await settle()


async def test_a_question_that_is_open_is_declined(
    chat: Chat, server: Server, registry: Registry, during: During
) -> None:
    ran: list[str] = []

    @registry.capability("clear", risk="destructive")
    def clear() -> None:
        """Remove everything."""
        ran.append("cleared")

    server.will_answer(run(calls("clear")), run())
    assert (await during(chat.stop)).kind == "stopped"
    assert registry.queue.pending == ()
    assert status(chat) == "declined"
    await chat.send("again")
    assert answered(server.bodies[1])["k"]["metadata"] == {"outcome": "denied"}
    assert ran == []


async def test_the_questions_of_another_chat_stay_open(
    chat: Chat, server: Server, registry: Registry, during: During
) -> None:
    @registry.capability("clear", risk="destructive")
    def clear() -> None:
        """Remove everything."""

    elsewhere = asyncio.ensure_future(registry.execute("clear", call_id="not ours"))
    server.will_answer(Answer((STARTED, HANGS)))
    await during(chat.stop)
    assert [question.call.call_id for question in registry.queue.pending] == ["not ours"]
    registry.queue.cancel_all()
    await elsewhere


async def test_stop_twice_is_stop(chat: Chat, server: Server, during: During) -> None:
    def twice() -> None:
        chat.stop()
        chat.stop()

    server.will_answer(Answer((STARTED, HANGS)))
    await during(twice)
    chat.stop()
    assert kinds(chat) == ["stopped"]


async def test_the_next_message_works_after_stop(chat: Chat, server: Server, during: During) -> None:
    server.will_answer(Answer((STARTED, HANGS)), run(says("fine")))
    await during(chat.stop)
    assert (await chat.send("again")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "fine")


async def test_a_cancelled_task_leaves_the_chat_at_rest(chat: Chat, server: Server) -> None:
    server.will_answer(Answer((STARTED, says("half"), HANGS)), run(says("fine", "n")))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await settle()
    assert server.given[0].is_closed
    assert not chat.is_running
    assert (await chat.send("again")).kind == "finished"


@pytest.mark.parametrize("after", range(20))
async def test_stop_at_any_change_starts_nothing_more(
    chat: Chat, server: Server, registry: Registry, after: int
) -> None:
    added: list[int] = []

    @registry.capability("add", risk="read")
    def add(n: int) -> None:
        """Add a number."""
        added.append(n)

    at_stop: list[tuple[int, int]] = []

    def count(_: None) -> None:
        nonlocal after
        chat.conversation.get()  # who has not read the last news is told none
        after -= 1
        if after == -1:
            at_stop.append((len(server.requests), len(added)))
            chat.stop()

    chat.conversation.subscribe(count)
    two = run(calls("add", {"n": 1}, "k1"), calls("add", {"n": 2}, "k2"))
    server.will_answer(two, run(calls("add", {"n": 3}, "k3")), run(says("ok")))
    assert (await chat.send("go")).kind == "stopped"
    assert [(len(server.requests), len(added))] == at_stop
