"""The conversation while it is written: placed right, joined right, and cheap however long it gets."""

import gc
from dataclasses import replace
from time import process_time

import pytest

from agentic.protocol import events as e
from agentic.protocol.conversation import Notice
from agentic.protocol.draft import Draft
from agentic.protocol.messages import Message, ToolCall
from agentic.protocol.reduce import apply
from agentic.protocol.sendable import sendable


def told(*sequence: e.Event, history: tuple[Message, ...] = ()) -> Draft:
    draft = Draft("t", history)
    for event in sequence:
        apply(draft, event)
    return draft


def shape(draft: Draft) -> list[tuple[str, str]]:
    return [(message.role, message.id) for message in draft.messages()]


def text_of(*deltas: str) -> str:
    draft = told(
        e.TextMessageStart("m"), *[e.TextMessageContent("m", delta) for delta in deltas], e.TextMessageEnd("m")
    )
    return draft.messages()[0].text


@pytest.mark.parametrize(
    ("deltas", "text"),
    [
        (("\ud83d", "\ude00"), "😀"),
        (("a\ud83d", "\ude00b", "\ud83d\ude00"), "a😀b😀"),
        (("\ud83d", "x"), "�x"),
        (("\ude00",), "�"),
        (("e", "\u0301"), "e\u0301"),
    ],
)
def test_halves_of_a_character_in_two_deltas_are_joined_and_a_lone_half_is_replaced(
    deltas: tuple[str, ...], text: str
) -> None:
    assert text_of(*deltas) == text


def test_halves_are_joined_also_when_somebody_looked_in_between() -> None:
    draft = told(e.TextMessageStart("m"), e.TextMessageContent("m", "\ud83d"))
    draft.view()
    apply(draft, e.TextMessageContent("m", "\ude00"))
    assert draft.view().messages[0].text == "😀"


def test_halves_are_joined_in_arguments_too() -> None:
    pieces = [e.ToolCallArgs("k", piece) for piece in ('"\ud83d', '\ude00"')]
    draft = told(e.ToolCallStart("k", "f"), *pieces, e.ToolCallEnd("k"))
    assert draft.messages()[0].tool_calls[0].arguments == '"😀"'


def test_a_result_stands_behind_its_call_and_the_results_before_it() -> None:
    draft = told(
        *[e.ToolCallStart("k1", "f", "a"), e.ToolCallStart("k2", "f", "a")],
        *[e.TextMessageStart("b"), e.TextMessageStart("c")],
        *[e.ToolCallResult("r2", "k2", "x"), e.ToolCallResult("r1", "k1", "x"), e.ToolCallResult("r0", "other", "x")],
    )
    assert [name for _, name in shape(draft)] == ["a", "r2", "r1", "b", "c", "r0"]
    apply(draft, e.TextMessageContent("c", "still found"))
    assert draft.messages()[4].text == "still found"


def test_the_first_of_two_messages_with_one_id_is_the_one_that_is_found() -> None:
    draft = told(
        *[e.ToolCallStart("k", "f", "a"), e.TextMessageStart("same"), e.ToolCallResult("same", "k", "x")],
        e.TextMessageContent("same", "text"),
    )
    assert shape(draft) == [("assistant", "a"), ("tool", "same"), ("assistant", "same")]
    assert draft.find("same") is draft.messages()[1]


def test_metadata_merges_key_by_key_and_the_last_write_stays() -> None:
    draft = told(
        e.TextMessageStart("m", metadata={"a": {"x": 1}, "b": 1}),
        e.TextMessageContent("m", "text", metadata={"a": {"y": 2}}),
        e.TextMessageEnd("m", metadata={"c": None}),
    )
    assert draft.messages()[0].metadata == {"a": {"y": 2}, "b": 1, "c": None}
    assert draft.messages()[0].text == "text"


def test_metadata_of_a_call_is_the_calls_and_not_its_messages() -> None:
    draft = told(e.ToolCallStart("k", "f", metadata={"a": 1}), e.ToolCallArgs("k", "{}", metadata={"b": 2}))
    (message,) = draft.messages()
    assert (message.metadata, message.tool_calls[0].metadata) == (None, {"a": 1, "b": 2})


def test_a_call_lands_on_the_message_it_names_or_on_one_of_its_own() -> None:
    user = Message("u", "user", "hi")
    draft = told(
        *[e.ToolCallStart("k1", "f"), e.ToolCallStart("k2", "f", "later"), e.ToolCallStart("k3", "f", "u")],
        history=(user,),
    )
    assert shape(draft) == [("user", "u"), ("assistant", "k1"), ("assistant", "later"), ("assistant", "k3")]
    assert "u" in draft.warnings[0]


