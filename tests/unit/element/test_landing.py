"""A call that leads to another page is answered there, and the run goes on."""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.unit.agents.conftest import answered, calls, run, says
from tests.unit.element.conftest import Page, Script
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
