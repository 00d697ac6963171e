"""The digest beside a second implementation of RFC 8785, the npm package `canonicalize`, run through Node."""

import asyncio
import hashlib
import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic import Capability, Registry
from agentic.core.digest import digest
from building.environment import node

ROOT = Path(__file__).resolve().parents[3]
CANONICALIZE = """
import canonicalize from "canonicalize";
let text = "";
for await (const piece of process.stdin) text += piece;
process.stdout.write(JSON.stringify(JSON.parse(text).map((value) => canonicalize(value))));
"""

# Appendix B of the RFC, by their bits, and neighbours of every place where a number's spelling changes.
FLOATS = [
    *(0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 9007199254740992.0),
    *(-9007199254740992.0, 295147905179352830000.0, 9.999999999999997e22, 1e23, 1.0000000000000001e23),
    *(999999999999999700000.0, 999999999999999900000.0, 1e21, 9.999999999999997e-7, 0.000001, 1e-7, 1e-6, 1e20),
    *(333333333.3333332, 333333333.33333325, 333333333.3333333, 333333333.3333334, 333333333.33333343),
    *(-0.0000033333333333333333, 1424953923781206.2, 1.0, -1.5, 0.1 + 0.2, 4.5, 2e-3, 1e-27, 2.2250738585072014e-308),
    *(123456789012345680.0, 1e16, 1.5e300, 100.0),
]
INTEGERS = [0, 1, -1, 2**31, 2**32, 2**53 - 1, -(2**53) + 1]
# Sorted by UTF-16 units, not by code points: an astral letter (D800…) comes before U+FB33 and U+FFFD.
KEYS = ["\U0001f600", "\U00010000", "\ufb33", "\ufffd", "\u20ac", "\r", "1", "\u0080", "\u00f6", "", "a", "A", "aa"]
TEXTS = ["\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/", "\u2028\u2029", "\x7f\x00\b\f\t", "\U0001f468\u200d\U0001f469"]
VECTORS: list[dict[str, Any]] = [
    {},
    {"numbers": FLOATS},
    {"integers": INTEGERS},
    {key: number for number, key in enumerate(KEYS)},
    {"texts": TEXTS, "literals": [None, True, False]},
    {"nested": [{"b": [], "a": {}}, [[]], {key: {"z": 1, "": 2} for key in reversed(KEYS)}]},
    {"__proto__": {"toJSON": 1}, "constructor": 2},
]
LETTERS = st.characters(exclude_categories=["Cs"])
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(LETTERS),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(LETTERS), inner),
    max_leaves=6,
)


@cache
def program() -> Path:
    return node()


def by_node(calls: list[dict[str, Any]]) -> list[str]:
    """The canonical text of each call, as Node makes it."""
    command = [program(), "--input-type=module", "--eval", CANONICALIZE]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(calls), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def expect_agreement(inputs: list[dict[str, Any]]) -> None:
    calls = [{"input": each, "targetId": "\U0001f600", "name": "form.save"} for each in inputs]
    for given_input, text in zip(inputs, by_node(calls), strict=True):
        assert digest("form.save", "\U0001f600", given_input) == hashlib.sha256(text.encode()).hexdigest(), text


def test_odd_floats_big_integers_and_astral_keys_have_the_digest_that_another_implementation_computes() -> None:
    expect_agreement(VECTORS)


@settings(max_examples=10)
@given(st.lists(st.dictionaries(st.text(LETTERS), VALUES), max_size=15))
def test_any_input_has_the_digest_that_another_implementation_computes(inputs: list[dict[str, Any]]) -> None:
    expect_agreement(inputs)


@pytest.mark.parametrize(
    ("given_input", "why"),
    [
        ('{"x": NaN}', "not valid JSON (NaN"),
        ('{"x": 1e999}', "not valid JSON (1e999"),
        ({"x": float("nan")}, "NaN and Infinity have no canonical form in JSON; send a finite number"),
        ({"x": [float("-inf")]}, "NaN and Infinity have no canonical form in JSON; send a finite number"),
        (f'{{"x": {2**53}}}', "an integer is too large for JSON to hold exactly; send it as text"),
        (f'{{"x": [{{"y": -{2**53}}}]}}', "an integer is too large for JSON to hold exactly; send it as text"),
        ('{"x": "\\ud800"}', "half of a surrogate pair has no canonical form; send whole characters"),
        ('{"\\udfff": 1, "x": 2}', "half of a surrogate pair has no canonical form; send whole characters"),
    ],
)
def test_a_call_that_cannot_be_canonical_is_refused_in_one_sentence(
    registry: Registry, given_input: Any, why: str
) -> None:
    ran: list[Any] = []
    registry.register(Capability("note", "", {"type": "object"}, "read", ran.append))
    outcome = asyncio.run(registry.execute("note", given_input))
    assert (outcome.status, ran) == ("invalid", [])
    assert why in outcome.hint and "\n" not in outcome.hint
    outcome.to_text().encode()
