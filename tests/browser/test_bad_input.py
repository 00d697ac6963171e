"""Whatever the far side sends, a person reads one clear sentence, nothing typed is lost, and the chat goes on."""

import re
import socket
from collections.abc import Callable
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, failed, lost, opened, run, text
from tests.servers.scripted import RESET, Answer, Reply, ScriptedAgent, refusal
from tests.servers.site import Site

LOG_IN = "<!doctype html><title>Log in</title><p>Please log in.</p>"

# What the server does, and what the sentence about it must say.
FAILURES: dict[str, tuple[Answer, str]] = {
    "401": (refusal(401, '{"detail": "who are you?"}', "application/json"), "401"),
    "404": (refusal(404, "not found"), "404"),
    "a server that says why": (
        refusal(500, '{"error": {"message": "the kiln is cold"}}', "application/json"),
        "500.*the kiln is cold",
    ),
    "500": (refusal(500, "Traceback (most recent call last): boom"), "500"),
    "HTML with status 200": (refusal(200, LOG_IN, "text/html; charset=utf-8"), "text/html"),
    "an empty answer": (Reply(), "lost|ended|nothing"),
    "a stream that ends early": (lost(*opened("m", "Half an ans")), "lost|ended"),
    "half a frame": (lambda body: [*lost(*opened("m", "Half an ans"))(body), b'data: {"type":"TEXT_ME'], "lost|ended"),
    "malformed JSON": (lambda body: [*lost()(body), b"data: {not json}\n\n"], "protocol|understood"),
    "an event out of order": (lost({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "x"}), "protocol"),
    "an error of the agent": (lost(failed("the kiln is cold")), "the kiln is cold"),
}


@pytest.fixture(params=FAILURES)
def failure(request: pytest.FixtureRequest, chat: Chat, agent: ScriptedAgent, trouble: Trouble) -> str:
    """A chat whose first message met this failure; later ones are answered. The value is what must be said."""
    answer, sentence = FAILURES[request.param]
    trouble.expect("Failed to load resource: the server responded with a status of (401|404|500)")
    agent.answers(answer, then=echo)
    chat.say("Hello there")
    expect(chat.notices).to_be_visible()
    chat.wait_until_idle()
    return sentence


def test_a_failure_is_told_in_one_sentence(failure: str, chat: Chat) -> None:
    expect(chat.notices).to_have_count(1)
    expect(chat.notices).to_contain_text(re.compile(failure, re.IGNORECASE))
    told = chat.notices.inner_text()
    assert "Traceback" not in told
    assert "<" not in told
    assert len(told) < 240


def test_what_was_asked_is_still_there_after_a_failure(failure: str, chat: Chat) -> None:
    expect(chat.sayings).to_have_text(["Hello there"])


def test_retry_asks_the_same_again(failure: str, chat: Chat, agent: ScriptedAgent) -> None:
    chat.press("Retry")
    chat.wait_for_answer("You said: Hello there")
    expect(chat.sayings).to_have_text(["Hello there"])
    said = [message["content"] for message in agent.request(2).messages if message["role"] == "user"]
    assert said == ["Hello there"]


def test_the_chat_goes_on_after_a_failure(failure: str, chat: Chat) -> None:
    chat.say("And now?")
    chat.wait_for_answer("You said: And now?")


