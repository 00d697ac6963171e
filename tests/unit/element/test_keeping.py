"""What an element keeps of its conversation, and what it shows of it when the page comes again."""

import asyncio
import gc
import json
from collections.abc import Callable
from typing import Any

from agentic.protocol.conversation import call_status
from agentic.protocol.messages import NOT_FINISHED, Message
from tests.unit.agents.conftest import HANGS, STARTED, Answer, answered, calls, event, run, says
from tests.unit.element.conftest import Page, Script
from tests.unit.element.pages import again, again_untouched, began, keys, notices, results

Play = Callable[[Script], None]

LOGIN = {"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}}


def test_a_conversation_is_there_again_when_the_page_is(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        come = await again(page)
        assert come.said == ["what is it", "alamp"]
        assert come.session.keeping.thread_id == page.session.keeping.thread_id
        come.server.will_answer(run(says("ok", "n")))
        await come.submit("and this")
        await come.settle()
        assert [message["content"] for message in come.server.bodies[0]["messages"]] == [
            *("what is it", "alamp", "and this")
        ]
        assert come.server.bodies[0]["threadId"] == page.server.bodies[0]["threadId"]

    play(script)


def test_what_was_said_is_kept_before_the_request_goes_out(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(Answer((STARTED, HANGS)))
        await page.submit("hello")
        await page.until(lambda: page.server.requests)
        come = Page(storage=page.storage)
        come.host.attributes = dict(page.host.attributes)
        come.session.keeping.begin()
        await come.settle()
        assert come.said == ["hello"]
        page.session.stop()

    play(script)


def test_a_reload_in_the_middle_of_an_answer_keeps_what_had_come(play: Play) -> None:
    async def script(page: Page) -> None:
        first = says("half an").removesuffix(event("TEXT_MESSAGE_END", messageId="m"))
        began(page).server.will_answer(Answer((STARTED, first, HANGS)))
        await page.submit("hello")
        await page.until(lambda: "halfan" in page.said)
        come = await again(page)
        assert come.said == ["hello", "halfan"]
        assert not come.session.is_busy
        assert notices(come) == ["interrupted"]
        assert notices(await again(come)) == []  # told once
        page.session.stop()

    play(script)


def test_calls_that_a_reload_cut_off_are_not_finished_for_good(play: Play) -> None:
    async def script(page: Page) -> None:
        never = asyncio.Event()

        async def hang(_: Any) -> None:
            await never.wait()

        began(page).chat.register_tool(name="work", handler=hang)
        page.server.will_answer(run(calls("work")))
        await page.submit("go")
        await page.until(lambda: page.session.chat.conversation.get().progress.get("k") == "running")
        come = await again(page)
        conversation = come.session.chat.conversation.get()
        assert call_status(conversation, conversation.messages[1].tool_calls[0]) == "interrupted"
        assert results(await again(come)) == results(come)
        come.server.will_answer(run())
        await come.submit("go on")
        await come.settle()
        result = answered(come.server.bodies[0])["k"]
        assert (result["content"], result["metadata"]) == (NOT_FINISHED, {"outcome": "interrupted"})
        page.session.stop()

    play(script)


def test_a_question_that_a_reload_cut_off_is_answered_by_nobody_and_runs_nothing(play: Play) -> None:
    async def script(page: Page) -> None:
        ran: list[Any] = []

        async def wipe(given: Any) -> None:
            ran.append(given)

        began(page).chat.register_tool(name="wipe", handler=wipe, parameters={"x-destructive": True})
        page.server.will_answer(run(calls("wipe")))
        await page.submit("go")
        await page.until(lambda: page.session.questions)
        come = await again(page)
        come.chat.register_tool(name="wipe", handler=wipe, parameters={"x-destructive": True})
        assert come.session.questions == ()
        assert [result.outcome for result in results(come)] == ["interrupted"]
        assert ran == []
        page.session.stop()

    play(script)


def test_how_a_call_ended_is_kept_with_it(play: Play) -> None:
    async def script(page: Page) -> None:
        async def fail(_: Any) -> None:
            raise ValueError("no such row")

        began(page).chat.register_tool(name="find", handler=fail)
        page.server.will_answer(run(calls("find")), run(says("sorry")))
        await page.submit("go")
        await page.settle()
        come = await again(page)
        assert [(result.outcome, "no such row" in result.text) for result in results(come)] == [("failed", True)]

    play(script)


def test_a_question_of_the_servers_is_given_up_after_a_reload(play: Play) -> None:
    async def script(page: Page) -> None:
        asks = event(
            "RUN_FINISHED",
            threadId="t",
            runId="r",
            outcome={"type": "interrupt", "interrupts": [{"id": "free", "reason": "input", "message": "Which?"}]},
        )
        began(page).server.will_answer(STARTED + says("hm") + asks)
        await page.submit("go")
        await page.until(lambda: page.session.approving.all)
        come = await again(page)
        come.server.will_answer(run())
        await come.submit("go on")
        await come.settle()
        assert come.server.bodies[0]["resume"] == [{"interruptId": "free", "status": "cancelled"}]
        page.session.stop()

    play(script)


def test_no_secret_of_a_call_is_in_the_tabs_storage(play: Play) -> None:
    async def script(page: Page) -> None:
        async def login(given: Any) -> str:
            return f"tried {given['pin']}"

        began(page).chat.register_tool(name="login", handler=login, parameters=LOGIN)
        page.chat.headers = {"authorization": "Bearer s3same"}
        page.server.will_answer(run(calls("login", {"pin": "rosebud"})), run(says("rosebud was right")))
        await page.submit("my pin is rosebud")
        await page.settle()
        assert answered(page.server.bodies[1])["k"]["content"].startswith("tried")
        kept = json.dumps(page.storage.texts)
        assert "login" in kept
        assert "rosebud" not in kept
        assert "s3same" not in kept

    play(script)


def test_arguments_with_a_secret_are_not_kept_while_they_come(play: Play) -> None:
    async def script(page: Page) -> None:
        async def login(_: Any) -> None:
            pass

        began(page).chat.register_tool(name="login", handler=login, parameters=LOGIN)
        half = event("TOOL_CALL_START", toolCallId="k", toolCallName="login") + event(
            "TOOL_CALL_ARGS", toolCallId="k", delta='{"pin": "47'
        )
        page.server.will_answer(Answer((STARTED, half, HANGS)))
        await page.submit("go")
        await page.until(lambda: len(page.session.chat.conversation.get().messages) == 2)
        page.session.keeping.keep()
        assert "login" in json.dumps(page.storage.texts)
        assert "47" not in page.storage.texts[keys(page, "messages")[0]].partition("login")[2]
        page.session.stop()

    play(script)


def test_what_cannot_be_read_is_told_and_left_as_it_is(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        (key,) = keys(page, "messages")
        page.storage.texts[key] = broken = page.storage.texts[key][:-9]
        come = await again_untouched(page)
        assert come.said == []
        assert notices(come) == ["not-restored"]
        assert "cannot be shown again" in come.host.warnings[-1]
        assert not come.session.can_retry(come.session.chat.conversation.get().notices[0])
        come.server.will_answer(run(says("fine", "n")))
        await come.submit("hello")
        await come.settle()
        assert come.storage.texts[key] == broken
        assert (await again(come)).said == ["hello", "fine"]

    play(script)


def test_one_message_that_cannot_be_read_is_told_and_its_text_kept(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        (key,) = keys(page, "messages")
        page.storage.texts[key] = json.dumps([*json.loads(page.storage.texts[key]), {"role": "user", "content": "hey"}])
        come = await again_untouched(page)
        assert come.said == ["what is it", "alamp"]
        assert notices(come) == ["restored-in-part"]
        assert "hey" in come.storage.texts[keys(come, "damaged")[0]]

    play(script)


def test_a_storage_that_is_full_does_not_stop_the_talk_and_is_told(play: Play) -> None:
    async def script(page: Page) -> None:
        page.storage.room = 100
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        assert page.said == ["what is it", "alamp"]
        assert any("storage is full" in warning for warning in page.host.warnings)

    play(script)


def test_what_is_said_before_the_element_is_on_the_page_is_kept_too(play: Play) -> None:
    async def script(page: Page) -> None:
        page.host.attributes = {"endpoint": "/agent/"}
        page.server.will_answer(run(says("hi")))
        page.chat.send_message("hello")
        await page.settle()
        assert page.storage.texts == {}
        began(page)
        assert (await again(page)).said == ["hello", "hi"]

    play(script)


def test_two_chats_in_one_place_do_not_meet(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        other = Page(storage=page.storage, namespaces=page.namespaces)
        other.host.attributes = {"endpoint": "/agent/"}
        other.session.keeping.begin()
        await other.settle()
        assert other.said == []
        assert "give each chat an id" in other.host.warnings[0]
        page.session.keeping.let_go()
        third = Page(storage=page.storage, namespaces=page.namespaces)
        third.host.attributes = {"endpoint": "/agent/"}
        third.session.keeping.begin()
        await third.settle()
        assert (third.said, third.host.warnings) == (["what is it", "alamp"], [])

    play(script)


def test_an_element_that_takes_the_place_of_another_goes_on_where_that_was(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")), Answer((STARTED, says("half", "n"), HANGS)))
        await page.submit("what is it")
        await page.settle()
        await page.submit("and this")
        await page.until(lambda: "half" in page.said)
        page.session.keeping.let_go()
        come = Page(storage=page.storage, namespaces=page.namespaces)
        come.host.attributes = dict(page.host.attributes)
        come.server.will_answer(run(says("ok", "o")))
        come.session.keeping.begin()
        await come.settle()
        assert (come.said, come.host.warnings) == (["what is it", "alamp", "and this", "half"], [])
        await come.submit("go on")
        await come.settle()
        page.session.removed()  # what is left of the old one ends, and writes over nothing
        await page.settle()
        assert (await again_untouched(come)).said[-2:] == ["go on", "ok"]

    play(script)


def test_an_element_that_comes_back_has_its_place_again(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")), run(says("ok", "n")))
        await page.submit("what is it")
        await page.settle()
        page.session.keeping.let_go()
        page.session.keeping.begin()
        await page.submit("and this")
        await page.settle()
        assert page.said == ["what is it", "alamp", "and this", "ok"]
        assert (await again_untouched(page)).said == page.said

    play(script)


def test_nothing_of_a_conversation_is_held_once_another_has_begun(play: Play) -> None:
    async def script(page: Page) -> None:
        began(page).server.will_answer(run(says("a lamp")))
        await page.submit("what is it")
        await page.settle()
        messages = {id(message) for message in page.session.chat.conversation.get().messages}
        page.session.new()
        await page.settle()
        gc.collect()
        assert not [each for each in gc.get_objects() if type(each) is Message and id(each) in messages]

    play(script)
