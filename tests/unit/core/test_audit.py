"""The audit: a ring that only grows, and shows what was changed in it."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from agentic.core.audit import Audit, Verdict


def written(*names: str, limit: int = 1000) -> Audit:
    audit = Audit(limit)
    for name in names:
        audit.append("received", 0.0, "id-1", name)
    return audit


def test_records_are_numbered_and_heard_in_order() -> None:
    audit, heard = written("before"), []
    leave = audit.subscribe(heard.append)
    audit.append("received", 0.0, "id-1", "during")
    leave()
    audit.append("received", 0.0, "id-1", "after")
    assert [each.number for each in audit.records] == [1, 2, 3]
    assert [each.name for each in heard] == ["during"]


def test_the_oldest_records_make_room() -> None:
    audit = written(*"abc", limit=2)
    assert [(each.number, each.name) for each in audit.records] == [(2, "b"), (3, "c")]
    assert audit.verify()


def test_a_record_cannot_be_changed() -> None:
    (record,) = written("a").records
    with pytest.raises(FrozenInstanceError):
        record.status = "ok"  # type: ignore[misc]


def test_each_record_carries_the_hash_of_the_one_before() -> None:
    first, second, third = written(*"abc").records
    assert (first.previous, second.previous, third.previous) == ("", first.hash, second.hash)
    assert len({first.hash, second.hash, third.hash}) == 3 and len(first.hash) == 64


def test_the_export_is_one_json_object_a_line_and_sound() -> None:
    audit = Audit()
    audit.append("validated", 1.5, "id-1", "größe\n\u2028\ud800", input='{"a": "b"}', duration=0.25)
    audit.append("executed", 2.0, "id-1", "x", target_id="left", status="ok")
    lines = audit.to_lines().split("\n")
    assert lines.pop() == ""
    assert [json.loads(line)["number"] for line in lines] == [1, 2]
    assert json.loads(lines[1]) | {"previous": "", "hash": ""} == {
        "number": 2,
        "kind": "executed",
        "at": 2.0,
        "call_id": "id-1",
        "name": "x",
        "target_id": "left",
        "digest": "",
        "status": "ok",
        "hint": "",
        "duration": 0.0,
        "input": "",
        "previous": "",
        "hash": "",
    }
    assert Audit().verify(audit.to_lines()) == Verdict()


def changed(field: str, value: Any) -> Callable[[list[str]], None]:
    def tamper(lines: list[str]) -> None:
        lines[1] = json.dumps(json.loads(lines[1]) | {field: value})

    return tamper


def cut_a_field(lines: list[str]) -> None:
    content = json.loads(lines[1])
    del content["hint"]
    lines[1] = json.dumps(content)


def write_a_key_twice(lines: list[str]) -> None:
    lines[1] = lines[1].replace('"status": ""', '"status": "", "status": "ok"')


@pytest.mark.parametrize(
    ("tamper", "line", "reason"),
    [
        (changed("name", "z"), 2, "it was changed"),
        (changed("at", 1), 2, "it was changed"),
        (changed("previous", "0" * 64), 2, "it was changed"),
        (changed("hash", "0" * 64), 2, "it was changed"),
        (changed("extra", 1), 2, "it was changed"),
        (cut_a_field, 2, "it was changed"),
        (write_a_key_twice, 2, "it is not a record"),
        (lambda lines: lines.pop(1), 2, "it does not follow the line before"),
        (lambda lines: lines.insert(0, lines.pop()), 2, "it does not follow the line before"),
        (lambda lines: lines.insert(1, lines[1]), 3, "it does not follow the line before"),
        (lambda lines: lines.insert(1, "[]"), 2, "it is not a record"),
        (lambda lines: lines.insert(1, "{"), 2, "it is not a record"),
    ],
)
def test_a_tampered_line_is_found(tamper: Callable[[list[str]], None], line: int, reason: str) -> None:
    lines = written(*"abc").to_lines().splitlines()
    tamper(lines)
    verdict = Audit().verify("\n".join(lines))
    assert not verdict and (verdict.line, verdict.reason) == (line, reason)


def test_a_line_changed_with_a_hash_that_fits_breaks_the_one_after_it() -> None:
    forged = written("a", "z", "c").to_lines().splitlines()
    lines = written("a", "b", "c").to_lines().splitlines()
    lines[1] = forged[1]
    assert Audit().verify("\n".join(lines)) == Verdict(3, "it does not follow the line before")


class TestMissing:
    """An audit knows what it wrote last, and so what is not there any more."""

    @pytest.mark.parametrize(("limit", "left"), [(1000, 2), (2, 1)])
    def test_the_newest_record_taken_away(self, limit: int, left: int) -> None:
        audit = written(*"abc", limit=limit)
        assert audit.verify()
        audit._records.pop()
        assert audit.verify() == Verdict(left + 1, "records are missing")

    def test_all_of_them_taken_away(self) -> None:
        audit = written(*"abc")
        audit._records.clear()
        assert audit.verify() == Verdict(1, "records are missing")

    def test_the_oldest_taken_away_before_the_limit_was_reached(self) -> None:
        audit = written(*"abc")
        audit._records.popleft()
        assert audit.verify() == Verdict(3, "records are missing")

    def test_an_audit_that_keeps_nothing_misses_nothing(self) -> None:
        assert written(*"abc", limit=0).verify() and Audit().verify()


class TestExports:
    """An export is of the audit that wrote it."""

    def test_one_of_its_own_is_one_whether_it_is_old_or_new(self) -> None:
        audit = written(*"abc", limit=3)
        exports = [audit.to_lines()]
        for name in "defg":
            audit.append("received", 0.0, "c", name)
            exports.append(audit.to_lines())
        assert [bool(audit.verify(export)) for export in exports[1:]] == [True] * 4
        # That one ended right before the first that is still known: its last line is held by the chain.
        assert [record.number for record in audit.records] == [5, 6, 7]
        assert audit.verify(exports[1])

    def test_one_of_another_is_none(self) -> None:
        audit, other = written(*"abc"), written(*"xyz")
        assert audit.verify(other.to_lines()) == Verdict(1, "it is not of this audit")
        assert Audit().verify(other.to_lines())

    def test_one_that_goes_on_differently_is_none(self) -> None:
        audit, other = written(*"abc"), written(*"abc")
        other.append("received", 0.0, "c", "evil")
        assert audit.verify(other.to_lines()) == Verdict(4, "it is not of this audit")

    def test_one_that_is_too_old_to_tell_is_not_taken_for_granted(self) -> None:
        audit = written(*"abc", limit=1)
        old = audit.to_lines()
        for name in "defg":
            audit.append("received", 0.0, "c", name)
        assert audit.verify(old) == Verdict(1, "it is not of this audit")
