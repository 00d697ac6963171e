"""Frames that came together: objects in their order, deltas of one thing as one."""

import json
from typing import Any

import pytest

from agentic.errors import ProtocolError
from agentic.protocol.frames import values


def frame(kind: str, **members: Any) -> str:
    return json.dumps({"type": kind, **members})


def text(delta: Any, message: Any = "m", **more: Any) -> str:
    return frame("TEXT_MESSAGE_CONTENT", messageId=message, delta=delta, **more)


@pytest.mark.parametrize(
    ("kind", "entity"),
    [
        ("TEXT_MESSAGE_CONTENT", "messageId"),
        ("REASONING_MESSAGE_CONTENT", "messageId"),
        ("TOOL_CALL_ARGS", "toolCallId"),
    ],
)
def test_neighbouring_deltas_of_one_thing_are_one(kind: str, entity: str) -> None:
    frames = [frame(kind, delta=delta, **{entity: "x"}) for delta in ("a", "", "b", "c")]
    assert list(values(frames)) == [{"type": kind, entity: "x", "delta": "abc"}]


@pytest.mark.parametrize(
    "other",
    [
        text("b", message="n"),
        text("b", timestamp=1),
        text(None),
        text(7),
        frame("TEXT_MESSAGE_CONTENT", messageId="m", text="b"),
        frame("REASONING_MESSAGE_CONTENT", messageId="m", delta="b"),
        frame("TEXT_MESSAGE_END", messageId="m"),
    ],
)
def test_whatever_says_more_or_something_else_stays_by_itself(other: str) -> None:
    frames = [text("a"), other, text("c")]
    assert list(values(frames)) == [json.loads(each) for each in frames]


def test_deltas_that_name_nothing_are_left_to_be_refused() -> None:
    frames = [text("a", message=None), text("b", message=None)]
    assert len(list(values(frames))) == 2


def test_what_came_before_a_frame_that_is_no_event_is_not_lost() -> None:
    read = values([text("a"), text("b"), "no JSON", text("c")])
    assert next(read)["delta"] == "ab"
    with pytest.raises(ProtocolError, match="framing"):
        next(read)
