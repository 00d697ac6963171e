"""A regular expression of an author's schema, fed with a model's text, never holds the page."""

import asyncio
import re
from time import process_time
from typing import Any

import pytest

from agentic import Registry
from agentic.core.capability import Capability
from agentic.core.patterns import UNBOUNDED, longest_text
from agentic.core.schema import Schema
from agentic.core.unhurried import SHORTEST
from agentic.errors import SchemaError

CATASTROPHIC = [
    r"^(a+)+$",
    r"(a+)+$",
    r"(a*)*b",
    r"^(a|ab|b)*$",
    r"(a|aa)+$",
    r"^(.|a)*c",
    r"((ab|ab))+c",
    r"(x+x+)+y",
    r"^(\w+\s?)*$",
    r"^(\s*\w+\s*)*;$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"([\/\w \.-]*)*\/?$",
    r"(.*a){20}$",
    r"^(\d{1,3})+$",
    r"^(a{1,64}){1,64}$",
    r"(a?){30}a{30}",
    r"^(?=(a+)+$)a",
    r"^(?!(a+)+$)a",
    r"^(?P<x>(a+)+)(?P=x)$",
    r"(?i)^([a-z]+)+$",
    r"^([\u0400-\u04ff]+)+$",
    r"(\w+\s?)*;(?#a lazy one too)",
    r"^(\w+?\s?)+?$",
    r"a*a*a*a*a*a*a*a*a*a*b",
]
HARMLESS = {
    r"": UNBOUNDED,
    r"\S": UNBOUNDED,
    r"\S+": UNBOUNDED,
    r"^https?://": UNBOUNDED,
    r"^\d{4}-\d{2}-\d{2}$": UNBOUNDED,
    r"^[\w.+-]+@[\w-]+\.[\w.-]+$": UNBOUNDED,
    r"^[a-z0-9]+(?:-[a-z0-9]+)*$": UNBOUNDED,
    r"^([0-9a-f]{2})+$": UNBOUNDED,
    r'^"([^"\\]|\\.)*"$': UNBOUNDED,
    r"^((25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(25[0-5]|2[0-4]\d|[01]?\d\d?)$": UNBOUNDED,
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)(-((0|\d*[a-z-][\da-z-]*)(\.(0|[1-9]\d*|\d*[a-z-][\da-z-]*))*))?$": UNBOUNDED,
    r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,}$": UNBOUNDED,
    "^(" + "|".join(f"word{number:04}" for number in range(500)) + ")$": UNBOUNDED,
    r"^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$": 4472,
    r".*\S.*": 4472,
    r"^.*foo.*bar.*$": 391,
    r"a*a*b": 391,
    r"^\s*(.+?)\s*[,;]\s*(.+?)\s*$": 65,
}


def of(pattern: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"text": {"type": "string", "pattern": pattern}}}


@pytest.mark.parametrize("pattern", CATASTROPHIC)
@pytest.mark.parametrize("place", ["a property", "a name", "a definition", "the names"])
def test_a_pattern_that_could_hold_the_page_is_refused_at_registration(
    registry: Registry, pattern: str, place: str
) -> None:
    schema = {
        "a property": of(pattern),
        "a name": {"type": "object", "patternProperties": {pattern: {}}},
        "a definition": {"type": "object", "$defs": {"text": {"anyOf": [{"not": {"pattern": pattern}}]}}},
        "the names": {"type": "object", "propertyNames": {"pattern": pattern}},
    }[place]
    with pytest.raises(SchemaError, match=r"x: .*the pattern .* could hold the page for seconds.*let no loop"):
        registry.register(Capability("x", "", schema, "read", dict))
    assert registry.list() == ()


@pytest.mark.parametrize(("pattern", "longest"), HARMLESS.items())
def test_others_are_tried_on_what_they_can_be_tried_on(pattern: str, longest: int) -> None:
    assert longest_text(pattern) == longest >= SHORTEST
    schema = Schema(of(pattern))
    texts = ["a", "-" * 40, "a" * 60, "foo" * 20, "1." * 20, " " * 60, "word0499", f"{'ab-1.' * 10}!", "a" * 5000]
    for text in texts:
        if len(text) <= longest:
            assert (schema.problem({"text": text}) == "") == bool(re.search(pattern, text))
        else:
            assert "characters that its pattern is tried on" in schema.problem({"text": text})


@pytest.mark.parametrize("pattern", [each for each, longest in HARMLESS.items() if longest < UNBOUNDED])
def test_the_longest_text_that_is_tried_takes_no_time_to_speak_of(pattern: str) -> None:
    longest = longest_text(pattern)
    schema = Schema(of(pattern))
    began = process_time()
    for filling in ("a", "a.", "a-", " ", "foo", ",", "a,"):
        schema.problem({"text": (filling * longest)[: longest - 1] + "!"})
    assert process_time() - began < 7


