"""Whatever a call is addressed with and carries, it ends as a result with a hint, never as an exception."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic import Outcome, Registry
from agentic.core.turn import Limits

NOTHING_HASHABLE = [[], {}, set(), [["x"]]]
NO_TEXTS = [*NOTHING_HASHABLE, 0, 5, 1.5, True, b"x", object()]
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary())
ANYTHING = st.one_of(PLAIN, st.lists(st.text()), st.sets(st.text()), st.dictionaries(st.text(), st.text()))


def run(registry: Registry, *given: Any, **more: Any) -> Outcome:
    return asyncio.run(registry.execute(*given, **more))


@pytest.fixture
def shop(registry: Registry, desk: Any) -> Registry:
    registry.register(desk.describe("x"))
    return registry


@pytest.mark.parametrize("name", [None, *NO_TEXTS])
def test_a_name_that_is_no_text_is_refused(shop: Registry, name: Any) -> None:
    outcome = run(shop, name, {"text": "a"})
    assert outcome.status == "invalid"
    assert outcome.hint.startswith("a call names its tool by a text, not by ")
    assert outcome.hint.endswith("; read the tools again")


@pytest.mark.parametrize("what", ["call_id", "run_id", "target"])
@pytest.mark.parametrize("value", NO_TEXTS)
def test_an_id_that_is_no_text_is_refused_and_the_call_does_not_run(
    shop: Registry, desk: Any, what: str, value: Any
) -> None:
    outcome = run(shop, "x", **{"call_id": "c", what: value})
    assert outcome.status == "invalid" and f"a text, not a value of type {type(value).__name__}" in outcome.hint
    assert isinstance(outcome.call_id, str) and outcome.call_id and desk.done == []


@pytest.mark.parametrize("revision", ["1", [], {}, 1.5, float("nan"), True])
def test_a_revision_that_is_no_whole_number_is_refused(shop: Registry, desk: Any, revision: Any) -> None:
    outcome = run(shop, "x", revision=revision)
    assert outcome.status == "invalid" and "the revision of a call to x is a whole number" in outcome.hint
    assert desk.done == []


def test_a_call_that_is_none_is_counted_and_stands_in_the_audit(registry: Registry) -> None:
    registry.limits = Limits(calls=1)
    turn = registry.new_turn()
    assert run(registry, ["x"], turn=turn).status == "invalid"
    assert "the limit of 1 calls" in run(registry, ["x"], turn=turn).hint
    assert [(record.kind, record.status) for record in registry.audit.records] == [
        ("received", ""),
        ("rejected", "invalid"),
        ("received", ""),
        ("rejected", "denied"),
    ]
    assert registry.audit.verify()


@pytest.mark.parametrize("target", NO_TEXTS)
def test_a_target_among_the_arguments_may_be_anything_too(shop: Registry, desk: Any, target: Any) -> None:
    assert run(shop, "x", {"_target": target}).status == "unavailable"
    assert desk.done == []


class Unreadable(Mapping[str, Any]):
    """A mapping whose content cannot be had."""

    def __getitem__(self, name: str) -> Any:
        raise OSError("gone")

    def __iter__(self) -> Iterator[str]:
        raise OSError("gone")

    def __len__(self) -> int:
        return 1


def test_arguments_that_cannot_be_read_are_refused(shop: Registry) -> None:
    outcome = run(shop, "x", Unreadable())
    assert (outcome.status, outcome.hint) == (
        "invalid",
        "the arguments must be one object; these cannot be read (OSError: gone)",
    )


def test_arguments_that_cannot_be_compared_are_no_repetition(shop: Registry) -> None:
    class Incomparable:
        def __eq__(self, other: object) -> bool:
            raise ValueError("ambiguous")

        __hash__ = None  # type: ignore[assignment]

    for expected in ("invalid", "invalid"):
        assert run(shop, "x", {"text": Incomparable()}, call_id="c").status == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(name=ANYTHING, target=ANYTHING, revision=ANYTHING, call_id=ANYTHING, run_id=ANYTHING, input=ANYTHING)
def test_whatever_comes_there_is_an_outcome(shop: Registry, **call: Any) -> None:
    name = call.pop("name")
    for each in (name, "x", "agent.execute"):
        outcome = run(shop, each, **call)
        assert outcome.ok or outcome.hint
