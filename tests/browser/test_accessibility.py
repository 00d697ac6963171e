"""The whole chat has names, works by keyboard, and gives axe nothing to find."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.states import STATES, brought_to
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, opened, run, text
from tests.servers.scripted import FOREVER, ScriptedAgent, refusal

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
DESTRUCTIVE: dict[str, Any] = {"x-destructive": True, "properties": {"order": {"type": "number"}}}

FIND = """async chat => {
  const { violations } = await axe.run(chat, { resultTypes: ["violations"] });
  const told = (id, node) => `${id}: ${node.html} ${node.failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(node => told(id, node)));
}"""

# What lies beyond the window, unless it scrolls in a box of its own.
TOO_WIDE = """chat => [...chat.shadowRoot.querySelectorAll(".panel *")].filter(node => {
  if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".spoken, .announcer")) return false;
  const isBox = up => ["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX);
  const scrolls = up => up && (isBox(up) || scrolls(up.parentElement));
  const box = node.getBoundingClientRect();
  return (box.right > innerWidth + 1 || box.left < -1) && !scrolls(node.parentElement.closest(".messages *"));
}).map(node => node.className || node.localName)"""


def findings(chat: Chat) -> list[str]:
    """What axe finds in the element as it stands."""
    if not chat.page.evaluate("'axe' in window"):
        chat.page.add_script_tag(path=AXE)
    chat.wait_until_still()
    return chat.element.evaluate(FIND)


@pytest.mark.parametrize("theme", ["light", "dark", "code"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(
    mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble, state: str, theme: str
) -> None:
    trouble.expect("Failed to load resource")
    chat = mount(endpoint="/agent/", data_start_open="", theme=theme)
    with brought_to(state, chat, agent):
        assert findings(chat) == []


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wider_than_a_small_phone(
    stage: Page, mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble, state: str
) -> None:
    """320 pixels are also what is left of 640 at 200 % zoom."""
    trouble.expect("Failed to load resource")
    stage.set_viewport_size({"width": 320, "height": 480})
    chat = mount(endpoint="/agent/", data_start_open="")
    try:
        with brought_to(state, chat, agent):
            chat.wait_until_still()
            assert chat.element.evaluate(TOO_WIDE) == []
            expect(chat.part("launcher" if state == "launcher" else "send")).to_be_in_viewport(ratio=1)
    finally:
        stage.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize(
    ("state", "what", "rule", "wanted"),
    [
        ("empty", ".composer-surface", "outlineStyle", "solid"),
        ("answer", ".message-user", "borderTopStyle", "solid"),
        ("thinking", ".pending i", "backgroundColor", "rgb(0, 0, 0)"),
        ("asked_again", ".pair[data-changed]", "borderTopStyle", "solid"),
        ("chips_and_palette", "[aria-selected=true]", "outlineStyle", "solid"),
    ],
)
def test_lines_say_what_backgrounds_said_where_the_system_chooses_the_colours(
    stage: Page, mount: Callable[..., Chat], agent: ScriptedAgent, state: str, what: str, rule: str, wanted: str
) -> None:
    stage.emulate_media(forced_colors="active", color_scheme="light")
    chat = mount(endpoint="/agent/", data_start_open="")
    try:
        with brought_to(state, chat, agent):
            chat.field.focus()
            assert chat.element.locator(what).first.evaluate(f"node => getComputedStyle(node).{rule}") == wanted
    finally:
        stage.emulate_media(forced_colors="none", color_scheme="light")


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


MOVING = """chat => chat.shadowRoot.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().duration > 20)
  .map(({ animationName, effect }) => `${animationName} of ${effect.target.className}`)"""

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


@pytest.mark.parametrize("state", STATES)
def test_less_motion_is_less_motion(
    stage: Page, mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble, state: str
) -> None:
    """What turns may turn: it says that something goes on, and moves nowhere."""
    trouble.expect("Failed to load resource")
    stage.emulate_media(reduced_motion="reduce")
    chat = mount(endpoint="/agent/", data_start_open="", data_text_animation="fade")
    try:
        with brought_to(state, chat, agent):
            assert chat.element.evaluate(MOVING) == []
    finally:
        stage.emulate_media(reduced_motion="no-preference")


def test_an_answer_in_several_messages_is_announced_as_one(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "return 3")
    agent.answers(run(*text("I look."), *call("look", {}, "k1")), run(*text("There are *three*.")))
    chat.say("How many?")
    chat.wait_for_answer("three")
    spoken = chat.element.locator('[role="status"][aria-live="polite"]')
    expect(spoken).to_have_text("Assistant: I look. There are three.")


def test_a_server_s_questions_and_the_agents_are_answered_by_keys(
    stage: Page, chat: Chat, agent: ScriptedAgent
) -> None:
    with brought_to("approvals", chat, agent):
        press_until(stage, "Shift+Tab", "Approve")
        stage.keyboard.press("Enter")
        expect(chat.field).to_be_focused()
        press_until(stage, "Shift+Tab", "Deny")
        stage.keyboard.press("Space")
        chat.wait_for_answer("Added.")
    assert [answer["status"] for answer in agent.request(2).body["resume"]] == ["cancelled", "resolved"]


def test_a_waiting_message_is_taken_back_by_keys(stage: Page, chat: Chat, agent: ScriptedAgent) -> None:
    with brought_to("streaming_and_queued", chat, agent):
        press_until(stage, "Shift+Tab", "Take back: Thank you")
        stage.keyboard.press("Enter")
        expect(chat.field).to_have_value("Thank you")
        expect(chat.field).to_be_focused()


def test_a_result_is_unfolded_and_shown_whole_by_keys(stage: Page, chat: Chat, agent: ScriptedAgent) -> None:
    with brought_to("long_result", chat, agent):
        chat.field.focus()
        press_until(stage, "Shift+Tab", "Show all 17,100 characters")
        stage.keyboard.press("Enter")
        expect(chat.part("tool-card-result")).to_be_focused()
        press_until(stage, "Shift+Tab", "Details of Read log")
        stage.keyboard.press("Enter")
        expect(chat.part("tool-card-result")).to_be_hidden()


@pytest.fixture
def job(mount: Callable[..., Chat], agent: ScriptedAgent, trouble: Trouble) -> Chat:
    """A collapsed chat whose agent asks before it deletes, asks the person, goes on for ever, fails, and answers."""
    trouble.expect("Failed to load resource")
    chat = mount(endpoint="/agent/")
    chat.element.evaluate("chat => { chat.askUser = true; }")
    chat.tool("delete", "return 'deleted'", **DESTRUCTIVE)
    agent.answers(
        run(*call("delete", {"order": 1}, "k1")),
        run(*call("ask_user", {"question": "Which one next?", "options": ["Lamp", "Chair"]}, "k2")),
        run(*text("The chair, then.")),
        run(*opened("m", "I begin"), FOREVER),
        refusal(503),
        run(*text("Here I am again.")),
    )
    return chat


def test_every_step_of_a_chat_can_be_done_by_keyboard_alone(job: Chat, agent: ScriptedAgent, stage: Page) -> None:
    """Open, ask, confirm, answer a question, stop, retry, begin anew, close."""
    stage.keyboard.press("Tab")
    expect(job.part("launcher")).to_be_focused()
    stage.keyboard.press("Enter")
    expect(job.field).to_be_focused()
    type_and_send(stage, "Delete it")
    expect(job.question()).to_be_visible()
    press_until(stage, "Shift+Tab", "Confirm")
    stage.keyboard.press("Space")
    expect(job.part("question")).to_be_visible()
    expect(job.field).to_be_focused()
    press_until(stage, "Shift+Tab", "Submit")
    for key in ("Shift+Tab", "Space", "Enter"):
        stage.keyboard.press(key)
    job.wait_for_answer("The chair, then.")
    assert "Chair" in agent.request(3).result()
    job.wait_until_idle()
    type_and_send(stage, "Go on")
    job.wait_for_answer("I begin")
    press_until(stage, "Tab", "Stop")
    stage.keyboard.press("Space")
    job.wait_for_notice("Stopped")
    press_until(stage, "Shift+Tab", "Message")
    type_and_send(stage, "And now?")
    job.wait_for_notice("503")
    press_until(stage, "Shift+Tab", "Retry")
    stage.keyboard.press("Enter")
    job.wait_for_answer("Here I am again.")
    expect(job.field).to_be_focused()
    press_until(stage, "Shift+Tab", "New chat")
    stage.keyboard.press("Enter")
    expect(job.sayings).to_have_count(0)
    expect(job.field).to_be_focused()
    press_until(stage, "Shift+Tab", "Collapse")
    stage.keyboard.press("Enter")
    expect(job.part("launcher")).to_be_focused()


@pytest.mark.parametrize("button", ["Retry", "Which orders are late?"])
def test_focus_is_not_lost_with_a_button_that_goes(
    stage: Page, chat: Chat, agent: ScriptedAgent, trouble: Trouble, button: str
) -> None:
    trouble.expect("Failed to load resource")
    chat.set("data-starters", '["Which orders are late?"]')
    if button == "Retry":
        agent.answers(refusal(503), then=echo)
        chat.say("Hello")
    else:
        agent.answers(then=echo)
    chat.control(button).focus()
    stage.keyboard.press("Enter")
    chat.wait_for_answer("You said")
    expect(chat.field).to_be_focused()


def test_the_button_to_the_latest_leaves_the_reader_in_the_conversation(
    stage: Page, chat: Chat, agent: ScriptedAgent
) -> None:
    agent.answers(run(*text("\n\n".join(f"Line {n}" for n in range(80)))))
    chat.say("Go")
    chat.wait_for_answer("Line 79")
    chat.wait_until_idle()
    chat.messages.evaluate("node => { node.scrollTop = 0; }")
    expect(chat.part("jump-latest")).to_be_visible()
    chat.part("jump-latest").focus()
    stage.keyboard.press("Enter")
    expect(chat.part("jump-latest")).to_be_hidden()
    expect(chat.messages).to_be_focused()


def type_and_send(page: Page, words: str) -> None:
    page.keyboard.type(words)
    page.keyboard.press("Enter")


SPEECH = """chat => {
  chat.spoken = [];
  const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
  const watch = new MutationObserver(() => {
    for (const region of chat.shadowRoot.querySelectorAll(live)) {
      const said = region.textContent.trim() || region.ariaLabel || "";
      if (said && region.checkVisibility() && region.said !== said) chat.spoken.push(said);
      region.said = said;
    }
  });
  watch.observe(chat.shadowRoot, { childList: true, characterData: true, subtree: true, attributes: true });
}"""


def test_a_run_of_many_calls_is_not_read_out_call_by_call(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look", "return 'seen'")
    steps = [
        {"type": "CUSTOM", "name": "ag_ui.subagent", "value": {"delegationId": "d", "phase": phase, "status": status}}
        for phase, status in [("started", "Begins"), *(("tool_call", f"Step {n}") for n in range(20))]
    ]
    many = [event for n in range(20) for event in call("look", {"n": n}, f"k{n}", "m")]
    agent.answers(run(*text("I look."), *many), run(*call("delegate", {}, "d"), *steps, *text("All seen.")))
    chat.element.evaluate(SPEECH)
    chat.say("Look everywhere")
    chat.wait_for_answer("All seen.")
    chat.wait_until_idle()
    spoken = chat.element.evaluate("chat => chat.spoken")
    assert set(spoken) <= {"Thinking…", "Assistant: I look. All seen."}
    assert len(spoken) <= 4


def test_a_question_is_said_once_however_often_it_is_drawn(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(SPEECH)
    with brought_to("confirmation", chat, agent):
        for mode in ("compact", "full"):
            chat.set("data-tool-display", mode)
        chat.element.evaluate("chat => document.body.prepend(chat)")
        expect(chat.question()).to_be_visible()
        chat.press("Cancel")
        chat.wait_for_answer("Done.")
        chat.wait_until_idle()
    asked = [said for said in chat.element.evaluate("chat => chat.spoken") if "Delete this order?" in said]
    assert asked == ["Your answer is needed. Delete this order?"]
