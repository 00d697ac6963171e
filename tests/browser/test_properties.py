"""What a page sets on the element from JavaScript: properties before and after the upgrade, headers, errors."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from agentic.element import events
from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site


@pytest.fixture(autouse=True)
def echoing(agent: ScriptedAgent) -> None:
    agent.answers(then=echo)


def test_properties_set_before_the_class_is_there_count(page: Page, site: Site, agent: ScriptedAgent) -> None:
    site.hold("/dist/*.wasm")
    page.goto(site.url("/plain.html"), wait_until="commit")
    chat = Chat(page)
    expect(chat.field).to_be_visible()
    chat.element.evaluate(
        "chat => { chat.headers = {'X-Early': 'bird'}; chat.toolDisplay = 'compact'; chat.strings = {send: 'Los'}; }"
    )
    site.mend()
    wait_for_boot(page)
    expect(chat.element).to_have_attribute("data-tool-display", "compact")
    expect(chat.control("Los")).to_be_visible()
    assert chat.element.evaluate("chat => [chat.toolDisplay, Object.hasOwn(chat, 'toolDisplay')]") == ["compact", False]
    chat.say("Hello")
    assert agent.request().headers["X-Early"] == "bird"


def test_methods_answer_as_soon_as_the_element_is_defined(page: Page, site: Site, agent: ScriptedAgent) -> None:
    page.add_init_script("""customElements.whenDefined("ag-ui-chat").then(() => {
      const chat = document.querySelector("ag-ui-chat");
      chat.registerTool({name: "early", handler: () => "early indeed"});
      chat.toggleCollapsed();
      window.wasCollapsed = chat.collapsed;
      chat.setCollapsed(false);
      chat.sendMessage("Right away");
    })""")
    page.goto(site.url("/plain.html"))
    chat = Chat(page)
    chat.wait_for_answer("You said: Right away")
    assert page.evaluate("wasCollapsed") is True
    assert "early" in agent.request().tools


def test_fixed_headers_and_fresh_ones_go_with_every_request(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("""chat => {
      let count = 0;
      chat.headers = {"X-Client": "desk", "X-Count": "none"};
      chat.getHeaders = () => ({"X-Count": String(++count)});
    }""")
    for words in ("one", "two"):
        chat.say(words)
        chat.wait_for_answer(f"You said: {words}")
        chat.wait_until_idle()
    sent = [(request.headers["X-Client"], request.headers["X-Count"]) for request in agent.requests]
    assert sent == [("desk", "1"), ("desk", "2")]


def test_headers_may_take_their_time(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.getHeaders = async () => ({Authorization: 'Bearer late'}); }")
    chat.say("Hello")
    assert agent.request().headers["Authorization"] == "Bearer late"


def test_headers_that_cannot_be_had_are_told_by_their_name(chat: Chat) -> None:
    chat.element.evaluate("chat => { chat.getHeaders = () => { throw new Error('the session is over') }; }")
    chat.say("Hello")
    chat.wait_for_notice(re.compile("getHeaders.*the session is over"))
    expect(chat.control("Retry")).to_be_visible()


def test_a_function_that_was_set_is_the_function_that_is_read(chat: Chat) -> None:
    assert chat.element.evaluate("""chat => {
      const given = () => ({});
      chat.getHeaders = given;
      const same = chat.getHeaders === given;
      chat.getHeaders = null;
      return same && chat.getHeaders === null;
    }""")


CAUGHT = """(chat, body) => {
  try { new Function("chat", body)(chat); } catch (error) { return [error instanceof TypeError, error.message]; }
}"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("chat.credentials = 'always'", "credentials: it must be one of same-origin, include, omit, not 'always'"),
        ("chat.toolDisplay = 'huge'", "full, compact, minimal, inline"),
        ("chat.registerTool({name: 'x'})", "the handler of 'x' must be a function"),
        ("chat.registerTool({handler() {}})", "name is missing"),
        ("chat.registerTool({name: 'x', handler() {}, parameters: {type: 'nonsense'}})", "nonsense"),
        ("chat.registerTool({name: 'x', handler() {}, parameters: 'n'})", "parameters: it must be an object, not 'n'"),
        (
            "chat.registerTool({name: 'x', handler() {}, parameters: {properties: {a: {default: () => 1}}}})",
            "x: not a JSON Schema: properties.a.default: a function is no JSON",
        ),
        (
            "chat.registerTool({name: 'x', handler() {}, parameters: {properties: {a: {enum: [1, Symbol('s')]}}}})",
            "x: not a JSON Schema: properties.a.enum.1: Symbol(s) is no JSON",
        ),
        (
            "const a = {}; a.items = a; chat.registerTool({name: 'x', handler() {}, parameters: {properties: {a}}})",
            "x: not a JSON Schema: properties.a.items leads back to what it is in",
        ),
        (
            "const read = () => 1; chat.registerPageState({name: 's', read, write: read, schema: {default: read}})",
            "set_s: not a JSON Schema: default: a function is no JSON",
        ),
        ("chat.confirmPredicate = 'always'", "confirmPredicate: it must be a function, not 'always'"),
        ("chat.getHeaders = {}", "getHeaders: it must be a function"),
        ("chat.headers = 'x'", "headers: it must be an object, not 'x'"),
        ("chat.strings = 5", "strings: it must be an object, not 5"),
        ("chat.sendMessage(null)", "sendMessage: it must be a text"),
    ],
)
def test_a_mistake_in_code_throws_where_it_was_made(chat: Chat, body: str, sentence: str) -> None:
    is_type_error, message = chat.element.evaluate(CAUGHT, body)
    assert is_type_error
    assert sentence in message
    assert "Traceback" not in message


