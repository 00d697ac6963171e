"""Messages that mean harm: no script runs, no request leaves, nothing passes for a piece of ours."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.servers.events import activity, call, failed, result, run, started, text, thought
from tests.servers.scripted import ScriptedAgent

HOSTILE: dict[str, list[str]] = json.loads((Path(__file__).parents[1] / "data" / "hostile.json").read_text("utf-8"))
# Those that a parser may see otherwise when it sees them in pieces.
NASTY = ("scripts", "svg", "math", "addresses", "mutation", "imitation")


DRAW = """
import js
from agentic.browser.markdown import MarkdownView, Renderer

renderer = Renderer(js.marked, js.purify)
ALLOWED = {"href", "target", "rel", "title", "align", "alt", "checked", "disabled", "type", "start"}
ALLOWED |= {"colspan", "rowspan"}
OWN = {"code": {"class"}, "ul": {"dir"}, "ol": {"dir"}, "blockquote": {"dir"}, "table": {"dir", "tabindex"}}
OWN["input"] = {"aria-label"}
REFUSED = {"script", "style", "iframe", "svg", "math", "img", "form", "button", "video", "audio", "object", "embed",
           "link", "meta", "base", "template", "slot", "dialog", "select", "textarea", "ag-ui-chat"}

def trouble(node):
    found = []
    for each in node.querySelectorAll("*"):
        if each.localName in REFUSED:
            found.append(each.outerHTML)
        for attribute in each.attributes:
            name, value = attribute.name, attribute.value
            if name not in ALLOWED | OWN.get(each.localName, set()):
                found.append(f"{each.localName} {name}")
            if name == "href" and each.protocol not in ("http:", "https:", "mailto:"):
                found.append(value)
            if name == "class" and not value.startswith("language-"):
                found.append(value)
    return found

node = js.document.createElement("div")
js.document.body.append(node)
result = []
"""
WHOLE = (
    DRAW
    + """
for payload in given:
    view = MarkdownView(node, renderer)
    node.replaceChildren()
    view.draw(payload, done=True)
    result += [[payload, each] for each in trouble(node)]
"""
)
AT_EVERY_POSITION = (
    DRAW
    + """
for payload in given:
    view = MarkdownView(node, renderer)
    node.replaceChildren()
    for end in range(len(payload)):
        view.draw(payload[:end])
        result += [[payload[:end], each] for each in trouble(node)]
    view.draw(payload, done=True)
    result += [[payload, each] for each in trouble(node)]
    growing = node.innerHTML
    node.replaceChildren()
    MarkdownView(node, renderer).draw(payload, done=True)
    if node.innerHTML != growing:
        result.append([payload, "is drawn otherwise in pieces"])
"""
)
GET_LIBRARIES = """async () => {
  globalThis.hacked = 0;
  globalThis.marked ??= await import('/dist/vendor/marked.esm.js');
  globalThis.purify ??= (await import('/dist/vendor/purify.es.mjs')).default;
}"""


@pytest.fixture
def asked(stage: Page) -> Iterator[list[str]]:
    """The addresses that the page asks for from here on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    stage.on("request", note)
    yield asked
    stage.remove_listener("request", note)


def assert_nothing_happened(stage: Page, asked: list[str]) -> None:
    stage.wait_for_timeout(150)  # a handler or a request, if there were one, would have come by then
    assert stage.evaluate("window.hacked") == 0
    assert [url for url in asked if "/dist/vendor/" not in url and "/agent/" not in url] == []


def test_the_list_is_long() -> None:
    assert sum(map(len, HOSTILE.values())) >= 150


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_means_harm_is_drawn_harmless(kind: str, stage: Page, python: Python, asked: list[str]) -> None:
    stage.evaluate(GET_LIBRARIES)
    assert python(WHOLE, given=HOSTILE[kind]) == []
    assert_nothing_happened(stage, asked)


@pytest.mark.parametrize("kind", NASTY)
def test_the_nasty_are_harmless_at_every_position(kind: str, stage: Page, python: Python, asked: list[str]) -> None:
    stage.evaluate(GET_LIBRARIES)
    payloads = [payload for payload in HOSTILE[kind] if len(payload) < 250]
    assert python(AT_EVERY_POSITION, given=payloads) == []
    assert_nothing_happened(stage, asked)


# What is in the transcript once it has all of them: only what these kinds of rows bring by themselves.
COUNT = """chat => {
  const count = selector => chat.shadowRoot.querySelectorAll(`.turns :is(${selector})`).length;
  return [count("[part~=confirm]"), count("[part~=approval]"), count("[part~=tool-card]"), count("[part~=suggestions]"),
          count("[part~=message-user]"), count("iframe, form, img, slot, dialog, script, style, [style]")];
}"""


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_message_runs_asks_or_passes_for_a_card_in_the_chat(
    chat: Chat, agent: ScriptedAgent, stage: Page, asked: list[str], kind: str
) -> None:
    stage.evaluate("window.hacked = 0")
    answers: list[Any] = [event for payload in HOSTILE[kind] for event in text(payload)]
    agent.answers(run(*answers, *text("That was all.")))
    chat.say("Go")
    chat.wait_for_answer("That was all.")
    chat.wait_until_idle()
    assert chat.element.evaluate(COUNT) == [0, 0, 0, 0, 1, 0]
    assert_nothing_happened(stage, asked)


