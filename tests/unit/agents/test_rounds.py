"""The run loop: calls of the page's own tools, their results, and the runs that follow."""

from typing import Any

import pytest

from agentic import Registry
from agentic.chat import Chat, RunReport
from agentic.core.confirmation import Pending
from agentic.protocol.conversation import call_status
from agentic.protocol.ending import Ending
from agentic.protocol.messages import NOT_FINISHED
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


@pytest.fixture
def done(registry: Registry) -> list[Any]:
    """What the page's tools did."""
    done: list[Any] = []

    @registry.capability("desk.add", risk="read")
    def add(text: str, count: int = 1) -> dict[str, Any]:
        """Add something."""
        done.append((text, count))
        return {"added": text}

    @registry.capability("desk.clear", risk="destructive")
    def clear() -> str:
        """Remove everything."""
        done.append("cleared")
        return "cleared"

    @registry.capability("desk.fail", risk="read")
    def fail() -> None:
        """Fail."""
        raise RuntimeError("no such row")

    return done


def statuses(chat: Chat) -> dict[str, str]:
    conversation = chat.conversation.get()
    return {
        call.id: call_status(conversation, call) for message in conversation.messages for call in message.tool_calls
    }


async def test_the_page_runs_its_own_calls_and_the_agent_hears_of_the_results(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    server.will_answer(run(calls("desk_add", {"text": "lamp"})), run(says("Added")))
    assert await chat.send("add a lamp") == Ending("finished")
    assert done == [("lamp", 1)]
    result = answered(server.bodies[1])["k"]
    assert result["content"] == '{"added": "lamp"}'
    assert "error" not in result
    assert statuses(chat) == {"k": "done"}


async def test_tools_are_offered_as_they_are_at_each_round(chat: Chat, server: Server, registry: Registry) -> None:
    @registry.capability("one", risk="read")
    def one() -> None:
        """Make the other tool."""

        @registry.capability("two", risk="read")
        def two() -> None:
            """The other tool."""

    server.will_answer(run(calls("one")), run(says("ok")))
    await chat.send("go")
    assert [[tool["name"] for tool in body["tools"]] for body in server.bodies] == [["one"], ["one", "two"]]
    assert server.bodies[0]["tools"][0]["description"] == "Make the other tool."
    assert server.bodies[0]["tools"][0]["parameters"]["type"] == "object"


async def test_all_calls_of_a_round_run_in_order_before_one_further_run(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    three = [calls("desk_add", {"text": text}, call_id) for text, call_id in (("a", "k1"), ("b", "k2"), ("c", "k3"))]
    server.will_answer(run(says("Adding"), *three), run(says("done", "n")))
    await chat.send("go")
    assert [text for text, _ in done] == ["a", "b", "c"]
    assert len(server.requests) == 2
    assert list(answered(server.bodies[1])) == ["k1", "k2", "k3"]
    roles = [message["role"] for message in server.bodies[1]["messages"]]
    assert roles == ["user", "assistant", *["assistant", "tool"] * 3]


async def test_results_stand_behind_the_message_that_made_the_calls(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    asked = b"".join(
        event("TOOL_CALL_START", toolCallId=key, toolCallName="desk_add", parentMessageId="m")
        + event("TOOL_CALL_ARGS", toolCallId=key, delta='{"text":"x"}')
        + event("TOOL_CALL_END", toolCallId=key)
        for key in ("k1", "k2")
    )
    server.will_answer(run(says("Adding", "m"), asked, says("Working", "n")), run())
    await chat.send("go")
    made = [(message["role"], message["id"]) for message in server.bodies[1]["messages"]]
    assert [role for role, _ in made] == ["user", "assistant", "tool", "tool", "assistant"]
    assert made[-1][1] == "n"


async def test_a_call_the_server_answered_is_not_run_here(chat: Chat, server: Server, done: list[Any]) -> None:
    result = event("TOOL_CALL_RESULT", messageId="t1", toolCallId="k", content="did it")
    server.will_answer(run(calls("desk_add", {"text": "lamp"}), result))
    assert (await chat.send("go")).kind == "finished"
    assert done == []
    assert statuses(chat) == {"k": "done"}
    assert [(tool.name, tool.side) for tool in chat.finished.get().tools] == [("desk_add", "server")]


async def test_only_what_the_server_says_is_pending_is_run_if_it_says_so(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    pending = event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "success", "pendingToolCallIds": ["k2"]})
    two = calls("desk_add", {"text": "a"}, "k1") + calls("desk_add", {"text": "b"}, "k2")
    server.will_answer(STARTED + two + pending, run())
    await chat.send("go")
    assert done == [("b", 1)]
    assert answered(server.bodies[1])["k1"]["content"] == NOT_FINISHED


async def test_outcomes_of_the_server_show_on_their_cards(chat: Chat, server: Server) -> None:
    words = {"k1": "failed", "k2": "denied", "k3": "interrupted", "k4": "success", "k5": "later-word"}
    frames = [
        calls("remote", {}, key)
        + event("TOOL_CALL_RESULT", messageId=f"t-{key}", toolCallId=key, content="x", metadata={"outcome": word})
        for key, word in words.items()
    ]
    server.will_answer(run(*frames))
    await chat.send("go")
    assert list(statuses(chat).values()) == ["error", "declined", "interrupted", "done", "done"]


async def test_a_handler_that_raises_is_a_result_the_agent_can_act_on(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    server.will_answer(run(calls("desk_fail")), run(says("Sorry")))
    assert (await chat.send("go")).kind == "finished"
    result = answered(server.bodies[1])["k"]
    assert "no such row" in result["content"]
    assert "no such row" in result["error"]
    assert result["metadata"] == {"outcome": "failed"}
    assert statuses(chat) == {"k": "error"}
    assert kinds(chat) == []


@pytest.mark.parametrize("arguments", [{"count": 1}, {"text": 7}, '{"text": "cut o', "[1]"])
async def test_arguments_that_do_not_fit_are_a_result_and_nothing_runs(
    chat: Chat, server: Server, done: list[Any], arguments: Any
) -> None:
    server.will_answer(run(calls("desk_add", arguments)), run(says("Sorry")))
    assert (await chat.send("go")).kind == "finished"
    assert done == []
    assert answered(server.bodies[1])["k"]["metadata"] == {"outcome": "failed"}
    assert "invalid" in answered(server.bodies[1])["k"]["content"]


async def test_a_target_that_is_gone_is_a_result(chat: Chat, server: Server, registry: Registry) -> None:
    there = True

    @registry.capability("row.open", risk="read", available=lambda: there)
    def open_row() -> str:
        """Open the row."""
        return "opened"

    @registry.capability("row.drop", risk="read")
    def drop() -> None:
        """Remove the row."""
        nonlocal there
        there = False

    server.will_answer(run(calls("row_drop", {}, "k1"), calls("row_open", {}, "k2")), run(says("Gone")))
    assert (await chat.send("go")).kind == "finished"
    assert "unavailable" in answered(server.bodies[1])["k2"]["content"]
    assert [tool["name"] for tool in server.bodies[1]["tools"]] == ["row_drop"]


async def test_an_unknown_tool_is_answered_with_what_there_is(chat: Chat, server: Server, done: list[Any]) -> None:
    server.will_answer(run(calls("page_teleport")), run(says("My mistake")))
    assert (await chat.send("go")).kind == "finished"
    result = answered(server.bodies[1])["k"]
    assert "page_teleport" in result["content"]
    assert "desk_add" in result["content"]
    assert statuses(chat) == {"k": "error"}


async def test_several_unknown_tools_at_once_are_one_mistake(chat: Chat, server: Server, done: list[Any]) -> None:
    server.will_answer(run(*[calls("ghost", {}, f"k{index}") for index in range(4)]), run(says("Sorry")))
    assert (await chat.send("go")).kind == "finished"
    assert len(answered(server.bodies[1])) == 4


async def test_a_call_the_server_answered_is_not_run_though_it_says_pending(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    result = event("TOOL_CALL_RESULT", messageId="t1", toolCallId="k", content="did it")
    pending = event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "success", "pendingToolCallIds": ["k"]})
    server.will_answer(STARTED + calls("desk_add", {"text": "lamp"}) + result + pending)
    assert (await chat.send("go")).kind == "finished"
    assert done == []


async def test_three_unknown_tools_in_a_row_end_the_run(chat: Chat, server: Server, done: list[Any]) -> None:
    server.will_answer(*[run(calls("page_teleport", {}, f"k{index}")) for index in range(3)])
    assert (await chat.send("go")).kind == "unknown-tools"
    assert len(server.requests) == 3
    assert kinds(chat) == ["unknown-tools"]
    server.will_answer(run(says("fine")))
    await chat.send("go on")
    assert len(answered(server.bodies[-1])) == 3


async def test_a_known_tool_in_between_starts_the_count_anew(chat: Chat, server: Server, done: list[Any]) -> None:
    names = ["ghost", "ghost", "desk_add", "ghost", "ghost"]
    rounds = [run(calls(name, {"text": "x"}, f"k{index}")) for index, name in enumerate(names)]
    server.will_answer(*rounds, run(says("ok")))
    assert (await chat.send("go")).kind == "finished"


async def test_a_tool_that_was_not_offered_is_not_run_though_it_is_there_now(
    chat: Chat, server: Server, registry: Registry
) -> None:
    ran: list[str] = []

    @registry.capability("first", risk="read")
    def first() -> None:
        """Register another."""

        @registry.capability("late", risk="read")
        def late() -> None:
            """Too late for this round."""
            ran.append("late")

    server.will_answer(run(calls("first", {}, "k1"), calls("late", {}, "k2")), run(says("ok")))
    await chat.send("go")
    assert ran == []
    assert answered(server.bodies[1])["k2"]["metadata"] == {"outcome": "failed"}


async def test_a_server_that_keeps_its_results_to_itself_is_not_asked_again(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    server.will_answer(run(calls("server_side"), says("It is done")), run(says("ok", "n")))
    assert (await chat.send("go")).kind == "finished"
    assert len(server.requests) == 1
    assert statuses(chat) == {"k": "interrupted"}
    await chat.send("thanks")
    assert answered(server.bodies[1])["k"]["content"] == NOT_FINISHED


async def test_rounds_are_bounded_and_the_person_hears_of_it(chat: Chat, server: Server, done: list[Any]) -> None:
    chat.max_tool_rounds = 3
    server.will_answer(*[run(calls("desk_add", {"text": "x"}, f"k{index}")) for index in range(3)])
    ending = await chat.send("go")
    assert ending == Ending("rounds", {"limit": 3})
    assert len(server.requests) == 3
    assert len(done) == 3
    assert chat.conversation.get().notices[0].values == {"limit": 3}


async def test_ten_rounds_is_the_bound_unless_the_host_says_otherwise(chat: Chat, server: Server, done: Any) -> None:
    server.will_answer(*[run(calls("desk_add", {"text": "x"}, f"k{index}")) for index in range(12)])
    assert (await chat.send("go")).kind == "rounds"
    assert len(server.requests) == 10


@pytest.mark.parametrize(
    "ended",
    [
        event("RUN_ERROR", message="quota", code="429"),
        event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "cancelled"}),
        b"",
    ],
)
async def test_calls_of_a_run_without_a_good_end_are_not_run_but_answered_next_time(
    chat: Chat, server: Server, done: list[Any], ended: bytes
) -> None:
    server.will_answer(STARTED + calls("desk_add", {"text": "x"}) + ended, run(says("ok")))
    await chat.send("go")
    assert done == []
    assert statuses(chat) == {"k": "interrupted"}
    await chat.send("again")
    result = answered(server.bodies[1])["k"]
    assert (result["content"], result["metadata"]) == (NOT_FINISHED, {"outcome": "interrupted"})


async def test_a_half_streamed_call_is_never_run(chat: Chat, server: Server, done: list[Any]) -> None:
    half = calls("desk_add", {"text": "x"}).removesuffix(event("TOOL_CALL_END", toolCallId="k"))
    server.will_answer(Answer((STARTED, half, BREAKS)), run())
    assert (await chat.send("go")).kind == "lost"
    await chat.send("again")
    assert done == []
    assert answered(server.bodies[1])["k"]["content"] == NOT_FINISHED


async def test_a_call_that_a_question_is_about_is_answered_by_the_question_alone(
    chat: Chat, server: Server, done: list[Any]
) -> None:
    asked = [{"id": "i1", "reason": "tool_call", "toolCallId": "k1"}]
    interrupted = event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "interrupt", "interrupts": asked})
    two = calls("server_side", {}, "k1") + calls("desk_add", {"text": "mine"}, "k2")
    server.will_answer(STARTED + two + interrupted, run())
    assert (await chat.send("go")).kind == "interrupt"
    assert done == [("mine", 1)]
    await chat.send("next")
    assert [message["toolCallId"] for message in server.bodies[1]["messages"] if message["role"] == "tool"] == ["k2"]


