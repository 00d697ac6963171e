"""Python in script tags, without PyScript and with it: tools and agents in the same registry as JavaScript's."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.stage import wait_for_page
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, run, text
from tests.servers.scripted import ScriptedAgent

Visit = Callable[[str], Chat]


def name_of(body: dict[str, Any], *words: str) -> str:
    """The provider's name of a tool whose own name may have a dot in it."""
    return next(tool["name"] for tool in body["tools"] if all(word in tool["name"] for word in words))


def test_tools_written_in_python_run(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    agent.answers(
        lambda body: run(*call(name_of(body, "notes", "add"), {"text": "buy milk", "priority": "high"}, "k1"))(body),
        run(*text("Noted.")),
    )
    chat = visit("/python_tools.html")
    wait_for_page(page)
    chat.say("Note: buy milk")
    chat.wait_for_answer("Noted.")
    expect(page.locator("#notes li")).to_have_text(["buy milk (high)"])
    assert "1 notes" in agent.request(2).result()


def test_a_python_tool_is_described_by_its_function(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = visit("/python_tools.html")
    wait_for_page(page)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    tool = next(tool for tool in agent.request().body["tools"] if tool["name"] == name_of(agent.request().body, "add"))
    assert tool["description"].startswith("Add a note to the list.")
    assert tool["parameters"]["properties"]["text"]["description"] == "what to write down"
    assert tool["parameters"]["properties"]["priority"]["enum"] == ["low", "high"]
    assert tool["parameters"]["required"] == ["text"]
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"])


def test_a_destructive_python_tool_asks(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    agent.answers(lambda body: run(*call(name_of(body, "clear"), {}, "k1"))(body), run(*text("All gone.")))
    chat = visit("/python_tools.html")
    wait_for_page(page)
    page.evaluate("document.querySelector('#notes').append(document.createElement('li'))")
    chat.say("Clear them")
    expect(chat.question()).to_contain_text("notes.clear")
    expect(page.locator("#notes li")).to_have_count(1)
    chat.press("Confirm")
    chat.wait_for_answer("All gone.")
    expect(page.locator("#notes li")).to_have_count(0)


def test_python_scripts_that_can_not_run_say_so_and_stop_no_other(
    visit: Visit, page: Page, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("ZeroDivisionError|worker|terminal|not_there.py|status of 404")
    agent.answers(then=echo)
    chat = visit("/python_errors.html")
    expect(page.locator("html[data-ready]")).to_be_attached()
    told = page.locator("body").inner_text() + "\n".join(trouble.console)
    assert "ZeroDivisionError" in told
    assert re.search("worker.*PyScript|PyScript.*worker", told)
    assert re.search("terminal.*PyScript|PyScript.*terminal", told)
    assert "not_there.py" in told
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")


def test_an_error_in_a_python_script_is_shown_on_the_page(visit: Visit, page: Page, trouble: Trouble) -> None:
    trouble.expect("ZeroDivisionError|worker|terminal|not_there.py|status of 404")
    visit("/python_errors.html")
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.get_by_text("ZeroDivisionError")).to_be_visible()


def test_tools_of_python_and_of_javascript_are_offered_together(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = visit("/python_tools.html")
    wait_for_page(page)
    chat.tool("shout")
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    body = agent.request().body
    assert {"shout", name_of(body, "add"), name_of(body, "clear")} <= set(agent.request().tools)


def test_a_script_tag_added_later_runs_too(visit: Visit, page: Page) -> None:
    visit("/plain.html")
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.type = "py";
      script.textContent = "from js import document\\ndocument.documentElement.dataset.ready = ''";
      document.body.append(script);
    }""")
    wait_for_page(page)


@pytest.fixture
def guide(visit: Visit, page: Page) -> Chat:
    """A chat with the agent that the page defines in Python."""
    chat = visit("/in_page_agent.html")
    wait_for_page(page)
    return chat


def test_an_agent_in_the_page_answers(guide: Chat) -> None:
    guide.say("hello")
    guide.wait_for_answer("You said: hello, after 1 messages")
    guide.wait_until_idle()
    guide.say("again")
    guide.wait_for_answer("You said: again, after 3 messages")


def test_an_agent_in_the_page_calls_a_tool_and_reads_its_result(guide: Chat, page: Page) -> None:
    guide.say("Take me to Paris")
    guide.wait_for_text("Let me fill that in.")
    guide.wait_for_answer("Done: Paris.")
    expect(page.get_by_label("City")).to_have_value("Paris")
    expect(guide.cards).to_have_attribute("data-status", "done")


def test_an_agent_in_the_page_asks_like_any_other(guide: Chat, page: Page) -> None:
    page.get_by_label("City").fill("Oslo")
    guide.say("clear it")
    guide.press("Cancel")
    guide.wait_for_answer("It stays as it is: declined.")
    expect(page.get_by_label("City")).to_have_value("Oslo")
    guide.wait_until_idle()
    guide.say("clear it")
    guide.press("Confirm")
    guide.wait_for_answer("It is empty now.")
    expect(page.get_by_label("City")).to_have_value("")


def test_an_agent_in_the_page_is_told_which_argument_does_not_fit(guide: Chat) -> None:
    guide.say("wrong")
    guide.wait_for_answer(re.compile("invalid: .*value"))


def test_an_agent_in_the_page_that_raises_says_what_and_the_chat_goes_on(guide: Chat, trouble: Trouble) -> None:
    trouble.expect("the guide lost the way")
    guide.say("fail")
    guide.wait_for_notice("the guide lost the way")
    expect(guide.notices).not_to_contain_text("Traceback")
    guide.wait_until_idle()
    guide.say("hello")
    guide.wait_for_answer("You said: hello")


def test_stop_ends_an_agent_in_the_page_where_it_stands(guide: Chat, page: Page) -> None:
    guide.say("wait")
    guide.wait_for_answer("Waiting")
    guide.stop()
    expect(page.locator("html[data-left]")).to_be_attached()
    guide.wait_until_idle()


def test_an_agent_nobody_defined_is_named(guide: Chat, trouble: Trouble) -> None:
    trouble.expect("nobody")
    guide.set("agent", "nobody")
    guide.say("hello")
    # It might still be defined by a script that has not come yet, so this takes its time.
    expect(guide.notices).to_contain_text("nobody", timeout=20_000)
    expect(guide.sayings).to_have_text(["hello"])
    guide.set("agent", "guide")
    guide.press("Retry")
    guide.wait_for_answer("You said: hello")


# Pyodide's main module is the one that needs an operating system.
COUNT_INTERPRETERS = """(() => {
  window.interpreters = 0;
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = (source, imports) => {
      if (imports?.wasi_snapshot_preview1) interpreters += 1;
      return original(source, imports);
    };
  }
})()"""


@pytest.mark.parametrize("path", ["/pyscript.html", "/pyscript_published.html"])
def test_a_page_with_pyscript_has_one_interpreter(visit: Visit, page: Page, agent: ScriptedAgent, path: str) -> None:
    agent.answers(
        lambda body: run(*call(name_of(body, "count"), {"words": ["a", "b", "c"]}, "k1"))(body),
        run(*text("Counted.")),
    )
    page.add_init_script(COUNT_INTERPRETERS)
    chat = visit(path)
    wait_for_page(page)
    chat.say("Count them")
    chat.wait_for_answer("Counted.")
    assert agent.request(2).result() == "3"
    assert page.evaluate("interpreters") == 1


def test_packages_of_the_lock_install_without_a_network(visit: Visit, page: Page) -> None:
    visit("/pyscript.html")
    wait_for_page(page)
    expect(page.locator("html")).to_have_attribute("data-ready", "jsonschema jsonpatch")


def test_an_alias_made_by_the_statement_type_may_contain_itself(python: Python) -> None:
    """The statement came with Python 3.12, so it is tried in the page's."""
    assert python("""
        from agentic.core.schema import Schema
        from agentic.core.signature import describe

        type Json = dict[str, Json] | list[Json] | str

        def handler(value: Json) -> Json:
            return value

        found = describe(handler)
        schema = Schema(found.input_schema)
        result = [
            schema.problem({"value": {"a": ["b", {"c": "d"}]}}),
            schema.problem({"value": {"a": [1]}}) != "",
            found.execute({"value": {"a": ["b"]}}),
        ]
        """) == ["", True, {"a": ["b"]}]
