"""What people read instead of what programs sent."""

import json

import pytest

from agentic.core.capability import Call, Capability, Change, Preview, Risk
from agentic.core.confirmation import Pending, Proposal
from agentic.core.consent import CHECK_FAILED, DECLINED
from agentic.core.registry import Registry
from agentic.core.secrets import MASK
from agentic.core.words import Words, load_words
from agentic.element.labels import (
    LONGEST_SHOWN,
    Line,
    answer_text,
    argument_rows,
    clipped,
    compared,
    entries_of,
    has_arguments,
    notice_text,
    prettify,
    pretty_json,
    question_rows,
    question_text,
    result_text,
    shown_arguments,
    spoken,
)
from agentic.protocol.conversation import Notice
from agentic.protocol.messages import NOT_FINISHED, Message, ToolCall


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("delete_record", "Delete record"),
        ("orders.list", "Orders list"),
        ("saveArticle", "Save article"),
        ("form-fill", "Form fill"),
        ("...", "..."),
    ],
)
def test_a_name_is_made_readable(name: str, label: str) -> None:
    assert prettify(name) == label


def registry(**about: object) -> Registry:
    catalog = Registry()
    given = {"input_schema": {"type": "object"}, **about}
    catalog.register(Capability("order.save", "Save.", risk="read", execute=lambda _: None, **given))  # type: ignore[arg-type]
    return catalog


def test_json_is_laid_out_and_other_text_left_alone() -> None:
    assert pretty_json('{"a":1}') == '{\n  "a": 1\n}'
    assert pretty_json('{"a": 1, "b') == '{"a": 1, "b'
    assert pretty_json('"done"') == '"done"'


def test_what_is_nested_too_deeply_to_lay_out_is_left_alone() -> None:
    deep = "[" * 100_000
    assert pretty_json(deep) == deep


@pytest.mark.parametrize("text", ["", " ", "{}", "null"])
def test_no_arguments_are_not_shown(text: str) -> None:
    assert not has_arguments(text)


def test_flat_arguments_are_text_and_deep_ones_json() -> None:
    rows = argument_rows({"item": "lamp", "count": 3, "gift": False, "none": None, "deep": {"a": [1]}})
    assert rows[:4] == [
        Line("item", "lamp"),
        Line("count", "3"),
        Line("gift", "false"),
        Line("none", "null"),
    ]
    assert rows[4] == Line("deep", '{\n  "a": [\n    1\n  ]\n}', True)


def test_characters_that_hide_or_reorder_what_is_confirmed_are_spelled_out() -> None:
    rows = argument_rows(
        {"file\u202e": "invoice\u202egpj.exe", "deep": ["a\u200bb"], "kept": "می\u200cخواهم\n👩\u200d🔬"}
    )
    assert rows[0] == Line("file[U+202E]", "invoice[U+202E]gpj.exe")
    assert "a[U+200B]b" in rows[1].text
    assert rows[2] == Line("kept", "می\u200cخواهم\n👩\u200d🔬")


def test_a_notice_takes_the_special_sentence_before_the_general_one() -> None:
    words = load_words()
    assert "sign-in" in notice_text(Notice("1", "http", values={"status": 401, "message": "{}"}), words)
    silent = Notice("1", "http", values={"status": 503, "message": ""})
    assert notice_text(silent, words) == "The agent's server answered with an error (503)."
    assert "no seats" in notice_text(Notice("1", "http", values={"status": 500, "message": "no seats"}), words)
    assert "kiln" in notice_text(Notice("1", "error", values={"message": "the kiln is cold", "code": ""}), words)
    assert "odd-kind" in notice_text(Notice("1", "odd-kind"), words)


def test_what_is_read_out_has_no_marks_and_an_end() -> None:
    assert spoken("**Done**, see [the list](/orders).") == "Done, see the list."
    long = spoken("word " * 200)
    assert len(long) <= 301
    assert long.endswith("word…")


LOGIN = {"type": "object", "properties": {"pin": {"type": "string", "format": "password"}, "user": {"type": "string"}}}
SENT = {"pin": "4711", "user": "ada"}
SHOWN = {"pin": MASK, "user": "ada"}


def on_the_card(name: str, arguments: object, *, is_complete: bool = True) -> str:
    catalog = registry(input_schema=LOGIN)
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    call = ToolCall("k", name, text)
    return shown_arguments(call, entries_of(call, catalog), catalog, is_complete=is_complete)


def test_a_card_shows_arguments_without_their_secrets() -> None:
    assert json.loads(on_the_card("order_save", SENT)) == SHOWN
    assert on_the_card("order_save", json.dumps(SENT)[:-1]) == MASK
    assert on_the_card("order_save", json.dumps(SENT)[:14], is_complete=False) == MASK