@pytest.mark.parametrize(("answer", "status", "ran"), [("approve", "done", ["cleared"]), ("deny", "declined", [])])
async def test_a_person_decides_and_the_agent_hears_of_it(
    chat: Chat, server: Server, done: list[Any], answer: str, status: str, ran: list[Any]
) -> None:
    def decide(pending: tuple[Pending, ...]) -> None:
        for question in pending:
            getattr(question, answer)()

    chat.registry.queue.changed.subscribe(decide)
    server.will_answer(run(calls("desk_clear")), run(says("ok")))
    assert (await chat.send("clear")).kind == "finished"
    assert done == ran
    assert statuses(chat) == {"k": status}
    assert ("metadata" in answered(server.bodies[1])["k"]) is (status == "declined")


async def test_a_call_that_waits_for_a_person_is_shown_as_waiting(chat: Chat, server: Server, done: list[Any]) -> None:
    seen: list[str] = []

    def decide(pending: tuple[Pending, ...]) -> None:
        for question in pending:
            conversation = chat.conversation.get()
            call = conversation.messages[-1].tool_calls[0]
            seen.append(call_status(conversation, call, {question.call.call_id}))
            seen.append(call_status(conversation, call))
            question.deny()

    chat.registry.queue.changed.subscribe(decide)
    server.will_answer(run(calls("desk_clear")), run())
    await chat.send("clear")
    assert seen == ["deferred", "running"]


