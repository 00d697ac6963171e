"""The audit's ring."""

from agentic.core.audit import Audit, AuditRecord


def record(audit: Audit, name: str) -> AuditRecord:
    return AuditRecord(audit.next_number, "received", 0.0, "id-1", name)


def test_records_are_numbered_and_heard_in_order() -> None:
    audit, heard = Audit(), []
    audit.append(record(audit, "before"))
    leave = audit.subscribe(heard.append)
    audit.append(record(audit, "during"))
    leave()
    audit.append(record(audit, "after"))
    assert [each.number for each in audit.records] == [1, 2, 3]
    assert [each.name for each in heard] == ["during"]


def test_the_oldest_records_make_room() -> None:
    audit = Audit(limit=2)
    for name in "abc":
        audit.append(record(audit, name))
    assert [(each.number, each.name) for each in audit.records] == [(2, "b"), (3, "c")]
