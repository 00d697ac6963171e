"""The shell is there before Python, keeps what was typed, and a boot that fails says so in words."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.stage import wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, lost, opened, run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

ARCHIVES = "/dist/runtime/p*.zip"
RUNTIME = "/dist/*.wasm"
SNAPSHOT = "/dist/*snapshot*"


def open_before_python(page: Page, site: Site, path: str = "/plain.html") -> Chat:
    """Open a page whose runtime does not arrive until the site is mended."""
    site.hold(RUNTIME)
    page.goto(site.url(path), wait_until="commit")
    chat = Chat(page)
    expect(chat.field).to_be_visible()
    assert page.evaluate("customElements.get('ag-ui-chat')") is None
    return chat


def test_the_field_is_there_before_python_and_keeps_what_was_typed(page: Page, site: Site) -> None:
    chat = open_before_python(page, site)
    chat.field.press_sequentially("abc def")
    for _ in range(3):
        chat.field.press("ArrowLeft")
    site.mend()
    wait_for_boot(page)
    expect(chat.field).to_be_focused()
    page.keyboard.type("X")
    expect(chat.field).to_have_value("abc Xdef")


def test_a_send_pressed_before_python_is_sent_once(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = open_before_python(page, site)
    chat.field.fill("Hello")
    chat.button.click()
    chat.field.press("Enter")
    assert agent.requests == []
    site.mend()
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    assert len(agent.requests) == 1
    expect(chat.field).to_have_value("")


def test_several_sends_before_python_are_all_sent_in_order(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = open_before_python(page, site)
    chat.say("One")
    chat.say("Two")
    site.mend()
    chat.wait_for_answer("You said: Two")
    expect(chat.sayings).to_have_text(["One", "Two"])
    expect(chat.part("queued-chip")).to_have_count(0)


def test_an_enter_before_python_is_a_send_too(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = open_before_python(page, site)
    chat.say("Hello")
    site.mend()
    chat.wait_for_answer("You said: Hello")


def test_the_chat_can_be_closed_and_opened_before_python(page: Page, site: Site) -> None:
    chat = open_before_python(page, site)
    chat.press("Collapse")
    expect(chat.field).to_be_hidden()
    chat.part("launcher").click()
    expect(chat.field).to_be_visible()
    site.mend()
    wait_for_boot(page)
    expect(chat.field).to_be_visible()


def test_an_element_added_after_the_boot_works_at_once(
    visit: Callable[[str], Chat], page: Page, agent: ScriptedAgent
) -> None:
    agent.answers(then=echo)
    visit("/empty.html")
    page.evaluate("""() => {
      const chat = document.createElement("ag-ui-chat");
      chat.setAttribute("endpoint", "/agent/");
      document.body.append(chat);
      chat.sendMessage("Hello");
    }""")
    assert agent.request().messages[0]["content"] == "Hello"


@pytest.mark.parametrize("broken", ["corrupt", "missing"])
def test_a_snapshot_that_can_not_be_restored_only_costs_time(
    page: Page, site: Site, agent: ScriptedAgent, trouble: Trouble, broken: str
) -> None:
    trouble.expect("snapshot|Failed to load resource")
    agent.answers(then=echo)
    if broken == "corrupt":
        site.substitute(SNAPSHOT, body=b"this is no snapshot" * 1000)
    else:
        site.substitute(SNAPSHOT, status=404)
    page.goto(site.url("/plain.html"))
    chat = Chat(page)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    assert site.paths(SNAPSHOT), "no snapshot was asked for, so none was broken"
    said = [line for line in trouble.console if "snapshot" in line.lower()]
    assert len(said) == 1


def test_a_page_can_do_without_the_snapshot(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    html = site.file("/plain.html").read_text().replace('agentic.js"', 'agentic.js" data-snapshot="off"')
    site.substitute("/plain.html", body=html.encode())
    page.goto(site.url("/plain.html"))
    chat = Chat(page)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    assert site.paths(SNAPSHOT) == []


def failure_of(chat: Chat) -> str:
    """The sentence a panel shows when Python can not start."""
    failure = chat.element.get_by_role("alert").filter(visible=True)
    expect(failure).to_have_text(re.compile(r"\w+.*\."), timeout=60_000)
    return failure.inner_text()


def test_a_policy_without_webassembly_is_named_in_the_panel(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("WebAssembly|Content Security Policy|wasm")
    page.goto(site.url("/no_wasm.html"))
    chat = Chat(page)
    chat.field.fill("Hello")
    sentence = failure_of(chat)
    assert "WebAssembly" in sentence or "wasm-unsafe-eval" in sentence
    expect(chat.field).to_have_value("Hello")


def test_a_runtime_that_is_not_there_is_told_in_the_panel(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    site.substitute(RUNTIME, status=404)
    page.goto(site.url("/plain.html"))
    chat = Chat(page)
    chat.field.fill("Hello")
    assert failure_of(chat)
    expect(chat.field).to_have_value("Hello")


def test_a_refused_session_storage_takes_nothing_but_memory(page: Page, site: Site, agent: ScriptedAgent) -> None:
    page.add_init_script("""Object.defineProperty(window, "sessionStorage", {
      get() { throw new DOMException("denied", "SecurityError"); },
    })""")
    agent.answers(then=echo)
    page.goto(site.url("/plain.html"))
    chat = Chat(page)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.press("Collapse")
    expect(chat.field).to_be_hidden()


def test_the_whole_boot_asks_no_other_host(visit: Callable[[str], Chat], page: Page, site: Site) -> None:
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    visit("/plain.html")
    assert addresses
    assert [address for address in addresses if not address.startswith((site.origin, "data:", "blob:"))] == []


def test_no_two_visits_draw_the_same_random_number(visit: Callable[[str], Chat], page: Page) -> None:
    """A snapshot keeps the state that it was taken with, random numbers too."""
    drawn = []
    for _ in range(2):
        visit("/empty.html")
        drawn.append(Python(page)("import random\nresult = random.random()"))
    assert drawn[0] != drawn[1]


def test_a_chat_needs_no_file_beyond_the_snapshot(page: Page, site: Site, agent: ScriptedAgent) -> None:
    """The archives come later, for what users import; whatever the chat itself needs is in memory."""
    chat = Chat(page)
    site.hold(ARCHIVES)
    page.goto(site.url("/plain.html"))
    wait_for_boot(page)
    chat.tool("look")
    chat.tool("delete", **{"x-destructive": True, "properties": {"order": {"type": "number"}}, "required": ["order"]})
    agent.answers(
        run(*text("**Looking** at `it`."), *call("look", {}, "k1", "m")),
        run(*call("delete", {"order": "one"}, "k2", "m"), *call("delete", {"order": 1}, "k3", "m")),
        run(*call("fly", {}, "k4")),
        lost(*opened("m2", "Half")),
        then=echo,
    )
    chat.element.evaluate("chat => chat.sendMessage('Go')")
    chat.press("Confirm")
    chat.wait_for_notice(re.compile("lost", re.IGNORECASE))
    assert chat.calls() == [["look", {}], ["delete", {"order": 1}]]
    chat.press("Retry")
    chat.wait_for_answer("You said: Go")


def test_users_can_import_the_whole_standard_library(visit: Callable[[str], Chat], page: Page) -> None:
    visit("/empty.html")
    assert Python(page)("import csv, decimal, xml.dom.minidom\nresult = csv.__name__") == "csv"
