"""What is sent before the page's own Python has ended waits in sight, and goes out with the tools: in order, once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for, wait_for_boot
from tests.browser.test_loader import CHAT, SCRIPT, python, show
from tests.browser.test_loader_pyscript import CORE
from tests.browser.trouble import Trouble
from tests.servers.events import echo
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

Open = Callable[..., Chat]

WAITS_FOR_THE_GATE = (
    "import asyncio, js",
    "from agentic import registry",
    "js.window.started = True",
    "while not hasattr(js, 'gate'): await asyncio.sleep(0.02)",
)
REGISTERS = (
    "@registry.capability('late', risk='read')",
    "def late() -> str:",
    "    'Comes late.'",
    "    return 'here'",
)
STILL_LOADING = "The assistant is still loading."
STILL_RUNNING = "The scripts of this page are still running."


@pytest.fixture(params=["the loader", "PyScript"])
def open_page(page: Page, site: Site, agent: ScriptedAgent, request: pytest.FixtureRequest) -> Open:
    """Open a page with this Python, run by the one or by the other, and wait until it runs."""
    agent.answers(then=echo)

    def opened(*lines: str) -> Chat:
        runner = [CORE] if request.param == "PyScript" else []
        chat = show(page, site, CHAT, SCRIPT, *runner, python(*lines))
        wait_for("window.started", page)
        return chat

    return opened


def queue(chat: Chat) -> list[str]:
    """What waits to be sent, as it is seen."""
    return chat.part("queued-chip").all_inner_texts()


def test_what_is_sent_while_a_script_runs_goes_out_after_it_with_its_tools(
    open_page: Open, page: Page, agent: ScriptedAgent
) -> None:
    chat = open_page(*WAITS_FOR_THE_GATE, *REGISTERS)
    chat.say("One")
    chat.element.evaluate("chat => { chat.sendMessage('Two'); chat.sendMessage('Three'); }")
    expect(chat.part("queued-chip")).to_have_text(["One", "Two", "Three"])
    expect(chat.field).to_have_value("")
    assert agent.requests == []
    page.evaluate("window.gate = true")
    chat.wait_for_answer("You said: Three")
    expect(chat.sayings).to_have_text(["One", "Two", "Three"])
    expect(chat.part("queued-chip")).to_have_count(0)
    assert [("late" in request.tools) for request in agent.requests] == [True, True, True]


def test_a_script_that_raises_keeps_no_message_back(
    open_page: Open, page: Page, trouble: Trouble, agent: ScriptedAgent
) -> None:
    trouble.expect("ZeroDivisionError")
    chat = open_page(*WAITS_FOR_THE_GATE, *REGISTERS, "1 / 0")
    chat.say("Hello")
    page.evaluate("window.gate = true")
    chat.wait_for_answer("You said: Hello")
    assert "late" in agent.request().tools


def test_a_script_that_goes_on_for_ever_is_told_and_need_not_be_waited_for(
    open_page: Open, agent: ScriptedAgent
) -> None:
    chat = open_page(*WAITS_FOR_THE_GATE)
    line = chat.element.get_by_role("status").filter(has_text=STILL_RUNNING)
    expect(line).to_be_visible()
    expect(chat.control("Send now")).to_have_count(0)  # there is nothing to send
    chat.say("Hello")
    chat.press("Send now")
    chat.wait_for_answer("You said: Hello")
    expect(line).to_have_count(0)
    chat.wait_until_idle()
    chat.say("Again")
    chat.wait_for_answer("You said: Again")
    assert len(agent.requests) == 2


def test_a_script_that_goes_on_for_ever_holds_messages_for_twenty_seconds_at_most(
    open_page: Open, page: Page, agent: ScriptedAgent
) -> None:
    page.clock.install()
    chat = open_page(*WAITS_FOR_THE_GATE)
    chat.say("Hello")
    page.clock.fast_forward(15_000)
    expect(chat.part("queued-chip")).to_have_text(["Hello"])
    assert agent.requests == []
    page.clock.fast_forward(6_000)
    chat.wait_for_answer("You said: Hello")


def test_what_is_sent_before_python_waits_for_the_script_too(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    site.hold("/dist/*.wasm")
    chat = show(page, site, CHAT, SCRIPT, python(*WAITS_FOR_THE_GATE, *REGISTERS))
    chat.say("Before")
    expect(chat.part("queued-chip")).to_have_text(["Before"])
    expect(chat.part("queued-chip").locator("svg")).to_be_visible()
    site.mend()
    wait_for("window.started", page)
    chat.say("After")
    expect(chat.part("queued-chip")).to_have_text(["Before", "After"])
    page.evaluate("window.gate = true")
    chat.wait_for_answer("You said: After")
    expect(chat.sayings).to_have_text(["Before", "After"])
    assert "late" in agent.request().tools


def test_a_message_that_waits_for_a_script_can_be_taken_back(open_page: Open, page: Page, agent: ScriptedAgent) -> None:
    chat = open_page(*WAITS_FOR_THE_GATE, "js.window.ended = True")
    chat.say("Hello")
    chat.press("Take back: Hello")
    expect(chat.field).to_have_value("Hello")
    page.evaluate("window.gate = true")
    wait_for("window.ended", page)
    assert agent.requests == []


def test_a_worker_of_pyscript_is_not_waited_for(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    forever = python("import asyncio", "while True: await asyncio.sleep(1)").replace('type="py"', 'type="py" worker')
    chat = show(page, site, CHAT, SCRIPT, CORE, python("import js", "js.window.started = True"), forever)
    wait_for("window.started", page)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")


def test_a_loading_that_takes_long_is_told_until_it_is_over(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, CHAT, SCRIPT)
    line = chat.element.get_by_role("status").filter(has_text=STILL_LOADING)
    expect(line).to_be_visible()
    site.mend()
    wait_for_boot(page)
    expect(line).to_have_count(0)


def test_a_chat_added_while_it_takes_long_tells_of_it_too(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    first = show(page, site, CHAT, SCRIPT)
    line = first.element.get_by_role("status").filter(has_text=STILL_LOADING)
    expect(line).to_have_count(1)
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", CHAT)
    expect(line).to_have_count(2)


def test_a_loading_that_fails_is_no_longer_told_as_one(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    gate = site.hold("/dist/vendor/marked.esm.js")
    site.substitute("/dist/*.wasm", status=500)
    chat = show(page, site, CHAT, SCRIPT)
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text("status 500")
    expect(chat.element.get_by_role("status").filter(has_text=STILL_LOADING)).to_have_count(0)
    gate.set()


# Methods before there is Python


CALLS = """<script>
  const chat = document.querySelector("ag-ui-chat");
  chat.registerTool({ name: "early", description: "Early.", parameters: { type: "object" }, handler: () => "done" });
  chat.sendMessage("One");
  chat.sendMessage("Two");
  chat.registerTool({ name: "nothing" }).catch(error => { window.refused = String(error); });
  customElements.whenDefined("ag-ui-chat").then(() => { window.own = Object.keys(chat).length; });
</script>"""


def test_methods_called_before_python_are_done_in_their_order(page: Page, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = show(page, site, SCRIPT, CHAT, CALLS)
    chat.wait_for_answer("You said: Two")
    expect(chat.sayings).to_have_text(["One", "Two"])
    assert agent.request().tools == ["early"]
    assert re.search("TypeError: .*handler", page.evaluate("refused"))
    assert page.evaluate("'registerTool' in document.querySelector('ag-ui-chat')")
    assert page.evaluate("own") == 0


def test_a_method_called_before_a_boot_that_fails_is_refused(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    site.substitute("/dist/*.wasm", status=500)
    show(page, site, SCRIPT, CHAT)
    wait_for("window.bootTrouble", page)
    refused = page.evaluate("document.querySelector('ag-ui-chat').sendMessage('Hello').catch(String)")
    assert "pyodide.asm.wasm could not be loaded" in refused
