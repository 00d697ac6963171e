"""The README's snippets, as printed: each is put into a page and does what the README says of it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.servers.events import call, run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
PRINTED_HOST = "https://static.example/agentic/"
DROP_IN = "### A tool in five lines of Python"
HEAD = "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title><link rel=icon href=/dist/favicon.svg>"

Open = Callable[..., Chat]


def snippet(after: str, language: str = "html") -> str:
    """The first block of code in this language after a line of the README."""
    return re.search(rf"```{language}\n(.*?)```", README.partition(f"{after}\n")[2], re.DOTALL)[1]


@pytest.fixture
def opened(page: Page, site: Site, agent: ScriptedAgent) -> Open:
    """Open a page made of snippets, with `dist/` where the README says a host of one's own is."""

    def open_page(*snippets: str) -> Chat:
        body = "".join(snippets).replace(PRINTED_HOST, "/dist/")
        site.substitute("/readme.html", body=f"{HEAD}<body>{body}".encode())
        page.goto(site.url("/readme.html"))
        wait_for_boot(page)
        chat = Chat(page)
        page.evaluate("document.querySelector('ag-ui-chat').setCollapsed(false)")
        return chat

    return open_page


def test_the_drop_in_tag_talks_to_its_endpoint(opened: Open, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Hello there.")))
    chat = opened(snippet("## Use it on your page"))
    chat.say("Hello")
    chat.wait_for_answer("Hello there.")


def test_the_tool_in_python_asks_and_runs(opened: Open, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("cart_add", {"item": "lamp"}, "k1")), run(*text("In your cart.")))
    chat = opened(snippet("## Use it on your page"), snippet(DROP_IN))
    chat.say("A lamp")
    chat.press("Confirm")
    chat.wait_for_answer("In your cart.")
    assert agent.request(2).result() == "1 x lamp is in the cart"


def test_the_tool_that_works_the_page_reads_what_came_of_it(opened: Open, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("search", {"words": "lamp"}, "k1")), run(*text("Found it.")))
    page = """<input id=search><button id=go>Go</button><p id=results></p>"""
    python = snippet(DROP_IN, "python")
    tag = f'{page}<script type="py">\nfrom agentic import registry\n{python}</script>'
    chat = opened(snippet("## Use it on your page"), tag)
    chat.page.evaluate("go.onclick = () => results.textContent = `2 hits for ${search.value}`")
    chat.say("Search for lamps")
    chat.wait_for_answer("Found it.")
    assert agent.request(2).result() == "2 hits for lamp"


def test_the_agent_in_python_calls_the_tool(opened: Open) -> None:
    script = '<script src="/dist/agentic.js"></script>'
    chat = opened(script, snippet("### An agent in five lines of Python"), snippet(DROP_IN))
    chat.say("a lamp")
    chat.press("Confirm")
    chat.wait_for_answer("1 x a lamp is in the cart.")


def test_the_tool_in_javascript_fills_the_field(opened: Open, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("set_city", {"city": "Paris"}, "k1")), run(*text("Filled in.")))
    chat = opened(
        '<label>City <input id=city></label><ag-ui-chat endpoint="/agent/"></ag-ui-chat>',
        snippet("### The same from JavaScript"),
    )
    chat.say("Paris")
    chat.wait_for_answer("Filled in.")
    expect(chat.page.locator("#city")).to_have_value("Paris")
