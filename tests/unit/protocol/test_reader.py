"""From a frame's data to a trusted event: unknown is not malformed, and nothing is guessed."""

import json
from itertools import count
from typing import Any

import pytest

from agentic.errors import ProtocolError
from agentic.protocol import events
from agentic.protocol.frames import last_value, values
from agentic.protocol.messages import Source
from agentic.protocol.reader import Reader


@pytest.fixture
def reader() -> Reader:
    ids = count(1)
    return Reader(lambda: f"minted-{next(ids)}")


def frame(kind: str, **members: Any) -> str:
    return json.dumps({"type": kind, **members})


def read(reader: Reader, data: str) -> tuple[events.Event, ...]:
    return tuple(event for value in values((data,)) for event in reader.read(value))


def read_last(reader: Reader, data: str) -> tuple[events.Event, ...]:
    return tuple(event for value in last_value(data) for event in reader.read(value))


def split(read: tuple[events.Event, ...]) -> tuple[Any, str]:
    """The event of a frame, if there is one, and the remarks about it as one text."""
    remarks = [event.text for event in read if isinstance(event, events.Remark)]
    others = [event for event in read if not isinstance(event, events.Remark)]
    return (others[0] if others else None), "\n".join(remarks)


@pytest.mark.parametrize(
    "data",
    [
        "",
        '{"type":"STATE_SNAPSHOT","snapshot":1e999}',
        "[DONE]",
        "null",
        "[]",
        "7",
        "{}",
        '{"type":""}',
        '{"type":7}',
        '{"type":"RUN_ERROR","message":NaN}',
    ],
)
def test_what_is_no_event_ends_the_stream_at_framing(reader: Reader, data: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        read(reader, data)
    assert refused.value.stage == "framing"


def test_json_nested_without_end_is_refused_like_any_other_that_cannot_be_read(reader: Reader) -> None:
    with pytest.raises(ProtocolError, match="framing"):
        read(reader, '{"type":"RAW","event":' + "[" * 100_000)


def test_white_space_around_an_event_is_nothing(reader: Reader) -> None:
    assert split(read(reader, ' \n{"type":"RUN_ERROR","message":"x"} '))[0] == events.RunError("x")


def test_an_unknown_type_is_dropped_with_a_remark(reader: Reader) -> None:
    event, remarks = split(read(reader, frame("SONAR_PING", depth=4)))
    assert event is None
    assert "SONAR_PING" in remarks


def test_an_unknown_key_is_removed_at_any_depth_and_its_path_is_told(reader: Reader) -> None:
    interrupt = {"id": "i", "reason": "r", "colour": "blue"}
    event, remarks = split(
        read(
            reader,
            frame(
                "RUN_FINISHED",
                threadId="t",
                runId="r",
                extra=1,
                outcome={"type": "interrupt", "interrupts": [interrupt]},
            ),
        )
    )
    assert event.outcome.interrupts[0].id == "i"
    assert "/extra" in remarks
    assert "/outcome/interrupts/0/colour" in remarks


@pytest.mark.parametrize(
    ("kind", "members", "attribute"),
    [
        ("TOOL_CALL_START", {"toolCallId": "k", "toolCallName": "f", "parentMessageId": None}, "parent_message_id"),
        ("TOOL_CALL_ARGS", {"toolCallId": "k", "delta": "", "rawEvent": None}, "raw_event"),
        ("TEXT_MESSAGE_CONTENT", {"messageId": "m", "delta": "", "subagentRunId": None}, "subagent_run_id"),
        ("RUN_FINISHED", {"threadId": "t", "runId": "r", "outcome": None, "result": None}, "outcome"),
        ("RUN_ERROR", {"message": "m", "usage": None}, "usage"),
        ("TEXT_MESSAGE_START", {"messageId": "m", "role": None}, "role"),
    ],
)
def test_null_in_an_optional_field_reads_as_absent(reader: Reader, kind: str, members: Any, attribute: str) -> None:
    event, remarks = split(read(reader, frame(kind, **members)))
    assert getattr(event, attribute) is None
    assert "null, read as absent" in remarks


@pytest.mark.parametrize("kind", ["CUSTOM", "RAW", "STATE_SNAPSHOT"])
def test_null_is_a_value_where_the_protocol_says_so(reader: Reader, kind: str) -> None:
    member = {"CUSTOM": {"name": "n", "value": None}, "RAW": {"event": None}, "STATE_SNAPSHOT": {"snapshot": None}}
    event, remarks = split(read(reader, frame(kind, **member[kind])))
    assert event is not None
    assert remarks == ""


@pytest.mark.parametrize(
    ("kind", "members", "path"),
    [
        ("TEXT_MESSAGE_CONTENT", {"messageId": "m", "delta": 42}, "/delta"),
        ("TEXT_MESSAGE_CONTENT", {"messageId": "m"}, "/delta"),
        ("TEXT_MESSAGE_CONTENT", {"messageId": None, "delta": ""}, "/messageId"),
        ("TEXT_MESSAGE_END", {"messageId": "m", "metadata": []}, "/metadata"),
        ("TEXT_MESSAGE_END", {"messageId": "m", "timestamp": 1.5}, "/timestamp"),
        ("TEXT_MESSAGE_END", {"messageId": "m", "timestamp": True}, "/timestamp"),
        (
            "RUN_FINISHED",
            {"threadId": "t", "runId": "r", "outcome": {"type": "interrupt", "interrupts": []}},
            "/outcome",
        ),
        ("RUN_FINISHED", {"threadId": "t", "runId": "r", "outcome": "done"}, "/outcome"),
        ("RUN_ERROR", {"message": "m", "usage": [{"inputTokens": -1}]}, "/usage/0/inputTokens"),
        ("STATE_DELTA", {"delta": [{"op": "add", "path": "a", "value": 1}]}, "/delta/0/path"),
        ("STATE_DELTA", {"delta": [{"op": "add", "path": "/a"}]}, "/delta/0/value"),
        ("STATE_DELTA", {"delta": [{"op": "move", "path": "/a", "from": "/~2"}]}, "/delta/0/from"),
        ("STATE_DELTA", {"delta": {}}, "/delta"),
        ("ACTIVITY_SNAPSHOT", {"messageId": "m", "activityType": "c", "content": []}, "/content"),
        ("ACTIVITY_SNAPSHOT", {"messageId": "m", "activityType": "c", "content": {}, "replace": "yes"}, "/replace"),
        ("MESSAGES_SNAPSHOT", {"messages": [{"id": "u", "role": "user"}]}, "/messages/0/content"),
    ],
)
def test_a_known_field_with_a_wrong_value_ends_the_stream(reader: Reader, kind: str, members: Any, path: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        read(reader, frame(kind, **members))
    assert refused.value.stage == "enforcement"
    assert path in refused.value.detail


def test_a_whole_number_written_with_a_point_is_an_integer(reader: Reader) -> None:
    assert split(read(reader, frame("TEXT_MESSAGE_END", messageId="m", timestamp=1.0)))[0].timestamp == 1


def test_what_is_open_keeps_everything_inside(reader: Reader) -> None:
    inside = {"deep": [None, {"x": None}], "type": "sonar"}
    event, remarks = split(read(reader, frame("CUSTOM", name="n", value=inside, metadata=inside)))
    assert event.value == event.metadata == inside
    assert remarks == ""


def test_an_unknown_member_of_a_list_is_left_out_and_the_rest_stays(reader: Reader) -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "sonar", "text": 7}]
    messages = [{"id": "u", "role": "user", "content": parts}, {"id": "x", "role": "captain"}]
    event, remarks = split(read(reader, frame("MESSAGES_SNAPSHOT", messages=messages)))
    assert [(message.id, len(message.content)) for message in event.messages] == [("u", 1)]
    assert "/messages/0/content/1" in remarks
    assert "/messages/1" in remarks


