"""What a page sends beside text: parts, and references to files that a server has taken in."""

from collections.abc import Callable
from typing import Any

import pytest

from agentic.element.attachments import message_attachments
from agentic.errors import UsageError
from tests.unit.agents.conftest import run, says
from tests.unit.element.conftest import Page, Script
from tests.unit.element.pages import again, began

Play = Callable[[Script], None]

FILE = {"id": "f1", "name": "a.pdf", "mime": "application/pdf", "size": 3}
IMAGE = {"type": "image", "source": {"type": "url", "value": "https://shop.example/x.png"}}


def test_references_go_along_with_the_message_and_are_kept_with_it(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("ok")))
        page.chat.send_message("read this", [FILE])
        await page.settle()
        (said,) = page.server.bodies[0]["messages"]
        assert (said["content"], said["metadata"]) == ("read this", {"attachments": [FILE]})
        assert page.host.events[0] == ("ag-ui-submit", {"content": "read this"})
        come = await again(page)
        come.server.will_answer(run())
        await come.submit("and?")
        await come.settle()
        assert come.server.bodies[0]["messages"][0] == said

    play(script)


def test_a_file_needs_no_words(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run())
        page.chat.send_message("", [FILE])
        await page.settle()
        assert page.server.bodies[0]["messages"][0]["metadata"] == {"attachments": [FILE]}

    play(script)


@pytest.mark.parametrize(("content", "attachments"), [("", None), ("", []), ([], None), ([], [])])
def test_an_entirely_empty_message_is_not_sent(play: Play, content: Any, attachments: Any) -> None:
    async def script(page: Page) -> None:
        began(page).chat.send_message(content, attachments)
        await page.settle()
        assert page.server.requests == []

    play(script)


def test_parts_are_sent_as_they_are_said(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        page.chat.send_message([{"type": "text", "text": "what is it"}, IMAGE])
        await page.settle()
        assert page.server.bodies[0]["messages"][0]["content"] == [{"type": "text", "text": "what is it"}, IMAGE]
        assert page.host.events[0] == ("ag-ui-submit", {"content": "what is it"})
        assert (await again(page)).said[0] == "what is it"

    play(script)


def test_during_a_run_nothing_of_it_is_sent_nor_queued(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("ok")))
        await page.submit("one")
        page.chat.send_message("two", [FILE])
        await page.settle()
        assert len(page.server.requests) == 1
        assert page.session.outbox.waiting == ()

    play(script)


def test_what_is_sent_before_the_page_settled_waits_behind_what_was_written(play: Play) -> None:
    async def script(_: Page) -> None:
        page = Page(is_settled=False)
        began(page).server.will_answer(run(says("ok")), run(says("fine", "n")))
        page.chat.send_message("two", [FILE])
        await page.submit("one")
        assert page.server.requests == []
        page.settled.set()
        await page.settle()
        assert page.said == ["one", "ok", "two", "fine"]

    play(script)


@pytest.mark.parametrize(
    ("content", "attachments"),
    [
        (7, None),
        (None, None),
        ({"type": "text"}, None),
        ([{"type": "image"}], None),
        ("hi", "f1"),
        ("hi", [7]),
        ("hi", [{"id": 1, "name": "x"}]),
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence_and_changes_nothing(
    play: Play, content: Any, attachments: Any
) -> None:
    async def script(page: Page) -> None:
        with pytest.raises(UsageError, match="essage"):
            began(page).chat.send_message(content, attachments)
        await page.settle()
        assert (page.said, page.host.events, page.server.requests) == ([], [], [])

    play(script)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ({"role": "user", "metadata": {"attachments": [FILE]}}, [FILE]),
        ({"role": "user", "attachments": [FILE]}, [FILE]),
        ({"role": "user", "attachments": [FILE], "metadata": {"attachments": []}}, []),
        ({"role": "user", "metadata": {"attachments": [FILE, 7, {"id": ""}]}}, [FILE]),
        ({"role": "user", "metadata": {"attachments": "f1"}}, []),
        ({"role": "user"}, []),
        (None, []),
    ],
)
def test_the_references_of_a_message_are_read_whoever_stored_it(message: Any, found: Any) -> None:
    assert message_attachments(message) == found
