"""A model's calls of the page's tools: each runs at most once, is answered, and the answer is told to the model."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.trouble import Trouble
from tests.servers.events import call, result, run, text
from tests.servers.scripted import Request, ScriptedAgent

NUMBER = {"n": {"type": "number"}}
DONE = ("data-status", "done")
REGISTER_ON_PAGE = """
from agentic import Capability, registry
registry.register(Capability("read.shelf", "", {"type": "object"}, "read", lambda _: "the page's"))
result = (await registry.execute("read.shelf")).value
"""


def answer_to(request: Request, call_id: str) -> str:
    """What the model is told about this call; there is one answer to each."""
    answers = [message["content"] for message in request.results if message["toolCallId"] == call_id]
    assert len(answers) == 1, f"{len(answers)} answers to {call_id}"
    return answers[0]


def test_a_tool_runs_and_its_result_goes_back(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", "return args.n * 2", properties=NUMBER)
    agent.answers(run(*call("double", {"n": 21}, "k1")), run(*text("It is 42.")))
    chat.say("Double 21")
    chat.wait_for_answer("It is 42.")
    assert chat.calls() == [["double", {"n": 21}]]
    assert json.loads(answer_to(agent.request(2), "k1")) == 42
    expect(chat.card("double")).to_have_attribute(*DONE)


def test_a_request_offers_each_tool_with_its_schema(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", properties=NUMBER, required=["n"])
    agent.answers(run(*text("ok")))
    chat.say("Hello")
    chat.wait_for_answer("ok")
    offered = {tool["name"]: tool for tool in agent.request().body["tools"]}
    assert offered["double"]["description"] == "The tool double."
    assert offered["double"]["parameters"]["properties"] == NUMBER
    assert offered["double"]["parameters"]["required"] == ["n"]


def test_a_tool_registered_between_two_messages_is_offered_in_the_second(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=run(*text("ok")))
    chat.say("One")
    chat.wait_for_answer("ok")
    chat.wait_until_idle()
    chat.tool("late")
    chat.say("Two")
    assert "late" not in agent.request(1).tools
    assert "late" in agent.request(2).tools


def test_the_page_chooses_for_each_round_which_tools_are_offered(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "return 'blue'")
    chat.tool("wipe", "return 'gone'")
    chat.element.evaluate("""chat => {
      chat.getTools = () => [{name: "look", description: "", parameters: {}}];
      chat.getContext = () => [{description: "sky", value: "open"}];
    }""")
    agent.answers(run(*call("wipe", {}, "k1")), run(*call("look", {}, "k2")), run(*text("Blue.")))
    chat.say("Look")
    chat.wait_for_answer("Blue.")
    assert [agent.request(number).tools for number in (1, 2, 3)] == [["look"]] * 3
    assert agent.request(3).body["context"] == [{"description": "sky", "value": "open"}]
    assert chat.calls() == [["look", {}]]


def test_a_tool_registered_twice_is_the_later_one(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("greet", "return 'first'")
    chat.tool("greet", "return 'second'")
    agent.answers(run(*call("greet", {}, "k1")), run(*text("Done.")))
    chat.say("Go")
    chat.wait_for_answer("Done.")
    assert agent.request().tools.count("greet") == 1
    assert "second" in answer_to(agent.request(2), "k1")


def test_two_calls_of_one_round_are_answered_together_and_in_order(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("left", "await new Promise(done => setTimeout(done, 50)); return 'L'")
    chat.tool("right", "return 'R'")
    agent.answers(run(*call("left", {}, "k1", "m"), *call("right", {}, "k2", "m")), run(*text("Both done.")))
    chat.say("Go")
    chat.wait_for_answer("Both done.")
    assert [name for name, _ in chat.calls()] == ["left", "right"]
    roles = [message["role"] for message in agent.request(2).messages]
    assert roles == ["user", "assistant", "tool", "tool"]
    assert "L" in answer_to(agent.request(2), "k1")
    assert "R" in answer_to(agent.request(2), "k2")


def test_a_handler_gets_a_plain_object(chat: Chat, agent: ScriptedAgent) -> None:
    kind = "return [args.constructor === Object, Array.isArray(args.list), args.list[0].deep]"
    chat.tool("inspect", kind, properties={"list": {"type": "array"}})
    agent.answers(run(*call("inspect", {"list": [{"deep": 1}]}, "k1")), run(*text("Seen.")))
    chat.say("Go")
    chat.wait_for_answer("Seen.")
    assert json.loads(answer_to(agent.request(2), "k1")) == [True, True, 1]


def test_no_arguments_at_all_mean_an_empty_object(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("ping")
    agent.answers(run(*call("ping", "", "k1")), run(*text("Pong.")))
    chat.say("Go")
    chat.wait_for_answer("Pong.")
    assert chat.calls() == [["ping", {}]]


def test_a_tool_nobody_knows_is_answered_with_what_there_is(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("walk")
    agent.answers(run(*call("teleport", {}, "k1")), run(*text("Then I walk.")))
    chat.say("Go")
    chat.wait_for_answer("Then I walk.")
    told = answer_to(agent.request(2), "k1")
    assert "teleport" in told
    assert "walk" in told
    expect(chat.card("teleport")).to_have_attribute("data-status", re.compile("error|interrupted"))


def test_arguments_that_do_not_fit_never_reach_the_handler(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", properties=NUMBER, required=["n"])
    agent.answers(run(*call("double", {"n": "many"}, "k1")), run(*text("I see.")))
    chat.say("Go")
    chat.wait_for_answer("I see.")
    assert chat.calls() == []
    assert "n" in answer_to(agent.request(2), "k1")
    expect(chat.card("double")).to_have_attribute("data-status", "error")


def test_arguments_that_are_no_json_are_never_repaired(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", properties=NUMBER)
    agent.answers(run(*call("double", '{"n": 7, "no', "k1")), run(*text("I see.")))
    chat.say("Go")
    chat.wait_for_answer("I see.")
    assert chat.calls() == []
    assert answer_to(agent.request(2), "k1")
    expect(chat.card("double")).to_have_attribute("data-status", "error")


def test_a_handler_that_raises_tells_the_model_why(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("buy", "throw new Error('the shop is closed')")
    agent.answers(run(*call("buy", {}, "k1")), run(*text("Tomorrow, then.")))
    chat.say("Go")
    chat.wait_for_answer("Tomorrow, then.")
    assert "the shop is closed" in answer_to(agent.request(2), "k1")
    expect(chat.card("buy")).to_have_attribute("data-status", "error")
    expect(chat.card("buy")).to_contain_text("the shop is closed")


@pytest.mark.parametrize(("body", "told"), [("throw 'sold out'", "sold out"), ("throw undefined", "without a reason")])
def test_a_handler_may_reject_with_anything(chat: Chat, agent: ScriptedAgent, body: str, told: str) -> None:
    chat.tool("buy", body)
    agent.answers(run(*call("buy", {}, "k1")), run(*text("Tomorrow, then.")))
    chat.say("Go")
    chat.wait_for_answer("Tomorrow, then.")
    assert told in answer_to(agent.request(2), "k1")
    expect(chat.card("buy")).to_have_attribute("data-status", "error")


def test_a_result_is_the_json_that_javascript_makes_of_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "class Lamp { watts = 5 } return { when: new Date(0), lamps: [new Lamp()], at: new URL('a:b') }")
    agent.answers(run(*call("look", {}, "k1")), run(*text("Seen.")))
    chat.say("Go")
    chat.wait_for_answer("Seen.")
    told = json.loads(answer_to(agent.request(2), "k1"))
    assert told == {"when": "1970-01-01T00:00:00.000Z", "lamps": [{"watts": 5}], "at": "a:b"}


def test_a_result_of_the_server_is_shown_and_not_run_here(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("lookup")
    agent.answers(run(*call("lookup", {}, "k1", "m"), result("k1", "Paris"), *text("It is Paris.")))
    chat.say("Go")
    chat.wait_for_answer("It is Paris.")
    chat.wait_until_idle()
    assert chat.calls() == []
    assert len(agent.requests) == 1
    expect(chat.card("lookup")).to_have_attribute(*DONE)
    expect(chat.card("lookup").locator('[part~="tool-card-result"]')).to_contain_text("Paris")


def test_a_failed_result_of_the_server_is_no_success(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("lookup", {}, "k1", "m"), result("k1", "no such row", outcome="failed"), *text("Sorry.")))
    chat.say("Go")
    chat.wait_for_answer("Sorry.")
    expect(chat.card("lookup")).to_have_attribute("data-status", "error")


def test_a_card_shows_what_the_tool_was_called_with(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", properties=NUMBER)
    agent.answers(run(*call("double", {"n": 4711}, "k1")), run(*text("Done.")))
    chat.say("Go")
    chat.wait_for_answer("Done.")
    toggle = chat.card("double").locator('[part~="tool-card-toggle"]')
    if toggle.get_attribute("aria-expanded") == "false":
        toggle.click()
    expect(chat.card("double").locator('[part~="tool-card-args"]')).to_be_visible()
    expect(chat.card("double").locator('[part~="tool-card-args"]')).to_contain_text("4711")


def test_a_model_that_never_stops_calling_is_stopped(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("again")
    agent.answers(then=lambda body: run(*call("again", {}, f"k{len(body['messages'])}"))(body))
    chat.say("Go")
    chat.wait_for_notice("10")
    chat.wait_until_idle()
    assert len(chat.calls()) <= 10
    assert len(agent.requests) <= 11


def test_a_run_that_ends_tells_the_page_which_tools_ran(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("double", properties=NUMBER)
    chat.listen("ag-ui-run-finished")
    agent.answers(
        run(*call("lookup", {}, "s1", "m"), result("s1", "found"), *call("double", {"n": 1}, "k1", "m")),
        run(*text("Done.")),
    )
    chat.say("Go")
    chat.wait_for_answer("Done.")
    chat.wait_until_idle()
    heard: list[dict[str, Any]] = chat.heard("ag-ui-run-finished")
    assert len(heard) == 1
    ran = [{"name": "lookup", "side": "server"}, {"name": "double", "side": "client"}]
    assert heard[0]["tools"] == ran


def test_tools_of_one_element_are_not_offered_by_another(mount: Any, agent: ScriptedAgent) -> None:
    first = mount(endpoint="/agent/", data_start_open="", id="first")
    second = mount(endpoint="/agent/", data_start_open="", id="second", placement="embedded")
    first.tool("mine")
    agent.answers(then=run(*text("ok")))
    second.say("Hello")
    second.wait_for_answer("ok")
    assert "mine" not in agent.request().tools


def test_what_is_undefined_in_a_schema_is_not_there(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("""chat => chat.registerTool({
      name: "count", description: undefined, handler: args => args.n,
      parameters: {
        type: "object", required: undefined, $defs: undefined, gone: undefined,
        properties: { n: { type: "integer", maximum: undefined, default: null, enum: undefined }, old: undefined },
        "x-destructive": undefined, "x-confirm": undefined,
      },
    })""")
    agent.answers(run(*call("count", {"n": 3}, "k1")), run(*text("Three.")))
    chat.say("Count")
    chat.wait_for_answer("Three.")
    assert answer_to(agent.request(2), "k1") == "3"
    offered = {tool["name"]: tool["parameters"] for tool in agent.request().body["tools"]}
    assert offered["count"] == {"type": "object", "properties": {"n": {"type": "integer", "default": None}}}


def test_a_removed_elements_tools_hold_no_name_and_are_back_with_it(
    chat: Chat, agent: ScriptedAgent, python: Python, trouble: Trouble
) -> None:
    chat.tool("read_shelf", "return 'mine'")
    chat.element.evaluate(
        "chat => { window.away = chat; chat.remove(); return new Promise(done => setTimeout(done)); }"
    )
    assert python(REGISTER_ON_PAGE) == "the page's"
    try:
        chat.page.evaluate("document.body.append(away)")
        agent.answers(run(*call("read_shelf", {}, "k1")), run(*text("Read.")))
        chat.say("Read")
        chat.wait_for_answer("Read.")
        assert answer_to(agent.request(2), "k1") == "mine"
        assert [line for line in trouble.console if "'read.shelf' is hidden in this chat" in line]
    finally:
        python("from agentic import registry\nresult = registry.put(registry.find('read.shelf')[0], None) and None")
