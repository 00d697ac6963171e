"""A long conversation: in sight at once, found in, scrolled through, and left as it is by what is new."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import run, text
from tests.servers.scripted import ScriptedAgent

COUNT = 300  # the bench has a thousand
LOOK = {"name": "look_up", "arguments": json.dumps({"words": "so many"})}


def stored() -> list[dict[str, Any]]:
    """Many answers, each with a call before it, and a word that is nowhere else."""
    return [
        message
        for n in range(COUNT)
        for message in (
            {"id": f"u{n}", "role": "user", "content": f"Question {n}?"},
            {"id": f"c{n}", "role": "assistant", "toolCalls": [{"id": f"k{n}", "type": "function", "function": LOOK}]},
            {"id": f"r{n}", "role": "tool", "toolCallId": f"k{n}", "content": "found"},
            {"id": f"a{n}", "role": "assistant", "content": f"The **answer** word{n}."},
        )
    ]


def open_all(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run({"type": "MESSAGES_SNAPSHOT", "messages": stored()}), run(*text("That is new.")))
    chat.say("Go")
    chat.wait_for_answer("word299")
    expect(chat.cards).to_have_count(COUNT, timeout=60_000)
    expect(chat.answers.first).to_have_text("The answer word0.", timeout=60_000)


FRAMES = """async (node, [steps, distance]) => {
  const pause = () => new Promise(done => requestAnimationFrame(done));
  let blank = 0;
  const root = node.getRootNode();
  const { left, top, height } = node.getBoundingClientRect();
  for (let step = 0; step < steps; step++) {
    node.scrollTop -= distance;
    await pause();
    await pause();
    const rows = [1, 2, 3, 4, 5, 6].map(part => root.elementFromPoint(left + 60, top + (height * part) / 7));
    if (!rows.some(row => row?.closest("[data-row]"))) blank += 1;
  }
  return blank;
}"""


def test_only_what_is_near_is_laid_out_and_all_of_it_can_be_found(chat: Chat, agent: ScriptedAgent) -> None:
    """Headless browsers have no find bar; what `auto` alone skips, and nothing hides, is searched by the standard."""
    open_all(chat, agent)
    seen: list[list[bool]] = chat.answers.evaluate_all("""nodes => nodes.map(node => [
      node.checkVisibility({ contentVisibilityAuto: true }),
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    ])""")
    assert not any(is_laid_out for is_laid_out, _ in seen[:250])
    assert all(is_laid_out for is_laid_out, _ in seen[-2:])
    assert all(can_be_found for _, can_be_found in seen)
    found = chat.answers.filter(has_text="word150.")
    found.evaluate("node => node.scrollIntoView({ block: 'center' })")
    expect(found).to_be_in_viewport()
    expect(chat.part("jump-latest")).to_be_visible()
    chat.page.wait_for_timeout(300)
    expect(found).to_be_in_viewport()


def test_it_is_scrolled_through_without_a_gap_and_what_is_new_touches_none_of_it(
    chat: Chat, agent: ScriptedAgent
) -> None:
    open_all(chat, agent)
    chat.wait_until_idle()
    assert chat.messages.evaluate(FRAMES, [40, 700]) == 0
    rows = chat.element.locator("[data-row]")
    before = rows.evaluate_all("nodes => { nodes.forEach(node => { node.kept = true; }); return nodes.length; }")
    chat.say("And now?")
    chat.wait_for_answer("That is new.")
    chat.wait_until_idle()
    kept = rows.evaluate_all("nodes => nodes.filter(node => node.kept).length")
    assert kept == before
    expect(chat.answers.last).to_be_in_viewport()
