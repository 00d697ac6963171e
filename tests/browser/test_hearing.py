"""What a page hears of a run beside the messages, and what it gives along."""

import re
import threading

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import echo, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent
from tests.servers.site import Site

DRAFT = {"document": "draft", "tags": [None, 1]}


def custom(name: str, value: object) -> dict[str, object]:
    return {"type": "CUSTOM", "name": name, "value": value}


def test_shared_state_is_sent_and_the_page_hears_what_the_agent_made_of_it(chat: Chat, agent: ScriptedAgent) -> None:
    chat.listen("ag-ui-state")
    agent.answers(
        run(
            {"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/document", "value": "final"}]},
            {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": "/nowhere"}]},
            {"type": "STATE_SNAPSHOT", "snapshot": {"document": "whole"}},
            *text("done"),
        ),
        then=echo,
    )
    chat.element.evaluate("(chat, state) => { chat.sharedState = state }", DRAFT)
    chat.say("Hello")
    chat.wait_for_answer("done")
    assert agent.request().body["state"] == DRAFT
    assert chat.heard("ag-ui-state") == [
        {"state": {**DRAFT, "document": "final"}},
        {"state": {"document": "whole"}},
    ]
    chat.element.evaluate("chat => chat.newChat()")
    assert chat.element.evaluate("chat => chat.sharedState") == {"document": "whole"}


def test_state_that_is_no_json_is_refused_where_it_is_given(chat: Chat) -> None:
    with pytest.raises(Exception, match="state: it must be JSON"):
        chat.element.evaluate("chat => { chat.sharedState = {at: () => 1} }")


def test_custom_events_come_as_they_are_and_invalidations_by_their_own_name(chat: Chat, agent: ScriptedAgent) -> None:
    for name in ("ag-ui-custom", "ag-ui-invalidate", "ag-ui-run-finished"):
        chat.listen(name)
    agent.answers(
        run(
            custom("ping", {"deep": [None]}),
            custom("ag_ui.invalidate", {"keys": ["orders", "orders/42"], "reason": "saved"}),
            custom("ag_ui.invalidate", {"keys": ["orders/42"], "reason": None}),
            custom("ag_ui.invalidate", {"keys": "orders"}),
            *text("done"),
        )
    )
    chat.say("Hello")
    chat.wait_for_answer("done")
    chat.wait_until_idle()
    assert chat.heard("ag-ui-custom") == [
        {"name": "ping", "value": {"deep": [None]}},
        {"name": "ag_ui.invalidate", "value": {"keys": "orders"}},
    ]
    assert chat.heard("ag-ui-invalidate") == [
        {"keys": ["orders", "orders/42"], "reason": "saved"},
        {"keys": ["orders/42"], "reason": None},
    ]
    assert chat.heard("ag-ui-run-finished")[0]["invalidated"] == ["orders", "orders/42"]


def test_forwarded_properties_go_along_with_every_request(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat.element.evaluate("chat => { chat.forwardedProps = {tenant: 'a', deep: {empty: null}} }")
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    assert agent.request().body["forwardedProps"] == {"tenant": "a", "deep": {"empty": None}}


def test_a_stalled_answer_is_told_and_may_be_stopped(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("Half an ans"), FOREVER))
    chat.element.evaluate("chat => chat.setAttribute('data-patience', '0.3')")
    chat.say("Hello")
    expect(chat.part("pending")).to_contain_text("Nothing has come for a while")
    chat.button.click()
    chat.wait_for_notice("Stopped")
    expect(chat.part("pending")).to_have_count(0)
    assert agent.request().was_left()
    assert len(agent.requests) == 1


def test_a_heartbeat_is_no_silence(chat: Chat, agent: ScriptedAgent) -> None:
    go_on = threading.Event()
    agent.answers(run(b": heartbeat\n\n", go_on, *text("done")))
    chat.element.evaluate("chat => chat.setAttribute('data-patience', '0.3')")
    chat.say("Hello")
    expect(chat.part("pending")).to_contain_text("Nothing has come")
    go_on.set()
    chat.wait_for_answer("done")
    expect(chat.part("pending")).to_have_count(0)


@pytest.mark.parametrize("is_meant", [False, True])
def test_a_request_to_another_origin_is_told_once_and_not_where_it_is_meant(
    chat: Chat, other_site: Site, agent: ScriptedAgent, trouble: Trouble, is_meant: bool
) -> None:
    if not is_meant:
        trouble.expect(f"another origin, {re.escape(other_site.origin)}, with X-Key, X-Fresh;")
    agent.answers(then=echo)
    chat.element.evaluate(
        """(chat, [origin, isMeant]) => {
          chat.setAttribute("endpoint", origin + "/agent/");
          chat.headers = {"X-Key": "k"};
          chat.getHeaders = () => ({"X-Fresh": "f"});
          if (isMeant) chat.trustedOrigins = [origin];
        }""",
        [other_site.origin, is_meant],
    )
    for words in ("One", "Two"):
        chat.say(words)
        chat.wait_for_answer(f"You said: {words}")
    assert agent.request().headers["X-Key"] == "k"


AGENT = """chat => {
  window.made = [];
  chat.agentFactory = options => {
    const agent = {
      seen: [], aborted: 0,
      runAgent(parameters, {onEvent}) {
        this.seen.push({parameters, messages: this.messages, state: this.state, threadId: this.threadId});
        return new Promise((resolve, reject) => {
          this.abortRun = () => { this.aborted += 1; resolve({}); };
          window.play({threadId: this.threadId, runId: parameters.runId, messages: this.messages},
            event => onEvent({event, agent: this}), resolve, reject);
        });
      },
    };
    window.made.push([agent, options]);
    return agent;
  };
}"""

