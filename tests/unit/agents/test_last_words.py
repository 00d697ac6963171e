"""A server that goes on holding its stream when the run is over."""

import asyncio
from collections.abc import AsyncIterator

from agentic import Registry
from agentic.chat import Chat
from agentic.protocol.client import LAST_WORDS
from agentic.protocol.ending import Ending
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import (
    FINISHED,
    HANGS,
    STARTED,
    Answer,
    Server,
    calls,
    event,
    kinds,
    run,
    says,
    transcript,
)

FAILED = event("RUN_ERROR", message="after all")


async def test_the_run_is_over_at_its_ending_though_the_stream_stays_open(
    chat: Chat, server: Server, clock: FakeClock
) -> None:
    server.will_answer(Answer((run(says("hello")), HANGS)), run(says("fine", "n")))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    assert chat.is_running
    await clock.advance(LAST_WORDS)
    assert await sending == Ending("finished")
    assert server.given[0].is_closed
    assert (transcript(chat)[-1], kinds(chat)) == (("assistant", "hello"), [])
    assert (await chat.send("again")).kind == "finished"


async def test_its_calls_are_run_and_answered_all_the_same(
    chat: Chat, server: Server, clock: FakeClock, registry: Registry
) -> None:
    registry.capability("go", risk="read")(lambda: "gone")
    server.will_answer(Answer((run(calls("go")), HANGS)), Answer((run(says("ok")), HANGS)))
    sending = asyncio.ensure_future(chat.send("hi"))
    for _ in range(2):
        await settle()
        await clock.advance(LAST_WORDS)
    assert await sending == Ending("finished")
    assert server.bodies[1]["messages"][-1]["content"] == "gone"


async def test_what_comes_after_an_ending_is_still_judged(chat: Chat, server: Server, clock: FakeClock) -> None:
    server.will_answer(Answer((run(says("hello")) + FAILED, HANGS)))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(LAST_WORDS)
    assert (await sending).kind == "error"
    server.will_answer(Answer((run(says("two", "n")) + event("CUSTOM", name="x", value=1), HANGS)))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    assert await sending == Ending("finished")
    assert "after the end of the run" in chat.conversation.get().warnings[-1]


async def test_another_run_in_the_same_stream_is_waited_for(chat: Chat, server: Server, clock: FakeClock) -> None:
    server.will_answer(Answer((run(says("one")) + STARTED, HANGS)))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(LAST_WORDS * 3)
    assert chat.is_running
    chat.stop()
    assert (await sending).kind == "stopped"


async def test_a_run_that_ends_again_later_has_its_own_time(chat: Chat, server: Server, clock: FakeClock) -> None:
    gate = asyncio.Event()

    class Slow(Answer):
        async def _pieces(self) -> AsyncIterator[bytes]:
            yield run(says("one"))
            await gate.wait()
            yield STARTED + FINISHED
            await asyncio.get_running_loop().create_future()

        chunks = property(_pieces)  # type: ignore[assignment]

    server.will_answer(Slow())
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    await clock.advance(LAST_WORDS * 0.9)
    gate.set()
    await settle()
    await clock.advance(LAST_WORDS * 0.9)
    assert chat.is_running
    await clock.advance(LAST_WORDS * 0.2)
    assert await sending == Ending("finished")


async def test_heartbeats_after_the_ending_do_not_hold_it(chat: Chat, server: Server, clock: FakeClock) -> None:
    beats = asyncio.Queue[None]()

    class Beating(Answer):
        async def _pieces(self) -> AsyncIterator[bytes]:
            yield run(says("one"))
            while True:
                await beats.get()
                yield b": heartbeat\n\n"

        chunks = property(_pieces)  # type: ignore[assignment]

    server.will_answer(Beating())
    sending = asyncio.ensure_future(chat.send("hi"))
    for _ in range(4):
        await settle()
        beats.put_nowait(None)
        await clock.advance(LAST_WORDS / 4)
    assert await asyncio.wait_for(sending, 5) == Ending("finished")
