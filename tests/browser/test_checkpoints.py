""" "Continue a run": the panel of the server's runs, and a run that goes on with what is written in the composer."""

import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chat import Chat
from tests.browser.test_accessibility import findings
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, run, started, text
from tests.servers.scripted import FOREVER, ScriptedAgent, refusal
from tests.servers.site import Site


def row(run_id: str, preview: str | None = None, minutes: int = 5, **members: Any) -> dict[str, Any]:
    began = datetime.now(UTC) - timedelta(minutes=minutes)
    return {
        "run_id": run_id,
        "thread_id": "t",
        "parent_run_id": None,
        "started_at": began.isoformat(),
        "continuable": True,
        "preview": preview,
    } | members


@pytest.fixture
def chat(mount: Callable[..., Chat], site: Site, agent: ScriptedAgent) -> Chat:
    """A chat whose server knows two runs."""
    publish(site, row("r1-of-the-morning", "Book a room"), row("r2-of-the-night", "Pay the bill", minutes=3000))
    return mount(endpoint="/agent/", data_start_open="", data_runs_url="/agent/runs/")


def publish(site: Site, *rows: dict[str, Any]) -> None:
    site.substitute("/agent/runs/", body=json.dumps({"runs": rows}).encode())


def panel(chat: Chat) -> Locator:
    return chat.part("checkpoints")


def opener(chat: Chat) -> Locator:
    return chat.part("checkpoints-button")


def rows(chat: Chat) -> Locator:
    return chat.part("checkpoint-row")


def pick(chat: Chat, verb: str, preview: str) -> None:
    rows(chat).filter(has_text=preview).get_by_role("button", name=verb, exact=True).click()


def open_panel(chat: Chat) -> None:
    opener(chat).click()
    expect(rows(chat)).to_have_count(2)


def test_the_button_is_there_where_there_is_an_index(chat: Chat) -> None:
    expect(chat.control("Continue a run")).to_be_visible()
    expect(panel(chat)).to_be_hidden()
    open_panel(chat)
    expect(opener(chat)).to_have_attribute("aria-expanded", "true")
    chat.element.evaluate("chat => chat.removeAttribute('data-runs-url')")
    expect(opener(chat)).to_be_hidden()
    expect(panel(chat)).to_be_hidden()


def test_a_row_says_what_was_asked_and_when(chat: Chat) -> None:
    open_panel(chat)
    expect(chat.part("checkpoint-label")).to_have_text(["Book a room", "Pay the bill"])
    expect(chat.part("checkpoint-time")).to_have_text(["5m ago", "2d ago"])
    for index in range(2):
        expect(chat.part("checkpoint-id").nth(index)).to_be_hidden()
        expect(chat.part("checkpoint-branch").nth(index)).to_be_hidden()


def test_the_page_says_in_its_own_words_how_long_ago_it_was(chat: Chat, trouble: Trouble) -> None:
    chat.element.evaluate("chat => { chat.formatRelativeTime = then => `at ${typeof then}`; }")
    open_panel(chat)
    expect(chat.part("checkpoint-time")).to_have_text(["at number", "at number"])
    chat.element.evaluate("chat => { chat.formatRelativeTime = () => { throw new Error('no words'); }; }")
    expect(chat.part("checkpoint-time")).to_have_text(["5m ago", "2d ago"])
    assert any("no words" in line for line in trouble.console)
    chat.element.evaluate("chat => { chat.formatRelativeTime = null; }")
    expect(chat.part("checkpoint-time")).to_have_text(["5m ago", "2d ago"])


