"""What people read instead of what programs sent."""

import json

import pytest

from agentic.core.capability import Call, Capability, Change, Preview, Risk
from agentic.core.confirmation import Pending, Proposal
from agentic.core.registry import Registry
from agentic.core.secrets import MASK
from agentic.core.words import load_words
from agentic.element.labels import (
    argument_rows,
    entries_of,
    has_arguments,
    notice_text,
    prettify,
    pretty_json,
    question_rows,
    question_text,
    shown_arguments,
    spoken,
    tool_label,
)
from agentic.protocol.conversation import Notice
from agentic.protocol.messages import ToolCall


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


def test_a_card_carries_the_capabilitys_own_label() -> None:
    assert label_of("order_save", registry(summary="Save the order")) == "Save the order"
    assert label_of("order_save", registry(input_schema={"type": "object", "x-summary": "Keep it"})) == "Keep it"
    assert label_of("order_save", registry()) == "Order save"


def test_a_tool_of_the_server_has_its_name_made_readable() -> None:
    assert label_of("look_up", registry()) == "Look up"


@pytest.mark.parametrize("name", ["order.save", "order_save"])
def test_the_executing_tool_carries_the_label_of_what_it_executes(name: str) -> None:
    catalog = registry(summary="Save the order")
    assert label_of("agent_execute", catalog, json.dumps({"name": name})) == "Save the order"
    for unknown in ('{"name": "order.sa', '{"name": "order.drop"}', '{"name": 5}', "[]"):
        assert label_of("agent_execute", catalog, unknown) == "Agent execute"


def label_of(name: str, catalog: Registry, arguments: str = "{}") -> str:
    return tool_label(name, next(iter(entries_of(ToolCall("k", name, arguments), catalog)), None))


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
        ("item", "lamp", False),
        ("count", "3", False),
        ("gift", "false", False),
        ("none", "null", False),
    ]
    assert rows[4] == ("deep", '{\n  "a": [\n    1\n  ]\n}', True)


def test_characters_that_hide_or_reorder_what_is_confirmed_are_spelled_out() -> None:
    rows = argument_rows(
        {"file\u202e": "invoice\u202egpj.exe", "deep": ["a\u200bb"], "kept": "می\u200cخواهم\n👩\u200d🔬"}
    )
    assert rows[0] == ("file[U+202E]", "invoice[U+202E]gpj.exe", False)
    assert "a[U+200B]b" in rows[1][1]
    assert rows[2] == ("kept", "می\u200cخواهم\n👩\u200d🔬", False)


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
    assert question_rows(asked, load_words()) == [('textbox "City"', "(empty) → Oslo[U+202E]", False)]
    assert question_rows(question(None), load_words()) == [("pin", "4711", False)]


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
