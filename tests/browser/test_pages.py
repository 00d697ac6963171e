"""The pages people have: strict ones, other origins, two chats, React, removals, modules."""

import re
from collections.abc import Callable
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_page
from tests.servers.events import call, closed, echo, more, opened, run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

Visit = Callable[[str], Chat]


@pytest.mark.parametrize("path", ["/strict.html", "/trusted.html"])
def test_a_strict_page_needs_no_exception(
    visit: Visit, page: Page, site: Site, agent: ScriptedAgent, path: str
) -> None:
    site.substitute("/trusted.html", body=site.file("/strict.html").read_bytes())
    agent.answers(run(*text("**Working.** "), *call("shout", {"text": "hey"}, "k1")), run(*text("*Done.*")))
    chat = visit(path)
    wait_for_page(page)
    chat.say("Shout")
    chat.wait_for_answer("Done.")
    assert "HEY" in agent.request(2).result()
    expect(chat.part("panel")).to_have_css("display", re.compile("flex|grid"))
    assert page.evaluate("violations") == []


def test_script_and_agent_may_be_on_another_origin(
    page: Page, site: Site, other_site: Site, agent: ScriptedAgent
) -> None:
    agent.answers(then=echo)
    html = site.file("/cross_origin.html").read_text().replace("ELSEWHERE", other_site.origin)
    site.substitute("/cross_origin.html", body=html.encode())
    page.goto(site.url("/cross_origin.html"))
    chat = Chat(page)
    chat.say("Hello from afar")
    chat.wait_for_answer("You said: Hello from afar")
    assert site.paths("/dist/*") == []
    assert other_site.paths("/dist/*.wasm")


def test_two_chats_on_a_page_share_nothing(visit: Visit, page: Page, agents: dict[str, ScriptedAgent]) -> None:
    gate = Event()
    agents["/agent/left"].answers(run(*opened("m", "Left is talking"), gate, more("m", " still"), closed("m")))
    agents["/agent/right"].answers(then=echo)
    visit("/two_chats.html")
    left, right = Chat(page, "#left"), Chat(page, "#right")
    left.say("To the left")
    left.wait_for_answer("Left is talking")
    right.say("To the right")
    right.wait_for_answer("You said: To the right")
    right.wait_until_idle()
    left.wait_until_running()
    gate.set()
    left.wait_for_answer("Left is talking still")
    assert "right" not in left.text()
    assert "left" not in right.text().lower()


def test_a_page_that_removes_and_adds_the_element_keeps_the_conversation(
    visit: Visit, page: Page, agent: ScriptedAgent
) -> None:
    agent.answers(then=echo)
    chat = visit("/remove_readd.html")
    chat.say("Remember me")
    chat.wait_for_answer("You said: Remember me")
    page.get_by_role("button", name="Remove").click()
    expect(chat.element).to_have_count(0)
    page.get_by_role("button", name="Add").click()
    chat.wait_for_answer("You said: Remember me")
    expect(chat.sayings).to_have_count(1)
    chat.say("Still there?")
    chat.wait_for_answer("You said: Still there?")
    assert len(agent.request(2).messages) == 3


def test_moving_the_element_keeps_the_run_going(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "On the"), gate, more("m", " move"), closed("m")))
    chat = visit("/remove_readd.html")
    chat.say("Go")
    chat.wait_for_answer("On the")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator("#second ag-ui-chat")).to_be_visible()
    gate.set()
    chat.wait_for_answer("On the move")
    assert not agent.request().was_left()


def test_a_module_registers_the_element_only_when_told(visit: Visit, page: Page) -> None:
    visit("/module.html")
    wait_for_page(page)
    assert page.evaluate("definedByImport") is False


def test_the_module_says_its_version(visit: Visit, page: Page) -> None:
    visit("/plain.html")
    version = page.evaluate("async () => (await import('/dist/agentic.mjs')).VERSION")
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", version)


def test_a_page_written_for_the_module_works(visit: Visit, page: Page, agent: ScriptedAgent) -> None:
    agent.answers(
        run(*call("fill_field", {"field": "name", "value": "Ada"}, "k1")),
        run(*call("save", {}, "k2")),
        run(*text("Saved.")),
    )
    chat = visit("/module.html")
    wait_for_page(page)
    chat.say("Order for Ada")
    expect(page.get_by_label("Name")).to_have_value("Ada")
    chat.press("Confirm")
    chat.wait_for_answer("Saved.")
    expect(page.get_by_role("heading", name="Saved")).to_be_visible()


@pytest.mark.parametrize(
    ("script", "field", "value"),
    [
        ("fillField(document.querySelector('#name'), 'Ada Lovelace', {charDelayMs: 1})", "name", "Ada Lovelace"),
        ("fillField(document.querySelector('#quantity'), '3', {charDelayMs: 1})", "quantity", "3"),
        ("fillField(document.querySelector('#address'), 'one\\ntwo', {charDelayMs: 1})", "address", "one\\ntwo"),
        ("selectControl(document.querySelector('#shipping'), 'express')", "shipping", "express"),
        ("setControlValue(document.querySelector('#shipping'), 'express')", "shipping", "express"),
        ("toggleCheckbox(document.querySelector('#gift'), true)", "gift", "true"),
    ],
)
def test_an_input_that_react_controls_is_filled_in_react_too(
    visit: Visit, page: Page, script: str, field: str, value: str
) -> None:
    visit("/react.html")
    wait_for_page(page)
    page.evaluate(script)
    written = f'"{field}":{value}' if value == "true" else f'"{field}":"{value}"'
    expect(page.locator("#state")).to_contain_text(written)
