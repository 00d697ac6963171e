"""The whole chat has names, works by keyboard, and gives axe nothing to find."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import activity, call, closed, echo, more, opened, run, text, thought
from tests.servers.scripted import ScriptedAgent, refusal

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RICH = (
    "# Title\n\nSome **bold** [link](https://example.com) `code`.\n\n- one\n- two\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
)
DESTRUCTIVE: dict[str, Any] = {"x-destructive": True, "properties": {"order": {"type": "number"}}}

FIND = """async chat => {
  const { violations } = await axe.run(chat, { resultTypes: ["violations"] });
  const told = (id, node) => `${id}: ${node.html} ${node.failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(node => told(id, node)));
}"""


def findings(chat: Chat) -> list[str]:
    """What axe finds in the element as it stands."""
    if not chat.page.evaluate("'axe' in window"):
        chat.page.add_script_tag(path=AXE)
    chat.wait_until_still()
    return chat.element.evaluate(FIND)


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, mount: Callable[..., Chat], agent: ScriptedAgent) -> Chat:
    return mount(endpoint="/agent/", data_start_open="", theme=request.param)


def test_axe_finds_nothing_in_an_empty_chat(themed: Chat) -> None:
    expect(themed.field).to_be_visible()
    assert findings(themed) == []


def test_axe_finds_nothing_in_the_launcher(themed: Chat) -> None:
    themed.press("Collapse")
    expect(themed.field).to_be_hidden()
    assert findings(themed) == []


def test_axe_finds_nothing_in_a_conversation(themed: Chat, agent: ScriptedAgent) -> None:
    themed.tool("look")
    agent.answers(run(*call("look", {}, "k1")), run(*text(RICH)))
    themed.say("Show me")
    themed.wait_for_answer("Title")
    themed.wait_until_idle()
    assert findings(themed) == []


def test_axe_finds_nothing_in_all_that_is_beside_text_and_cards(themed: Chat, agent: ScriptedAgent) -> None:
    themed.set("data-message-actions", "copy,retry,feedback")
    themed.element.evaluate("chat => chat.enableCharts(['activity'])")
    kinds = ("bar", "line", "pie", "scatter", "stacked")
    series = [{"label": "new", "points": [1, 2]}, {"label": "old", "points": [2, 3]}]
    spec = {"title": "Signups", "labels": ["Mon", "Tue"], "series": series}
    charts = [activity("chart", spec | {"kind": kind}, kind) for kind in kinds]
    skill = call("load_capability", {"id": "invoicing"}, "k1")
    more_of_it = [activity("compaction", {"removed": 2}, "c"), activity("suggestions", {"prompts": ["Why?"]}, "s")]
    agent.answers(
        run(*thought("Hm. `x`"), *skill, *text(RICH + "\n```python\nx = 1  # one\n```"), *charts, *more_of_it)
    )
    themed.say("Show me")
    themed.wait_for_answer("Title")
    themed.wait_until_idle()
    expect(themed.answers.locator(".hljs-comment")).to_be_visible()
    themed.part("thoughts-toggle").click()
    assert findings(themed) == []


def test_axe_finds_nothing_in_an_empty_page(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", placement="page", user_name="Ada", data_starters='["Begin"]')
    expect(chat.part("greeting")).to_be_visible()
    assert findings(chat) == []


def test_axe_finds_nothing_while_an_answer_streams_and_one_waits(themed: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Talking"), gate, more("m", " done"), closed("m")), then=echo)
    themed.say("Go")
    themed.wait_for_answer("Talking")
    themed.say("Next")
    expect(themed.part("queued-chip")).to_be_visible()
    assert findings(themed) == []
    gate.set()
    themed.wait_for_answer("You said: Next")


def test_axe_finds_nothing_in_an_open_and_an_answered_question(themed: Chat, agent: ScriptedAgent) -> None:
    themed.tool("delete", **DESTRUCTIVE)
    agent.answers(run(*call("delete", {"order": 1}, "k1")), run(*text("Kept.")))
    themed.say("Delete it")
    expect(themed.question()).to_be_visible()
    assert findings(themed) == []
    themed.press("Cancel")
    themed.wait_for_answer("Kept.")
    assert findings(themed) == []


def test_axe_finds_nothing_in_a_failure(themed: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("Failed to load resource")
    agent.answers(refusal(500, "boom"))
    themed.say("Go")
    expect(themed.notices).to_be_visible()
    assert findings(themed) == []


def test_every_control_of_the_panel_has_a_name(chat: Chat) -> None:
    expect(chat.element.get_by_role("textbox", name="Message")).to_be_visible()
    buttons = chat.element.get_by_role("button").filter(visible=True)
    names = [button.aria_snapshot() for button in buttons.all()]
    assert names
    assert all('button "' in name for name in names)


def test_the_transcript_is_a_log(chat: Chat) -> None:
    expect(chat.element.get_by_role("log")).to_be_visible()


def test_an_answer_is_announced_once_it_is_whole(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    spoken = chat.element.locator('[role="status"][aria-live="polite"]').filter(has_text="You said: Hello")
    expect(spoken).to_have_count(1)


def test_a_question_is_announced(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("delete", **DESTRUCTIVE)
    agent.answers(run(*call("delete", {"order": 1}, "k1")), run(*text("Kept.")))
    chat.say("Delete it")
    expect(chat.question()).to_be_visible()
    loud = chat.element.locator('[role="alert"], [aria-live="assertive"]').filter(has_text="delete")
    expect(loud.first).to_be_attached()
    chat.press("Cancel")
    chat.wait_for_answer("Kept.")


def test_the_whole_job_can_be_done_by_keyboard(mount: Callable[..., Chat], agent: ScriptedAgent, stage: Page) -> None:
    chat = mount(endpoint="/agent/")
    chat.tool("delete", "return 'deleted'", **DESTRUCTIVE)
    agent.answers(run(*call("delete", {"order": 1}, "k1")), run(*text("Gone.")))
    stage.keyboard.press("Tab")
    expect(chat.part("launcher")).to_be_focused()
    stage.keyboard.press("Enter")
    expect(chat.field).to_be_focused()
    stage.keyboard.type("Delete it")
    stage.keyboard.press("Enter")
    expect(chat.question()).to_be_visible()
    press_until(stage, "Shift+Tab", "Confirm")
    stage.keyboard.press("Enter")
    chat.wait_for_answer("Gone.")
    chat.wait_until_idle()
    press_until(stage, "Shift+Tab", "Collapse")
    stage.keyboard.press("Enter")
    expect(chat.part("launcher")).to_be_focused()


FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node?.getAttribute("aria-label") ?? node?.textContent.trim() ?? "";
}"""


def press_until(page: Page, key: str, name: str) -> None:
    """Press the key until what has the focus goes by this name; a keyboard trap ends in a failure."""
    seen = []
    for _ in range(30):
        page.keyboard.press(key)
        seen.append(page.evaluate(FOCUSED))
        if seen[-1] == name:
            return
    pytest.fail(f"{key} never reached {name}; it went {seen}")


def test_less_motion_is_less_motion(stage: Page, chat: Chat, agent: ScriptedAgent) -> None:
    stage.emulate_media(reduced_motion="reduce")
    gate = Event()
    agent.answers(run(gate, *text("Here.")))
    chat.say("Go")
    expect(chat.part("pending")).to_be_visible()
    moving = "chat => chat.shadowRoot.getAnimations().filter(a => a.effect.getComputedTiming().duration > 20).length"
    assert chat.element.evaluate(moving) == 0
    gate.set()
    chat.wait_for_answer("Here.")
    stage.emulate_media(reduced_motion="no-preference")
