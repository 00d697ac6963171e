"""The rows of the conversation: where they stand, what stays the same node, and the reader's place."""

from threading import Event

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chat import Chat
from tests.servers.events import call, closed, echo, more, opened, run, text
from tests.servers.scripted import ScriptedAgent

LINES = "\n\n".join(f"Line {n}" for n in range(60))


def test_what_answers_one_message_is_one_group(chat: Chat, agent: ScriptedAgent) -> None:
    chat.tool("look")
    agent.answers(run(*text("Let me see."), *call("look", {}, "k1")), run(*text("Seen.")), then=echo)
    chat.say("Look")
    chat.wait_for_answer("Seen.")
    chat.wait_until_idle()
    chat.say("Thanks")
    chat.wait_for_answer("You said: Thanks")
    chat.wait_until_idle()
    parts = "nodes => nodes.map(node => [...node.children].map(child => child.getAttribute('part').split(' ').at(-1)))"
    assert chat.part("answer").evaluate_all(parts) == [
        ["message-assistant", "message-actions", "tool-card", "message-assistant", "message-actions"],
        ["message-assistant", "message-actions"],
    ]


def test_settled_rows_keep_their_nodes_while_others_come(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat.say("One")
    chat.wait_for_answer("You said: One")
    chat.wait_until_idle()
    rows = chat.element.locator("[data-row]")
    rows.evaluate_all("nodes => nodes.forEach(node => { node.kept = true; })")
    chat.say("Two")
    chat.wait_for_answer("You said: Two")
    chat.wait_until_idle()
    assert rows.evaluate_all("nodes => nodes.map(node => node.kept === true)") == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_reader_thirty_pixels_up_is_left_alone_to_the_end(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    gate = Event()
    pieces = [more("m", f"\n\nMore {n}") for n in range(300)]
    agent.answers(run(*opened("m", LINES), gate, *pieces, closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.messages.hover()
    stage.mouse.wheel(0, -30)
    stage.wait_for_function("() => !document.querySelector('ag-ui-chat').shadowRoot.querySelector('.latest').hidden")
    before = chat.messages.evaluate("node => node.scrollTop")
    gate.set()
    chat.wait_for_answer("More 299")
    chat.wait_until_idle()
    assert chat.messages.evaluate("node => node.scrollTop") == pytest.approx(before, abs=2)


def test_dots_that_come_and_go_leave_the_reader_alone(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    gate, end = Event(), Event()
    agent.answers(run(*opened("m", LINES), gate, more("m", "\n\nThat was all."), closed("m"), end))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    scroll_to_the_start(chat)
    gate.set()
    expect(chat.part("pending")).to_be_attached()
    end.set()
    chat.wait_until_idle()
    expect(chat.part("pending")).not_to_be_attached()
    assert chat.messages.evaluate("node => node.scrollTop") < 50
    expect(chat.part("jump-latest")).to_have_accessible_name("Jump to latest")


def test_retry_brings_the_reader_to_what_it_asked_for(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text(LINES)), run(*text(LINES, "\n\nThe other answer.")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_idle()
    scroll_to_the_start(chat)
    chat.control("Retry").evaluate("button => button.click()")
    chat.wait_for_answer("The other answer.")
    expect(chat.answers.last.locator("p").last).to_be_in_viewport()


def test_other_words_leave_the_reader_where_they_are(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text(LINES)))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_idle()
    scroll_to_the_start(chat)
    chat.element.evaluate("chat => { chat.strings = { copy: 'Kopieren' }; }")
    expect(chat.control("Kopieren")).to_be_attached()
    assert chat.messages.evaluate("node => node.scrollTop") < 50


def scroll_to_the_start(chat: Chat) -> None:
    """Press Home, and wait until the glide to the first line has ended."""
    chat.messages.press("Home")
    chat.messages.evaluate("""node => new Promise(done => {
      const look = () => (node.scrollTop === 0 ? done() : requestAnimationFrame(look));
      look();
    })""")
    expect(chat.part("jump-latest")).to_be_visible()


def test_a_reader_with_the_keyboard_is_left_alone_too(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", LINES), gate, more("m", "\n\nThe end"), closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    scroll_to_the_start(chat)
    gate.set()
    chat.wait_for_answer("The end")
    assert chat.messages.evaluate("node => node.scrollTop") < 50


def test_sending_brings_the_reader_back_to_the_end(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    agent.answers(run(*text(LINES)), then=echo)
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_idle()
    scroll_to_the_start(chat)
    chat.say("Next")
    chat.wait_for_answer("You said: Next")
    expect(chat.answers.last).to_be_in_viewport()
    expect(chat.part("jump-latest")).to_be_hidden()


def test_the_end_stays_in_sight_when_the_panel_changes_its_size(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    agent.answers(run(*text(LINES)))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.field.fill("\n".join("a draft that grows" for _ in range(8)))
    expect(chat.answers.last.locator("p").last).to_be_in_viewport(ratio=1)


def test_live_regions_change_a_few_times_for_a_long_answer(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    chat.element.evaluate("""chat => {
      window.spoken = 0;
      const watch = new MutationObserver(changes => { spoken += changes.length; });
      for (const region of chat.shadowRoot.querySelectorAll("[aria-live=polite], [aria-live=assertive]")) {
        watch.observe(region, { childList: true, characterData: true, subtree: true });
      }
    }""")
    agent.answers(run(*text(*[f"word{n} " for n in range(100)])))
    chat.say("Go")
    chat.wait_for_answer("word99")
    chat.wait_until_idle()
    assert 1 <= stage.evaluate("spoken") <= 3


RUNS_FROM_THE_RIGHT = """node => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
  return box.right - text.right < text.left - box.left;
}"""


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_each_paragraph_runs_as_its_first_letter_does(chat: Chat, agent: ScriptedAgent, direction: str) -> None:
    chat.element.evaluate("(chat, direction) => { chat.dir = direction; }", direction)
    agent.answers(run(*text("Hello `x`.\n\nمرحبا `x`.")))
    chat.say("Greet")
    chat.wait_for_answer("مرحبا")
    chat.wait_until_idle()
    paragraphs = chat.answers.last.locator("p")
    assert [node.evaluate(RUNS_FROM_THE_RIGHT) for node in paragraphs.all()] == [False, True]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_list_has_its_markers_where_its_text_begins(chat: Chat, agent: ScriptedAgent, direction: str) -> None:
    chat.element.evaluate("(chat, direction) => { chat.dir = direction; }", direction)
    agent.answers(run(*text("- one\n- two\n\nand\n\n1. واحد\n2. اثنان\n\n> اقتباس\n\n| أ | ب |\n|---|---|\n| 1 | 2 |")))
    chat.say("Count")
    chat.wait_for_answer("اقتباس")
    chat.wait_until_idle()
    blocks = chat.answers.last.locator("ul, ol, blockquote, table")
    assert blocks.evaluate_all("nodes => nodes.map(node => getComputedStyle(node).direction)") == [
        "ltr",
        *("rtl", "rtl", "rtl"),
    ]


def test_a_table_that_is_too_wide_shows_that_it_goes_on(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    wide = f"| {' | '.join('column' for _ in range(20))} |\n|{'---|' * 20}"
    agent.answers(run(*text(f"{wide}\n\nand\n\n| a |\n|---|\n| 1 |\n\nThe end.")))
    chat.say("Go")
    chat.wait_for_answer("The end.")
    chat.wait_until_idle()
    assert [is_shaded_at_the_end(table, stage) for table in chat.answers.last.locator("table").all()] == [True, False]


def is_shaded_at_the_end(table: Locator, stage: Page) -> bool:
    """Whether the ground gets darker in the last pixels of the table's first row."""
    box = table.bounding_box() or {}
    first = {"x": box["x"] + box["width"] - 6, "y": box["y"] + 4, "width": 2, "height": 6}
    return stage.screenshot(clip=first) != stage.screenshot(clip=first | {"x": first["x"] + 2})


def test_a_reader_who_jumps_to_the_very_top_is_left_there(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    gate = Event()
    agent.answers(run(*opened("m", LINES), gate, more("m", "\n\nMore."), closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.messages.evaluate("node => { node.scrollTop = 0; }")
    expect(chat.part("jump-latest")).to_be_visible()
    gate.set()
    chat.wait_for_answer("More.")
    chat.wait_until_idle()
    assert chat.messages.evaluate("node => node.scrollTop") == 0


def test_a_well_is_drawn_around_all_of_an_answer_and_nothing_else_of_it_changes(
    chat: Chat, agent: ScriptedAgent
) -> None:
    chat.tool("look")
    agent.answers(run(*text("First."), *call("look", {}, "k1")), run(*text("Seen.")))
    chat.say("Look")
    chat.wait_for_answer("Seen.")
    chat.wait_until_idle()
    look = """node => {
      const { borderTopWidth, borderTopLeftRadius, backgroundColor } = getComputedStyle(node);
      const has = part => node.querySelectorAll(`[part~=${part}]`).length;
      const inside = [has("message-assistant"), has("tool-card"), has("message-user")];
      return [inside, borderTopWidth, borderTopLeftRadius, backgroundColor];
    }"""
    (well,) = chat.part("answer").all()
    assert well.evaluate(look) == [[2, 1, 0], "0px", "0px", "rgba(0, 0, 0, 0)"]
    chat.set("data-answer-well", "")
    inside, border, radius, _ = well.evaluate(look)
    assert (inside, border, radius) == ([2, 1, 0], "1px", "12px")
    chat.set("placement", "page")
    assert well.evaluate(look)[2] == "12px"
    for name, value in {"bg": "rgb(1, 2, 3)", "radius": "5px"}.items():
        chat.element.evaluate(
            "(chat, [name, value]) => chat.style.setProperty(`--ag-ui-well-${name}`, value)", [name, value]
        )
    assert well.evaluate(look)[2:] == ["5px", "rgb(1, 2, 3)"]
