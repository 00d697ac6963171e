"""What a chat does with what a person writes, stops, decides."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from agentic.element import events
from tests.unit.element.conftest import Page, Script

Play = Callable[[Script], None]


def echoing(page: Page) -> None:
    @page.agents.agent("guide")
    async def guide(run: Any) -> AsyncIterator[str]:
        yield f"You said: {run.text}"


def gated(page: Page) -> asyncio.Event:
    gate = asyncio.Event()

    @page.agents.agent("guide")
    async def guide(run: Any) -> AsyncIterator[str]:
        yield "Well, "
        await gate.wait()
        yield run.text

    return gate


def test_a_message_is_answered_and_the_page_is_told(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        await page.submit("Hello")
        await page.settle()
        assert page.said == ["Hello", "You said: Hello"]
        assert page.host.events == [
            (events.SUBMIT, {"content": "Hello"}),
            (events.RUN_FINISHED, {"tools": [], "invalidated": ()}),
        ]

    play(script)


def test_blank_text_is_not_sent(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        await page.submit("  \n")
        page.chat.send_message("")
        assert page.said == []

    play(script)


def test_what_is_written_during_a_run_is_sent_after_it_in_order(play: Play) -> None:
    async def script(page: Page) -> None:
        gate = gated(page)
        await page.submit("one")
        await page.submit("two")
        await page.submit("three")
        assert page.session.outbox.waiting == ("two", "three")
        gate.set()
        await page.settle()
        assert page.said == ["one", "Well, one", "two", "Well, two", "three", "Well, three"]

    play(script)


def test_what_is_sent_before_the_page_settled_waits_and_goes_out_in_order_once(play: Play) -> None:
    async def script(_: Page) -> None:
        page = Page(is_settled=False)
        echoing(page)
        page.chat.send_message("one")
        await page.submit("two")
        page.chat.send_message("three")
        assert page.session.outbox.waiting == ("one", "two", "three")
        assert page.said == [] == page.host.events
        page.settled.set()
        await page.settle()
        assert page.said == ["one", "You said: one", "two", "You said: two", "three", "You said: three"]
        assert page.session.outbox.waiting == ()

    play(script)


def test_what_was_taken_back_before_the_page_settled_is_not_sent(play: Play) -> None:
    async def script(_: Page) -> None:
        page = Page(is_settled=False)
        echoing(page)
        await page.submit("one")
        assert page.session.take_back(0) == "one"
        page.settled.set()
        await page.settle()
        assert page.said == []

    play(script)


def test_what_the_page_sends_during_a_run_is_not_sent(play: Play) -> None:
    async def script(page: Page) -> None:
        gate = gated(page)
        await page.submit("one")
        page.chat.send_message("two")
        gate.set()
        await page.settle()
        assert page.said == ["one", "Well, one"]

    play(script)


def test_a_stop_sends_nothing_more_and_keeps_what_waited_for_recall(play: Play) -> None:
    async def script(page: Page) -> None:
        gated(page)
        await page.submit("one")
        await page.submit("two")
        await page.until(lambda: "Well, " in page.said)
        page.session.stop()
        await page.settle()
        assert page.said == ["one", "Well, "]
        assert page.session.recall(1) == "two"

    play(script)


def test_a_finished_answer_is_announced_once(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        heard: list[str] = []
        page.session.announced.subscribe(heard.append)
        await page.submit("Hello")
        await page.settle()
        assert heard == ["Assistant: You said: Hello"]

    play(script)


def test_a_failure_is_told_at_once_and_can_be_tried_again(play: Play) -> None:
    async def script(page: Page) -> None:
        page.host.attributes.pop("agent")
        heard: list[str] = []
        page.session.alarmed.subscribe(heard.append)
        await page.submit("Hello")
        await page.settle()
        assert "endpoint" in heard[0]
        assert "endpoint" in page.host.errors[0]
        notice = page.session.chat.conversation.get().notices[-1]
        assert page.session.can_retry(notice)
        echoing(page)
        page.host.attributes["agent"] = "guide"
        page.session.retry()
        await page.settle()
        assert page.said == ["Hello", "You said: Hello"]
        assert page.session.chat.conversation.get().notices == ()

    play(script)


def test_a_message_waits_in_sight_for_an_agent_whose_script_is_late(play: Play) -> None:
    async def script(page: Page) -> None:
        await page.submit("Hello")
        assert page.said == ["Hello"]
        echoing(page)
        await page.settle()
        assert page.said == ["Hello", "You said: Hello"]

    play(script)


def test_waiting_for_an_agent_can_be_stopped(play: Play) -> None:
    async def script(page: Page) -> None:
        await page.submit("Hello")
        page.session.stop()
        await page.settle()
        assert [notice.kind for notice in page.session.chat.conversation.get().notices] == ["stopped"]

    play(script)


def asking(page: Page) -> None:
    page.chat.register_tool(name="wipe", handler=wiped, parameters={"x-destructive": True})

    @page.agents.agent("guide")
    async def guide(run: Any) -> AsyncIterator[str]:
        outcome = await run.call("wipe")
        yield outcome.status


async def wiped(arguments: Any) -> str:
    return "clean"


def test_a_question_is_told_once_and_kept_as_a_record(play: Play) -> None:
    async def script(page: Page) -> None:
        asking(page)
        heard: list[str] = []
        page.session.alarmed.subscribe(heard.append)
        await page.submit("Go")
        await page.until(lambda: page.session.questions)
        assert heard == ["Your answer is needed. Run “Wipe”?"]
        page.session.decide(page.session.questions[0], "deny")
        await page.settle()
        assert page.said[-1] == "declined"
        call = page.session.chat.conversation.get().messages[1].tool_calls[0]
        assert page.session.decision(call) == "declined"
        assert len(page.session.questions) == 1

    play(script)


def test_always_allow_asks_no_more_until_the_element_is_gone(play: Play) -> None:
    async def script(page: Page) -> None:
        asking(page)
        await page.submit("Go")
        await page.until(lambda: page.session.questions)
        assert page.session.questions[0].offers_session
        page.session.decide(page.session.questions[0], "session")
        await page.settle()
        await page.submit("Again")
        await page.settle()
        assert page.said[-1] == "ok"
        page.session.removed()
        await page.submit("And again")
        await page.until(lambda: len(page.session.questions) == 2)
        page.session.stop()

    play(script)


def test_a_new_chat_begins_empty_and_wants_the_focus(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        focused: list[None] = []
        page.session.wants_focus.subscribe(focused.append)
        await page.submit("Hello")
        await page.settle()
        page.chat.new_chat()
        assert page.said == []
        assert page.session.recall(1) == ""
        page.chat.collapsed = True
        page.chat.new_chat()
        assert len(focused) == 1

    play(script)


def test_words_of_the_property_win_over_those_of_the_attribute(play: Play) -> None:
    async def script(page: Page) -> None:
        page.host.attributes["data-strings"] = '{"send": "Senden", "stop": "Halt"}'
        page.chat.strings = {"send": "Los"}
        assert page.session.words("send") == "Los"
        assert page.session.words("stop") == "Halt"
        assert page.session.words("retry") == "Retry"
        page.host.attributes["data-strings"] = "{nonsense"
        page.session.reword()
        assert page.session.words("stop") == "Stop"
        assert "data-strings" in page.host.warnings[-1]

    play(script)
