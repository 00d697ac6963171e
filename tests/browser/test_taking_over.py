"""What the loader shows before there is Python stays where it is when Python takes it over: nothing moves."""

import json
from collections.abc import Callable
from html import escape

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.browser.test_loader import SCRIPT, show
from tests.servers.events import echo
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

# All that moved without a person having done anything: from where to where.
WATCH = """(() => {
  window.moved = [];
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const box = ({ x, y, width, height }) => `${width}x${height} at ${x},${y}`;
      const moves = sources.map(({ previousRect, currentRect }) => `${box(previousRect)} to ${box(currentRect)}`);
      if (!hadRecentInput) moved.push([value, ...moves]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
PAGE = "<main><h1>Orders</h1><p>The page itself.</p></main>"
SKILLS = [
    {"name": "triage", "title": "Triage  this page ", "description": "Sort it", "chip": True},
    {"name": "summarize", "title": "Summarize", "prompt": "Summarize {title}.", "chip": True},
    {"name": "hidden", "title": "In the palette alone"},
    {"name": "no good", "title": "A name is one word", "chip": True},
    {"name": "triage", "title": "Triage it all", "chip": True},
    {"title": "Nameless", "chip": True},
    None,
]
STARTERS = [
    " Which orders are late? ",
    "",
    7,
    "Write to whoever waits",
    "Which orders are late?",
    "x" * 121,
    "c",
    "d",
    "e",
]
WORDS = {
    "emptyTitle": "Wie kann ich helfen?",
    "newChat": "Neu",
    "greeting": "Hallo, {name}",
    "titleText": "Hilfe",
    "send": 7,
}
ALL = {
    "id": "written",
    "title-text": "A desk for the orders of this week",
    "user-name": "Ada",
    "data-starters": json.dumps(STARTERS),
    "data-skills": json.dumps(SKILLS),
    "data-prompt-chips": "",
    "data-runs-url": "/agent/runs",
    "data-strings": json.dumps(WORDS),
}
PLACEMENTS = ("floating", "sidebar", "page", "embedded")
DRAFT = "sessionStorage.setItem('ag-ui-chat:written:draft', 'One\\ntwo\\nthree lines of a draft')"
RUNTIME = "/dist/*.wasm"


def markup(placement: str, attributes: dict[str, str]) -> str:
    given = {"endpoint": "/agent/", "data-start-open": "", "placement": placement} | attributes
    written = " ".join(f"{name}='{escape(value)}'" for name, value in given.items())
    return f"<div style='height: 480px'><ag-ui-chat {written}></ag-ui-chat></div>"


@pytest.fixture
def early(page: Page, site: Site) -> Callable[..., Chat]:
    """Open a page with this chat whose Python does not come until the site is mended."""

    def opened(placement: str, **attributes: str) -> Chat:
        site.hold(RUNTIME)
        page.add_init_script(WATCH)
        page.add_init_script(DRAFT)
        chat = show(page, site, SCRIPT, PAGE, markup(placement, attributes))
        expect(chat.field).to_be_visible()
        return chat

    return opened


@pytest.mark.parametrize("attributes", [{}, ALL], ids=["plain", "all"])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_nothing_moves_when_python_takes_over(
    early: Callable[..., Chat], page: Page, site: Site, placement: str, attributes: dict[str, str]
) -> None:
    chat = early(placement, **attributes)
    expect(chat.element.get_by_text("The assistant is still loading.")).to_be_visible()
    site.mend()
    wait_for_boot(page)
    expect(chat.element.get_by_text("The assistant is still loading.")).to_be_hidden()
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("moved") == []


def test_that_something_moves_is_noticed(early: Callable[..., Chat], page: Page, site: Site) -> None:
    chat = early("embedded")
    site.mend()
    wait_for_boot(page)
    page.evaluate("document.querySelector('main').style.height = '200px'")
    expect(chat.field).to_be_visible()
    page.wait_for_function("moved.length")


SHOWN = """chat => ["title", "greeting", "empty", "skill-chips"].map(part => {
  const node = chat.shadowRoot.querySelector(`[part~=${part}]`);
  return [node.innerText, ...[...node.querySelectorAll("button")].map(button => [button.textContent, button.title])];
}).concat([...chat.shadowRoot.querySelectorAll("[aria-label]")].map(node => [node.ariaLabel, node.title]))"""


def test_the_same_is_shown_before_python_as_after(early: Callable[..., Chat], page: Page, site: Site) -> None:
    chat = early("page", **ALL)
    before = chat.element.evaluate(SHOWN)
    expect(chat.part("suggestion-chip")).to_have_text(["Which orders are late?", "Write to whoever waits", "c", "d"])
    expect(chat.part("skill-chip")).to_have_text(["Triage it all", "Summarize"])
    expect(chat.part("greeting")).to_have_text("Hallo, Ada")
    chat.part("suggestion-chip").first.focus()
    site.mend()
    wait_for_boot(page)
    page.evaluate(TWO_FRAMES)
    assert chat.element.evaluate(SHOWN) == before
    expect(chat.part("suggestion-chip").first).to_be_focused()


@pytest.mark.parametrize(
    ("attributes", "chip", "said"),
    [
        ({"data-starters": '["Which orders are late?"]'}, "Which orders are late?", "Which orders are late?"),
        ({"data-skills": json.dumps(SKILLS), "data-prompt-chips": ""}, "Triage it all", "/triage"),
    ],
)
def test_a_chip_that_is_pressed_before_python_is_sent_once_there_is(
    early: Callable[..., Chat], site: Site, agent: ScriptedAgent, attributes: dict[str, str], chip: str, said: str
) -> None:
    agent.answers(then=echo)
    chat = early("sidebar", **attributes)
    chat.press(chip)
    expect(chat.part("queued-chip")).to_have_text(chip)
    site.mend()
    chat.wait_for_answer(f"You said: {said}")
    chat.wait_until_idle()
    expect(chat.sayings).to_have_text([said])
    expect(chat.part("queued-chip")).to_have_count(0)


def test_a_prompt_that_was_picked_too_early_can_be_taken_back(
    early: Callable[..., Chat], page: Page, site: Site, agent: ScriptedAgent
) -> None:
    chat = early("sidebar", **{"data-skills": json.dumps(SKILLS), "data-prompt-chips": ""})
    chat.press("Summarize")
    chat.part("queued-chip").click()
    expect(chat.part("queued-chip")).to_have_count(0)
    expect(chat.field).to_have_value("")
    site.mend()
    wait_for_boot(page)
    assert agent.requests == []


@pytest.mark.parametrize("written", ["[oops", "{}", "null", "7", '{"emptyTitle": {}}'])
def test_markup_that_is_not_as_it_should_be_breaks_no_shell(early: Callable[..., Chat], written: str) -> None:
    given = dict.fromkeys(("data-starters", "data-skills", "data-strings"), written)
    chat = early("sidebar", **given, **{"data-prompt-chips": ""})
    expect(chat.part("empty")).to_contain_text("How can I help?")
    expect(chat.part("suggestion-chip")).to_have_count(0)