async def test_the_report_names_every_tool_with_its_side_once(chat: Chat, server: Server, done: list[Any]) -> None:
    reports: list[RunReport | None] = []
    chat.finished.subscribe(reports.append)
    result = [event("TOOL_CALL_RESULT", messageId=each, toolCallId="k0", content="x") for each in ("t0", "t1")]
    remote = calls("remote", {}, "k0") + b"".join(result)
    server.will_answer(run(remote, calls("desk_add", {"text": "x"})), run(says("ok")))
    await chat.send("go")
    assert len(reports) == 1
    assert [(tool.name, tool.side) for tool in reports[0].tools] == [("remote", "server"), ("desk_add", "client")]
    assert reports[0].ending == Ending("finished")


async def test_a_result_the_page_cannot_spell_is_still_a_result(chat: Chat, server: Server, registry: Registry) -> None:
    @registry.capability("half", risk="read")
    def half() -> str:
        """Return half a character."""
        return "\ud83d"

    server.will_answer(run(calls("half")), run(says("ok")))
    assert (await chat.send("go")).kind == "finished"
    assert answered(server.bodies[1])["k"]["content"] == "?"


async def test_the_last_of_several_runs_in_one_stream_is_the_answer(chat: Chat, server: Server, done: Any) -> None:
    replayed = STARTED + says("old", "o") + event("RUN_ERROR", message="dropped")
    server.will_answer(replayed + STARTED + says("new", "n") + FINISHED)
    assert (await chat.send("go")).kind == "finished"
    assert transcript(chat)[1:] == [("assistant", "old"), ("assistant", "new")]
