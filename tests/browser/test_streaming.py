"""An answer appears as it is written, as Markdown that can do no harm, and leaves the reader where they are."""

import json
import re
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.servers.events import call, closed, echo, more, opened, run, text
from tests.servers.scripted import RESET, ScriptedAgent
from tests.servers.site import Site

STREAMS = Path(__file__).parents[1] / "data" / "streams"
TEXT_AND_TOOLS = {
    *("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"),
    *("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"),
    *("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"),
}


def is_text_and_tools(stream: Path) -> bool:
    raw = stream.read_bytes()
    types = set(re.findall(rb'"type": ?"([A-Z_]+)"', raw))
    return {name.decode() for name in types} <= TEXT_AND_TOOLS and b'"interrupt"' not in raw


RECORDED = [stream.stem for stream in sorted(STREAMS.glob("*.sse")) if is_text_and_tools(stream)]


def test_an_answer_shows_while_it_is_still_being_written(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "The first half"), gate, more("m", " and the second"), closed("m")))
    chat.say("Tell me")
    chat.wait_for_answer("The first half")
    chat.wait_until_running()
    gate.set()
    chat.wait_for_answer("The first half and the second")
    chat.wait_until_idle()


def test_what_was_said_is_there_before_anything_answers(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers([gate])
    chat.say("Is anybody there?")
    expect(chat.sayings.last).to_have_text("Is anybody there?")
    expect(chat.field).to_have_value("")
    chat.stop()


def test_a_thinking_indicator_stands_until_the_first_word(chat: Chat, agent: ScriptedAgent) -> None:
    gate, between = Event(), Event()
    chat.tool("look")
    agent.answers(run(gate, *text("Here I am"), *call("look", {}, "k1")), run(between, *text("And there.")))
    chat.say("Hello")
    dots = chat.element.get_by_role("status", name="Thinking…")
    expect(dots).to_be_visible()
    expect(dots.locator("i")).to_have_count(3)
    assert dots.locator("i").first.evaluate("node => getComputedStyle(node).animationName") == "pending"
    chat.page.emulate_media(reduced_motion="reduce")
    assert dots.locator("i").first.evaluate("node => getComputedStyle(node).animationName") == "none"
    chat.page.emulate_media(reduced_motion="no-preference")
    gate.set()
    expect(chat.card("Look")).to_contain_text("done")
    expect(dots).to_be_visible()  # between two rounds
    between.set()
    chat.wait_for_answer("And there.")
    expect(chat.part("pending")).to_be_hidden()


def test_markdown_becomes_elements(chat: Chat, agent: ScriptedAgent) -> None:
    source = (
        "# Title\n\nSome **bold** `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
    )
    agent.answers(run(*text(*re.findall(r"(?s).{1,3}", source))))
    chat.say("Show me")
    answer = chat.answers.last
    expect(answer.locator("strong")).to_have_text("bold")
    expect(answer.locator("li")).to_have_text(["one", "two"])
    expect(answer.locator("td")).to_have_text(["1", "2"])
    expect(answer.locator("pre code")).to_contain_text("x = 1")
    expect(answer.get_by_role("heading", name="Title")).to_be_visible()


def test_a_finished_block_is_never_drawn_again(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(
        run(*opened("m", "First paragraph.\n\nSec"), gate, more("m", "ond paragraph.\n\nThird."), closed("m"))
    )
    chat.say("Go")
    chat.wait_for_answer("Sec")
    first = chat.answers.last.locator("p").first
    first.evaluate("node => { node.kept = true; }")
    gate.set()
    chat.wait_for_answer("Third.")
    chat.wait_until_idle()
    assert first.evaluate("node => node.kept") is True


def test_nothing_a_model_writes_runs_or_loads(chat: Chat, agent: ScriptedAgent, stage: Page, site: Site) -> None:
    hostile = (
        f'<img src="{site.url("/pixel.png")}" onerror="window.hacked = 1"> <script>window.hacked = 2</script>\n\n'
        f"![pixel]({site.url('/pixel.png')}) [link](javascript:window.hacked=3)\n\n"
        f'<style>@import "{site.url("/pixel.css")}"; * {{ display: none }}</style>\n\n'
        f'<iframe src="{site.url("/pixel.html")}"></iframe>\n\n'
        f'<div style="background:url({site.url("/pixel.svg")})">x</div>\n\n'
        '<button part="confirm-confirm" data-action="confirm" class="confirm">Confirm</button> The end.'
    )
    agent.answers(run(*text(*re.findall("(?s).{1,5}", hostile))))
    chat.say("Go")
    chat.wait_for_answer("The end.")
    chat.wait_until_idle()
    assert stage.evaluate("window.hacked") is None
    assert site.paths("/pixel.*") == []
    forbidden = (
        "img, script, style, iframe, button, [style], [part~='confirm-confirm'], [data-action], [href^='javascript']"
    )
    expect(chat.answers.last.locator(forbidden)).to_have_count(0)


def test_links_open_elsewhere_and_tell_nothing(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("See [the manual](https://example.com/manual).")))
    chat.say("Go")
    link = chat.answers.last.get_by_role("link", name="the manual")
    expect(link).to_have_attribute("href", "https://example.com/manual")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener.*noreferrer"))


def test_what_a_person_writes_stays_literal(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=run(*text("ok")))
    chat.say("<b>bold</b> *and* `code`")
    expect(chat.sayings.last).to_have_text("<b>bold</b> *and* `code`")
    chat.wait_for_answer("ok")  # a request still under way would take the next test's answer


def scroll_of(chat: Chat) -> dict[str, float]:
    return chat.messages.evaluate(
        "node => ({top: node.scrollTop, below: node.scrollHeight - node.clientHeight - node.scrollTop})"
    )


def test_a_reader_at_the_end_follows_the_answer(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    lines = "\n\n".join(f"Line {n}" for n in range(60))
    agent.answers(run(*opened("m", lines), gate, more("m", "\n\nAnd the very last"), closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    gate.set()
    chat.wait_for_answer("And the very last")
    expect(chat.answers.last.locator("p").last).to_be_in_viewport()


def test_a_reader_who_scrolled_up_is_left_alone(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    gate = Event()
    lines = "\n\n".join(f"Line {n}" for n in range(60))
    agent.answers(run(*opened("m", lines), gate, more("m", "\n\nAnd the very last"), closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.messages.hover()
    stage.mouse.wheel(0, -700)
    expect(chat.part("jump-latest")).to_be_visible()
    before = scroll_of(chat)["top"]
    gate.set()
    chat.wait_for_answer("And the very last")
    chat.wait_until_idle()
    assert scroll_of(chat)["top"] == pytest.approx(before, abs=2)
    chat.part("jump-latest").click()
    expect(chat.answers.last.locator("p").last).to_be_in_viewport()
    expect(chat.part("jump-latest")).to_be_hidden()


def test_a_long_answer_in_many_pieces_arrives_whole(chat: Chat, agent: ScriptedAgent) -> None:
    words = [f"word{n} " for n in range(2000)]
    agent.answers(run(*text(*words)))
    chat.say("Go")
    chat.wait_for_answer("word1999")
    assert chat.answers.last.inner_text().split() == [word.strip() for word in words]


def expected(name: str) -> dict[str, Any]:
    return json.loads((STREAMS / f"{name}.expected.json").read_text())


def new_texts(recording: dict[str, Any]) -> list[str]:
    """What the assistant says in the stream, beyond what was there before it."""
    before = [message.get("content") for message in recording.get("initial", {}).get("messages", [])]
    said = [message.get("content") for message in recording["expect"]["messages"] if message["role"] == "assistant"]
    return [content for content in said if content and content not in before]


def as_drawn(content: str) -> re.Pattern[str]:
    """These words in this order: a line break of the source is an element on the page, and not text."""
    return re.compile(r"[\s\x85]*".join(re.escape(word) for word in content.split()))


@pytest.mark.parametrize("pieces", ["whole", "byte by byte"])
@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_stream_shows_its_text_and_the_chat_goes_on(
    chat: Chat, agent: ScriptedAgent, trouble: Any, name: str, pieces: str
) -> None:
    recording, raw, gate = expected(name), (STREAMS / f"{name}.sse").read_bytes(), Event()
    stream = [raw] if pieces == "whole" else [raw[n : n + 1] for n in range(len(raw))]
    is_reset = recording.get("delivery", {}).get("end") == "reset"
    if is_reset:
        trouble.expect("Failed to load resource")
    agent.answers([*stream, *([gate, RESET] if is_reset else [])], then=echo)
    chat.say("Go")
    for content in new_texts(recording):
        chat.wait_for_text(as_drawn(content))
    gate.set()
    endings = [ended["ended"] for ended in recording["expect"]["runs"]]
    if not endings or endings[-1] in ("none", "error"):
        expect(chat.notices).to_have_count(1)
    chat.wait_until_idle()
    chat.say("And now?")
    chat.wait_for_text("You said: And now?")


def test_images_are_loaded_where_the_page_allows_them_and_only_there(
    chat: Chat, agent: ScriptedAgent, site: Site
) -> None:
    agent.answers(run(*text("![a lamp](/dist/favicon.svg) See.")))
    chat.say("Show me")
    chat.wait_for_answer("a lamp See.")
    chat.wait_until_idle()
    assert chat.element.evaluate("chat => chat.allowImages") is False
    assert site.paths("*/favicon.svg") == []
    with chat.page.expect_request("**/favicon.svg"):
        chat.element.evaluate("chat => { chat.allowImages = true; }")
    expect(chat.answers.get_by_role("img", name="a lamp")).to_be_attached()
    chat.element.evaluate("chat => { chat.allowImages = false; }")
    chat.wait_for_answer("a lamp See.")