@pytest.mark.parametrize("kind", ["scripts", "handlers", "svg", "mutation", "imitation"])
def test_what_a_model_writes_elsewhere_is_text(
    chat: Chat, agent: ScriptedAgent, stage: Page, asked: list[str], kind: str
) -> None:
    stage.evaluate("window.hacked = 0")
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    steps: list[Any] = []
    for index, payload in enumerate(HOSTILE[kind]):
        spec = {"title": payload, "labels": [payload], "series": [{"label": payload, "points": [1]}]}
        steps += [
            *call("look", {payload: payload}, f"k{index}"),
            result(f"k{index}", payload),
            activity("chart", spec, f"c{index}"),
            activity("suggestions", {"prompts": [payload]}, f"s{index}"),
            *call("load_capability", {"id": payload}, f"l{index}"),
            *thought(payload, message=f"r{index}"),
        ]
    agent.answers(run(*steps, *text("That was all.")))
    chat.say(HOSTILE[kind][0])
    chat.wait_for_answer("That was all.")
    chat.wait_until_idle()
    expect(chat.cards).to_have_count(len(HOSTILE[kind]))
    assert chat.element.evaluate(COUNT)[:2] == [0, 0]
    assert chat.element.evaluate(COUNT)[5] == 0
    assert_nothing_happened(stage, asked)


SINKS = ("scripts", "handlers", "svg", "mutation", "imitation", "addresses", "unicode")


@pytest.mark.parametrize("kind", SINKS)
def test_what_is_asked_in_such_words_is_one_card_and_its_text(
    chat: Chat, agent: ScriptedAgent, stage: Page, asked: list[str], kind: str
) -> None:
    stage.evaluate("window.hacked = 0")
    payloads = [payload for payload in HOSTILE[kind] if len(payload) < 250]
    said = " ".join("\n".join(payloads).split())
    chat.tool("wipe", **{"x-destructive": True, "x-summary": payloads[0]})
    agent.answers(run(*call("wipe", {payload: [payload] for payload in payloads}, "k")), run(*text("Well.")))
    chat.say(said)
    expect(chat.questions).to_have_count(1)
    assert chat.element.evaluate(COUNT) == [1, 0, 1, 0, 1, 0]
    expect(chat.sayings).to_have_text(said)
    chat.press("Cancel")
    chat.wait_for_answer("Well.")
    chat.wait_until_idle()
    assert chat.calls() == []
    assert_nothing_happened(stage, asked)


@pytest.mark.parametrize("kind", SINKS)
def test_what_a_server_asks_and_tells_in_such_words_is_text(
    chat: Chat, agent: ScriptedAgent, stage: Page, asked: list[str], kind: str
) -> None:
    stage.evaluate("window.hacked = 0")
    payloads = [payload for payload in HOSTILE[kind] if len(payload) < 250]
    said = "\n".join(payloads)
    wants = {"id": "int-0", "reason": "tool_call", "toolCallId": "k0", "message": said}
    outcome = {"type": "interrupt", "interrupts": [wants]}

    def ask(request: dict[str, Any]) -> list[Any]:
        ids = {"threadId": request["threadId"], "runId": request["runId"]}
        return [
            started(request),
            *call(payloads[0], {"k": said}, call_id="k0"),
            {"type": "RUN_FINISHED", "outcome": outcome} | ids,
        ]

    agent.answers(ask, run(failed(said, said)))
    chat.element.evaluate("(chat, said) => chat.quote(said)", said)
    chat.field.press("Enter")
    expect(chat.part("approval")).to_have_count(1)
    assert chat.element.evaluate(COUNT) == [0, 1, 1, 0, 1, 0]
    chat.press("Approve")
    expect(chat.notices).to_have_count(1)
    assert chat.element.evaluate(COUNT)[2:] == [1, 0, 1, 0]
    assert_nothing_happened(stage, asked)


@pytest.mark.parametrize("kind", SINKS)
def test_what_the_agent_asks_the_person_in_such_words_is_text(
    chat: Chat, agent: ScriptedAgent, stage: Page, asked: list[str], kind: str
) -> None:
    stage.evaluate("window.hacked = 0")
    payloads = [payload for payload in HOSTILE[kind] if len(payload) < 250]
    chat.element.evaluate("chat => { chat.askUser = true; }")
    question = {"question": "\n".join(payloads), "options": payloads[:4]}
    agent.answers(run(*call("ask_user", question, "k")), run(*text("Well.")))
    chat.say("Go")
    expect(chat.part("question")).to_have_count(1)
    assert chat.element.evaluate(COUNT)[5] == 1  # the form of the question itself
    chat.stop()
    chat.wait_until_idle()
    assert_nothing_happened(stage, asked)
