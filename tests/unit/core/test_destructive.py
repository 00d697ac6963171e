"""Names that say delete, in many languages, and those that only look like it."""

import pytest

from agentic.core.destructive import UNSPACED, WORDS, is_destructive_name, is_destructive_path


@pytest.mark.parametrize("word", [*WORDS, *UNSPACED])
def test_every_word_counts_alone_and_among_others(word: str) -> None:
    assert is_destructive_name(word)
    assert is_destructive_name(f"7 {word.upper()}: x")


@pytest.mark.parametrize("name", ["", "Save", "Undelete", "Deleted items", "Removal", "Wissen", "Drop-off", "silence"])
def test_other_names_do_not(name: str) -> None:
    assert not is_destructive_name(name)


def test_one_of_several_names_is_enough() -> None:
    assert is_destructive_name("x", "", "delete-order")


def test_words_can_be_added_in_any_case() -> None:
    assert not is_destructive_name("Cancel my plan")
    assert is_destructive_name("Cancel my plan", more=("cancel MY plan",))
    assert not is_destructive_name("Save", more=("", " "))


@pytest.mark.parametrize(
    ("path", "expected"), [("/orders/7/delete/", True), ("/remove", True), ("/deleted", False), ("/empty.html", False)]
)
def test_an_address_may_say_so_too(path: str, expected: bool) -> None:
    assert is_destructive_path(path) is expected
