"""The records of a call."""

import dataclasses

import pytest

from agentic import Capability, Outcome, Risk, Target, UsageError


def made(**changes: object) -> Capability:
    fields = {"name": "todos.add", "description": "", "input_schema": {}, "risk": "read", "execute": print}
    return Capability(**{**fields, **changes})


def test_a_risk_given_as_text_becomes_a_risk() -> None:
    assert made(risk="destructive").risk is Risk.DESTRUCTIVE


def test_a_target_given_as_text_becomes_a_target() -> None:
    assert made(target="left").target == Target("left")
    assert made().target_id is None


def test_an_unknown_risk_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UsageError, match=r"todos\.add: risk is read, mutating or destructive, not 'harmless'"):
        made(risk="harmless")


@pytest.mark.parametrize("name", ["", "  ", None, 7])
def test_a_capability_without_a_name_is_refused(name: object) -> None:
    with pytest.raises(UsageError, match="needs a name"):
        made(name=name)


def test_a_capability_without_a_function_is_refused() -> None:
    with pytest.raises(UsageError, match="execute must be a function, not str"):
        made(execute="print")


@pytest.mark.parametrize(
    ("risk", "confirm", "asks"),
    [
        ("read", None, False),
        ("mutating", None, True),
        ("destructive", None, True),
        ("destructive", "Really?", True),
        ("read", "Really?", False),
        ("read", True, True),
        ("mutating", False, False),
    ],
)
def test_the_risk_says_whether_a_person_is_asked_unless_confirm_does(risk: str, confirm: object, asks: bool) -> None:
    assert made(risk=risk, confirm=confirm).needs_confirmation is asks


def test_records_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        made().name = "other"  # type: ignore[misc]


def test_a_model_reads_the_result_or_the_refusal() -> None:
    assert Outcome("ok", {"id": 1}).to_text() == '{"id": 1}'
    assert Outcome("denied", hint="not here").to_text() == '{"status": "denied", "hint": "not here"}'
    assert Outcome("ok").ok and not Outcome("failed").ok


def test_a_member_of_the_result_is_read_from_the_outcome() -> None:
    assert Outcome("ok", {"rows": 3})["rows"] == 3
