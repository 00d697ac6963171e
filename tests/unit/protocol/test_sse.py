"""Bytes to data strings, however they are cut and whatever ends a line."""

from collections.abc import Iterable

import pytest

from agentic.errors import ProtocolError
from agentic.protocol.sse import LONGEST_FRAME, Decoder


def read(*chunks: bytes) -> list[str]:
    decoder = Decoder()
    frames = [data for chunk in chunks for data in decoder.feed(chunk)]
    last = decoder.close()
    return [*frames, last] if last else frames


def cuts(data: bytes) -> Iterable[tuple[bytes, bytes]]:
    return ((data[:offset], data[offset:]) for offset in range(len(data) + 1))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_gives_the_same_frames_cut_anywhere(end: bytes) -> None:
    data = end.join([b"data: one", b"", b": a comment", b"data: two", b"data: lines", b"", b""])
    for cut in cuts(data):
        assert read(*cut) == ["one", "two\nlines"], cut


def test_a_character_cut_in_half_arrives_whole() -> None:
    data = "data: naïve 🌍 你好\n\n".encode()
    for cut in cuts(data):
        assert read(*cut) == ["naïve 🌍 你好"], cut


def test_other_separators_are_data() -> None:
    separators = "\u0085\u2028\u2029\v\f"
    assert read(f"data: a{separators}b\n\n".encode()) == [f"a{separators}b"]


def test_exactly_one_space_is_dropped_and_none_is_needed() -> None:
    assert read(b"data:a\n\ndata: b\n\ndata:  c\n\n") == ["a", "b", " c"]


def test_other_fields_and_names_that_only_begin_like_data_say_nothing() -> None:
    assert read(b"event: x\nid: 1\nretry: 5\ndatabase: 7\nother\ndata: a\n\n") == ["a"]


def test_a_frame_without_data_or_with_empty_data_says_nothing() -> None:
    assert read(b": heartbeat\n\n\n\ndata:\n\ndata: \n\ndata: a\n\n") == ["a"]


def test_a_byte_order_mark_at_the_beginning_is_dropped() -> None:
    for cut in cuts("\ufeffdata: a\n\n".encode()):
        assert read(*cut) == ["a"]


def test_bytes_that_are_no_text_become_replacement_characters() -> None:
    assert read(b"data: a\xff\xfeb\n\n") == ["a��b"]


@pytest.mark.parametrize("tail", [b"", b"\n", b"\r", b"\r\n"])
def test_a_last_frame_that_nothing_closed_is_still_read(tail: bytes) -> None:
    for cut in cuts(b"data: a\n\ndata: b" + tail):
        assert read(*cut) == ["a", "b"], cut


def test_a_frame_without_end_is_refused_before_memory_is_full() -> None:
    decoder = Decoder()
    decoder.feed(b"data: ")
    piece = b"x" * (LONGEST_FRAME // 4)
    with pytest.raises(ProtocolError, match="framing"):
        for _ in range(5):
            decoder.feed(piece)


def test_many_short_frames_are_not_a_long_one() -> None:
    decoder = Decoder()
    frame = b"data: " + b"x" * (LONGEST_FRAME // 4) + b"\n\n"
    assert sum(len(decoder.feed(frame)) for _ in range(8)) == 8


def test_a_long_frame_is_as_long_as_its_data_however_it_comes() -> None:
    decoder, line = Decoder(), b"x" * (LONGEST_FRAME // 2 - 10)
    for piece in (b"data: " + line[:5], line[5:], b"\n") * 2:
        assert decoder.feed(piece) == []
    assert [len(frame) for frame in decoder.feed(b"\n")] == [2 * len(line) + 1]