def test_a_longer_text_is_refused_unread_and_the_model_hears_the_bound(registry: Registry) -> None:
    registry.register(Capability("x", "", of(r"a*a*a*b"), "read", dict))
    began = process_time()
    outcome = asyncio.run(registry.execute("x", {"text": "a" * 100_000}))
    assert process_time() - began < 1
    assert outcome.status == "invalid"
    assert "is longer than the 124 characters that its pattern is tried on" in outcome.hint


def test_only_the_text_with_the_pattern_is_bounded() -> None:
    schema = Schema({"properties": {"code": {"pattern": r"a*a*a*b"}, "body": {"type": "string"}}})
    assert schema.problem({"code": "aab", "body": "a" * 100_000}) == ""
    assert "124 characters" in schema.problem({"code": "a" * 125})
    assert schema.problem({"code": 5, "body": ""}) == ""


@pytest.mark.parametrize("more", [{}, {"additionalProperties": False}, {"unevaluatedProperties": False}])
def test_a_longer_name_of_a_property_is_refused_unread(more: Any) -> None:
    names = {"type": "object", "patternProperties": {r"a*a*a*b": {}}, **more}
    schema = Schema({"type": "object", "properties": {"by_name": {"type": "array", "items": names}}})
    assert schema.problem({"by_name": [{"aab": 1}]}) == ""
    began = process_time()
    problem = schema.problem({"by_name": [{"a" * 5000: 1}]})
    assert process_time() - began < 1
    assert "a property's name has at most 124 characters here" in problem and len(problem) < 300


def test_a_word_that_only_looks_like_a_pattern_is_none() -> None:
    data = {"pattern": "(a+)+$"}
    Schema({"properties": {"pattern": {"type": "object", "const": data, "default": data, "enum": [data]}}})
    Schema({"properties": {"patternProperties": {"type": "object"}}})


def test_older_drafts_are_bounded_too() -> None:
    schema = Schema({"$schema": "http://json-schema.org/draft-07/schema#", **of(r"a*a*a*b")})
    assert "124 characters" in schema.problem({"text": "a" * 5000})
    assert schema.problem({"text": "c"}) == "text: 'c' does not match 'a*a*a*b'"


@pytest.mark.parametrize("pattern", ["((((a{8}){8}){8}){8})" * 9 + "+", "(" * 90 + "a" + "+)" * 90])
def test_one_that_is_too_large_to_be_looked_through_is_refused_as_well(pattern: str) -> None:
    began = process_time()
    assert longest_text(pattern) == 0
    assert process_time() - began < 5


@pytest.mark.parametrize(
    "pattern", ["^(?:(?:a?){8}){4}$", "^" + "a?" * 28 + "$", "^" + "(a|ab)?" * 24 + "$", r"^(\w{1,8}\s?){1,8}$"]
)
def test_parts_that_may_be_left_out_are_ways_without_a_loop(pattern: str) -> None:
    assert longest_text(pattern) == 0


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\d{1,3}(\.\d{1,3}){3}$",
        r"^[A-Z]{1,8}(-[A-Z]{1,8}){7}$",
        r"^P(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$",
        r"^(([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|([0-9a-f]{1,4}:){1,7}:|([0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4})$",
        "^(" + "|".join(f"word{number}" for number in range(1000)) + ")$",
    ],
)
def test_everyday_expressions_with_many_parts_are_tried_on_any_text(pattern: str) -> None:
    assert longest_text(pattern) == UNBOUNDED


def test_ranges_within_each_other_are_seen_to_overlap() -> None:
    assert longest_text("^([\u0400-\u04ff]+[\u0410-\u0420]?)+x$") == 0
    assert longest_text("^([\u0600-\u06ff]+\\w?)+x$") == 0


def test_looking_through_an_expression_takes_no_time() -> None:
    began = process_time()
    assert longest_text("^" + "a?" * 5000 + "$") == 0
    assert process_time() - began < 2


@pytest.mark.parametrize(
    "word", [{"pattern": "*.txt"}, {"pattern": "dd.[mm"}, {"patternProperties": None}, {"patternProperties": ["a"]}]
)
def test_an_authors_own_words_may_hold_what_is_no_expression(word: dict[str, Any]) -> None:
    Schema({"properties": {"text": {"type": "string", "x-ui": word}}, "ui:options": word})


def test_what_is_no_expression_in_a_place_of_the_schemas_own_is_refused() -> None:
    with pytest.raises(SchemaError):
        Schema(of("*.txt"))


def test_a_propertys_name_is_not_tried_for_its_secrets_longer_than_it_may_be() -> None:
    schema = Schema({"type": "object", "patternProperties": {r"^x*x*x*y": {"type": "string", "format": "password"}}})
    began = process_time()
    assert "hunter2" not in str(schema.masked({"x" * 5000: "hunter2"}))
    assert process_time() - began < 1
