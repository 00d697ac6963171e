"""Whose the conversations of an element are."""

import json
from collections.abc import Callable
from typing import Any

from tests.unit.agents.conftest import HANGS, STARTED, Answer, calls, run, says
from tests.unit.element.conftest import Page, Script
from tests.unit.element.pages import again, began

Play = Callable[[Script], None]


async def with_user(page: Page, user: str) -> None:
    page.chat.user_key = user
    page.session.keeping.user_changed()
    await page.settle()


def test_another_user_finds_nothing_of_the_last_ones(play: Play) -> None:
    async def script(page: Page) -> None:
        page.chat.user_key = "7"
        began(page).server.will_answer(run(says("a lamp")), run(says("ok", "n")))
        page.chat.shared_state = {"cart": 3}
        await page.submit("what is it")
        await page.settle()
        await with_user(page, "8")
        assert (page.said, page.chat.shared_state, page.session.recall(1)) == ([], {}, "")
        assert "lamp" not in json.dumps(page.storage.texts)
        await with_user(page, "7")
        assert page.said == []

    play(script)


def test_a_sign_out_by_dropping_the_key_is_one(play: Play) -> None:
    async def script(page: Page) -> None:
        page.chat.user_key = "7"
        began(page).server.will_answer(Answer((STARTED, says("a lamp"), HANGS)))
        await page.submit("what is it")
        await page.until(lambda: "alamp" in page.said)
        page.host.attributes.pop("user-key")
        page.session.keeping.user_changed()
        await page.settle()
        assert page.said == []
        assert page.server.given[0].is_closed
        assert "lamp" not in json.dumps(page.storage.texts)

    play(script)


def test_the_first_user_named_was_there_before(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        await with_user(page, "7")
        assert page.said == ["what is it", "alamp"]
        come = await again(page)
        assert come.said == ["what is it", "alamp"]
        nobody = Page(storage=page.storage)
        nobody.host.attributes = {"endpoint": "/agent/"}
        nobody.session.keeping.begin()
        await nobody.settle()
        assert nobody.said == []
        await with_user(nobody, "7")  # the page learns who it is a moment after it came
        assert nobody.said == ["what is it", "alamp"]

    play(script)


def test_what_one_user_allowed_is_asked_of_the_next(play: Play) -> None:
    async def script(page: Page) -> None:
        async def wipe(_: Any) -> str:
            return "clean"

        page.chat.user_key = "7"
        began(page).chat.register_tool(name="wipe", handler=wipe, parameters={"x-destructive": True})
        page.server.will_answer(run(calls("wipe")), run())
        await page.submit("go")
        await page.until(lambda: page.session.questions)
        page.session.decide(page.session.questions[0], "session")
        await page.settle()
        await with_user(page, "8")
        assert page.session.registry.approvals.list() == ()
        page.server.will_answer(run(calls("wipe", {}, "k2")), run())
        await page.submit("go")
        await page.until(lambda: page.session.questions)
        page.session.stop()

    play(script)


async def where_one_user_talked(page: Page) -> Page:
    """The page loaded anew in the tab in which user 7 said something; it does not say yet who uses it."""
    page.chat.user_key = "7"
    began(page).server.will_answer(run(says("a lamp")))
    await page.submit("what is it")
    await page.settle()
    come = Page(storage=page.storage)
    come.host.attributes = {"endpoint": "/agent/"}
    return come


def test_what_was_said_before_a_user_was_named_joins_what_they_said_earlier(play: Play) -> None:
    async def script(page: Page) -> None:
        come = await where_one_user_talked(page)
        began(come).server.will_answer(run(says("a desk", "n")))
        await come.submit("and this")
        await come.settle()
        await with_user(come, "7")
        assert come.said == ["and this", "adesk"]
        assert [each.title for each in await come.session.keeping.threads()] == ["and this", "what is it"]
        assert (await again(come)).said == ["and this", "adesk"]

    play(script)


def test_what_is_being_written_when_a_user_is_named_is_not_lost(play: Play) -> None:
    async def script(page: Page) -> None:
        come = await where_one_user_talked(page)
        began(come)
        await come.settle()
        come.session.keeping.draft = "half a sen"
        await with_user(come, "7")
        assert (come.said, come.session.keeping.draft) == (["what is it", "alamp"], "half a sen")

    play(script)
