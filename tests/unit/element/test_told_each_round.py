"""What functions of the page say before each round: the tools that are offered, and what the agent is told."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from agentic.core.capability import Capability, Risk
from agentic.errors import UsageError
from tests.unit.agents.conftest import calls, run, says
from tests.unit.element.conftest import Page

Play = Callable[[Callable[[Page], Awaitable[None]]], None]


def doing(name: str) -> Capability:
    return Capability(name, f"Does {name}.", {"type": "object"}, Risk.READ, lambda given: f"did {name}")


def with_tools(page: Page) -> Page:
    """A page whose server is asked, and which has two tools."""
    page.host.attributes = {"endpoint": "/agent/"}
    for name in ("find", "wipe"):
        page.registry.register(doing(name))
    return page


def tools(page: Page) -> list[list[str]]:
    """The names of the tools in each request."""
    return [[tool["name"] for tool in body["tools"]] for body in page.server.bodies]


def test_only_the_tools_that_the_page_names_are_offered_and_run(play: Play) -> None:
    async def script(page: Page) -> None:
        chosen: list[Any] = ["find"]
        with_tools(page).chat.get_tools = lambda: chosen
        page.server.will_answer(run(calls("wipe")), run(says("No.")), run(says("Ok.", "b")))
        await page.submit("Wipe it")
        await page.settle()
        chosen[:] = [{"name": "wipe", "description": "Wipe"}, {"name": "of nobody's"}]
        await page.submit("Again")
        await page.settle()
        assert tools(page) == [["find"], ["find"], ["wipe"]]
        assert "did wipe" not in str(page.server.bodies)
        page.chat.get_tools = None
        page.server.will_answer(run(says("All.", "c")))
        await page.submit("And now")
        await page.settle()
        assert tools(page)[-1] == ["find", "wipe"]

    play(script)


@pytest.mark.parametrize("said", [lambda: 1 / 0, lambda: None, lambda: "find"])
def test_a_page_that_fails_to_say_offers_nothing_and_is_told(play: Play, said: Any) -> None:
    async def script(page: Page) -> None:
        with_tools(page).chat.get_tools = said
        page.chat.get_context = said
        page.server.will_answer(run(says("Hello.")))
        await page.submit("Hi")
        await page.settle()
        assert tools(page) == [[]]
        assert page.server.bodies[0]["context"] == []
        assert [line.split(" failed")[0] for line in page.host.warnings] == ["getTools", "getContext"]

    play(script)


def test_what_the_page_tells_goes_along_with_its_map_every_round(play: Play) -> None:
    async def script(page: Page) -> None:
        cart = ["lamp"]
        with_tools(page).chat.get_context = lambda: [{"description": "cart", "value": ",".join(cart)}]
        page.chat.get_page_map = lambda: {"fields": []}
        page.server.will_answer(run(says("One.")), run(says("Two.", "b")))
        for item in ("chair", "desk"):
            await page.submit("Hi")
            await page.settle()
            cart.append(item)
        said = [[(each["description"], each["value"]) for each in body["context"]] for body in page.server.bodies]
        of_map = ("page_map", '{"fields": []}')
        assert said == [[of_map, ("cart", "lamp")], [of_map, ("cart", "lamp,chair")]]

    play(script)


def test_what_was_said_elsewhere_is_shown_kept_and_sent(play: Play) -> None:
    async def script(page: Page) -> None:
        with_tools(page).session.keeping.begin()
        await page.settle()
        page.chat.append_message("assistant", "Hello, I am new here.")
        page.server.will_answer(run(says("Hi.")))
        await page.submit("Hi")
        await page.settle()
        sent = [(each["role"], each["content"]) for each in page.server.bodies[0]["messages"]]
        assert sent == [("assistant", "Hello, I am new here."), ("user", "Hi")]
        assert "Hello, I am new here." in str(page.storage.texts)
        for role, text in (("system", "x"), ("user", 3)):
            with pytest.raises(UsageError, match="appendMessage"):
                page.chat.append_message(role, text)

    play(script)
