"""Every recorded stream gives exactly what it must, however its bytes are cut."""

import re
from collections.abc import Callable, Iterable
from itertools import count, pairwise
from typing import Any

import pytest

from agentic.errors import ProtocolError
from agentic.protocol.frames import last_value, values
from agentic.protocol.reader import Reader
from agentic.protocol.run import Run
from agentic.protocol.sse import Decoder
from agentic.protocol.wire import MESSAGE
from tests.unit.protocol.replaying import NAMES, canonical, expected, held_before, raw, replay

Cut = Callable[[bytes, dict[str, Any]], Iterable[bytes]]


def whole(data: bytes, given: dict[str, Any]) -> Iterable[bytes]:
    return [data]


def per_frame(data: bytes, given: dict[str, Any]) -> Iterable[bytes]:
    return re.split(rb"(?<=\n\n)", data)


def per_byte(data: bytes, given: dict[str, Any]) -> Iterable[bytes]:
    return [data[index : index + 1] for index in range(len(data))]


def where_it_hurts(data: bytes, given: dict[str, Any]) -> Iterable[bytes]:
    """At the offsets the recording names: inside characters, escapes and blank lines."""
    offsets = [0, *given.get("delivery", {}).get("split_at", []), len(data)]
    return [data[start:end] for start, end in pairwise(offsets)]


def check(outcome: dict[str, Any], expect: dict[str, Any]) -> None:
    for key in ("verdict", "runs", "messages", "state", "eventTypes"):
        assert masked(outcome[key]) == masked(expect[key]), key
    told = {"subagents", "custom", "raw", "state_after_frame"} & set(expect)
    for key in ("pendingInterrupts", *sorted(told)):
        assert masked(outcome.get(key)) == masked(expect.get(key) or None), key
    assert pick(outcome.get("rejected"), "stage", "at_frame") == pick(expect.get("rejected"), "stage", "at_frame")
    mentions, warnings = expect.get("warnings_mention", []), outcome.get("warnings_mention", [])
    assert [text for text in mentions if not any(text in warning for warning in warnings)] == []
    assert mentions or warnings == []


def masked(value: Any) -> str:
    """Canonical JSON; an id that the client minted may be any."""
    return re.sub(r'"(minted-\d+|<minted>)"', '"<minted>"', canonical(value))


def pick(value: dict[str, Any] | None, *keys: str) -> dict[str, Any] | None:
    return value and {key: value[key] for key in keys}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cut", [whole, per_frame, per_byte, where_it_hurts])
def test_a_stream_gives_what_it_must(name: str, cut: Cut) -> None:
    given = expected(name)
    check(replay(given, cut(raw(name), given)), given["expect"])


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_gives_the_same_when_cut_in_two_anywhere(name: str) -> None:
    given, data = expected(name), raw(name)
    uncut = replay(given, [data])
    for offset in range(1, len(data)):
        assert replay(given, [data[:offset], data[offset:]]) == uncut, offset


@pytest.mark.parametrize("name", NAMES)
def test_deltas_that_come_together_end_as_they_do_apart(name: str) -> None:
    given = expected(name)
    draft, decoder, ids = held_before(given), Decoder(), count(1)
    reader, run = Reader(lambda: f"minted-{next(ids)}"), Run(draft)
    try:
        for objects in (values(decoder.feed(raw(name))), last_value(decoder.close())):
            for value in objects:
                for event in reader.read(value):
                    run.feed(event)
    except ProtocolError as error:
        assert error.stage == given["expect"]["rejected"]["stage"]
    draft.close_all()
    conversation = draft.view()
    assert masked([MESSAGE.write(each) for each in conversation.messages]) == masked(given["expect"]["messages"])
    assert canonical(conversation.state) == canonical(given["expect"]["state"])
    assert [end.ended for end in run.runs] == [end["ended"] for end in given["expect"]["runs"]]