def test_a_row_that_words_do_not_tell_apart_says_when_and_the_id(chat: Chat, site: Site) -> None:
    publish(
        site,
        row("aaaaaaaa-1", "Book a room"),
        row("bbbbbbbb-2", "Book a room", minutes=0, parent_run_id="aaaaaaaa-1"),
        row("cccccccc-3"),
        row("dddddddd-4", "Book a table"),
        row("eeeeeeee-5", "never offered", continuable=False),
    )
    opener(chat).click()
    expect(chat.part("checkpoint-label")).to_have_text(["5m ago", "just now", "5m ago", "Book a table"])
    expect(chat.part("checkpoint-time").filter(visible=True)).to_have_text(["5m ago"])
    shown = chat.part("checkpoint-id").filter(visible=True)
    expect(shown).to_have_text(["aaaaaaaa", "bbbbbbbb", "cccccccc"])
    expect(shown.first).to_have_attribute("title", "aaaaaaaa-1")
    expect(chat.part("checkpoint-branch").filter(visible=True)).to_have_text(["branched"])


@pytest.mark.parametrize("verb", ["resume", "fork"])
def test_a_run_goes_on_with_the_new_turn_in_the_same_transcript(chat: Chat, agent: ScriptedAgent, verb: str) -> None:
    agent.answers(echo, run(*text("The room is booked.")), echo)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    open_panel(chat)
    chat.field.fill("for two nights")
    pick(chat, verb.capitalize(), "Book a room")
    chat.wait_for_answer("The room is booked.")
    expect(panel(chat)).to_be_hidden()
    expect(chat.field).to_have_value("")
    expect(chat.field).to_be_focused()
    expect(chat.sayings).to_have_text(["Hello", "for two nights"])
    chat.wait_until_idle()
    chat.say("Thanks")
    chat.wait_for_answer("You said: Thanks")
    assert [request.path for request in agent.requests] == [
        "/agent/",
        f"/agent/{verb}/r1-of-the-morning/",
        "/agent/",
    ]
    assert [message["content"] for message in agent.request(2).messages] == ["for two nights"]
    assert [message["content"] for message in agent.request(3).messages] == [
        *("Hello", "You said: Hello", "for two nights", "The room is booked.", "Thanks"),
    ]
    assert agent.request(2).body["threadId"] == agent.request(1).body["threadId"]


def test_nothing_written_says_so_and_gives_the_caret_to_the_field(chat: Chat, agent: ScriptedAgent) -> None:
    open_panel(chat)
    pick(chat, "Resume", "Book a room")
    hint = chat.part("skill-hint")
    expect(hint).to_have_text("Type your next message first, then pick the run to continue.")
    expect(chat.field).to_be_focused()
    expect(panel(chat)).to_be_visible()
    chat.page.keyboard.type("go on")
    expect(hint).to_be_hidden()
    agent.answers(run(*text("Going on.")))
    pick(chat, "Resume", "Book a room")
    chat.wait_for_answer("Going on.")
    assert len(agent.requests) == 1


def test_an_answer_that_is_coming_is_not_cut_off_by_a_pick(chat: Chat, agent: ScriptedAgent) -> None:
    gate = threading.Event()
    agent.answers(lambda request: [started(request), *text("One"), gate, *run(*text("Two"))(request)[1:]])
    open_panel(chat)
    chat.field.fill("first")
    pick(chat, "Resume", "Book a room")
    chat.wait_for_answer("One")
    opener(chat).click()
    expect(rows(chat)).to_have_count(2)
    chat.field.fill("second")
    pick(chat, "Fork", "Pay the bill")
    expect(chat.part("skill-hint")).to_contain_text("Wait for it or stop it")
    expect(chat.field).to_have_value("second")
    gate.set()
    chat.wait_for_answer("Two")
    agent.answers(run(*text("Three")))
    pick(chat, "Fork", "Pay the bill")
    chat.wait_for_answer("Three")
    assert [request.path for request in agent.requests] == [
        "/agent/resume/r1-of-the-morning/",
        "/agent/fork/r2-of-the-night/",
    ]