def test_a_call_that_comes_again_under_another_name_is_renamed_and_keeps_its_arguments() -> None:
    draft = told(
        *[e.ToolCallStart("k", "f"), e.ToolCallArgs("k", '{"a":'), e.ToolCallEnd("k")],
        *[e.ToolCallStart("k", "g"), e.ToolCallArgs("k", "1}"), e.ToolCallEnd("k")],
    )
    assert draft.messages()[0].tool_calls == (ToolCall("k", "g", '{"a":1}'),)
    assert "renamed" in draft.warnings[0]


def test_text_onto_a_list_of_parts_begins_anew() -> None:
    draft = told(*[e.TextMessageStart("u"), e.TextMessageContent("u", "text")], history=(Message("u", "user", ()),))
    assert draft.messages()[0].content == "text"


def test_text_for_an_activity_is_ignored() -> None:
    draft = told(
        *[e.ActivitySnapshot("v", "chart", {"a": 1}), e.TextMessageStart("v"), e.TextMessageContent("v", "x")],
        e.TextMessageEnd("v", metadata={"m": 1}),
    )
    assert (draft.messages()[0].content, draft.messages()[0].metadata) == ({"a": 1}, None)


def test_what_is_still_open_at_the_end_keeps_what_it_got() -> None:
    draft = told(e.TextMessageStart("m"), e.TextMessageContent("m", "so far"))
    assert draft.messages()[0].is_open
    draft.close_all()
    assert draft.messages() == (replace(Message("m", "assistant", "so far"), is_open=False),)


def test_messages_that_did_not_change_stay_the_same_objects() -> None:
    draft = told(e.TextMessageStart("a"), e.TextMessageEnd("a"), e.TextMessageStart("b"))
    before = draft.view().messages
    apply(draft, e.TextMessageContent("b", "x"))
    after = draft.view().messages
    assert after[0] is before[0]
    assert (before[1].text, after[1].text) == ("", "x")


def test_truncating_forgets_messages_results_and_notices_behind() -> None:
    history = (Message("u", "user", "hi"), Message("a", "assistant", None, (ToolCall("k", "f"),)))
    draft = told(e.ToolCallResult("r", "k", "x"), history=history)
    for after in ("", "u", "r"):
        draft.add_notice(Notice(f"n{after}", "lost", after))
    draft.truncate("u")
    assert (shape(draft), draft.has_result("k"), draft.call("k")) == ([("user", "u")], False, None)
    assert [notice.id for notice in draft.notices] == ["n"]


def test_a_newer_protocol_is_a_warning_and_an_older_none() -> None:
    warned = [
        bool(told(e.RunStarted("t", "r", protocol_version=version)).warnings)
        for version in ("1.0", "0.9", None, "1.10", "2.0", "one")
    ]
    assert warned == [False, False, False, True, True, True]


def test_a_message_that_became_an_activity_makes_and_answers_no_call_any_more() -> None:
    history = (
        Message("a", "assistant", tool_calls=(ToolCall("k", "look"), ToolCall("l", "look"))),
        Message("b", "tool", "old", tool_call_id="k"),
        Message("c", "tool", "new", tool_call_id="k"),
    )
    draft = told(e.ActivitySnapshot("c", "chart", {}), history=history)
    assert draft.view().results["k"].text == "old"
    apply(draft, e.ActivitySnapshot("b", "chart", {}))
    assert [call.id for call in draft.open_calls()] == ["k", "l"]
    draft = told(e.ActivitySnapshot("a", "chart", {}), history=history)
    assert (draft.knows_call("k"), [message.role for message in sendable(draft.messages())]) == (
        False,
        ["activity"] * 1,
    )


def test_what_was_read_of_the_results_never_changes() -> None:
    draft = told(e.ToolCallStart("k", "look"), e.ToolCallResult("r", "k", "one"))
    read = draft.view().results
    apply(draft, e.ToolCallResult("s", "k", "two"))
    apply(draft, e.ToolCallResult("t", "k", "three"))
    assert (read["k"].content, draft.view().results["k"].content) == ("one", "three")


def test_a_result_costs_the_same_however_many_there_are() -> None:
    draft, spent = told(), []
    gc.disable()
    for block in range(20):
        began = process_time()
        for call in (f"{block}-{number}" for number in range(500)):
            apply(draft, e.ToolCallStart(call, "look"))
            apply(draft, e.ToolCallResult(f"r{call}", call, "so"))
        spent.append(process_time() - began)
    gc.enable()
    assert min(spent[-3:]) < 5 * max(spent[:3])
