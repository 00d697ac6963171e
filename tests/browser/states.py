"""The states of a chat, each brought about as a person and a server bring it about: for the eye, for axe, for keys."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from types import MappingProxyType
from typing import Any

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import activity, call, closed, echo, lost, more, opened, result, run, started, text, thought
from tests.servers.scripted import FOREVER, ScriptedAgent, refusal

RICH = """## Three orders are late

The **oldest** is `4711`; see [the list](https://example.com).

1. Lamp, for Ada
2. Chair, for Ben

| order | days |
|---|---|
| 4711 | 9 |

```python
late = [order for order in orders if order.days > 7]
```
"""
ORDER = {"order": 4711, "reason": "The parcel came back", "notify": True}
ASKS: dict[str, Any] = {
    "x-destructive": True,
    "x-confirm": "Delete this order?",
    "x-summary": "Delete an order",
    "properties": {"order": {"type": "number"}, "reason": {"type": "string"}, "notify": {"type": "boolean"}},
}
SKILLS = [
    {"name": "triage", "title": "Triage this page", "description": "Sort what is new by urgency", "chip": True},
    {"name": "summarize", "title": "Summarize", "prompt": "Summarize {title}.", "chip": True},
    {"name": "reply", "title": "Draft a reply", "description": "To the newest message"},
]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a state is made of: the chat, who answers it, and a gate that holds an answer until it is left."""

    chat: Chat
    agent: ScriptedAgent
    gate: Event


State = Callable[[Scene], None]


def empty(scene: Scene) -> None:
    expect(scene.chat.field).to_be_visible()


def launcher(scene: Scene) -> None:
    scene.chat.press("Collapse")
    expect(scene.chat.field).to_be_hidden()


def answer(scene: Scene) -> None:
    scene.agent.answers(run(*text(RICH)))
    scene.chat.say("Which orders are late?")
    scene.chat.wait_for_answer("Lamp, for Ada")
    scene.chat.wait_until_idle()
    expect(scene.chat.answers.locator(".hljs-keyword").first).to_be_visible()


def thinking(scene: Scene) -> None:
    scene.agent.answers(run(scene.gate, *text("Here.")))
    scene.chat.say("Which orders are late?")
    expect(scene.chat.part("pending")).to_be_visible()


def streaming_and_queued(scene: Scene) -> None:
    scene.agent.answers(
        run(*opened("m", "I look at the **orders"), scene.gate, more("m", "**."), closed("m")), then=echo
    )
    scene.chat.say("Which orders are late?")
    scene.chat.wait_for_answer("I look at the orders")
    for words in ("And who is to be told?", "Thank you"):
        scene.chat.say(words)
    expect(scene.chat.part("queued-chip")).to_have_count(2)


def stopped(scene: Scene) -> None:
    scene.agent.answers(lost(*opened("m", "There are three of"), FOREVER))
    scene.chat.say("Which orders are late?")
    scene.chat.wait_for_answer("There are three of")
    scene.chat.stop()
    scene.chat.wait_for_notice("Stopped")


def failure(scene: Scene) -> None:
    scene.agent.answers(refusal(503, "The kitchen is closed."))
    scene.chat.say("Which orders are late?")
    expect(scene.chat.control("Retry")).to_be_visible()


def greeting(scene: Scene) -> None:
    scene.chat.set("user-name", "Ada")
    scene.chat.set("data-starters", '["Which orders are late?", "Write to whoever waits"]')
    scene.chat.set("placement", "page")
    expect(scene.chat.part("greeting")).to_be_visible()


def thoughts(scene: Scene) -> None:
    scene.chat.set("data-message-actions", "copy,retry,feedback")
    thinks = thought("The person means the orders that left `7` days ago or more.")
    scene.agent.answers(run(*thinks, *call("load_capability", {"id": "invoicing"}, "k1"), *text("Three are late.")))
    scene.chat.say("Which orders are late?")
    scene.chat.wait_for_answer("Three are late.")
    scene.chat.wait_until_idle()
    scene.chat.part("thoughts-toggle").click()


def charts(scene: Scene) -> None:
    scene.chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    series = [{"label": "new", "points": [1, 2, 4]}, {"label": "old", "points": [2, 3, 1]}]
    spec = {"title": "Orders", "labels": ["Mon", "Tue", "Wed"], "series": series}
    drawn = [activity("chart", spec | {"kind": kind}, kind) for kind in ("bar", "line", "pie", "scatter", "stacked")]
    beside = [activity("compaction", {"removed": 2}, "c"), activity("suggestions", {"prompts": ["Why Tuesday?"]}, "s")]
    scene.agent.answers(run(*text("This was the week."), *drawn, *beside))
    scene.chat.say("How was the week?")
    scene.chat.wait_for_answer("This was the week.")
    scene.chat.wait_until_idle()
    expect(scene.chat.part("chart-block")).to_have_count(5)


def arguments_coming(scene: Scene) -> None:
    written = '{"to": "Ada", "text": "Dear Ada, your lamp is on its way. It left us today, and'
    start, half, rest, _ = call("write_letter", written, "k1")
    scene.agent.answers(lost(start, half, rest, scene.gate))
    scene.chat.say("Write to Ada")
    expect(scene.chat.part("tool-card-args")).to_contain_text("It left us today")


def settled_cards(scene: Scene) -> None:
    scene.chat.tool("find_orders", "return [{order: 4711, days: 9}]", **{"x-summary": "Find orders"})
    scene.chat.tool("mail", "throw new Error('no mail server answers')", **{"x-summary": "Send a letter"})
    calls = [*call("find_orders", {"days": 7, "open": True}, "k1", "m"), *call("mail", {"to": "Ada"}, "k2", "m")]
    scene.agent.answers(run(*calls), run(*text("One is late, and the letter could not be sent.")))
    scene.chat.say("Write to whoever waits")
    scene.chat.wait_for_answer("could not be sent")
    scene.chat.wait_until_idle()
    for card in scene.chat.cards.all():
        card.locator('[part~="tool-card-toggle"]').click()


def compact_cards(scene: Scene) -> None:
    scene.chat.set("data-tool-display", "compact")
    scene.chat.tool("find_orders", "return []", **{"x-summary": "Find orders"})
    scene.agent.answers(run(*call("find_orders", {"days": 7}, "k1")), run(*text("None is late.")))
    scene.chat.say("Which orders are late?")
    scene.chat.wait_for_answer("None is late.")
    scene.chat.wait_until_idle()


def inline_cards(scene: Scene) -> None:
    scene.chat.set("data-answer-well", "")
    compact_cards(scene)
    scene.chat.set("data-tool-display", "inline")


def long_result(scene: Scene) -> None:
    scene.agent.answers(run(*call("read_log", {}, "k1"), result("k1", "A line of the log.\n" * 900), *text("Long.")))
    scene.chat.say("Read the log")
    scene.chat.wait_for_answer("Long.")
    scene.chat.wait_until_idle()
    scene.chat.part("tool-card-toggle").click()
    expect(scene.chat.part("tool-card-more").last).to_be_visible()


def delegation(scene: Scene) -> None:
    def told(phase: str, status: str, **tool: Any) -> dict[str, Any]:
        value = {"delegationId": "d1", "agent": "researcher", "phase": phase, "status": status}
        return {"type": "CUSTOM", "name": "ag_ui.subagent", "value": value | ({"tool": tool} if tool else {})}

    steps = [
        told("started", "The researcher begins"),
        told("tool_call", "Searches the archive", toolCallId="s1", name="search_archive", ok=None),
        told("tool_result", "Searched the archive", toolCallId="s1", name="search_archive", ok=True),
        told("tool_call", "Reads 3 of 12 pages", toolCallId="s2", name="read_pages", ok=None),
    ]
    scene.agent.answers(lost(*call("delegate_task", {"task": "Find the contract"}, "d1"), *steps, scene.gate))
    scene.chat.say("Find the contract")
    expect(scene.chat.part("subagent-row")).to_contain_text("Reads 3 of 12 pages")
    scene.chat.part("subagent-row").click()


def confirmation(scene: Scene) -> None:
    scene.chat.tool("delete_order", "return 'deleted'", **ASKS)
    scene.agent.answers(run(*text("I will delete it."), *call("delete_order", ORDER, "k1")), run(*text("Done.")))
    scene.chat.say("Delete order 4711")
    expect(scene.chat.question()).to_be_visible()


def asked_again(scene: Scene) -> None:
    confirmation(scene)
    scene.chat.press("Cancel")
    scene.chat.wait_for_answer("Done.")
    scene.chat.wait_until_idle()
    again = {**ORDER, "order": 4712, "reason": "The parcel is lost"}
    scene.agent.answers(run(*call("delete_order", again, "k2")), run(*text("Done.")))
    scene.chat.say("Then delete 4712")
    expect(scene.chat.question()).to_be_visible()


def decided(scene: Scene) -> None:
    confirmation(scene)
    scene.chat.press("Confirm")
    scene.chat.wait_for_answer("Done.")
    scene.chat.wait_until_idle()


def deep_arguments(scene: Scene) -> None:
    scene.chat.tool("save_rules", **{"x-destructive": True, "x-summary": "Save the rules"})
    rules = {"scope": "orders", "rules": [{"if": {"days": 7}, "then": ["mail", "flag"]}]}
    scene.agent.answers(run(*call("save_rules", rules, "k1")), run(*text("Done.")))
    scene.chat.say("Save these rules")
    expect(scene.chat.question()).to_be_visible()


def approvals(scene: Scene) -> None:
    def answered(request: dict[str, Any]) -> list[Any]:
        booked = [("k0", {"title": "Design sync", "day": "Friday"}), ("k1", {"title": "Review", "day": "Monday"})]
        asked = [
            {"id": f"i-{call_id}", "reason": "tool_call", "toolCallId": call_id, "message": "Add this to the board?"}
            for call_id, _ in booked
        ]
        calls = [event for call_id, given in booked for event in call("create_event", given, call_id)]
        ids = {"threadId": request["threadId"], "runId": request["runId"]}
        outcome = {"type": "interrupt", "interrupts": asked}
        return [started(request), *calls, {"type": "RUN_FINISHED", **ids, "outcome": outcome}]

    scene.agent.answers(answered, run(*text("Added.")))
    scene.chat.say("Plan the week")
    expect(scene.chat.part("approval")).to_have_count(2)


def question(scene: Scene) -> None:
    asked = {"question": "Which parcel service?", "options": ["Post", "Courier"], "allow_custom": True}
    scene.agent.answers(run(*call("ask_user", asked, "k1")), run(*text("Thank you.")))
    scene.chat.element.evaluate("chat => { chat.askUser = true; }")
    scene.chat.say("Send it")
    expect(scene.chat.part("question")).to_be_visible()


def chips_and_palette(scene: Scene) -> None:
    scene.chat.element.evaluate("(chat, skills) => chat.setSkills(skills)", SKILLS)
    scene.chat.set("data-prompt-chips", "")
    scene.chat.set("data-slash-commands", "")
    scene.chat.field.press_sequentially("/")
    expect(scene.chat.part("skill-palette")).to_be_visible()


def hint_and_draft(scene: Scene) -> None:
    scene.chat.element.evaluate("(chat, skills) => chat.setSkills(skills)", SKILLS)
    scene.chat.set("data-prompt-chips", "")
    scene.chat.press("Summarize")
    expect(scene.chat.part("skill-hint")).to_be_visible()


STATES: MappingProxyType[str, State] = MappingProxyType(
    {
        state.__name__: state
        for state in (
            *(empty, launcher, answer, thinking, streaming_and_queued, stopped, failure, arguments_coming),
            *(settled_cards, compact_cards, inline_cards, long_result, delegation, confirmation, asked_again, decided),
            *(deep_arguments, approvals, question, chips_and_palette, hint_and_draft, greeting, thoughts, charts),
        )
    }
)


@contextmanager
def brought_to(name: str, chat: Chat, agent: ScriptedAgent) -> Iterator[Scene]:
    """The chat in this state; whatever it waits for comes when it is left."""
    scene = Scene(chat, agent, Event())
    try:
        STATES[name](scene)
        yield scene
    finally:
        scene.gate.set()