def test_an_unknown_kind_in_a_required_field_takes_what_holds_it_along(reader: Reader) -> None:
    # The whole part goes, although its id is malformed too: stripping comes first.
    parts = [{"type": "image", "id": 7, "source": {"type": "hologram"}}, {"type": "text", "text": "a"}]
    event, remarks = split(
        read(reader, frame("MESSAGES_SNAPSHOT", messages=[{"id": "u", "role": "user", "content": parts}]))
    )
    assert [part.kind for part in event.messages[0].content] == ["text"]
    assert "/messages/0/content/0" in remarks


def test_an_unknown_outcome_reads_as_success(reader: Reader) -> None:
    event, remarks = split(read(reader, frame("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "teleported"})))
    assert event.outcome is None
    assert "/outcome" in remarks


def test_an_unknown_role_of_a_text_message_reads_as_the_assistants(reader: Reader) -> None:
    assert split(read(reader, frame("TEXT_MESSAGE_START", messageId="m", role="oracle")))[0].role is None


def test_half_a_character_stays_in_a_delta_and_nowhere_else(reader: Reader) -> None:
    half = "\\ud83d"
    delta = split(read(reader, '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"' + half + '"}'))[0]
    error = split(read(reader, '{"type":"RUN_ERROR","message":"' + half + '"}'))[0]
    assert delta.delta == "\ud83d"
    assert error.message == "�"


def test_retired_events_are_read_as_todays_with_ids_of_our_own(reader: Reader) -> None:
    names = ("THINKING_START", "THINKING_TEXT_MESSAGE_START", "THINKING_TEXT_MESSAGE_CONTENT")
    got = [split(read(reader, frame(name, delta="x") if "CONTENT" in name else frame(name))) for name in names]
    span, start, content = (event for event, _ in got)
    assert isinstance(span, events.ReasoningStart)
    assert start == events.ReasoningMessageStart(start.message_id, "reasoning")
    assert content == events.ReasoningMessageContent(start.message_id, "x")
    assert all(name in remarks for name, (_, remarks) in zip(names, got, strict=True))


def test_a_retired_part_becomes_media_once(reader: Reader) -> None:
    image = {"type": "image", "source": {"type": "data", "value": "aGk=", "mimeType": "image/png"}}
    old = [
        {"type": "binary", "mimeType": "image/png", "data": "aGk="},
        {"type": "binary", "mimeType": "application/pdf", "url": "https://f.example/c.pdf"},
        {"type": "binary", "mimeType": "image/png", "id": "only"},
    ]
    messages = [{"id": "u", "role": "user", "content": [image, *old]}]
    event, _ = split(read(reader, frame("MESSAGES_SNAPSHOT", messages=messages)))
    first, second = event.messages[0].content
    assert first.source == Source("data", "aGk=", "image/png")
    assert (second.kind, second.source.value) == ("document", "https://f.example/c.pdf")


def test_half_an_event_at_the_end_of_the_stream_is_none(reader: Reader) -> None:
    assert read_last(reader, '{"type":"RUN_FINI') == ()
    assert read_last(reader, "") == ()
    assert split(read_last(reader, frame("RUN_ERROR", message="x")))[0] == events.RunError("x")
