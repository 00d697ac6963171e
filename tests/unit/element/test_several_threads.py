"""Several conversations of one element: left, opened again, loaded anew, and what runs meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic.element.runs import Pick, Run
from agentic.element.stores import SessionStorageStore
from agentic.protocol.messages import NOT_FINISHED
from agentic.protocol.stored import Thread
from tests.unit.agents.conftest import HANGS, STARTED, Answer, answered, calls, event, run, says
from tests.unit.element.conftest import Page, Script
from tests.unit.element.hosts import FakeTexts
from tests.unit.element.pages import again, began, keys, notices, results

Play = Callable[[Script], None]


def test_a_new_chat_leaves_the_old_one_to_be_opened_again(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")), run(says("a desk", "n")))
        await page.submit("what is it")
        await page.settle()
        first = page.session.keeping.thread_id
        page.chat.new_chat()
        page.chat.new_chat()  # nothing was said in it, so it is not kept
        await page.submit("and this")
        await page.settle()
        threads = await page.session.keeping.threads()
        assert [(each.title, each.preview) for each in threads] == [("and this", "adesk"), ("what is it", "alamp")]
        await page.session.keeping.open(first)
        assert page.said == ["what is it", "alamp"]
        assert (await again(page)).said == ["what is it", "alamp"]

    play(script)


def test_opening_another_thread_ends_the_run_and_keeps_what_it_did(play: Play) -> None:
    async def script(page: Page) -> None:
        first = says("half").removesuffix(event("TEXT_MESSAGE_END", messageId="m"))
        began(page).server.will_answer(run(says("a lamp")), Answer((STARTED, first, HANGS)))
        await page.submit("one")
        await page.settle()
        left = page.session.keeping.thread_id
        page.chat.new_chat()
        await page.submit("two")
        await page.until(lambda: "half" in page.said)
        await page.submit("waiting")
        running = page.session.keeping.thread_id
        await page.session.keeping.open(left)
        await page.settle()
        assert page.server.given[1].is_closed
        assert (page.said, page.session.outbox.waiting, page.session.is_busy) == (["one", "alamp"], (), False)
        await page.session.keeping.open(running)
        assert page.said == ["two", "half"]
        assert len(page.server.requests) == 2

    play(script)


def test_what_the_run_of_a_thread_that_was_left_says_is_not_announced(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")), Answer((STARTED, HANGS)))
        await page.submit("one")
        await page.settle()
        first = page.session.keeping.thread_id
        page.chat.new_chat()
        await page.submit("two")
        heard: list[str] = []
        page.session.announced.subscribe(heard.append)
        await page.session.keeping.open(first)
        await page.settle()
        assert heard == []
        assert [name for name, _ in page.host.events].count("ag-ui-run-finished") == 2

    play(script)


def test_a_thread_is_renamed_and_forgotten(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(*[run(says("ok", f"m{n}")) for n in range(3)])
        await page.submit("one")
        await page.settle()
        keeping, first = page.session.keeping, page.session.keeping.thread_id
        keeping.rename(first, "Lamps")
        await page.submit("two")
        await page.settle()
        assert [each.title for each in await keeping.threads()] == ["Lamps"]
        keeping.delete(first)
        assert (page.said, await keeping.threads(), keys(page, "messages")) == ([], (), [])
        assert (await again(page)).said == []

    play(script)


def test_a_run_that_ends_after_its_thread_was_forgotten_brings_nothing_back(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(Answer((STARTED, says("half"), HANGS)))
        await page.submit("one")
        await page.until(lambda: "half" in page.said)
        page.session.keeping.delete(page.session.keeping.thread_id)
        await page.settle()
        assert keys(page, "messages") == []

    play(script)


def test_reload_ends_the_run_and_shows_what_is_kept(play: Play) -> None:
    async def script(page: Page) -> None:
        first = says("half").removesuffix(event("TEXT_MESSAGE_END", messageId="m")) + calls("look")
        began(page).server.will_answer(Answer((STARTED, first, HANGS)), run(says("ok", "n")))
        await page.submit("hello")
        await page.until(lambda: "half" in page.said)
        await page.chat.reload()
        await page.settle()
        assert page.server.given[0].is_closed
        assert page.said[:2] == ["hello", "half"]
        assert [result.outcome for result in results(page)] == ["interrupted"]
        assert notices(page) == []
        page.chat.headers = {"x-token": "late"}
        await page.submit("again")
        await page.settle()
        assert page.server.requests[1].headers["x-token"] == "late"
        assert answered(page.server.bodies[1])["k"]["content"] == NOT_FINISHED

    play(script)


def test_reload_keeps_the_result_of_a_handler_that_ends_after_the_stop(play: Play) -> None:
    async def script(page: Page) -> None:
        went_on = asyncio.Event()

        async def work(_: Any) -> str:
            await went_on.wait()
            return "done all the same"

        began(page).chat.register_tool(name="work", handler=work)
        page.server.will_answer(run(calls("work")))
        await page.submit("go")
        await page.until(lambda: page.session.chat.conversation.get().progress.get("k") == "running")
        reloading = asyncio.ensure_future(page.chat.reload())
        went_on.set()
        await reloading
        await page.settle()
        assert len(results(page)) == 1
        assert page.said[0] == "go"

    play(script)


def test_reload_reads_where_the_conversation_is_kept_anew(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        page.host.attributes["id"] = "support"
        await page.chat.reload()
        assert page.said == []
        del page.host.attributes["id"]
        await page.chat.reload()
        assert page.said == ["what is it", "alamp"]

    play(script)


def test_reload_of_an_element_that_is_nowhere_yet_is_nothing(play: Play) -> None:
    async def script(page: Page) -> None:
        await page.chat.reload()
        assert page.storage.texts == {}

    play(script)


def test_the_draft_of_each_thread_is_its_own(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("ok")), run(says("ok", "n")))
        keeping = page.session.keeping
        await page.submit("one")
        await page.settle()
        first = keeping.thread_id
        keeping.draft = "half of"
        assert (await again(page)).session.keeping.draft == "half of"
        page.chat.new_chat()
        assert keeping.draft == "half of"  # what is being written goes along
        await page.submit("two")
        keeping.draft = ""
        await page.settle()
        await keeping.open(first)
        assert keeping.draft == ""

    play(script)


class SlowStore(SessionStorageStore):
    """A page's own store that answers later, or not at all."""

    def __init__(self, texts: FakeTexts) -> None:
        super().__init__(texts, "theirs", Page().session.chat._clock, print)
        self.gate = asyncio.Event()
        self.fails = False

    async def load_messages(self, thread_id: str) -> str | None:  # type: ignore[override]
        await self.gate.wait()
        if self.fails:
            raise ConnectionError("offline")
        return super().load_messages(thread_id)

    async def list_threads(self) -> tuple[Thread, ...]:  # type: ignore[override]
        raise ConnectionError("offline")


