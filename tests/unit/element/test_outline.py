"""The rows of the transcript, worked out from the conversation."""

import asyncio
from dataclasses import replace

from agentic.core.capability import Call, Capability
from agentic.core.confirmation import Answer, Pending, Proposal
from agentic.core.registry import Registry
from agentic.element.outline import Extras, outline, settled
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.messages import Message, ToolCall

USER = Message("u", "user", "Hello")
ANSWER = Message("a", "assistant", "Hi", is_open=True)
CALLS = Message("c", "assistant", "Let me see.", (ToolCall("k1", "look"), ToolCall("k2", "save")))


def kinds(conversation: Conversation, *questions: Pending) -> list[str]:
    return [item.kind for item in outline(conversation, questions)]


def keys(conversation: Conversation, *questions: Pending) -> list[str]:
    return [item.key for item in outline(conversation, questions)]


def question(call_id: str, answer: Answer | None = None) -> Pending:
    registry = Registry()
    registry.register(Capability("save", "Save.", {"type": "object"}, "mutating", lambda _: None))  # type: ignore[arg-type]
    pending = Pending(
        Proposal(Call("save", call_id=call_id), registry.find("save")[0], {}, ""), asyncio.Future(loop=LOOP)
    )
    if answer:
        pending.settle(answer)
    return pending


LOOP = asyncio.new_event_loop()


def test_an_empty_conversation_has_no_rows() -> None:
    assert outline(Conversation("t")) == ()


def test_text_comes_before_the_calls_of_its_message() -> None:
    assert keys(Conversation("t", (USER, CALLS))) == ["u", "c", "call k1", "call k2"]


def test_results_system_messages_and_empty_texts_have_no_row_of_their_own() -> None:
    messages = (
        Message("s", "system", "Be kind."),
        USER,
        replace(CALLS, content=""),
        Message("r", "tool", "ok", tool_call_id="k1"),
    )
    assert keys(Conversation("t", messages)) == ["u", "call k1", "call k2"]


def test_what_answers_a_message_is_in_its_group() -> None:
    second = Message("u2", "user", "And?")
    items = outline(Conversation("t", (Message("w", "assistant", "Welcome"), USER, ANSWER, second, CALLS)))
    assert [item.group for item in items] == ["", "u", "u", "u2", "u2", "u2", "u2"]


def test_a_notice_stands_behind_its_message() -> None:
    notices = (Notice("n", "stopped", "a"), Notice("first", "error", ""))
    assert keys(Conversation("t", (USER, ANSWER, Message("u2", "user", "And?")), notices=notices)) == [
        "notice first",
        "u",
        "a",
        "notice n",
        "u2",
    ]


def test_a_question_stands_behind_its_call_also_when_it_was_answered() -> None:
    asked = question("k1", Answer("deny"))
    assert keys(Conversation("t", (USER, CALLS)), asked) == ["u", "c", "call k1", "confirm k1", "call k2"]


def test_an_open_question_about_no_call_comes_last_and_goes_when_it_is_answered() -> None:
    assert keys(Conversation("t", (USER,)), question("elsewhere"))[-1] == "confirm elsewhere"
    assert keys(Conversation("t", (USER,)), question("elsewhere", Answer("once"))) == ["u"]


def test_something_is_being_thought_of_until_the_first_word() -> None:
    assert kinds(Conversation("t", (USER,), is_running=True)) == ["user", "thinking"]
    assert kinds(Conversation("t", (USER, ANSWER), is_running=True)) == ["user", "assistant"]
    assert kinds(Conversation("t", (USER,))) == ["user"]


def test_a_running_call_shows_by_itself_that_something_goes_on() -> None:
    conversation = Conversation("t", (USER, CALLS), is_running=True, progress={"k2": "running"})
    assert kinds(conversation)[-1] == "call"
    assert kinds(replace(conversation, progress={}))[-1] == "thinking"


