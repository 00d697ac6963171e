"""What the element knows of its reader."""

from typing import Any

from agentic.core.signal import Signal
from agentic.element.quoting import LONGEST_QUOTE, as_quote, with_quote
from agentic.element.reader import Reader
from agentic.protocol.messages import Message


def reader() -> tuple[Reader, list[Any]]:
    heard: list[Any] = []
    return Reader(lambda event, detail: heard.append((event, detail)), Signal(None)), heard


def test_what_was_missed_is_told_with_every_change_and_only_then() -> None:
    it, heard = reader()
    it.seen()
    it.missed()
    it.missed()
    it.seen()
    it.seen()
    assert heard == [("ag-ui-unread", {"unread": count}) for count in (1, 2, 0)]


def test_a_rating_tells_of_the_text() -> None:
    it, heard = reader()
    it.rate(Message("a", "assistant", "Fine."), "up")
    assert heard == [("ag-ui-feedback", {"content": "Fine.", "rating": "up"})]


def test_a_region_is_offered_until_that_is_ended() -> None:
    it, _ = reader()
    end, other = it.quote_in("page"), it.quote_in("page")
    end()
    end()
    assert it.regions == (("page",),)
    other()
    assert it.regions == ()


def test_a_quotation_is_markdown_with_room_below() -> None:
    assert as_quote(" one\n\ntwo ") == "> one\n>\n> two\n\n"
    assert as_quote("  \n ") == ""
    assert len(as_quote("x" * 900)) == LONGEST_QUOTE + len("> \n\n")


def test_a_quotation_comes_below_what_is_written() -> None:
    assert with_quote("", "> a\n\n") == "> a\n\n"
    assert with_quote("What?\n", "> a\n\n") == "What?\n\n> a\n\n"


def test_quoting_nothing_changes_nothing() -> None:
    it, _ = reader()
    said: list[str] = []
    it.quoted.subscribe(said.append)
    assert not it.quote("  ")
    assert it.quote("a")
    assert said == ["> a\n\n"]