SAYS = """(input, send, resolve) => {
  const {threadId, runId} = input;
  send({type: "RUN_STARTED", threadId, runId});
  send({type: "TEXT_MESSAGE_START", messageId: runId, role: "assistant"});
  for (const delta of ["Hello ", "from JavaScript"]) send({type: "TEXT_MESSAGE_CONTENT", messageId: runId, delta});
  send({type: "TEXT_MESSAGE_END", messageId: runId});
  send({type: "STATE_SNAPSHOT", snapshot: {turns: input.messages.length}});
  send({type: "RUN_FINISHED", threadId, runId});
  resolve({});
}"""

CALLS = """(input, send, resolve) => {
  const {threadId, runId, messages} = input;
  const result = messages.findLast(message => message.role === "tool");
  send({type: "RUN_STARTED", threadId, runId});
  if (result) {
    send({type: "TEXT_MESSAGE_CHUNK", messageId: runId, delta: "The page said " + result.content});
  } else {
    send({type: "TOOL_CALL_CHUNK", toolCallId: "k", toolCallName: "look", delta: "{}"});
  }
  send({type: "RUN_FINISHED", threadId, runId});
  resolve({});
}"""

HANGS = """(input, send) => {
  const {threadId, runId} = input;
  send({type: "RUN_STARTED", threadId, runId});
  send({type: "TEXT_MESSAGE_CHUNK", messageId: runId, delta: "Half an ans"});
  window.goOn = () => send({type: "TEXT_MESSAGE_CHUNK", delta: "Late"});
}"""


def use_agent(chat: Chat, play: str) -> None:
    chat.page.evaluate(f"void (window.play = {play})")
    chat.element.evaluate(AGENT)


def test_an_agent_of_the_page_answers_with_the_history_and_keeps_its_state(chat: Chat) -> None:
    use_agent(chat, SAYS)
    chat.element.evaluate("chat => { chat.headers = {'X-Key': 'k'}; chat.sharedState = {turns: 0} }")
    chat.say("Hi")
    chat.wait_for_answer("Hello from JavaScript")
    chat.say("Again")
    expect(chat.answers).to_have_count(2)
    chat.wait_until_idle()
    assert chat.element.evaluate("chat => chat.sharedState") == {"turns": 3}
    seen = chat.page.evaluate("made.map(([agent]) => agent.seen)")
    assert [[len(each["messages"]), each["state"]] for each in seen[0]] == [[1, {"turns": 0}], [3, {"turns": 1}]]
    assert len(seen) == 1
    assert chat.page.evaluate("made[0][1].headers['X-Key']") == "k"
    chat.element.evaluate("chat => chat.newChat()")
    chat.say("Anew")
    chat.wait_for_answer("Hello from JavaScript")
    assert chat.page.evaluate("made.length") == 2


def test_an_agent_of_the_page_has_its_calls_run_by_the_pipeline(chat: Chat) -> None:
    use_agent(chat, CALLS)
    chat.tool("look", "return 'blue'")
    chat.say("What colour?")
    chat.wait_for_answer("The page said blue")
    assert chat.calls() == [["look", {}]]


def test_stop_reaches_an_agent_of_the_page(chat: Chat) -> None:
    use_agent(chat, HANGS)
    chat.say("Hi")
    chat.wait_for_text("Half an ans")
    chat.stop()
    chat.wait_for_notice("Stopped")
    assert chat.page.evaluate("made[0][0].aborted") == 1


def test_an_agent_that_cannot_be_stopped_is_left_and_heard_no_more(chat: Chat, trouble: Trouble) -> None:
    trouble.expect("no brakes")
    use_agent(chat, HANGS)
    chat.say("Hi")
    chat.wait_for_text("Half an ans")
    chat.page.evaluate("""() => {
      const [agent] = made[0];
      agent.abortRun = () => {
        window.late = setInterval(() => window.goOn(), 10);
        throw new Error("no brakes");
      };
    }""")
    chat.stop()
    chat.wait_for_notice("Stopped")
    chat.page.evaluate(f"void (window.play = {SAYS})")
    chat.say("Again")
    chat.wait_for_answer("Hello from JavaScript")
    chat.wait_until_idle()
    chat.page.evaluate("clearInterval(late)")
    assert "Late" not in chat.text()


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("(input, send, resolve) => resolve({})", "connection was lost"),
        ("(input, send, resolve, reject) => reject(new Error('no luck'))", "no luck"),
        ("(i, s, r, reject) => reject(Object.assign(new Error('x'), {status: 401, payload: {}}))", "sign-in"),
        ("(input, send, resolve) => { send({type: 'TEXT_MESSAGE_END'}); resolve({}) }", "does not follow the protocol"),
        ("(input, send, resolve, reject) => reject('just a text')", "just a text"),
        ("(input, send, resolve) => { send(undefined) }", "does not follow the protocol"),
        ("(input, send, resolve) => { const e = {}; e.e = e; send(e) }", "does not follow the protocol"),
        ("(input, send, resolve) => { send({type: 'RAW', event: 1n}); resolve({}) }", "does not follow the protocol"),
    ],
)
def test_an_agent_of_the_page_that_fails_is_told_like_any_other(chat: Chat, play: str, said: str) -> None:
    use_agent(chat, play)
    chat.say("Hi")
    chat.wait_for_notice(re.compile(said))
    chat.wait_until_idle()


@pytest.mark.parametrize(
    ("factory", "said"),
    [("() => ({})", "must return an agent"), ("() => { throw new Error('no key') }", "no key")],
)
def test_a_factory_that_makes_no_agent_is_told(chat: Chat, factory: str, said: str) -> None:
    chat.element.evaluate(f"chat => {{ chat.agentFactory = {factory} }}")
    chat.say("Hi")
    chat.wait_for_notice(re.compile(said))
