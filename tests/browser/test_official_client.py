"""A page's own agent, of AG-UI's official client from npm: everything above an agent works with it as with ours."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, result, run, started, text
from tests.servers.pydantic_agent import PydanticAgent
from tests.servers.scripted import FOREVER, ScriptedAgent, refusal
from tests.servers.site import Site

USE = """async (chat, url) => {
  const {factory} = await import("/gallery/official_client.js");
  chat.headers = {"X-Key": "k"};
  chat.agentFactory = factory(url);
}"""


@pytest.fixture
def official(chat: Chat, bundled: Path) -> Chat:
    chat.element.evaluate(USE, "/agent/")
    return chat


def test_it_answers_with_the_history_each_time(official: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    for words in ("One", "Two"):
        official.say(words)
        official.wait_for_answer(f"You said: {words}")
    assert [message["content"] for message in agent.request(2).messages] == ["One", "You said: One", "Two"]
    assert agent.request().headers["X-Key"] == "k"
    expect(official.notices).to_have_count(0)


def test_its_calls_run_on_the_page_and_their_results_go_back(official: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("look", {"at": "sky"}, call_id="k")), run(*text("It is blue.")))
    official.tool("look", "return 'blue'", properties={"at": {"type": "string"}})
    official.say("Look")
    official.wait_for_answer("It is blue.")
    assert official.calls() == [["look", {"at": "sky"}]]
    assert "look" in agent.request().tools
    assert agent.request(2).result() == "blue"


def test_its_questions_are_asked_and_answered(official: Chat, agent: ScriptedAgent) -> None:
    def asks(request: dict[str, Any]) -> list[Any]:
        outcome = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "tool_call", "toolCallId": "k"}]}
        ids = {"threadId": request["threadId"], "runId": request["runId"]}
        return [started(request), *call("book", call_id="k"), {"type": "RUN_FINISHED", **ids, "outcome": outcome}]

    agent.answers(asks, run(result("k", "booked"), *text("Done.")))
    official.say("Book")
    official.press("Approve")
    official.wait_for_answer("Done.")
    assert agent.request(2).body["resume"] == [
        {"interruptId": "i", "status": "resolved", "payload": {"approved": True}}
    ]


def test_what_a_person_denies_goes_back_cancelled(official: Chat, agent: ScriptedAgent) -> None:
    def asks(request: dict[str, Any]) -> list[Any]:
        interrupts = [{"id": each, "reason": "tool_call", "toolCallId": each} for each in ("k", "l")]
        ids = {"threadId": request["threadId"], "runId": request["runId"]}
        steps = [*call("book", {"day": "Friday"}, call_id="k"), *call("book", {"day": "Monday"}, call_id="l")]
        outcome = {"type": "interrupt", "interrupts": interrupts}
        return [started(request), *steps, {"type": "RUN_FINISHED", **ids, "outcome": outcome}]

    agent.answers(asks, run(result("k", "booked"), result("l", "no", outcome="denied"), *text("Done.")))
    official.say("Book")
    official.cards.nth(1).get_by_role("button", name="Deny").click()
    official.cards.nth(0).get_by_role("button", name="Approve").click()
    official.wait_for_answer("Done.")
    assert agent.request(2).body["resume"] == [
        {"interruptId": "k", "status": "resolved", "payload": {"approved": True}},
        {"interruptId": "l", "status": "cancelled"},
    ]
    expect(official.cards.nth(1)).to_have_attribute("data-status", "declined")


def test_it_continues_a_run_where_the_server_has_it(
    chat: Chat, site: Site, agent: ScriptedAgent, bundled: Path
) -> None:
    runs = [{"run_id": "r1", "continuable": True, "preview": "Book a room"}]
    site.substitute("/agent/runs/", body=json.dumps({"runs": runs}).encode())
    chat.set("data-runs-url", "/agent/runs/")
    chat.element.evaluate(
        "async chat => { chat.agentFactory = (await import('/gallery/official_client.js')).anywhere }"
    )
    agent.answers(echo, run(*text("The room is booked.")), echo)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.press("Continue a run")
    chat.field.fill("for two nights")
    chat.press("Resume")
    chat.wait_for_answer("The room is booked.")
    chat.wait_until_idle()
    chat.say("Thanks")
    chat.wait_for_answer("You said: Thanks")
    assert [request.path for request in agent.requests] == ["/agent/", "/agent/resume/r1/", "/agent/"]
    assert [len(request.messages) for request in agent.requests] == [1, 1, 5]


def test_its_conversation_is_kept_and_goes_on(official: Chat, agent: ScriptedAgent, mount: Callable[..., Chat]) -> None:
    agent.answers(then=echo)
    official.say("One")
    official.wait_for_answer("You said: One")
    official.wait_until_idle()
    name = official.element.evaluate("chat => { chat.remove(); return chat.id; }")
    again = mount(id=name, endpoint="/agent/", data_start_open="")
    again.element.evaluate(USE, "/agent/")
    again.wait_for_answer("You said: One")
    again.say("Two")
    again.wait_for_answer("You said: Two")
    assert [message["content"] for message in agent.request(2).messages] == ["One", "You said: One", "Two"]
    assert agent.request(2).body["threadId"] == agent.request(1).body["threadId"]


def test_reload_closes_its_request(official: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Well, "), FOREVER))
    official.say("Go")
    official.wait_for_answer("Well, ")
    official.element.evaluate("chat => chat.reload()")
    assert agent.request().was_left()
    official.wait_for_answer("Well, ")


def test_stop_closes_its_request(official: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Half an ans"), FOREVER), then=echo)
    official.say("Talk")
    official.wait_for_text("Half an ans")
    official.stop()
    official.wait_for_notice("Stopped")
    assert agent.request().was_left()
    official.say("Again")
    official.wait_for_answer("You said: Again")


def test_state_goes_through_it(official: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run({"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/b", "value": 2}]}, *text("ok")))
    official.element.evaluate("chat => { chat.sharedState = {a: 1} }")
    official.say("Hi")
    official.wait_for_answer("ok")
    assert agent.request().body["state"] == {"a": 1}
    assert official.element.evaluate("chat => chat.sharedState") == {"a": 1, "b": 2}


def test_its_failure_is_told_like_any_other(official: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("401")
    trouble.expect("HTTP 401")
    agent.answers(refusal(401))
    official.say("Hi")
    official.wait_for_notice("sign-in")


def test_it_works_with_a_server_nobody_here_wrote(
    mount: Callable[..., Chat], real_agent: PydanticAgent, bundled: Path
) -> None:
    chat = mount(data_start_open="")
    chat.element.evaluate(USE, real_agent.url)
    chat.tool("look", "return 'blue'")
    chat.say("call look {}")
    chat.wait_for_answer("look answered: blue")