async def kept_elsewhere(page: Page) -> SlowStore:
    """A conversation in a store of the page's own."""
    store = SlowStore(FakeTexts())
    store.gate.set()
    began(page).session.keeping.page_store = store
    await page.settle()
    page.server.will_answer(run(says("a lamp")))
    await page.submit("what is it")
    await page.settle()
    store.gate.clear()
    return store


async def where_a_store_is_slow(page: Page) -> tuple[SlowStore, Page]:
    """The page loaded anew while its own store has not yet brought the conversation."""
    store = await kept_elsewhere(page)
    come = Page(storage=page.storage)
    come.session.keeping.page_store = store
    began(come).server.will_answer(run(says("ok", "n")))
    await asyncio.sleep(0)
    return store, come


def test_what_is_written_while_a_store_loads_waits_and_is_sent_after_it(play: Play) -> None:
    async def script(page: Page) -> None:
        store, come = await where_a_store_is_slow(page)
        await come.submit("and this")
        assert (come.said, come.session.outbox.waiting) == ([], ("and this",))
        store.gate.set()
        await come.settle()
        assert come.said == ["what is it", "alamp", "and this", "ok"]

    play(script)


def test_a_thread_that_comes_too_late_takes_the_place_of_no_other(play: Play) -> None:
    async def script(page: Page) -> None:
        store, come = await where_a_store_is_slow(page)
        come.chat.new_chat()
        await come.submit("something else")
        store.gate.set()
        await come.settle()
        assert come.said == ["something else", "ok"]

    play(script)


