"""What is kept of a conversation, and how it is read again, whoever wrote it."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic.core.secrets import MASK, scrubber
from agentic.errors import StoredError
from agentic.protocol.messages import Interrupt, Message, Part, Source, ToolCall
from agentic.protocol.replay import Replay
from agentic.protocol.stored import Hidden, Writer, milliseconds, read_questions, read_thread, write_questions
from tests.unit.protocol.replaying import NAMES, expected, held_before, raw

THREAD = (
    Message("u", "user", (Part("text", "see"), Part("image", source=Source("url", "https://x/y.png"))), name="Ann"),
    Message("r", "reasoning", "hm", encrypted_value="sealed"),
    Message("a", "assistant", "I look", tool_calls=(ToolCall("k", "look", '{"at": "desk"}', {"n": None}),)),
    Message("t", "tool", "gone", tool_call_id="k", error="gone", metadata={"outcome": "failed"}),
    Message("c", "activity", {"labels": ["é🌍"], "n": None}, activity_type="chart"),
)


def openly(call: ToolCall) -> Hidden:
    return Hidden(call.arguments)


def discreetly(call: ToolCall) -> Hidden:
    """As an element does it for a tool with a secret in its schema."""
    given = json.loads(call.arguments)
    return Hidden(json.dumps({**given, "pin": MASK}), scrubber(given["pin"])) if "pin" in given else openly(call)


def test_a_thread_is_read_as_it_was_written() -> None:
    assert read_thread(Writer(openly).text(THREAD)).messages == THREAD


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_stream_made_is_read_as_it_was_written(name: str) -> None:
    draft = held_before(expected(name))
    Replay(draft).feed([raw(name)])
    assert read_thread(Writer(openly).text(draft.messages())).messages == draft.messages()


def test_the_text_is_messages_as_the_protocol_spells_them() -> None:
    written = json.loads(Writer(openly).text(THREAD))
    assert [message["role"] for message in written] == ["user", "reasoning", "assistant", "tool", "activity"]
    assert written[3]["toolCallId"] == "k"


def test_what_has_not_changed_is_not_written_anew() -> None:
    asked: list[str] = []

    def hide(call: ToolCall) -> Hidden:
        asked.append(call.id)
        return openly(call)

    writer = Writer(hide)
    writer.text(THREAD)
    writer.text((*THREAD, Message("z", "user", "more")))
    assert asked == ["k"]
    changed = replace(THREAD[2], content="I looked")
    assert json.loads(writer.text((THREAD[0], changed)))[1]["content"] == "I looked"


def test_what_was_read_is_not_written_anew() -> None:
    asked: list[str] = []

    def hide(call: ToolCall) -> Hidden:
        asked.append(call.id)
        return openly(call)

    text = Writer(openly).text(THREAD)
    stored = read_thread(text)
    writer = Writer(hide).know(stored)
    assert writer.text(stored.messages) == text
    assert json.loads(writer.text((*stored.messages, Message("z", "user", "more"))))[-1]["content"] == "more"
    assert asked == []


def test_a_thousand_calls_cost_no_thousand_looks_at_each() -> None:
    """Work is counted, not timed: each text is scrubbed once for each secret, however many calls there are."""
    looks: list[str] = []

    def hide(call: ToolCall) -> Hidden:
        return Hidden(call.arguments, (lambda text: looks.append(text) or text) if call.id == "k0" else None)

    thread = [Message(f"a{n}", "assistant", "so", tool_calls=(ToolCall(f"k{n}", "look", "{}"),)) for n in range(1000)]
    Writer(hide).text(thread)
    assert len(looks) <= 1000


def test_no_secret_of_a_call_is_kept_wherever_it_is_quoted() -> None:
    thread = (
        Message("u", "user", "my pin is 4711"),
        Message("a", "assistant", tool_calls=(ToolCall("k", "login", '{"pin": "4711"}'),)),
        Message("t", "tool", "4711 is wrong", tool_call_id="k", error="4711 is wrong", metadata={"outcome": "failed"}),
        Message("b", "assistant", tool_calls=(ToolCall("n", "note", '{"text": "tried 4711", "n": 4711}'),)),
        Message("c", "activity", {"said": ["4711"]}, activity_type="log"),
        Message("p", "user", (Part("text", "4711!"),)),
    )
    writer = Writer(discreetly)
    writer.text(thread[:1])  # before anybody could know that it is a secret
    text = writer.text(thread)
    assert "4711" not in text
    assert "my pin" in text
    kept = read_thread(text).messages
    assert json.loads(kept[1].tool_calls[0].arguments) == {"pin": MASK}
    assert [message.id for message in kept] == ["u", "a", "t", "b", "c", "p"]
    assert kept[2].metadata == {"outcome": "failed"}


@pytest.mark.parametrize(
    "quote", ['{"was": "\\u0034711"}', '["{\\"was\\": \\"\\\\u0034711\\"}"]', '{"4711": 1}', "[4711]"]
)
def test_a_secret_is_seen_in_json_however_it_is_written_there(quote: str) -> None:
    thread = (
        Message("a", "assistant", tool_calls=(ToolCall("k", "login", '{"pin": "4711"}'),)),
        Message("t", "tool", quote, tool_call_id="k"),
    )
    text = Writer(discreetly).text(thread)
    while "\\" in text:
        text = re.sub(r"\\u0034", "4", text).replace("\\", "")
    assert "4711" not in text


def test_a_secret_that_is_spelled_like_a_word_of_the_protocol_breaks_nothing() -> None:
    thread = (
        Message("user", "user", "hi"),
        Message("a", "assistant", tool_calls=(ToolCall("k", "login", '{"pin": "user"}'),)),
    )
    assert [message.role for message in read_thread(Writer(discreetly).text(thread)).messages] == ["user", "assistant"]


def test_what_no_json_can_hold_keeps_nothing_else_from_being_kept() -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"in": deep}
    odd = (
        Message("n", "activity", {"at": float("nan")}, activity_type="x"),
        Message("o", "activity", {"at": object()}, activity_type="x"),
        Message("d", "activity", deep, activity_type="x"),
    )
    assert [message.id for message in read_thread(Writer(openly).text((*odd, *THREAD))).messages][:1] == ["u"]
    assert json.loads(Writer(openly).text((Message("h", "user", "half \ud83d"),)))[0]["content"] == "half �"


def old(**members: Any) -> Message:
    return read_thread(json.dumps([members])).messages[0]


def test_what_an_older_client_kept_beside_the_metadata_is_metadata() -> None:
    refs = [{"id": "f", "name": "a.pdf", "mime": "application/pdf", "size": 3}]
    assert old(id="t", role="tool", toolCallId="k", content="no", outcome="denied").outcome == "denied"
    assert old(id="u", role="user", content="see", attachments=refs).metadata == {"attachments": refs}


def test_where_the_metadata_says_so_too_it_is_the_newer() -> None:
    message = old(id="t", role="tool", toolCallId="k", content="no", outcome="denied", metadata={"outcome": "failed"})
    assert message.outcome == "failed"
    assert old(id="t", role="tool", toolCallId="k", content="", outcome="denied", metadata=None).outcome == "denied"


def test_retired_binary_parts_are_media() -> None:
    part = {"type": "binary", "mimeType": "image/png", "data": "AA==", "filename": "x.png"}
    assert old(id="u", role="user", content=[part]).content == (
        Part("image", source=Source("data", "AA==", "image/png"), metadata={"filename": "x.png"}),
    )


def test_one_message_that_cannot_be_read_does_not_take_the_others_with_it() -> None:
    stored = read_thread(json.dumps([{"id": "u", "role": "user", "content": "hi"}, {"id": 7}, None, {"role": "user"}]))
    assert ([message.id for message in stored.messages], stored.lost) == (["u"], 3)


@pytest.mark.parametrize("text", [" [ ] ", "[]\n", ' [\n{"id": "u", "role": "user", "content": "]"} , {} ]'])
def test_space_between_and_around_is_nothing(text: str) -> None:
    assert len(read_thread(text).messages) + read_thread(text).lost == len(json.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", '{"messages": []}', "null", "7", '[{"id": 1}]', "[" * 100_000, "[", "[1", "[1,", "[1,]", "[,1]"),
        *("[1 2]", "[1]]", "[] x", "]", '["', "[{]"),
    ],
)
def test_what_is_no_thread_is_told(text: str) -> None:
    with pytest.raises(StoredError, match="what is stored"):
        read_thread(text)


def test_an_empty_thread_is_one() -> None:
    assert read_thread("[]").messages == ()


def test_questions_are_kept_and_what_is_none_is_none() -> None:
    asked = (Interrupt("i", "approval", "Go on?", response_schema={"type": "object"}, metadata={"x-confirm": "?"}),)
    assert read_questions(write_questions(asked)) == asked
    assert [read_questions(text) for text in ("", "{", "null", "[7]", '[{"id": 1}]')] == [()] * 5


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, len(THREAD) - 1), st.text(max_size=12) | st.sampled_from(["id", "role", "content"]), JSON)
def test_whatever_became_of_it_the_rest_is_read(at: int, key: str, value: Any) -> None:
    written = json.loads(Writer(openly).text(THREAD))
    written[at] = {**written[at], key: value}
    stored = read_thread(json.dumps(written))
    assert len(stored.messages) + stored.lost == len(THREAD)
    assert stored.lost <= 1


@pytest.mark.parametrize(
    ("written", "read"),
    [(1.5, 1.5), ("1970-01-01T00:00:02Z", 2000), ("yesterday", 0), (None, 0), (True, 0), ([], 0), ("", 0)],
)
def test_when_a_thread_was_changed_is_read_however_it_is_written(written: Any, read: float) -> None:
    assert milliseconds(written) == read
