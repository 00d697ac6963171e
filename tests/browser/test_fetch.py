"""The transport over fetch: bytes as they come, and every way it can fail told apart."""

import json
import threading
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from tests.browser.python import Python
from tests.browser.trouble import Trouble
from tests.servers.scripted import FOREVER, RESET, Reply, ScriptedAgent, refusal

INPUT = {
    "threadId": "t",
    "runId": "r",
    "state": {},
    "messages": [],
    "tools": [],
    "context": [],
    "forwardedProps": {},
}
"""The least that an agent takes; the scripted ones refuse anything else."""
BODY = json.dumps(INPUT).encode()

PRELUDE = """
import asyncio, js
from agentic.browser.fetch import FetchTransport
from agentic.errors import ConnectionLostError, UnreachableError
from agentic.protocol.transport import Request

def request(url="/agent/", **options):
    return Request(url, BODY, {"Content-Type": "application/json", "X-One": "1"}, **options)

async def read(response):
    pieces = []
    try:
        async for piece in response.chunks:
            assert type(piece) is bytes
            pieces.append(piece)
    except ConnectionLostError:
        return b"".join(pieces).decode() + "|lost"
    return b"".join(pieces).decode() + "|end"
"""


Fetch = Callable[..., Any]

NETWORK = "Failed to load resource|Fetch API cannot load"
"""What the browser itself says on the console of a request that failed."""


@pytest.fixture
def transport(python: Python) -> Fetch:
    """Run Python in the page with a transport at hand."""
    return lambda source, given=None: python(f"BODY = {BODY}\n{PRELUDE}{dedent(source)}", given)


def test_an_answer_has_status_media_type_and_its_bytes(transport: Fetch, agent: ScriptedAgent) -> None:
    agent.answers(Reply(content_type="Text/Event-Stream; charset=utf-8", steps=(b"data: \xc3", b"\xa9\n\n")))
    assert transport("""
        response = await FetchTransport().open(request())
        result = [response.status, response.media_type, response.url.startswith("http"), await read(response)]
        """) == [200, "text/event-stream", True, "data: é\n\n|end"]
    sent = agent.request()
    assert sent.body == INPUT
    assert sent.headers["X-One"] == "1"


def test_a_refusal_is_an_answer_with_its_text(transport: Fetch, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect(NETWORK)
    agent.answers(refusal(401, "who are you?"))
    assert transport("""
        response = await FetchTransport().open(request())
        result = [response.status, response.media_type, await response.text()]
        """) == [401, "text/plain", "who are you?"]


def test_no_answer_at_all_is_unreachable(transport: Fetch, trouble: Trouble) -> None:
    trouble.expect(NETWORK)
    assert transport("""
        result = []
        for url in ("http://127.0.0.1:9/", "http://localhost:9/"):
            try:
                await FetchTransport().open(request(url))
            except UnreachableError as error:
                result.append(bool(str(error)))
        """) == [True, True]


def test_what_is_no_address_or_no_header_is_told_as_that(transport: Fetch, trouble: Trouble) -> None:
    trouble.expect(NETWORK)
    assert (
        transport("""
        from agentic.errors import AddressError, HeadersError
        result = []
        for url in ("no-such-scheme://x/", "http://[bad", "http://:::bad", "http://me:secret@127.0.0.1/"):
            try:
                await FetchTransport().open(request(url))
            except AddressError as error:
                result.append(error.address == url)
        for headers in ({"X-One": "a\\nb"}, {"X One": "a"}, {"X-One": "☺"}):
            try:
                await FetchTransport().open(Request("/agent/", BODY, headers))
            except HeadersError as error:
                result.append(bool(str(error)))
        """)
        == [True] * 7
    )


def test_a_connection_cut_in_the_middle_is_lost_and_what_came_is_kept(
    transport: Fetch, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    arrived = threading.Event()

    def cut(_body: Any) -> list[bytes]:
        arrived.set()
        return []

    agent.answers([b"data: half", arrived, RESET], cut)
    assert transport("""
        chunks = (await FetchTransport().open(request())).chunks
        result = [(await anext(chunks)).decode()]
        await (await FetchTransport().open(request())).text()
        try:
            await anext(chunks)
        except ConnectionLostError:
            result.append("lost")
        """) == ["data: half", "lost"]


def test_a_connection_cut_before_the_answer_is_unreachable(
    transport: Fetch, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    agent.answers(Reply(steps=(RESET,)))
    assert transport("""
        try:
            result = await read(await FetchTransport().open(request()))
        except UnreachableError:
            result = "unreachable"
        """) in ("|lost", "unreachable")


def test_leaving_the_stream_aborts_the_request(transport: Fetch, agent: ScriptedAgent) -> None:
    agent.answers([b"data: 1\n\n", FOREVER])
    assert (
        transport("""
        response = await FetchTransport().open(request())
        chunks = response.chunks
        result = (await anext(chunks)).decode()
        await chunks.aclose()
        """)
        == "data: 1\n\n"
    )
    assert agent.request().was_left()


def test_cancelling_a_task_that_waits_for_a_piece_aborts_the_request(transport: Fetch, agent: ScriptedAgent) -> None:
    agent.answers([b"data: 1\n\n", FOREVER])
    assert (
        transport("""
        response = await FetchTransport().open(request())
        task = asyncio.create_task(read(response))
        await asyncio.sleep(0.1)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            result = "cancelled"
        """)
        == "cancelled"
    )
    assert agent.request().was_left()


def test_closing_while_a_piece_is_awaited_ends_the_stream_quietly(transport: Fetch, agent: ScriptedAgent) -> None:
    agent.answers([b"data: 1\n\n", FOREVER])
    assert (
        transport("""
        response = await FetchTransport().open(request())
        task = asyncio.create_task(read(response))
        await asyncio.sleep(0.1)
        response.close()
        response.close()
        result = await task
        """)
        == "data: 1\n\n|end"
    )
    assert agent.request().was_left()


def test_cancelling_while_no_answer_has_come_aborts_the_request(transport: Fetch, agent: ScriptedAgent) -> None:
    held = threading.Event()

    def wait(_body: Any) -> list[bytes]:
        held.wait(10)
        return [b"late"]

    agent.answers(wait)
    try:
        assert (
            transport("""
            task = asyncio.create_task(FetchTransport().open(request()))
            await asyncio.sleep(0.1)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                result = "cancelled"
            """)
            == "cancelled"
        )
    finally:
        held.set()


def test_an_empty_answer_is_an_empty_stream(transport: Fetch, agent: ScriptedAgent) -> None:
    agent.answers(Reply(status=204, steps=()))
    assert transport("result = await read(await FetchTransport().open(request()))") == "|end"
