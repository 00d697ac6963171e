"""The digest of a call."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agentic.core.digest import digest
from agentic.errors import ArgumentError

SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(exclude_categories=["Cs"]))
)
VALUES = st.recursive(
    SCALARS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=8,
)
INPUTS = st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), VALUES)


def shuffled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(value)}
    return [shuffled(item) for item in value] if isinstance(value, list) else value


@given(INPUTS)
def test_key_order_does_not_change_the_digest(arguments: dict[str, Any]) -> None:
    assert digest("a", None, arguments) == digest("a", None, shuffled(arguments))


@given(INPUTS, INPUTS)
def test_another_input_has_another_digest(one: dict[str, Any], other: dict[str, Any]) -> None:
    # As JSON text: Python thinks 1 == True, and JSON does not; JSON thinks 1.0 is 1.
    texts = [json.dumps(json.loads(json.dumps(each), parse_float=_whole), sort_keys=True) for each in (one, other)]
    assume(texts[0] != texts[1])
    assert digest("a", None, one) != digest("a", None, other)


def _whole(text: str) -> float | int:
    return int(number) if (number := float(text)).is_integer() else number


@pytest.mark.parametrize("other", [1.5, "1", True, None, [1], {"": 1}, 2])
def test_a_change_of_value_or_type_changes_the_digest(other: Any) -> None:
    assert digest("a", None, {"x": 1}) != digest("a", None, {"x": other})


def test_name_and_target_are_part_of_the_digest() -> None:
    digests = {digest("a", None, {}), digest("b", None, {}), digest("a", "left", {}), digest("a", "right", {})}
    assert len(digests) == 4
    assert all(len(each) == 64 and set(each) <= set("0123456789abcdef") for each in digests)


def test_the_digest_is_sha256_of_the_canonical_text() -> None:
    text = '{"input":{"a":[1,0.5,"é"]},"name":"todos.add","targetId":null}'
    assert digest("todos.add", None, {"a": [1.0, 0.5, "é"]}) == hashlib.sha256(text.encode()).hexdigest()


def test_an_integer_that_json_cannot_hold_has_no_digest() -> None:
    with pytest.raises(ArgumentError, match="too large for JSON to hold exactly; send it as text"):
        digest("a", None, {"x": 2**53})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", object(), b"x", {1: 2}])
def test_what_has_no_canonical_form_is_refused_in_a_sentence(value: Any) -> None:
    with pytest.raises(ArgumentError, match="no canonical form"):
        digest("a", None, {"x": value})