def test_a_store_that_cannot_even_say_its_thread_is_told_and_the_chat_works(play: Play) -> None:
    async def script(page: Page) -> None:
        store = SlowStore(FakeTexts())
        store.thread_id = None  # type: ignore[assignment]
        page.session.keeping.page_store = store
        began(page).server.will_answer(run(says("ok")))
        await page.settle()
        assert notices(page) == ["not-restored"]
        await page.submit("hello")
        await page.settle()
        assert page.said == ["hello", "ok"]

    play(script)


def test_a_store_that_fails_loses_nothing_and_is_told(play: Play) -> None:
    async def script(page: Page) -> None:
        store = await kept_elsewhere(page)
        store.fails = True
        store.gate.set()
        assert await page.session.keeping.threads() == ()
        await page.chat.reload()
        assert page.said == ["what is it", "alamp"]  # what is here is not thrown away for what cannot be had
        assert notices(page) == ["not-restored"]
        come = Page(storage=page.storage)
        come.session.keeping.page_store = store
        began(come).server.will_answer(run(says("ok", "n")))
        await come.settle()
        await come.submit("hello")
        await come.settle()
        assert come.said == ["hello", "ok"]
        store.fails = False
        await come.session.keeping.open(page.session.keeping.thread_id)
        assert come.said == ["what is it", "alamp"]

    play(script)


def test_a_run_that_was_continued_is_kept_with_the_conversation_it_was_picked_in(play: Play) -> None:
    async def script(page: Page) -> None:
        page.host.attributes["data-runs-url"] = "/agent/runs/"
        first = says("half", "n").removesuffix(event("TEXT_MESSAGE_END", messageId="n"))
        began(page).server.will_answer(run(says("a lamp")), Answer((STARTED, first, HANGS)), run(says("ok", "o")))
        await page.submit("what is it")
        await page.settle()
        assert page.session.go_on(Pick("resume", Run("r1")), "go on")
        await page.until(lambda: "half" in page.said)
        page.session.stop()
        await page.settle()
        come = await again(page)
        assert come.said == ["what is it", "alamp", "go on", "half"]
        come.server.will_answer(run(says("ok", "o")))
        await come.submit("and now")
        await come.settle()
        assert [message["content"] for message in come.server.bodies[0]["messages"]][-3:] == [
            "go on",
            "half",
            "and now",
        ]

    play(script)


def test_a_thread_that_is_asked_for_during_a_reload_is_the_one_that_is_shown(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("one")), Answer((STARTED, says("two", "n"), HANGS)))
        await page.submit("first")
        await page.settle()
        first = page.session.keeping.thread_id
        page.chat.new_chat()
        await page.submit("second")
        await page.until(lambda: "two" in page.said)
        loading = asyncio.ensure_future(page.chat.reload())
        await asyncio.sleep(0)
        await page.session.keeping.open(first)
        await asyncio.wait_for(loading, 5)
        assert page.said == ["first", "one"]

    play(script)


@pytest.mark.parametrize(
    "method",
    [
        *("thread_id", "set_active_thread", "load_messages", "save_messages", "load_checkpoint"),
        *("save_checkpoint", "clear", "list_threads", "rename_thread"),
    ],
)
def test_whatever_a_store_throws_at_the_talk_goes_on(play: Play, method: str) -> None:
    async def script(page: Page) -> None:
        def fails(*_: Any) -> None:
            raise RuntimeError("no room")

        store = SlowStore(FakeTexts())
        store.gate.set()
        setattr(store, method, fails)
        page.session.keeping.page_store = store
        page.chat.register_tool(name="go", handler=lambda _: fails(), parameters={"x-navigates": True})
        began(page).server.will_answer(run(calls("go")), run(says("two", "n")), run(says("three", "o")))
        await page.settle()
        await page.submit("first")
        await page.settle()
        assert page.said[-1] == "two"
        keeping, thread = page.session.keeping, page.session.keeping.thread_id
        keeping.rename(thread, "lamp")
        page.chat.new_chat()
        await keeping.open(thread)
        await page.chat.reload()
        keeping.delete(keeping.thread_id)
        await page.submit("last")
        await page.settle()
        assert page.said[-1] == "three"
        assert [task.exception() for task in page.tasks] == [None] * len(page.tasks)
        assert any("no room" in warning for warning in page.host.warnings) or method == "list_threads"

    play(script)
