"""Chunks become what the server could have sent instead."""

from typing import Any

import pytest

from agentic.errors import ProtocolError
from agentic.protocol import events as e
from agentic.protocol.chunks import Chunks


def unfold(*sequence: Any) -> list[e.Event]:
    chunks, accepted = Chunks(), []
    for event in sequence:
        chunks.unfold(event, accepted.append)
    return accepted


def names(*sequence: Any) -> list[str]:
    return [type(event).__name__ for event in unfold(*sequence)]


def text(message_id: str | None = None, delta: str | None = None, **others: Any) -> e.TextMessageChunk:
    return e.TextMessageChunk(message_id, delta=delta, **others)


def call(call_id: str | None = None, name: str | None = None, delta: str | None = None, **others: Any) -> Any:
    return e.ToolCallChunk(call_id, name, delta=delta, **others)


START, CONTENT, END = "TextMessageStart", "TextMessageContent", "TextMessageEnd"


def test_the_first_chunk_opens_and_the_next_ones_continue() -> None:
    assert unfold(text("m", "a", role="user"), text(None, "b"), text("m", "c")) == [
        e.TextMessageStart("m", "user"),
        *[e.TextMessageContent("m", piece) for piece in "abc"],
    ]


def test_an_absent_role_is_the_assistants_and_may_be_said_later() -> None:
    assert unfold(text("m"), text(None, "a", role="assistant"))[0] == e.TextMessageStart("m", "assistant")


def test_another_id_closes_what_was_open_first() -> None:
    assert names(text("m", "a"), text("n", "b")) == [START, CONTENT, END, START, CONTENT]


def test_metadata_alone_is_an_empty_piece_and_the_end_carries_none() -> None:
    start, content, end, _ = unfold(text("m"), text(metadata={"a": 1}), e.RunFinished("t", "r"))
    assert start.metadata is None
    assert content == e.TextMessageContent("m", "", metadata={"a": 1})
    assert end == e.TextMessageEnd("m")


@pytest.mark.parametrize(
    "event",
    [e.ToolCallResult("t", "k", "x"), e.StepStarted("s"), e.StateSnapshot(1), e.Custom("n", 1), e.ReasoningStart("r")],
)
def test_an_event_of_the_same_agent_closes_its_lane_and_no_other(event: e.Event) -> None:
    seen = unfold(text("m", "a"), text("n", "b", subagent_run_id="s"), event)
    assert seen[-2:] == [e.TextMessageEnd("m"), event]


@pytest.mark.parametrize(
    "event",
    [
        e.Raw(1),
        e.ActivitySnapshot("v", "c", {}),
        e.ActivityDelta("v", "c", ()),
        e.ReasoningEncryptedValue("message", "m", "v"),
        e.SubagentStarted("s", "n"),
    ],
)
def test_an_event_beside_the_conversation_closes_nothing(event: e.Event) -> None:
    assert unfold(text("m", "a"), event)[-2:] == [e.TextMessageContent("m", "a"), event]


@pytest.mark.parametrize("event", [e.RunFinished("t", "r"), e.RunError("x"), e.MessagesSnapshot(())])
def test_the_end_of_a_run_closes_every_lane_in_the_order_they_opened(event: e.Event) -> None:
    seen = unfold(text("m", "a", subagent_run_id="s"), call("k", "f"), event)
    assert seen[-3:] == [e.TextMessageEnd("m", subagent_run_id="s"), e.ToolCallEnd("k"), event]


def test_the_end_of_a_subagent_closes_its_lane() -> None:
    seen = unfold(text("m", "a", subagent_run_id="s"), e.SubagentFinished("s"))
    assert seen[-2] == e.TextMessageEnd("m", subagent_run_id="s")


def test_a_chunk_without_id_goes_to_the_one_agent_that_can_take_it() -> None:
    seen = unfold(call("k", "f"), text("m", "a", subagent_run_id="s"), text(None, "b"))
    assert seen[-1] == e.TextMessageContent("m", "b", subagent_run_id="s")


def test_a_chunk_of_another_kind_closes_the_lane() -> None:
    assert names(text("m", "a"), call("k", "f", "{}"), e.ReasoningMessageChunk("r", "hm")) == [
        *[START, CONTENT, END],
        *["ToolCallStart", "ToolCallArgs", "ToolCallEnd"],
        *["ReasoningMessageStart", "ReasoningMessageContent"],
    ]


REFUSED = {
    "text without an id": [text(None, "a")],
    "a call without a name": [call("k", None, "{}")],
    "another role": [text("m", "a"), text("m", "b", role="user")],
    "a name that the first chunk left out": [text("m", "a"), text("m", "b", name="Ann")],
    "another tool": [call("k", "f"), call("k", "g")],
    "an id of another agent": [text("m", "a"), text("m", "b", subagent_run_id="s")],
    "nobody's in particular": [
        *[text("m", "a", subagent_run_id="s"), text("n", "a", subagent_run_id="u"), text(None, "b")],
    ],
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_contradiction_is_refused_and_what_came_before_stays(case: str) -> None:
    chunks, accepted = Chunks(), []
    *before, last = REFUSED[case]
    for event in before:
        chunks.unfold(event, accepted.append)
    count = len(accepted)
    with pytest.raises(ProtocolError) as refused:
        chunks.unfold(last, accepted.append)
    assert refused.value.stage == "expansion"
    assert len(accepted) == count
