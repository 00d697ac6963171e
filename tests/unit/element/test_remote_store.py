"""Conversations that the server keeps: read from it, listed by it, and what happens where it cannot be reached."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agentic.element.asker import Asker
from agentic.element.remote_store import messages_in, threads_in
from agentic.errors import StoredError, UnreachableError
from agentic.protocol.stored import Thread
from tests.unit.agents.conftest import Answer, run, says
from tests.unit.element.conftest import Page, Script
from tests.unit.element.pages import again, began, keys, notices

Play = Callable[[Script], None]

THREAD = [
    {"id": "u", "role": "user", "content": "what is it"},
    {"id": "a", "role": "assistant", "content": "a lamp, says the server"},
]


def told(value: Any, status: int = 200) -> Answer:
    return Answer((json.dumps(value).encode(),), status, "application/json")


def remote(page: Page, **attributes: str) -> Page:
    page.host.attributes |= {"data-threads-url": "/agent/threads/?all=1", **attributes}
    return began(page)


async def talked(page: Page, **attributes: str) -> str:
    """A conversation on a server that keeps threads; the id of its thread."""
    remote(page, **attributes).server.will_answer(run(says("a lamp")))
    await page.settle()
    await page.submit("what is it")
    await page.settle()
    return page.session.keeping.thread_id


async def loaded(page: Page, *answers: Any) -> Page:
    """The page loaded anew, with what the server says then."""
    page.session.keeping.keep()
    come = Page(storage=page.storage)
    come.host.attributes = dict(page.host.attributes)
    come.server.will_answer(*answers)
    come.session.keeping.begin()
    come.chat.headers = {"authorization": "Bearer t1"}  # set in the task in which the element came
    await come.settle()
    return come


def test_a_header_of_the_pages_in_another_spelling_is_no_second_value(play: Play) -> None:
    async def script(page: Page) -> None:
        page.server.will_answer(told({}))
        mine = {"Accept": "text/plain", "Content-Type": "text/plain"}
        await Asker(page.server, lambda _: mine).ask("/threads/", "PUT", b"{}")
        assert page.server.requests[0].headers == {"Accept": "text/plain", "content-type": "application/json"}

    play(script)


def test_nobody_is_asked_for_a_thread_in_which_nothing_was_said(play: Play) -> None:
    async def script(page: Page) -> None:
        remote(page)
        await page.settle()
        page.chat.new_chat()
        come = await again(page)
        assert page.server.requests == come.server.requests == []

    play(script)


def test_the_servers_thread_is_shown_and_asked_for_as_everything_is(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page)
        come = await loaded(page, told({"thread_id": thread, "messages": THREAD}))
        assert come.said == ["what is it", "a lamp, says the server"]
        (request,) = come.server.requests
        assert (request.method, request.url) == ("GET", f"/agent/threads/{thread}/?all=1")
        assert request.headers["authorization"] == "Bearer t1"
        assert come.session.keeping.thread_id == thread

    play(script)


NO_THREAD = [told("hm"), told({"messages": 7}), Answer((b"<html>",), 200, "text/html")]


@pytest.mark.parametrize(
    "answer", [UnreachableError(), told({}, 500), told({"error": "not found"}, 404), *map(replace, NO_THREAD)]
)
def test_the_tabs_copy_is_shown_where_the_server_has_none_to_give(play: Play, answer: Any) -> None:
    async def script(page: Page) -> None:
        await talked(page)
        come = await loaded(page, answer)
        assert (come.said, notices(come)) == (["what is it", "alamp"], [])

    play(script)


def test_without_a_copy_in_the_tab_it_is_told_and_found_again_once_the_server_answers(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page, **{"data-threads-cache": "false"})
        assert "lamp" not in json.dumps(page.storage.texts)
        assert "what is it" not in json.dumps(page.storage.texts)
        come = await loaded(page, told({}, 401), told({"messages": THREAD}))
        assert (come.said, notices(come)) == ([], ["not-restored"])
        await come.chat.reload()
        assert come.said == ["what is it", "a lamp, says the server"]
        assert come.session.keeping.thread_id == thread

    play(script)


@pytest.mark.parametrize("answer", NO_THREAD)
def test_an_answer_that_is_no_thread_is_told(play: Play, answer: Answer) -> None:
    async def script(page: Page) -> None:
        await talked(page, **{"data-threads-cache": "false"})
        assert notices(await loaded(page, answer)) == ["not-restored"]

    play(script)


def test_headers_that_cannot_be_had_cost_no_thread_and_no_list_and_are_told(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page)
        come = Page(storage=page.storage)
        come.host.attributes = dict(page.host.attributes)
        come.chat.get_headers = {}.popitem
        come.session.keeping.begin()
        await come.settle()
        assert come.said == ["what is it", "alamp"]
        assert [each.thread_id for each in await come.session.keeping.threads()] == [thread]
        come.session.keeping.rename(thread, "lamp")
        await come.settle()
        assert [task.exception() for task in come.tasks] == [None] * len(come.tasks)
        assert ["empty" in warning for warning in come.host.warnings] == [True] * 3

    play(script)


def test_the_servers_list_is_that_of_the_threads_and_the_tabs_where_it_cannot_be_had(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page)
        row = {"thread_id": "else", "title": "Lamps", "updated_at": "1970-01-01T00:00:02+00:00", "preview": "p"}
        page.server.will_answer(told({"threads": [row]}), told({}, 500))
        assert await page.session.keeping.threads() == (Thread("else", "Lamps", 2000, "p"),)
        assert [each.thread_id for each in await page.session.keeping.threads()] == [thread]
        assert "cannot be read" in page.host.warnings[-1]

    play(script)


def test_a_thread_of_the_list_is_opened_from_the_server(play: Play) -> None:
    async def script(page: Page) -> None:
        await talked(page)
        page.server.will_answer(told({"messages": THREAD}), run(says("ok", "n")))
        await page.session.keeping.open("else")
        assert page.said[1] == "a lamp, says the server"
        await page.submit("and now")
        await page.settle()
        assert json.loads(page.server.requests[-1].body)["threadId"] == "else"

    play(script)


def test_a_rename_and_a_deletion_reach_the_server(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page)
        page.server.will_answer(told({}), told({}, 404))
        page.session.keeping.rename(thread, "Lamps")
        page.session.keeping.delete(thread)
        await page.settle()
        sent = [(each.method, each.url, each.body) for each in page.server.requests[-2:]]
        address = f"/agent/threads/{thread}/?all=1"
        assert sent == [("PATCH", address, b'{"title": "Lamps"}'), ("DELETE", address, b"")]
        assert keys(page, "messages") == []

    play(script)


def test_a_change_that_the_server_does_not_take_is_told(play: Play) -> None:
    async def script(page: Page) -> None:
        thread = await talked(page)
        page.server.will_answer(told({}, 403))
        page.session.keeping.rename(thread, "Lamps")
        await page.settle()
        assert "did not take the change" in page.host.warnings[-1]

    play(script)


@pytest.mark.parametrize("text", ["", "{", "7", "null", '{"threads": 7}', '{"threads": [7, {}, {"thread_id": 1}]}'])
def test_what_is_no_index_is_an_empty_one_or_told(text: str) -> None:
    try:
        assert threads_in(text) == ()
    except StoredError as error:
        assert "no JSON" in str(error)


def test_a_thread_without_its_members_is_still_one() -> None:
    assert threads_in('{"threads": [{"thread_id": "t", "title": 7, "updated_at": "once"}]}') == (Thread("t"),)


def test_a_bare_list_of_messages_is_read_too() -> None:
    assert json.loads(messages_in(json.dumps(THREAD))) == THREAD
