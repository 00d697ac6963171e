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
