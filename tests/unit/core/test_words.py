"""The words of the interface."""

import json
import re

import pytest

from agentic import UsageError
from agentic.core import assets
from agentic.core.words import Words, fill, load_words, parse_overrides

WORDS = Words({"send": "Send", "confirmRun": "Run “{tool}”?", "files.one": "one file", "files.other": "{n} files"})


def test_tokens_are_filled_and_braces_in_a_value_are_just_text() -> None:
    assert WORDS("confirmRun", tool="{tool} {x}") == "Run “{tool} {x}”?"
    assert fill("{a} {b}", a=1) == "1 {b}"


def test_a_plural_pair_follows_the_number() -> None:
    assert [WORDS.count("files", n) for n in (0, 1, 2)] == ["0 files", "one file", "2 files"]


def test_the_special_case_comes_before_the_general_one() -> None:
    assert WORDS.first("send.now", "send") == "Send"
    assert "send" in WORDS and "send.now" not in WORDS
    with pytest.raises(UsageError, match="no words for 'c'"):
        WORDS.first("b", "c")


def test_overrides_win_key_by_key_the_last_one_first() -> None:
    merged = WORDS.merged({"send": "Senden", "own": "x"}, None, {"send": "Los", "confirmRun": 7})
    assert (merged("send"), merged("own"), merged("confirmRun", tool="a")) == ("Los", "x", "Run “a”?")
    assert WORDS("send") == "Send"


def test_overrides_from_the_page_are_one_object_of_texts() -> None:
    assert parse_overrides('{"send": "Senden", "stop": 7}') == {"send": "Senden"}
    for text in ("{", "[]", '"send"'):
        with pytest.raises(UsageError, match="the words"):
            parse_overrides(text)


def test_the_words_that_the_specification_names_are_there_with_their_tokens() -> None:
    table = load_words().table
    plain = "send stop inputPlaceholder copyCode copied copyFailed greetingNoName otherOption answerPlaceholder submit"
    cards = "askUserAction approveAction approve deny toolDeferred callNotFinished declinedAction confirmCheckFailed"
    assert [key for key in f"{plain} {cards} subAgentSteps".split() if not table.get(key, "").strip()] == []
    tokens = {"minutesAgo": "n", "confirmRun": "tool", "greeting": "name", "expandUnread": "count"}
    tokens |= {"historyCompacted": "count", "usingSkill": "name", "approvalPrompt": "tool", "subAgentWorking": "agent"}
    assert {key: re.findall(r"\{(\w+)\}", table[key]) for key in tokens} == {
        key: [name] for key, name in tokens.items()
    }
    told = ("minutesAgo", "confirmRun", "callNotFinished", "declinedAction", "greeting", "greetingNoName")
    assert [table[key] for key in told] == [
        "{n}m ago",
        "Run “{tool}”?",
        "Not finished: the run ended or moved on before this tool call returned a result.",
        "User declined the action.",
        "Hello, {name}",
        "Hello there",
    ]


def test_a_locale_without_a_table_is_english() -> None:
    assert load_words("xx-YY") == load_words()


def test_every_table_has_only_texts_and_tokens_of_the_english_one() -> None:
    english = load_words().table
    for name in assets.names("words"):
        table = json.loads(assets.read(f"words/{name}"))
        assert table.keys() <= english.keys()
        for key, text in table.items():
            assert set(re.findall(r"\{(\w+)\}", text)) <= set(re.findall(r"\{(\w+)\}", english[key])), (name, key)
