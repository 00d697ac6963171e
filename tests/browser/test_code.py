"""Code in an answer: its language, its colours, and a panel that it never widens."""

from threading import Event

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import closed, more, opened, run, text
from tests.servers.scripted import ScriptedAgent

CODE = "```py\ndef f(x):\n    return x + 1  # one more\n```\n"


def test_a_block_has_its_language_and_gets_colours(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text(CODE)))
    chat.say("Go")
    block = chat.answers.locator("pre")
    expect(block.locator(".code-language")).to_have_text("py")
    expect(block.locator(".hljs-keyword").first).to_have_text("def")
    expect(block.locator("code")).to_have_text("def f(x):\n    return x + 1  # one more\n", use_inner_text=False)


def test_a_block_that_grows_has_its_head_and_no_colours_yet(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "```py\ndef f():\n"), gate, more("m", "    pass\n```\n\nDone."), closed("m")))
    chat.say("Go")
    block = chat.answers.locator("pre")
    expect(block.locator(".code-language")).to_have_text("py")
    expect(block.locator("[class^=hljs]")).to_have_count(0)
    gate.set()
    expect(block.locator(".hljs-keyword")).to_have_count(2)


def test_a_finished_block_keeps_its_node_while_text_follows(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", f"{CODE}\nNext "), gate, *[more("m", f"word{n} ") for n in range(200)], closed("m")))
    chat.say("Go")
    expect(chat.answers.locator(".hljs-keyword").first).to_be_visible()
    chat.answers.locator("pre").evaluate("node => { node.kept = true; }")
    gate.set()
    chat.wait_for_answer("word199")
    chat.wait_until_idle()
    assert chat.answers.locator("pre").evaluate("node => node.kept === true && !!node.querySelector('.hljs-keyword')")


def test_code_without_a_known_language_stays_as_it_is(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("```klingon\nqapla'\n```\n\n```\nplain\n```\n\nDone.")))
    chat.say("Go")
    chat.wait_for_answer("Done.")
    expect(chat.answers.locator("[class^=hljs]")).to_have_count(0)
    expect(chat.part("code-copy")).to_have_count(2)


def test_colours_that_cannot_be_loaded_leave_the_code(
    chat: Chat, agent: ScriptedAgent, stage: Page, trouble: Trouble
) -> None:
    trouble.expect("swift|ERR_FAILED")
    stage.route("**/highlight/swift.min.js", lambda route: route.abort())
    agent.answers(run(*text("```swift\nlet x = 1\n```\n\nDone.")))
    with stage.expect_console_message(lambda line: "code is shown without colours" in line.text):
        chat.say("Go")
        chat.wait_for_answer("Done.")
    expect(chat.answers.locator("code")).to_have_text("let x = 1\n", use_inner_text=False)
    stage.unroute("**/highlight/swift.min.js")


def test_long_words_tables_and_code_never_widen_the_panel(chat: Chat, agent: ScriptedAgent) -> None:
    row = " | ".join("column" for _ in range(30))
    wide = (
        f"{'W' * 900}\n\n| {row} |\n|{'---|' * 30}\n\n```\n{'c' * 900}\n```\n\n`{'i' * 900}`\n\n- {'l' * 900}\n\nDone."
    )
    agent.answers(run(*text(wide)))
    chat.say("x" * 900)
    chat.wait_for_answer("Done.")
    chat.wait_until_idle()
    assert chat.messages.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert chat.answers.locator("pre code").evaluate_all("nodes => nodes.map(n => n.scrollWidth > n.clientWidth)") == [
        True
    ]


def test_formulas_are_left_as_text(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*text("With $a_1 * b_1$ and \\(x_2 + y_2\\):\n\n$$\\int_0^1 x\\,dx$$\n\nIt costs $5 *today*.")))
    chat.say("Go")
    chat.wait_for_answer("today")
    chat.wait_until_idle()
    assert chat.answers.locator("p").all_inner_texts() == [
        "With $a_1 * b_1$ and \\(x_2 + y_2\\):",
        "$$\\int_0^1 x\\,dx$$",
        "It costs $5 today.",
    ]
    expect(chat.answers.locator("em")).to_have_text(["today"])