def test_an_open_question_waits_for_the_person_and_thinks_of_nothing() -> None:
    conversation = Conversation("t", (USER, CALLS), is_running=True, progress={"k2": "running"})
    assert kinds(conversation, question("k2"))[-1] == "confirm"
    assert kinds(conversation, question("k2", Answer("once")))[-1] == "confirm"
    assert kinds(replace(conversation, progress={}), question("k2", Answer("once")))[-1] == "thinking"


def test_what_came_before_the_last_turn_is_settled() -> None:
    second, third = Message("u2", "user", "And?"), Message("a2", "assistant", "So", is_open=True)
    drawn = (USER, CALLS, second, third)
    assert settled(drawn, (USER, CALLS, second, replace(third, content="So what"))) == 2
    assert settled(drawn, (*drawn, Message("u3", "user", "Well?"))) == 2
    assert settled(drawn, drawn) == 2
    assert settled(drawn, (USER, replace(CALLS, content="Other"), second, third)) == 0
    assert settled(drawn, (USER,)) == 0
    assert settled((), drawn) == 0


def test_the_rows_from_a_turn_on_are_those_of_the_whole() -> None:
    messages = (USER, ANSWER, Message("u2", "user", "And?"), CALLS)
    notices = (Notice("n", "stopped", "a"), Notice("first", "error", ""), Notice("last", "lost", "c"))
    conversation = Conversation("t", messages, notices=notices)
    whole = outline(conversation)
    assert whole[-len(outline(conversation, start=2)) :] == outline(conversation, start=2)
    assert outline(conversation, start=2)[0].key == "u2"


def test_thoughts_are_at_the_top_of_their_answer_and_open_until_it_speaks() -> None:
    thought = Message("r", "reasoning", "Hm.")
    running = Conversation("t", (USER, thought), is_running=True)
    assert [(item.kind, getattr(item.source, "is_open", None)) for item in outline(running)] == [
        ("user", False),
        ("thoughts", True),
    ]
    answered = Conversation("t", (USER, ANSWER, thought, replace(CALLS, tool_calls=())), is_running=True)
    assert kinds(answered)[:3] == ["user", "thoughts", "assistant"]
    assert not outline(answered)[1].source.is_open
    assert "thoughts" not in kinds(Conversation("t", (USER, Message("r", "reasoning", " "))))


def test_activities_have_a_row_where_somebody_draws_them() -> None:
    pushed = Message("x", "activity", {}, activity_type="build")
    conversation = Conversation("t", (USER, pushed))
    assert kinds(conversation) == ["user"]
    assert [item.kind for item in outline(conversation, extras=Extras({"build": "activity"}))] == ["user", "activity"]


def test_a_finished_text_has_its_actions_below_it() -> None:
    conversation = Conversation("t", (USER, ANSWER, CALLS))
    rows = [item.key for item in outline(conversation, extras=Extras(has_actions=True))]
    assert rows == ["u", "a", "c", "actions c", "call k1", "call k2"]


def test_a_skill_is_a_line_and_is_not_shown_before_its_name_is_known() -> None:
    call = ToolCall("k", "load_capability", '{"id": "invoicing"}')
    message = Message("c", "assistant", tool_calls=(call,))
    assert kinds(Conversation("t", (USER, message))) == ["user", "skill"]
    streaming = Conversation("t", (USER, message), progress={"k": "streaming"}, is_running=True)
    assert kinds(streaming) == ["user", "thinking"]


def test_a_tool_draws_what_succeeded() -> None:
    extras = Extras(tools=frozenset({"look"}))
    result = Message("r", "tool", "ok", tool_call_id="k1")
    done = Conversation("t", (USER, CALLS), results={"k1": result})
    assert "drawing k1" in [item.key for item in outline(done, extras=extras)]
    failed = replace(done, results={"k1": replace(result, metadata={"outcome": "failed"})})
    assert "drawing k1" not in [item.key for item in outline(failed, extras=extras)]