def test_a_connection_that_breaks_keeps_what_arrived(chat: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("Failed to load resource")
    gate = Event()
    agent.answers(lost(*opened("m", "Half an ans"), gate, RESET), then=echo)
    chat.say("Go")
    chat.wait_for_answer("Half an ans")
    gate.set()
    chat.wait_for_notice(re.compile("lost|ended", re.IGNORECASE))
    expect(chat.answers.first).to_contain_text("Half an ans")
    chat.press("Retry")
    chat.wait_for_answer("You said: Go")


def test_a_server_nobody_runs_is_named_as_unreachable(mount: Callable[..., Chat], trouble: Trouble) -> None:
    trouble.expect("Failed to load resource")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    chat = mount(endpoint=f"http://127.0.0.1:{port}/agent/", data_start_open="")
    chat.say("Hello there")
    chat.wait_for_notice(re.compile("reach", re.IGNORECASE))
    expect(chat.sayings).to_have_text(["Hello there"])
    expect(chat.control("Retry")).to_be_visible()


@pytest.mark.parametrize("address", ["http://:::bad", "htp://example.com/agent"])
def test_what_is_no_address_is_told_as_that(mount: Callable[..., Chat], trouble: Trouble, address: str) -> None:
    trouble.expect("Fetch API cannot load")
    chat = mount(endpoint=address, data_start_open="")
    chat.say("Hello there")
    chat.wait_for_notice(f"“{address}” is not the address of a server")
    expect(chat.sayings).to_have_text(["Hello there"])


def test_an_agent_that_no_script_defines_is_told_soon(mount: Callable[..., Chat]) -> None:
    chat = mount(agent="nobody", data_start_open="")
    chat.say("Hello there")
    expect(chat.notices).to_contain_text("There is no agent named “nobody” on this page", timeout=4000)
    expect(chat.sayings).to_have_text(["Hello there"])
    expect(chat.control("Retry")).to_be_visible()


def test_words_that_mean_nothing_are_told_and_count_as_none(mount: Callable[..., Chat], trouble: Trouble) -> None:
    chat = mount(endpoint="/agent/", placement="top", theme="drak", density="tight", data_side="up")
    expect(chat.part("launcher")).to_be_in_viewport()
    expect(chat.element).to_have_css("color-scheme", "light")
    expect(chat.element).to_have_css("position", "fixed")
    chat.set("theme", "drak")
    chat.set("data-small-viewport", "maybe")
    told = "\n".join(trouble.console)
    assert told.count("is ignored; it must be one of") == 5
    assert "theme='drak' is ignored; it must be one of light, dark, auto, code" in told
    assert "placement='top' is ignored; it must be one of floating, sidebar, page, embedded" in told


def test_an_agent_that_allows_no_other_origin_is_told(
    mount: Callable[..., Chat], site: Site, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("CORS|Failed to load resource")
    agent.answers(then=echo)
    chat = mount(endpoint=f"http://localhost:{site.origin.rsplit(':', 1)[1]}/agent/", data_start_open="")
    chat.say("Hello")
    chat.wait_for_notice(re.compile("reach", re.IGNORECASE))


def test_a_missing_endpoint_is_told_and_nothing_typed_is_lost(
    mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("endpoint")
    chat = mount(data_start_open="")
    chat.say("Hello there")
    chat.wait_for_notice(re.compile("endpoint", re.IGNORECASE))
    assert any("endpoint" in line for line in trouble.console)
    assert "Hello there" in chat.text() + chat.field.input_value()


def test_an_endpoint_set_later_makes_the_chat_work(
    mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("endpoint")
    agent.answers(then=echo)
    chat = mount(data_start_open="")
    chat.say("Hello there")
    chat.wait_for_notice(re.compile("endpoint", re.IGNORECASE))
    chat.set("endpoint", "/agent/")
    chat.say("Now?")
    chat.wait_for_answer("You said: Now?")


def test_a_call_of_a_run_that_was_lost_is_not_run(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("save")
    agent.answers(lost(*call("save", {}, "k1")), then=echo)
    chat.say("Go")
    expect(chat.notices).to_have_count(1)
    chat.wait_until_idle()
    assert chat.calls() == []
    chat.say("And now?")
    chat.wait_for_answer("You said: And now?")
    assert [message["toolCallId"] for message in agent.request(2).results] == ["k1"]


def test_half_a_call_is_never_run(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("save")
    agent.answers(lost(*call("save", {"id": 1}, "k1")[:2]), then=echo)
    chat.say("Go")
    expect(chat.notices).to_have_count(1)
    expect(chat.card("save")).to_have_attribute("data-status", "interrupted")
    assert chat.calls() == []


def test_an_element_that_is_gone_is_told_to_the_model(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    body = """
      const { clickElement } = await import("/dist/agentic.mjs");
      await clickElement(document.querySelector("#gone"));
      return "clicked";
    """
    chat.tool("press", body)
    agent.answers(run(*call("press", {}, "k1")), run(*text("It is gone.")))
    chat.say("Go")
    chat.wait_for_answer("It is gone.")
    assert "clicked" not in agent.request(2).result()
    expect(chat.card("press")).to_have_attribute("data-status", "error")


def test_a_field_removed_while_it_is_typed_into_is_no_success(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    stage.evaluate("""() => {
      const field = document.createElement("input");
      field.id = "fleeting";
      field.oninput = () => { if (field.value.length > 2) field.remove(); };
      document.body.append(field);
    }""")
    body = """
      const { fillField } = await import("/dist/agentic.mjs");
      await fillField(document.querySelector("#fleeting"), "a long value", { charDelayMs: 1 });
      return "filled";
    """
    chat.tool("fill", body)
    agent.answers(run(*call("fill", {}, "k1")), run(*text("It went away.")))
    chat.say("Go")
    chat.wait_for_answer("It went away.")
    assert "filled" not in agent.request(2).result()
    expect(chat.card("fill")).to_have_attribute("data-status", "error")


def test_a_pattern_that_could_hold_the_page_is_refused_where_the_tool_is_registered(chat: Chat) -> None:
    caught = chat.element.evaluate("""chat => {
      const began = performance.now(), properties = {text: {type: "string", pattern: "^(a+)+$"}};
      try { chat.registerTool({name: "x", handler() {}, parameters: {type: "object", properties}}); }
      catch (error) { return [error instanceof TypeError, error.message, performance.now() - began < 1000]; }
    }""")
    assert caught[0] and "x: " in caught[1] and "'^(a+)+$' could hold the page for seconds" in caught[1] and caught[2]


def test_a_text_too_long_for_its_pattern_is_refused_and_the_page_goes_on(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("save", properties={"text": {"type": "string", "pattern": "a*a*a*b"}})
    agent.answers(run(*call("save", {"text": "a" * 20_000}, "k1")), run(*text("Too long.")))
    chat.say("Save")
    chat.wait_for_answer("Too long.")
    assert "is longer than the 124 characters that its pattern is tried on" in agent.request(2).results[0]["content"]
    assert chat.calls() == []