def test_stop_reaches_the_server_of_a_continuation(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(lambda request: [started(request), *text("Half an answer"), FOREVER])
    open_panel(chat)
    chat.field.fill("go on")
    pick(chat, "Resume", "Book a room")
    chat.wait_for_answer("Half an answer")
    chat.stop()
    chat.wait_until_idle()
    assert agent.request().was_left()
    chat.wait_for_notice("Stopped")
    expect(chat.answers.last).to_contain_text("Half an answer")


def test_a_tool_of_the_page_runs_within_a_continuation(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "return 'a lamp'")
    agent.answers(run(*call("look")), run(*text("I see a lamp.")))
    open_panel(chat)
    chat.field.fill("what is there?")
    pick(chat, "Resume", "Book a room")
    chat.wait_for_answer("I see a lamp.")
    assert agent.request(2).path == "/agent/resume/r1-of-the-morning/"
    assert [message["role"] for message in agent.request(2).messages] == ["user", "assistant", "tool"]


def test_a_refused_continuation_is_tried_again_where_it_was(chat: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("409")
    said = "resuming that run would overwrite this thread"
    agent.answers(refusal(409, json.dumps({"error": said}), "application/json"), run(*text("There.")))
    open_panel(chat)
    chat.field.fill("go on")
    pick(chat, "Resume", "Book a room")
    chat.wait_for_notice(said)
    chat.press("Retry")
    chat.wait_for_answer("There.")
    expect(chat.notices).to_have_count(0)
    assert {request.path for request in agent.requests} == {"/agent/resume/r1-of-the-morning/"}


@pytest.mark.parametrize("status", [404, 500])
def test_an_index_that_cannot_be_reached_is_empty(chat: Chat, site: Site, trouble: Trouble, status: int) -> None:
    trouble.expect(str(status))
    site.substitute("/agent/runs/", status, b"no")
    opener(chat).click()
    expect(chat.part("checkpoints-empty")).to_have_text("There is no run to continue.")
    expect(chat.notices).to_have_count(0)
    expect(rows(chat)).to_have_count(0)


def test_the_page_may_open_and_close_the_panel_itself(chat: Chat) -> None:
    for method, is_open in (
        ("openCheckpoints", True),
        ("closeCheckpoints", False),
        ("toggleCheckpoints", True),
        ("toggleCheckpoints", False),
    ):
        chat.element.evaluate(f"chat => chat.{method}()")
        expect(panel(chat)).to_be_visible(visible=is_open)


def test_escape_and_close_give_the_caret_back(chat: Chat) -> None:
    open_panel(chat)
    chat.control("Resume").first.press("Escape")
    expect(panel(chat)).to_be_hidden()
    expect(chat.field).to_be_focused()
    open_panel(chat)
    chat.press("Close")
    expect(panel(chat)).to_be_hidden()
    expect(chat.field).to_be_focused()


def test_headers_are_read_anew_for_the_index_and_for_the_run(chat: Chat, site: Site, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { let n = 0; chat.getHeaders = () => ({ 'X-Token': `t${++n}` }); }")
    open_panel(chat)
    agent.answers(run(*text("Here.")))
    chat.field.fill("go on")
    pick(chat, "Fork", "Book a room")
    chat.wait_for_answer("Here.")
    (visit,) = [visit for visit in site.visits if visit.path == "/agent/runs/"]
    assert (visit.headers["X-Token"], agent.request().headers["X-Token"]) == ("t1", "t2")


def test_the_panel_leaves_the_composer_in_sight_and_gives_axe_nothing(chat: Chat, site: Site) -> None:
    publish(site, *(row(f"run-{number}", f"Question number {number} " * 9) for number in range(40)))
    opener(chat).click()
    expect(rows(chat)).to_have_count(40)
    expect(chat.field).to_be_in_viewport(ratio=1)
    chat.set("data-strings", json.dumps({"resumeRun": "Fortsetzen", "branchedRun": "verzweigt"}))
    expect(chat.part("checkpoint-resume").first).to_have_text("Fortsetzen")
    assert findings(chat) == []


def test_a_removed_element_takes_a_continuation_with_it(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(lambda request: [started(request), *text("Half"), FOREVER])
    open_panel(chat)
    chat.field.fill("go on")
    pick(chat, "Resume", "Book a room")
    chat.wait_for_answer("Half")
    chat.remove()
    assert agent.request().was_left()
