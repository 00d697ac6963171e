"""The README's snippets of models and of a chat of one's own, as printed."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.browser.test_readme import HEAD, snippet
from tests.servers.chat_completions import ChatCompletionsServer, answer, says, whole
from tests.servers.site import Site

PRINTED_MODEL = "http://localhost:11434/v1"
SCRIPT = '<script src="/dist/agentic.js"></script>'
MOST_LINES = 40

Open = Callable[[str], Page]


@pytest.fixture
def completions(abroad: Site) -> Iterator[ChatCompletionsServer]:
    abroad.agents["/v1/"] = server = ChatCompletionsServer()
    yield server
    del abroad.agents["/v1/"]


@pytest.fixture
def opened(page: Page, site: Site, other_site: Site) -> Open:
    """Open a page made of a snippet, with a model where the README says one is."""

    def open_page(printed: str) -> Page:
        body = SCRIPT + printed.replace(PRINTED_MODEL, other_site.url("/v1"))
        site.substitute("/readme.html", body=f"{HEAD}<body>{body}".encode())
        page.goto(site.url("/readme.html"))
        return page

    return open_page


def test_the_model_answers_in_the_element(opened: Open, completions: ChatCompletionsServer) -> None:
    completions.answers(answer(says("I am a model.")))
    page = opened(snippet("### A model, straight from the page"))
    wait_for_boot(page)
    page.evaluate("document.querySelector('ag-ui-chat').setCollapsed(false)")
    chat = Chat(page)
    chat.say("Who are you?")
    chat.wait_for_answer("I am a model.")
    assert completions.request().messages[0] == {"role": "system", "content": "Be brief."}


def test_the_chat_of_ones_own_runs_tools_and_asks(opened: Open, completions: ChatCompletionsServer) -> None:
    page = opened(snippet("### A chat of your own"))
    completions.answers(
        answer(
            says("Let me see. "), whole("get_weather", {"city": "Paris"}), whole("book_trip", {"city": "Paris"}, 1, "b")
        ),
        answer(says("Booked.")),
    )
    page.wait_for_function("!!document.querySelector('#say').onsubmit", timeout=30_000)
    page.get_by_label("Message").fill("Paris, please")
    page.get_by_role("button", name="Send").click()
    talk = page.locator("#talk")
    expect(talk).to_contain_text("get_weather {'city': 'Paris'}: result {'city': 'Paris', 'temp': 21}")
    expect(talk).to_contain_text("Book a trip to Paris?")
    page.get_by_role("button", name="Book it").click()
    expect(talk).to_contain_text("Booked.")
    assert completions.request(2).result() == "booked"


def test_the_page_of_ones_own_takes_forty_lines() -> None:
    python = re.search(r'<script type="py">\n(.*?)</script>', snippet("### A chat of your own"), re.DOTALL)[1]
    assert len([line for line in python.splitlines() if line.strip()]) <= MOST_LINES
