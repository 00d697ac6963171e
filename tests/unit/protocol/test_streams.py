"""Every recorded stream gives exactly what it must, however its bytes are cut."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest

from tests.unit.protocol.replaying import NAMES, Replay, canonical, expected, raw

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


def check(replay: Replay) -> None:
    expect, outcome = replay.given["expect"], replay.outcome()
    told = {"subagents", "custom", "raw", "state_after_frame"} & set(expect)
    for key in ("verdict", "runs", "messages", "state", "eventTypes", *sorted(told)):
        assert masked(outcome[key]) == masked(expect[key]), key
    assert outcome["pendingInterrupts"] == expect.get("pendingInterrupts", [])
    assert outcome["rejected"] == pick(expect.get("rejected"), "stage", "at_frame")
    mentions = expect.get("warnings_mention", [])
    missing = [text for text in mentions if not any(text in warning for warning in outcome["warnings"])]
    assert missing == []
    assert mentions or outcome["warnings"] == []


def masked(value: Any) -> str:
    """Canonical JSON; an id that the client minted may be any."""
    return re.sub(r'"(minted-\d+|<minted>)"', '"<minted>"', canonical(value))


def pick(value: dict[str, Any] | None, *keys: str) -> dict[str, Any] | None:
    return value and {key: value[key] for key in keys}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cut", [whole, per_frame, per_byte, where_it_hurts])
def test_a_stream_gives_what_it_must(name: str, cut: Cut) -> None:
    given = expected(name)
    check(Replay(given).feed(cut(raw(name), given)))


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_gives_the_same_when_cut_in_two_anywhere(name: str) -> None:
    given, data = expected(name), raw(name)
    uncut = Replay(given).feed([data]).outcome()
    for offset in range(1, len(data)):
        assert Replay(given).feed([data[:offset], data[offset:]]).outcome() == uncut, offset


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_that_comes_at_once_ends_like_one_that_comes_frame_by_frame(name: str) -> None:
    given, data = expected(name), raw(name)
    apart, together = Replay(given).feed([data]).outcome(), Replay(given).feed_at_once(data).outcome()
    for key in ("verdict", "runs", "messages", "state", "pendingInterrupts", "warnings", "custom", "raw", "subagents"):
        assert masked(together[key]) == masked(apart[key]), key
    assert pick(together["rejected"], "stage") == pick(apart["rejected"], "stage")
