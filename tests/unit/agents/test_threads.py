"""Another conversation in the same chat: what a run in the old one still does, and what the new one begins with."""

import asyncio
from collections.abc import Awaitable, Callable

from agentic import Capability, Registry
from agentic.chat import Chat
from agentic.protocol.conversation import Conversation, call_status
from agentic.protocol.ending import Ending
from agentic.protocol.messages import NOT_FINISHED, Interrupt, Message, ToolCall
from agentic.testing import settle
from tests.unit.agents.conftest import (
    FINISHED,
    HANGS,
    STARTED,
    Answer,
    Server,
    answered,
    calls,
    event,
    kinds,
    run,
    says,
    transcript,
)

During = Callable[..., Awaitable[Ending]]

KEPT = (
    Message("u", "user", "before"),
    Message("a", "assistant", tool_calls=(ToolCall("done", "look"), ToolCall("open", "look"))),
    Message("t", "tool", "a lamp", tool_call_id="done"),
)


async def test_opening_another_thread_ends_the_run_at_the_transport(chat: Chat, server: Server, during: During) -> None:
    server.will_answer(Answer((STARTED, says("one two"), HANGS)))
    assert (await during(lambda: chat.open("other", KEPT))).kind == "stopped"
    await settle()
    assert server.given[0].is_closed
    assert chat.conversation.get().thread_id == "other"
    assert [role for role, _ in transcript(chat)] == ["user", "assistant", "tool", "tool"]
    assert kinds(chat) == []


async def test_nothing_of_the_old_run_is_started_or_shown_in_the_new_thread(
    chat: Chat, server: Server, registry: Registry, during: During
) -> None:
    ran: list[str] = []
    registry.capability("go", risk="read")(lambda: ran.append("gone"))
    server.will_answer(Answer((STARTED, calls("go"), HANGS)), run())
    await during(lambda: chat.open("other"))
    assert ran == []
    assert transcript(chat) == []
    assert (await chat.send("hello")).kind == "finished"
    assert [message["content"] for message in server.bodies[1]["messages"]] == ["hello"]
    assert server.bodies[1]["threadId"] == "other"


async def test_calls_of_a_kept_thread_without_a_result_are_not_finished_and_nobodys_fault(
    chat: Chat, server: Server
) -> None:
    chat.open("other", KEPT)
    conversation = chat.conversation.get()
    assert [call_status(conversation, call) for call in KEPT[1].tool_calls] == ["done", "interrupted"]
    server.will_answer(run())
    await chat.send("go on")
    result = answered(server.bodies[0])["open"]
    assert (result["content"], result["metadata"]) == (NOT_FINISHED, {"outcome": "interrupted"})


async def test_a_question_left_open_about_a_call_is_that_calls_and_any_other_is_given_up(
    chat: Chat, server: Server
) -> None:
    chat.open("other", KEPT, (Interrupt("about", "tool_call", tool_call_id="open"), Interrupt("free", "input")))
    server.will_answer(run())
    await chat.send("go on")
    assert server.bodies[0]["resume"] == [{"interruptId": "free", "status": "cancelled"}]
    assert answered(server.bodies[0])["open"]["content"] == NOT_FINISHED


async def test_the_state_is_the_pages_and_goes_along(chat: Chat, server: Server) -> None:
    chat.state = {"page": 1}
    chat.open("other", KEPT)
    assert chat.state == {"page": 1}


async def test_what_the_old_run_still_did_is_recorded_for_its_own_thread(
    chat: Chat, server: Server, during: During
) -> None:
    heard: list[Conversation | None] = []
    chat.recorded.subscribe(heard.append)
    first = says("half").removesuffix(event("TEXT_MESSAGE_END", messageId="m"))
    server.will_answer(Answer((STARTED, first, HANGS)))
    await during(lambda: chat.open("other"))
    last = heard[-1]
    assert last and last.thread_id == "t"
    assert [message.text for message in last.messages] == ["hi", "half"]
    report = chat.finished.get()
    assert report and report.thread_id == "t"


async def test_a_conversation_is_recorded_before_anything_can_take_the_page_away(
    chat: Chat, server: Server, registry: Registry
) -> None:
    heard: list[tuple[int, int]] = []
    chat.recorded.subscribe(lambda now: now and heard.append((len(now.messages), len(now.results))))
    before: list[tuple[int, int]] = []
    registry.capability("leave", risk="read")(lambda: before.append(heard[-1]))
    server.will_answer(run(calls("leave")), run(says("ok")))
    await chat.send("hi")
    assert heard[0] == (1, 0)  # what was said, before the request
    assert before == [(2, 0)]  # the call, before it is run
    assert (3, 1) in heard  # its result, before the next request
    assert heard[-1] == (4, 1)


async def test_rest_waits_for_the_end_of_a_run_that_was_stopped(chat: Chat, server: Server) -> None:
    await chat.rest()
    server.will_answer(Answer((STARTED, HANGS)), Answer((STARTED, FINISHED)))
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    chat.stop()
    assert chat.is_running
    await chat.rest()
    assert kinds(chat) == ["stopped"]
    await sending
    await chat.send("again")
    await chat.rest()


async def test_what_the_model_of_one_thread_was_told_of_the_catalog_the_next_was_not(chat: Chat) -> None:
    chat.registry.register(Capability("form.save", "", {"type": "object"}, "read", dict, "left"))
    await chat.registry.execute("agent.describe", {"name": "form.save"})
    assert (await chat.registry.execute("agent.execute", {"name": "form.save"})).ok
    chat.new()
    assert (await chat.registry.execute("agent.execute", {"name": "form.save"})).status == "invalid"
