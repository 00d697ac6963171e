"""What a card shows of arguments and results: in the page's own drawing, by the names a server gives, and how much."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import call, result, run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

FORMAT = """(chat, body) => {
  const run = Function("payload", body);
  chat.formatToolPayload = payload => { (window.payloads ??= []).push(payload); return run(payload); };
}"""
LONG = "0123456789" * 2_000


def part(card: Locator, name: str) -> Locator:
    return card.locator(f'[part~="tool-card-{name}"]')


def answered(chat: Chat, agent: ScriptedAgent, content: str, name: str = "list_orders", **outcome: Any) -> Locator:
    """The unfolded card of a call that the server itself answered."""
    agent.answers(run(*call(name, {"page": 2}, "k1"), result("k1", content, **outcome), *text("Listed.")))
    chat.say("List")
    chat.wait_for_answer("Listed.")
    card = chat.cards.last
    part(card, "toggle").click()
    return card


# The page's own drawing


def test_both_regions_are_offered_to_the_page_with_what_they_carry(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(FORMAT, "return null;")
    card = answered(chat, agent, '[{"id": 1}]')
    expect(part(card, "result")).to_contain_text('"id": 1')
    assert chat.page.evaluate("payloads") == [
        {"kind": "arguments", "toolName": "list_orders", "args": {"page": 2}},
        {"kind": "result", "toolName": "list_orders", "status": "done", "text": '[{"id": 1}]'},
    ]
    expect(part(card, "result")).not_to_have_attribute("data-formatted", "")


def test_a_node_takes_the_region_over(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(
        FORMAT,
        """if (payload.kind !== "result") return null;
        const table = document.createElement("table");
        table.rows_of = JSON.parse(payload.text);
        for (const { id } of table.rows_of) table.insertRow().insertCell().textContent = `order ${id}`;
        return table;""",
    )
    card = answered(chat, agent, '[{"id": 1}, {"id": 2}]')
    expect(part(card, "result").locator("table tr")).to_have_text(["order 1", "order 2"])
    expect(part(card, "result")).to_have_attribute("data-formatted", "")
    expect(part(card, "result")).not_to_contain_text('"id"')
    expect(part(card, "args")).to_contain_text("page")


def test_a_text_is_a_text_and_never_markup(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(FORMAT, "return `<b>${payload.kind}</b>`;")
    card = answered(chat, agent, "two orders")
    expect(part(card, "result")).to_have_text("<b>result</b>")
    expect(part(card, "args")).to_have_text("<b>arguments</b>")


def test_the_outcome_is_told_as_the_card_says_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(FORMAT, "return payload.kind === 'result' ? payload.status : null;")
    card = answered(chat, agent, "no database", outcome="failed")
    expect(part(card, "result")).to_have_text("error")


@pytest.mark.parametrize("body", ["throw new Error('no');", "return 7;", "return Promise.resolve('late');"])
def test_a_formatter_that_fails_leaves_the_card_as_it_was(
    chat: Chat, agent: ScriptedAgent, trouble: Trouble, body: str
) -> None:
    chat.element.evaluate(FORMAT, body)
    card = answered(chat, agent, '{"id": 1}')
    expect(part(card, "result")).to_contain_text('"id": 1')
    expect(part(card, "args")).to_contain_text("page")
    assert any("formatToolPayload" in said for said in trouble.console)


def test_what_the_agent_reads_is_not_touched(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(FORMAT, "return 'redrawn';")
    chat.tool("count_rows", "return {rows: 3}")
    agent.answers(run(*call("count_rows", {}, "k1")), run(*text("Three.")))
    chat.say("Count")
    chat.wait_for_answer("Three.")
    assert json.loads(agent.request(2).result()) == {"rows": 3}


def test_a_formatter_that_comes_later_redraws_every_card(chat: Chat, agent: ScriptedAgent) -> None:
    card = answered(chat, agent, "two orders")
    agent.answers(run(*text("More.")))
    chat.say("More")
    chat.wait_for_answer("More.")
    chat.element.evaluate(FORMAT, "return payload.kind === 'result' ? 'redrawn' : null;")
    expect(part(card, "result")).to_have_text("redrawn")
    chat.element.evaluate("chat => { chat.formatToolPayload = null; }")
    expect(part(card, "result")).to_have_text("two orders")


def test_the_page_is_shown_no_secret(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(FORMAT, "return null;")
    chat.tool("sign_in", properties={"pin": {"type": "string", "format": "password"}})
    agent.answers(run(*call("sign_in", {"pin": "4711"}, "k1")), run(*text("In.")))
    chat.say("Sign in")
    chat.wait_for_answer("In.")
    assert "4711" not in json.dumps(chat.page.evaluate("payloads.filter(each => each.kind === 'arguments')"))


# How much


def test_a_long_result_is_cut_until_all_of_it_is_asked_for(chat: Chat, agent: ScriptedAgent) -> None:
    card = answered(chat, agent, LONG)
    shown = part(card, "result")
    assert len(shown.inner_text()) == 10_001
    more = card.get_by_role("button", name="Show all 20,000 characters")
    more.press("Enter")
    expect(more).to_have_count(0)
    assert shown.inner_text() == LONG
    expect(shown).to_be_focused()


def test_ten_thousand_characters_are_not_cut(chat: Chat, agent: ScriptedAgent) -> None:
    card = answered(chat, agent, LONG[:10_000])
    assert part(card, "result").inner_text() == LONG[:10_000]
    expect(part(card, "more").last).to_be_hidden()


def test_a_long_argument_is_cut_too(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("write", {"name": "a", "text": LONG}, "k1"), result("k1", "ok"), *text("Written.")))
    chat.say("Write")
    chat.wait_for_answer("Written.")
    assert len(part(chat.cards.last, "args").inner_text()) < 11_000
    part(chat.cards.last, "more").first.click()
    expect(part(chat.cards.last, "args")).to_contain_text(LONG)


# Labels


def name_of(chat: Chat) -> Locator:
    return part(chat.cards.last, "name")


def test_the_page_names_what_a_server_does(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.toolSummaries = {list_orders: 'Look through the orders'}; }")
    answered(chat, agent, "[]")
    expect(name_of(chat)).to_have_text("Look through the orders")
    chat.element.evaluate("chat => { chat.toolSummaries = {}; }")
    expect(name_of(chat)).to_have_text("List orders")


def test_a_tools_own_summary_wins_over_the_pages_and_that_over_the_catalog(
    mount: Any, agent: ScriptedAgent, site: Site
) -> None:
    rows = [{"name": name, "summary": f"{name} by the catalog"} for name in ("one", "two", "three")]
    site.substitute("/catalog", body=json.dumps(rows).encode())
    chat = mount(endpoint="/agent/", data_start_open="", data_tools_url="/catalog")
    chat.element.evaluate("chat => { chat.toolSummaries = {one: 'one by the page', two: 'two by the page'}; }")
    chat.tool("one", **{"x-summary": "one by itself"})
    served = [event for name in ("two", "three", "four") for event in (*call(name, {}, name), result(name, "ok"))]
    agent.answers(run(*call("one", {}, "k1")), run(*served, *text("Done.")))
    chat.say("Go")
    chat.wait_for_answer("Done.")
    expect(chat.part("tool-card-name")).to_have_text(
        ["one by itself", "two by the page", "three by the catalog", "Four"]
    )


def test_a_catalog_is_read_with_the_elements_headers_and_once_it_is_named(
    chat: Chat, agent: ScriptedAgent, site: Site
) -> None:
    site.substitute("/catalog", body=b'[{"name": "list_orders", "summary": "Orders, please"}]')
    card = answered(chat, agent, "[]")
    chat.element.evaluate("chat => { chat.headers = {'X-Who': 'me'}; }")
    chat.set("data-tools-url", "/catalog")
    expect(part(card, "name")).to_have_text("Orders, please")
    assert [visit.headers["X-Who"] for visit in site.visits if visit.path == "/catalog"] == ["me"]


@pytest.mark.parametrize(("status", "body"), [(500, b""), (200, b"{half"), (200, b'{"name": "x"}'), (200, b"[7, {}]")])
def test_a_catalog_that_cannot_be_read_leaves_the_names(
    chat: Chat, agent: ScriptedAgent, site: Site, trouble: Trouble, status: int, body: bytes
) -> None:
    trouble.expect("Failed to load resource")
    site.substitute("/catalog", status=status, body=body)
    chat.set("data-tools-url", "/catalog")
    answered(chat, agent, "[]")
    expect(name_of(chat)).to_have_text("List orders")


def test_a_tool_that_is_gone_keeps_its_label(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("find_rows", "return 1", **{"x-summary": "Find the rows"})
    agent.answers(run(*call("find_rows", {}, "k1")), run(*text("Found.")))
    chat.say("Find")
    chat.wait_for_answer("Found.")
    chat.element.evaluate("chat => { chat.toolSummaries = {find_rows: 'Something else'}; }")
    expect(name_of(chat)).to_have_text("Find the rows")
