"""A call that leads to another page is answered there, and the run goes on."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic.element.landing import LEAVING
from tests.unit.agents.conftest import answered, calls, run, says
from tests.unit.element.conftest import Page, QuickClock, Script
from tests.unit.element.pages import again_untouched, began, keys, results

Play = Callable[[Script], None]

NAVIGATES = {"type": "object", "x-navigates": True}


def offering(page: Page, left: asyncio.Event | None = None, **schema: Any) -> Page:
    """A page with a tool that leads away; the handler never comes back once the page is `left`."""

    async def go(_: Any) -> str:
        if left:
            left.set()
            await asyncio.get_running_loop().create_future()
        return "went"

    page.chat.register_tool(name="go", handler=go, parameters={**NAVIGATES, **schema})
    return page


async def leave(page: Page, **schema: Any) -> None:
    """A run whose call leads away from this page."""
    left = asyncio.Event()
    offering(began(page), left, **schema).server.will_answer(run(calls("go")))
    await page.submit("go there")
    if schema:
        await page.until(lambda: page.session.questions)
    else:
        await left.wait()


async def arrived(page: Page, result: Any = None, *answers: Any) -> Page:
    """The page that it led to."""
    come = Page(is_settled=False, storage=page.storage)
    come.host.attributes = dict(page.host.attributes)
    come.host.page = "https://shop.example/next"
    come.session.keeping.begin()
    come.chat.navigation_result = result
    come.server.will_answer(*answers)
    await asyncio.sleep(0)
    return come


def test_it_is_answered_by_the_page_it_led_to_and_the_run_goes_on(play: Play) -> None:
    async def script(page: Page) -> None:
        await leave(page)
        come = await arrived(page, None, run(says("we are here", "n")))
        assert come.server.requests == []  # not before the page's own scripts have ended
        come.settled.set()
        await come.settle()
        result = answered(come.server.bodies[0])["k"]
        assert result["content"] == '{"navigated": true, "url": "https://shop.example/next"}'
        assert come.said[-1] == "wearehere"
        assert come.server.bodies[0]["threadId"] == page.server.bodies[0]["threadId"]
        page.session.stop()

    play(script)


def test_the_page_says_itself_what_is_found_there(play: Play) -> None:
    async def script(page: Page) -> None:
        async def found(checkpoint: Any) -> Any:
            return {"call": checkpoint["toolCallId"], "errors": ["no city"]}

        await leave(page)
        come = await arrived(page, found, run())
        come.settled.set()
        await come.settle()
        assert answered(come.server.bodies[0])["k"]["content"] == '{"call": "k", "errors": ["no city"]}'
        page.session.stop()

    play(script)


def test_a_page_that_cannot_say_it_is_a_failed_call_and_no_end_of_the_talk(play: Play) -> None:
    async def script(page: Page) -> None:
        def found(_: Any) -> Any:
            raise ValueError("no form here")

        await leave(page)
        come = await arrived(page, found, run(says("I see", "n")))
        come.settled.set()
        await come.settle()
        result = answered(come.server.bodies[0])["k"]
        assert ("no form here" in result["content"], result["metadata"]) == (True, {"outcome": "failed"})
        page.session.stop()

    play(script)


def test_what_is_written_meanwhile_is_sent_after_it(play: Play) -> None:
    async def script(page: Page) -> None:
        await leave(page)
        come = await arrived(page, None, run(says("here", "n")), run(says("fine", "o")))
        await come.submit("and then")
        come.settled.set()
        await come.settle()
        assert come.said[-3:] == ["here", "and then", "fine"]
        page.session.stop()

    play(script)


def test_a_page_that_comes_twice_goes_on_once(play: Play) -> None:
    async def script(page: Page) -> None:
        await leave(page)
        come = await arrived(page)  # and it is left before its scripts have ended
        later = await again_untouched(come)
        assert later.server.requests == []
        assert [result.outcome for result in results(later)] == ["interrupted"]
        page.session.stop()
        come.settled.set()
        come.server.will_answer(run())

    play(script)


def test_one_that_nobody_confirmed_has_led_nowhere(play: Play) -> None:
    async def script(page: Page) -> None:
        await leave(page, **{"x-destructive": True})
        come = await arrived(page)
        come.settled.set()
        await come.settle()
        assert come.server.requests == []
        assert [result.outcome for result in results(come)] == ["interrupted"]
        page.session.stop()

    play(script)


def test_where_the_page_was_not_left_after_all_the_run_goes_on_in_it(play: Play) -> None:
    async def script(page: Page) -> None:
        offering(began(page)).server.will_answer(run(calls("go")), run(says("ok", "n")))
        await page.submit("go there")
        await page.settle()
        assert answered(page.server.bodies[1])["k"]["content"] == "went"
        assert keys(page, "checkpoint") == []

    play(script)


def test_a_router_of_the_pages_own_leaves_nothing(play: Play) -> None:
    async def script(page: Page) -> None:
        led: list[str] = []
        began(page).chat.route_map = [{"id": "orders", "path": "/orders"}]
        page.chat.navigate = led.append
        kept: list[Any] = []
        page.session.registry.starting.subscribe(lambda _: kept.extend(keys(page, "checkpoint")))
        page.server.will_answer(run(calls("navigate_to_route", {"route_id": "orders"})), run(says("ok", "n")))
        await page.submit("orders")
        await page.settle()
        assert (led, kept) == (["/orders"], [])

    play(script)


async def turns(page: Page) -> None:
    """Let whatever can run do so, with nobody waiting for the page to come to rest."""
    for _ in range(30):
        await asyncio.sleep(0)


END: dict[str, Callable[[Page], Any]] = {
    "stopped": lambda page: page.session.stop(),
    "removed": lambda page: page.session.removed(),
    "a new chat": lambda page: page.chat.new_chat(),
    "loaded anew": lambda page: asyncio.ensure_future(page.chat.reload()),
}


@pytest.mark.parametrize("end", END)
@pytest.mark.parametrize("rests", [True, False])
def test_whatever_ends_the_run_before_the_page_goes_ends_its_going_on(play: Play, end: str, rests: bool) -> None:
    async def script(page: Page) -> None:
        await leave(page)
        thread = page.session.keeping.thread_id
        END[end](page)
        if rests:
            await page.settle()
        await page.session.keeping.open(thread)
        await page.settle()
        assert keys(page, "checkpoint") == []
        come = await arrived(page)
        come.settled.set()
        await come.settle()
        assert (len(page.server.requests), come.server.requests) == (1, [])
        assert [result.outcome for result in results(come)] == ["interrupted"]

    play(script)


@pytest.mark.parametrize("end", END)
def test_whatever_ends_it_while_the_page_says_what_is_found_ends_it(play: Play, end: str) -> None:
    async def script(page: Page) -> None:
        said = asyncio.Event()

        async def found(_: Any) -> str:
            await said.wait()
            return "a form"

        await leave(page)
        come = await arrived(page, found, run(says("fine", "n")))
        come.settled.set()
        await turns(come)
        assert come.session.is_busy
        END[end](come)
        await turns(come)
        assert not come.session.is_busy
        shown = [come.session.status(call) for each in come.messages for call in each.tool_calls]
        assert shown == ([] if end == "a new chat" else ["interrupted"])
        said.set()
        await come.settle()
        assert come.server.requests == []
        await come.submit("go on")
        await come.settle()
        assert come.said[-2:] == ["go on", "fine"]
        answered(come.server.bodies[0])
        page.session.stop()

    play(script)


def test_a_page_that_never_says_what_is_found_holds_no_other_conversation(play: Play) -> None:
    async def script(page: Page) -> None:
        await leave(page)
        come = await arrived(page, lambda _: asyncio.get_running_loop().create_future(), run(says("fine", "n")))
        come.settled.set()
        await turns(come)
        come.chat.new_chat()
        await come.submit("hello")
        await come.until(lambda: "fine" in come.said)
        page.session.stop()

    play(script)


def test_a_stop_while_the_page_is_given_time_to_go_keeps_what_the_call_came_to(play: Play) -> None:
    async def script(page: Page) -> None:
        class Slow(QuickClock):
            async def sleep(self, seconds: float) -> None:
                await asyncio.sleep(seconds if seconds == LEAVING else 0)

        page.session.landing._clock = Slow()
        offering(began(page)).server.will_answer(run(calls("go")))
        await page.submit("go there")
        await page.until(lambda: keys(page, "checkpoint"))
        await turns(page)
        page.session.stop()
        await page.settle()
        assert [(result.text, result.outcome) for result in results(page)] == [("went", None)]
        assert keys(page, "checkpoint") == []

    play(script)
