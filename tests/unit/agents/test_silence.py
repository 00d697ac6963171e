"""An answer of which nothing comes: the person is told, may stop it, and nothing is sent again."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from agentic.agents.chat import Chat
from agentic.agents.function import FunctionAgent
from agentic.agents.page_run import PageRun
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import HANGS, STARTED, Answer, Server, event, run, says

HEARTBEAT = b": heartbeat\n\n"


def is_silent(chat: Chat) -> bool:
    return chat.conversation.get().is_silent


@pytest.mark.parametrize("answer", [Answer(status=0), Answer((STARTED, HANGS)), Answer((HEARTBEAT, HANGS))])
async def test_after_a_while_without_a_byte_the_conversation_is_silent(
    chat: Chat, server: Server, clock: FakeClock, answer: Answer
) -> None:
    server.will_answer(answer)
    chat.patience = 30
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(29)
    assert not is_silent(chat)
    await clock.advance(2)
    assert is_silent(chat)
    assert chat.is_running
    chat.stop()
    assert (await sending).kind == "stopped"
    assert not is_silent(chat)
    assert len(server.requests) == 1


async def test_a_byte_ends_the_silence_and_the_next_one_is_told_again(
    chat: Chat, server: Server, clock: FakeClock
) -> None:
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    class Slow(Answer):
        @property
        async def chunks(self) -> AsyncIterator[bytes]:
            while piece := await pieces.get():
                yield piece

    server.will_answer(Slow())
    chat.patience = 10
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    for piece in (STARTED, HEARTBEAT, says("a")):
        await clock.advance(11)
        assert is_silent(chat)
        pieces.put_nowait(piece)
        await settle()
        assert not is_silent(chat)
    pieces.put_nowait(event("RUN_FINISHED", threadId="t", runId="r"))
    pieces.put_nowait(b"")
    assert (await sending).kind == "finished"


async def test_patience_can_be_without_end(chat: Chat, server: Server, clock: FakeClock) -> None:
    server.will_answer(Answer((STARTED, HANGS)))
    chat.patience = 0
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(10_000)
    assert not is_silent(chat)
    chat.stop()
    await sending


async def test_an_agent_that_waits_for_the_page_is_not_silent(clock: FakeClock) -> None:
    async def asks(run: PageRun) -> AsyncIterator[str]:
        await run.call("slow")
        yield "done"

    chat = Chat(FunctionAgent(asks, clock=clock), clock=clock, patience=10)

    async def slow() -> None:
        """Takes its time."""
        await clock.sleep(100)

    chat.registry.capability("slow", risk="read")(slow)
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(50)
    assert not is_silent(chat)
    await clock.advance(60)
    assert (await sending).kind == "finished"


async def test_a_finished_run_watches_nothing(chat: Chat, server: Server, clock: FakeClock) -> None:
    server.will_answer(run(says("a")))
    chat.patience = 10
    await chat.send("hi")
    await clock.advance(100)
    assert not is_silent(chat)