def test_bad_text_in_an_attribute_is_reported_and_ignored(chat: Chat, trouble: Trouble) -> None:
    chat.set("data-tool-display", "huge")
    assert chat.element.evaluate("chat => chat.toolDisplay") == "full"
    chat.page.evaluate("null")
    assert [line for line in trouble.console if "data-tool-display='huge'" in line]


def test_attributes_are_live_in_both_directions(chat: Chat) -> None:
    chat.element.evaluate("chat => { chat.endpoint = '/elsewhere'; }")
    expect(chat.element).to_have_attribute("endpoint", "/elsewhere")
    chat.set("endpoint", "/agent/")
    assert chat.element.evaluate("chat => chat.endpoint") == "/agent/"


def test_a_page_decides_by_predicate_which_calls_are_asked_about(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **{"x-destructive": True, "properties": {"n": {"type": "number"}}})
    chat.element.evaluate("chat => { chat.confirmPredicate = async (name, args) => name === 'delete' && args.n > 1; }")
    agent.answers(
        run(*call("delete", {"n": 1}, "k1")), run(*call("delete", {"n": 2}, "k2")), run(*text("As you wish."))
    )
    chat.say("Delete")
    expect(chat.question()).to_contain_text("2")
    expect(chat.control("Always allow")).to_have_count(0)
    chat.press("Cancel")
    chat.wait_for_answer("As you wish.")
    assert chat.calls() == [["delete", {"n": 1}]]


def test_an_autopilot_never_asks(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **{"x-destructive": True})
    chat.element.evaluate("chat => { chat.autoConfirm = true; }")
    agent.answers(run(*call("delete", {}, "k1")), run(*text("Gone.")))
    chat.say("Delete")
    chat.wait_for_answer("Gone.")
    assert chat.calls() == [["delete", {}]]


def test_an_element_made_by_script_works_before_it_is_on_the_page(
    mount: Callable[..., Chat], stage: Page, agent: ScriptedAgent
) -> None:
    agent.answers(run(*call("look", {}, "k1")), run(*text("Seen.")))
    stage.evaluate("""() => {
      const chat = document.createElement("ag-ui-chat");
      chat.endpoint = "/agent/";
      chat.registerTool({name: "look", handler: () => "seen"});
      chat.setCollapsed(false);
      chat.setAttribute("data-start-open", "");
      document.body.append(chat);
    }""")
    chat = Chat(stage)
    chat.say("Look")
    chat.wait_for_answer("Seen.")


def test_a_new_chat_begins_empty_and_keeps_the_draft_and_the_focus(chat: Chat, agent: ScriptedAgent) -> None:
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    expect(chat.element).not_to_have_attribute("data-empty", "")
    chat.field.fill("a draft")
    chat.press("New chat")
    expect(chat.sayings).to_have_count(0)
    expect(chat.element).to_have_attribute("data-empty", "")
    expect(chat.field).to_have_value("a draft")
    expect(chat.field).to_be_focused()


def test_every_event_reaches_the_page_from_the_element_and_none_can_be_refused(
    mount: Callable[..., Chat], agent: ScriptedAgent
) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_message_actions="feedback")
    chat.page.evaluate(
        """names => {
      const heard = window.heard = {};
      for (const name of names) document.addEventListener(name, event => {
        const { detail, bubbles, composed, cancelable, target } = event;
        heard[name] = [Object.keys(detail).sort().join(), bubbles, composed, cancelable, target.localName];
      });
    }""",
        [value for name, value in vars(events).items() if name.isupper()],
    )
    custom = {"type": "CUSTOM", "name": "mine", "value": 1}
    moved = {"type": "CUSTOM", "name": "ag_ui.invalidate", "value": {"keys": ["orders"], "reason": "saved"}}
    state = {"type": "STATE_SNAPSHOT", "snapshot": {"a": 1}}
    agent.answers(run(state, custom, moved, *text("Here.")))
    chat.element.evaluate("chat => { chat.setCollapsed(true); chat.sendMessage('Go'); }")
    expect(chat.control("Expand — 1 unread")).to_be_visible()
    chat.part("launcher").click()
    chat.press("Good answer")
    details = {
        "ag-ui-submit": "content",
        "ag-ui-toggle": "collapsed",
        "ag-ui-run-finished": "invalidated,tools",
        "ag-ui-state": "state",
        "ag-ui-custom": "name,value",
        "ag-ui-invalidate": "keys,reason",
        "ag-ui-unread": "unread",
        "ag-ui-feedback": "content,rating",
    }
    assert chat.page.evaluate("heard") == {
        name: [keys, True, True, False, "ag-ui-chat"] for name, keys in details.items()
    }
