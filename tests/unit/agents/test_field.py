"""What breaks in the field, on a whole chat: legal orders that trip others, nulls, and what must stay when a run ends.

The numbers are those of the list of field reports; what has its own tests (framing, patches, snapshots, stopping,
broken connections, several calls and their results) is not here again. Where the protocol calls it a violation, the
protocol wins: nothing that came is lost, and the person is told.
"""

from collections.abc import AsyncIterator
from typing import Any

from agentic import Registry
from agentic.agents.function import FunctionAgent
from agentic.chat import Chat
from agentic.protocol.conversation import call_status
from tests.unit.agents.conftest import FINISHED, STARTED, Server, answered, calls, event, kinds, run, says, transcript

TEXT = event("TEXT_MESSAGE_START", messageId="m") + event("TEXT_MESSAGE_CONTENT", messageId="m", delta="Let me look.")
END = event("TEXT_MESSAGE_END", messageId="m")


def say(at: str) -> str:
    return at


async def test_t03_null_for_what_is_absent_and_events_of_the_future_do_not_stop_a_run(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(lambda: "a lamp")
    call = event("TOOL_CALL_START", toolCallId="k", toolCallName="look", parentMessageId=None, metadata=None)
    rest = event("TOOL_CALL_ARGS", toolCallId="k", delta="{}") + event("TOOL_CALL_END", toolCallId="k", timestamp=None)
    server.will_answer(run(event("FUTURE_THING", depth=4), call, rest), run(says("done")))
    assert (await chat.send("hi")).kind == "finished"
    assert answered(server.bodies[1])["k"]["content"] == "a lamp"
    assert kinds(chat) == []


async def test_t04_a_run_of_calls_alone_and_text_after_a_call_both_come_to_rest(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(lambda: "a lamp")
    server.will_answer(run(calls("look")), run(says("It is a lamp")))
    assert (await chat.send("hi")).kind == "finished"
    conversation = chat.conversation.get()
    assert (conversation.is_running, dict(conversation.progress)) == (False, {})
    assert [role for role, _ in transcript(chat)] == ["user", "assistant", "tool", "assistant"]
    assert not any(message.is_open for message in conversation.messages)


async def test_t05_text_that_is_open_when_a_tool_starts_is_no_error(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(lambda: "a lamp")
    server.will_answer(run(TEXT, calls("look"), END), run(says("A lamp", "n")))
    assert (await chat.send("hi")).kind == "finished"
    assert transcript(chat)[1] == ("assistant", "Let me look.")
    assert answered(server.bodies[1])["k"]["content"] == "a lamp"
    assert kinds(chat) == []


async def test_t05_what_is_never_closed_breaks_the_protocol_but_is_kept_and_closed(chat: Chat, server: Server) -> None:
    server.will_answer(STARTED + TEXT + calls("look") + FINISHED, run(says("fine", "n")))
    assert (await chat.send("hi")).kind == "protocol"
    messages = chat.conversation.get().messages
    assert (messages[1].text, messages[1].is_open) == ("Let me look.", False)
    assert kinds(chat) == ["protocol"]
    assert (await chat.send("again")).kind == "finished"
    assert answered(server.bodies[1])["k"]["metadata"] == {"outcome": "interrupted"}


async def test_t06_interleaved_fragments_go_to_the_calls_they_name(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("left", risk="read")(say)
    registry.capability("right", risk="read")(say)
    starts = [event("TOOL_CALL_START", toolCallId=name, toolCallName=name) for name in ("left", "right")]
    fragments = [("left", '{"at"'), ("right", '{"at": '), ("left", ': "a"}'), ("right", '"b"}')]
    pieces = [event("TOOL_CALL_ARGS", toolCallId=name, delta=delta) for name, delta in fragments]
    ends = [event("TOOL_CALL_END", toolCallId=name) for name in ("right", "left")]
    server.will_answer(run(*starts, *pieces, *ends), run())
    await chat.send("hi")
    results = answered(server.bodies[1])
    assert {name: result["content"] for name, result in results.items()} == {"left": "a", "right": "b"}


async def test_t06_a_fragment_of_a_call_nobody_opened_breaks_the_protocol_but_takes_nothing_away(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("left", risk="read")(say)
    stray = event("TOOL_CALL_ARGS", toolCallId="nobody's", delta="{}")
    server.will_answer(run(calls("left", {"at": "a"}), stray), run(says("fine", "n")))
    assert (await chat.send("hi")).kind == "protocol"
    (call,) = chat.conversation.get().messages[1].tool_calls
    assert call.arguments == '{"at": "a"}'
    assert (await chat.send("again")).kind == "finished"
    assert answered(server.bodies[1])["k"]["metadata"] == {"outcome": "interrupted"}


async def test_t12_a_snapshot_without_the_result_of_a_page_tool_takes_nothing_away(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(lambda: "a lamp")
    server.will_answer(run(calls("look")), told_again(), run())
    await chat.send("hi")
    await chat.send("and now?")
    assert [role for role, _ in transcript(chat)].count("tool") == 1
    assert answered(server.bodies[2])["k"]["content"] == "a lamp"


def told_again() -> bytes:
    """The server's list of the conversation as it knows it: the call, and not what the page answered."""
    call = {"id": "k", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    told = [
        {"id": "id-2", "role": "user", "content": "hi"},
        {"id": "k", "role": "assistant", "toolCalls": [call]},
        {"id": "n", "role": "assistant", "content": "It is a lamp"},
    ]
    return run(event("MESSAGES_SNAPSHOT", messages=told))


async def test_t14_the_very_words_of_a_failure_go_back_marked_as_one(
    chat: Chat, registry: Registry, server: Server
) -> None:
    @registry.capability("delete", risk="read")
    def delete() -> None:
        raise ValueError("no such row")

    server.will_answer(run(calls("delete")), run())
    await chat.send("hi")
    result = answered(server.bodies[1])["k"]
    assert "no such row" in result["content"]
    assert result["error"] == result["content"]
    assert result["metadata"] == {"outcome": "failed"}


async def test_t17_a_card_stays_with_its_arguments_and_result_when_the_run_is_over(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(say)
    server.will_answer(run(calls("look", {"at": "desk"})), run(says("It is a lamp")), run(says("Yes", "y")))
    await chat.send("hi")
    await chat.send("really?")
    conversation = chat.conversation.get()
    (call,) = [call for message in conversation.messages for call in message.tool_calls]
    assert call.arguments == '{"at": "desk"}'
    assert call_status(conversation, call) == "done"
    assert conversation.results["k"].text == "desk"


def forwarded(call_id: str = "k") -> bytes:
    return event("TOOL_CALL_RESULT", messageId=f"r-{call_id}", toolCallId=call_id, content="forwarded")


async def test_t15_by_the_protocol_a_call_that_the_server_answered_is_answered(
    chat: Chat, registry: Registry, server: Server
) -> None:
    ran: list[str] = []
    registry.capability("look", risk="read")(lambda: ran.append("look"))
    server.will_answer(run(calls("look"), forwarded()), run())
    await chat.send("hi")
    await chat.send("again")
    assert (ran, answered(server.bodies[1])["k"]["content"]) == ([], "forwarded")


async def test_t15_where_the_host_says_so_a_servers_word_about_a_page_tool_is_only_provisional(
    chat: Chat, registry: Registry, server: Server
) -> None:
    registry.capability("look", risk="read")(lambda: "a lamp")
    chat.provisional_results = True
    both = run(calls("look"), forwarded(), calls("theirs", {}, "s"), forwarded("s"))
    server.will_answer(both, run(says("It is a lamp")))
    assert (await chat.send("hi")).kind == "finished"
    results = answered(server.bodies[1])
    assert {call_id: result["content"] for call_id, result in results.items()} == {"k": "a lamp", "s": "forwarded"}
    assert {tool.name: tool.side for tool in chat.finished.get().tools} == {"look": "client", "theirs": "server"}
    assert len(chat.finished.get().tools) == 2


async def test_t15_what_the_page_itself_answered_is_not_run_again(registry: Registry) -> None:
    ran: list[str] = []
    registry.capability("look", risk="read")(lambda: ran.append("look"))

    async def guide(page: Any) -> AsyncIterator[str]:
        yield (await page.call("look")).status

    chat = Chat(FunctionAgent(guide), registry)
    chat.provisional_results = True
    assert (await chat.send("hi")).kind == "finished"
    assert ran == ["look"]


async def test_t16_by_the_protocol_a_message_that_is_opened_again_goes_on_and_one_that_is_told_again_is_the_same(
    chat: Chat, server: Server
) -> None:
    again = event("TEXT_MESSAGE_START", messageId="m") + event("TEXT_MESSAGE_CONTENT", messageId="m", delta=" More.")
    snapshot = [{"id": "id-2", "role": "user", "content": "hi"}, {"id": "m", "role": "assistant", "content": "Whole."}]
    server.will_answer(run(TEXT, END, again, END), run(event("MESSAGES_SNAPSHOT", messages=snapshot)))
    await chat.send("hi")
    assert transcript(chat)[-1] == ("assistant", "Let me look. More.")
    await chat.send("and now?")
    assert [text for role, text in transcript(chat) if role == "assistant"] == ["Whole."]
