"""Whatever the far side does, there is one ending, one notice, and the chat goes on."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from agentic.agents import AgentCatalog
from agentic.chat import Chat, RunReport
from agentic.errors import AddressError, UnreachableError
from agentic.protocol.events import Event, RunStarted
from agentic.protocol.messages import RunInput
from tests.unit.agents.conftest import (
    BREAKS,
    FINISHED,
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

PAGE = b"<!doctype html><title>Sign in</title>"

CASES: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "no network": (UnreachableError(), "unreachable", {}),
    "no address": (AddressError("http://:::bad"), "bad-address", {"address": "http://:::bad"}),
    "not allowed": (Answer((PAGE,), 401, "text/html"), "http", {"status": 401, "message": ""}),
    "not found": (
        Answer((b'{"detail":"no such agent"}',), 404, "application/json"),
        "http",
        {"status": 404, "message": "no such agent"},
    ),
    "broken server": (Answer((b"boom",), 500, "text/plain"), "http", {"status": 500, "message": "boom"}),
    "an error that breaks off": (Answer((b"oo", BREAKS), 502, "text/plain"), "http", {"status": 502, "message": ""}),
    "a page instead of a stream": (Answer((PAGE,), 200, "text/html; charset=utf-8"), "not-a-stream", {}),
    "no media type": (Answer((run(),), 200, ""), "not-a-stream", {"media_type": ""}),
    "an empty body": (Answer(()), "lost", {}),
    "an early end": (STARTED + says("so far"), "lost", {}),
    "half a frame": (STARTED + says("so far") + FINISHED[:20], "lost", {}),
    "a reset": (Answer((STARTED, says("so far"), BREAKS)), "lost", {}),
    "no JSON": (STARTED + b"data: {oops}\n\n" + FINISHED, "protocol", {"stage": "framing"}),
    "a wrong field": (STARTED + event("TEXT_MESSAGE_CONTENT", messageId="m", delta=42), "protocol", {}),
    "a wrong order": (STARTED + event("TEXT_MESSAGE_END", messageId="m"), "protocol", {"stage": "verification"}),
    "a failed run": (
        STARTED + says("so far") + event("RUN_ERROR", message="quota", code="429"),
        "error",
        {"message": "quota", "code": "429"},
    ),
    "an error at once": (event("RUN_ERROR", message="no model"), "error", {"message": "no model"}),
}


@pytest.mark.parametrize("case", CASES)
async def test_it_ends_in_one_notice_and_the_chat_goes_on(chat: Chat, server: Server, case: str) -> None:
    answer, kind, values = CASES[case]
    reports: list[RunReport | None] = []
    chat.finished.subscribe(reports.append)
    server.will_answer(answer, run(says("back", "b")))
    ending = await chat.send("hi")
    conversation = chat.conversation.get()
    assert ending.kind == kind
    assert len(server.requests) == 1  # what may have acted is never asked for again without a word
    assert {key: ending.values[key] for key in values} == values
    assert [(notice.kind, notice.after) for notice in conversation.notices] == [(kind, conversation.messages[-1].id)]
    assert [report.ending for report in reports if report] == [ending]
    assert not chat.is_running
    if isinstance(answer, bytes) and b"so far" in answer:
        assert transcript(chat)[-1] == ("assistant", "sofar")
    assert (await chat.send("again")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "back")
    assert kinds(chat) == [kind]


async def test_what_breaks_after_the_end_of_a_run_changes_nothing_about_it(chat: Chat, server: Server) -> None:
    server.will_answer(Answer((run(says("fine")), b"junk: x\n\ndata: junk\n\n")), Answer((run(), BREAKS)))
    assert (await chat.send("one")).kind == "finished"
    assert (await chat.send("two")).kind == "finished"
    assert kinds(chat) == []
    assert len(chat.conversation.get().warnings) == 2


async def test_a_second_ending_is_not_the_runs(chat: Chat, server: Server) -> None:
    server.will_answer(STARTED + says("x") + event("RUN_ERROR", message="quota") + FINISHED)
    assert (await chat.send("hi")).kind == "error"
    assert kinds(chat) == ["error"]


async def test_unknown_material_is_a_warning_and_nothing_to_the_person(chat: Chat, server: Server) -> None:
    server.will_answer(run(event("SONAR_PING", depth=4), says("fine")))
    assert (await chat.send("hi")).kind == "finished"
    assert kinds(chat) == []
    assert "SONAR_PING" in chat.conversation.get().warnings[0]


async def test_an_agent_that_would_end_everything_ends_its_run_alone(chat: Chat, server: Server) -> None:
    class Exits:
        async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
            yield RunStarted("t", "r")
            raise SystemExit(3)

    real, chat.agent = chat.agent, Exits()
    assert (await chat.send("go")).kind == "agent-raised"
    chat.agent = real
    server.will_answer(run())
    assert (await chat.send("go")).kind == "finished"


async def test_an_agent_that_nobody_registered_is_named(chat: Chat) -> None:
    agents = AgentCatalog()
    chat.agent = agents.named("guide")
    ending = await chat.send("hi")
    assert (ending.kind, ending.values["name"]) == ("agent-missing", "guide")

    @agents.agent("guide")
    async def guide(run: Any) -> Any:
        yield "here I am"

    assert (await chat.send("again")).kind == "finished"


async def test_two_names_that_a_model_cannot_tell_apart_are_said_and_not_sent(chat: Chat, server: Server) -> None:
    chat.max_tool_rounds = 1

    def broken() -> Any:
        raise RuntimeError("catalog")

    chat._offer = broken  # type: ignore[method-assign]
    assert (await chat.send("hi")).kind == "agent-raised"
    assert server.requests == []
    assert kinds(chat) == ["agent-raised"]


async def test_a_result_of_no_call_is_not_sent_back_for_it_would_end_every_request(chat: Chat, server: Server) -> None:
    stray = event("TOOL_CALL_RESULT", messageId="t1", toolCallId="nobody", content="x")
    server.will_answer(STARTED + stray + FINISHED, run(says("fine")))
    await chat.send("go")
    assert (await chat.send("again")).kind == "finished"
    assert [message["role"] for message in server.bodies[1]["messages"]] == ["user", "user"]


async def test_of_two_results_of_one_call_the_newer_is_sent_alone(chat: Chat, server: Server) -> None:
    results = [event("TOOL_CALL_RESULT", messageId=name, toolCallId="k", content=name) for name in ("old", "new")]
    server.will_answer(run(calls("theirs"), *results), run())
    await chat.send("hi")
    await chat.send("again")
    assert answered(server.bodies[1])["k"]["content"] == "new"
