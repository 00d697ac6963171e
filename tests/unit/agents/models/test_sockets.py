"""The transport of a Python without a page: bytes as they come, and every way it can fail told apart."""

import asyncio

import pytest

from agentic.agents.sockets import SocketTransport
from agentic.errors import ConnectionLostError, UnreachableError
from agentic.protocol.transport import Request
from tests.servers.chat_completions import ChatCompletionsServer, as_json
from tests.servers.scripted import FOREVER, RESET, Reply
from tests.servers.site import Site


@pytest.fixture
def server(completions: ChatCompletionsServer) -> ChatCompletionsServer:
    completions.check = lambda request: None
    return completions


def request(site: Site) -> Request:
    return Request(site.url("/v1/x"), b"{}", {"content-type": "application/json"})


async def read(site: Site) -> bytes:
    response = await SocketTransport().open(request(site))
    return b"".join([piece async for piece in response.chunks])


async def test_an_answer_has_status_headers_and_its_bytes(site: Site, server: ChatCompletionsServer) -> None:
    server.answers(as_json({"a": 1}, 201, retry_after="3"))
    response = await SocketTransport().open(request(site))
    assert (response.status, response.media_type) == (201, "application/json")
    assert (response.header("Retry-After"), response.header("no-such")) == ("3", "")
    assert await response.text() == '{"a": 1}'


async def test_nobody_there_is_unreachable(unused_port: int) -> None:
    with pytest.raises(UnreachableError):
        await SocketTransport().open(Request(f"http://127.0.0.1:{unused_port}/", b""))


async def test_a_reset_is_a_lost_connection(site: Site, server: ChatCompletionsServer) -> None:
    server.answers([b"data: a\n\n", RESET])
    with pytest.raises(ConnectionLostError):
        await read(site)


async def test_a_body_shorter_than_announced_is_a_lost_connection(site: Site, server: ChatCompletionsServer) -> None:
    server.answers(Reply(body=None, headers=(("Content-Length", "100"),), steps=(b"half",)))
    with pytest.raises(ConnectionLostError, match="missing"):
        await read(site)


async def test_closing_ends_the_request_and_whoever_reads_it(site: Site, server: ChatCompletionsServer) -> None:
    server.answers([b"data: a\n\n", FOREVER])
    response = await SocketTransport().open(request(site))
    reading = asyncio.ensure_future(response.text())
    await asyncio.sleep(0.05)
    response.close()
    response.close()
    assert await reading == "data: a\n\n"
    assert await asyncio.to_thread(server.request().was_left)


async def test_cancelling_while_nothing_came_closes_the_connection() -> None:
    left = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        left.set()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        opening = asyncio.ensure_future(SocketTransport().open(Request(f"http://127.0.0.1:{port}/", b"{}")))
        await asyncio.sleep(0.05)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        await asyncio.wait_for(left.wait(), 5)