@pytest.mark.parametrize("name", ["order.save", "order_save"])
def test_a_card_of_the_executing_tool_hides_what_the_executed_one_does(name: str) -> None:
    assert json.loads(on_the_card("agent_execute", {"name": name, "input": SENT})) == {"name": name, "input": SHOWN}
    assert "4711" not in on_the_card("agent_execute", {"name": name, "input": json.dumps(SENT)})
    assert on_the_card("agent_execute", json.dumps({"name": name, "input": SENT})[:-3], is_complete=False) == MASK


def test_a_card_hides_the_same_when_the_capability_is_gone() -> None:
    catalog = registry(input_schema=LOGIN)
    call = ToolCall("k", "agent_execute", json.dumps({"name": "order.save", "input": SENT}))
    meant = entries_of(call, catalog)
    assert "4711" not in shown_arguments(call, meant, Registry(), is_complete=True)


def test_a_card_without_secrets_shows_its_arguments_as_they_come() -> None:
    assert on_the_card("look_up", '{"city": "Os', is_complete=False) == '{"city": "Os'
    assert on_the_card("look_up", {"city": "Oslo"}) == pretty_json(json.dumps({"city": "Oslo"}))


def question(preview: Preview | None) -> Pending:
    entry = registry().find("order.save")[0]
    return Pending(Proposal(Call("order.save"), entry, {"pin": "4711"}, "0" * 64, preview=preview), None)  # type: ignore[arg-type]


def test_a_question_shows_what_would_change_in_place_of_the_arguments() -> None:
    change = Change('textbox "City"', "", "Oslo\u202e")
    asked = question(Preview(Risk.MUTATING, "Fill in City?", (change,)))
    assert question_text(asked, load_words()) == "Fill in City?"
    assert question_rows(asked, load_words()) == [Line('textbox "City"', "(empty) → Oslo[U+202E]")]
    assert question_rows(question(None), load_words()) == [Line("pin", "4711")]


@pytest.mark.parametrize(
    ("written", "shown"),
    [('{"pin": "4711", "x": 1}', '{\n  "pin": "•",\n  "x": 1\n}'), ('{"pin": "47', MASK), ("[4711]", MASK)],
)
def test_a_card_shows_no_argument_that_its_capability_keeps_private(written: str, shown: str) -> None:
    catalog = registry(redact=lambda given: {**given, "pin": "•"})
    call = ToolCall("k1", "order_save", written)
    meant = entries_of(call, catalog)
    assert shown_arguments(call, meant, catalog, is_complete=True) == shown
    assert "47" not in shown_arguments(ToolCall("k1", "order_save", '{"pin": "47'), meant, catalog, is_complete=False)


def test_what_is_another_than_the_last_time_says_what_it_was() -> None:
    before = argument_rows({"item": "lamp", "count": 3, "gift": True})
    now = argument_rows({"item": "lamp", "count": 4, "note": "soon"})
    assert compared(now, before, load_words()) == [
        Line("item", "lamp"),
        Line("count", "4", was="3"),
        Line("note", "soon", was="(empty)"),
        Line("gift", "(empty)", was="true"),
    ]


def test_a_long_text_is_cut_and_a_short_one_is_not() -> None:
    assert clipped("a" * LONGEST_SHOWN) == "a" * LONGEST_SHOWN
    assert clipped("a" * (LONGEST_SHOWN + 1)) == "a" * LONGEST_SHOWN + "…"


def test_the_answer_is_all_that_was_said_since_the_persons_last_message() -> None:
    said = [("assistant", "Old."), ("user", "Go"), ("assistant", "I look."), ("tool", "3"), ("assistant", "Three.")]
    messages = [Message(str(index), role, content) for index, (role, content) in enumerate(said)]  # type: ignore[arg-type]
    assert answer_text(messages) == "I look.\nThree."
    assert answer_text(messages[:2]) == ""


def test_a_refusal_is_told_to_the_person_without_what_is_for_the_model() -> None:
    words = Words({"declinedAction": "Nein.", "callNotFinished": "Nicht fertig.", "confirmCheckFailed": "Kaputt."})
    refusal = json.dumps({"status": "declined", "hint": "the user declined: too dear"})
    assert result_text(refusal, "declined", words) == "the user declined: too dear"
    assert result_text(refusal, "done", words) == pretty_json(refusal)
    other = json.dumps({"status": "failed", "hint": "x", "more": 1})
    assert result_text(other, "error", words) == pretty_json(other)
    assert result_text("no database", "error", words) == "no database"
    assert result_text(json.dumps({"status": "declined", "hint": DECLINED}), "declined", words) == "Nein."
    assert result_text(json.dumps({"status": "declined", "hint": CHECK_FAILED}), "declined", words) == "Kaputt."
    assert result_text(NOT_FINISHED, "interrupted", words) == "Nicht fertig."
    assert result_text(NOT_FINISHED, "done", words) == NOT_FINISHED
