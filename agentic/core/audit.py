"""An append-only record of what was decided about calls, in which nothing can be changed unseen."""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

from agentic.core.signal import Signal
from agentic.core.strict_json import strict_decoder, unique

Kind = Literal["received", "validated", "permitted", "confirmed", "executed", "rejected"]

_read = strict_decoder(unique).decode


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One decision. `at` is in seconds since the epoch, `duration` in seconds since the call was received.

    `input` is the validated input as JSON text. Secrets are masked in it and in `hint`. `hash` is the SHA-256 of all
    the other fields, `previous` the hash of the record before.
    """

    number: int
    kind: Kind
    at: float
    call_id: str
    name: str
    target_id: str | None = None
    digest: str = ""
    status: str = ""
    hint: str = ""
    duration: float = 0.0
    input: str = ""
    previous: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a record of decisions is as it was written; if not, the first line that is wrong, counted from 1."""

    line: int = 0
    reason: str = ""

    def __bool__(self) -> bool:
        return not self.reason


class Audit:
    """The latest decisions, oldest first; what exceeds `limit` is dropped from the front."""

    def __init__(self, limit: int = 1000) -> None:
        self.limit = limit
        self._records: deque[AuditRecord] = deque(maxlen=limit)
        self._latest: Signal[AuditRecord | None] = Signal(None)

    @property
    def records(self) -> tuple[AuditRecord, ...]:
        return tuple(self._records)

    def append(self, kind: Kind, at: float, call_id: str, name: str, **more: Any) -> AuditRecord:
        """Write the next record; its number and its hashes follow from the one before."""
        latest = self._latest.get()
        number, previous = (latest.number + 1, latest.hash) if latest else (1, "")
        content = _BLANK | {"number": number, "kind": kind, "at": at, "call_id": call_id, "name": name} | more
        content["previous"] = previous
        record = AuditRecord(**content, hash=_seal(content))
        self._records.append(record)
        self._latest.set(record)
        return record

    def subscribe(self, listener: Callable[[AuditRecord], object]) -> Callable[[], None]:
        """Call `listener` with each new record; the function returned ends that."""
        return self._latest.subscribe(lambda record: record and listener(record))

    def to_lines(self) -> str:
        """JSON Lines: a record a line, oldest first."""
        return "".join(f"{_write({name: getattr(each, name) for name in _FIELDS})}\n" for each in self._records)

    def verify(self, text: str | None = None) -> Verdict:
        """Whether these records, or those exported as `text`, are as they were written, none changed, missing or moved.

        The first may follow one that was dropped. An export must be one of this audit's, as far as it remembers: one
        that has written nothing yet looks at any. Lines cut off at the end of an export leave no trace in what is left:
        where that matters, keep the hash of the last record elsewhere.
        """
        verdict = _verdict((self.to_lines() if text is None else text).splitlines())
        latest = self._latest.get()
        if not verdict or not latest:
            return verdict
        if text is not None:
            return _foreign(text.splitlines(), self.records)
        kept = min(latest.number, self.limit)
        is_whole = len(self._records) == kept and (not kept or self._records[-1] == latest)
        return verdict if is_whole else Verdict(len(self._records) + 1, "records are missing")


_OPTIONAL = ("target_id", "digest", "status", "hint", "duration", "input", "previous")
_BLANK = MappingProxyType({field.name: field.default for field in fields(AuditRecord) if field.name in _OPTIONAL})
_FIELDS = tuple(field.name for field in fields(AuditRecord))
_write = json.JSONEncoder(sort_keys=True, default=str).encode


def _seal(content: dict[str, Any]) -> str:
    return hashlib.sha256(_write(content).encode()).hexdigest()


def _foreign(lines: Sequence[str], own: Sequence[AuditRecord]) -> Verdict:
    """The first of some sound lines that is not one of an audit which has these records, or came right before them."""
    known = {record.number: record.hash for record in own}
    if own:
        known[own[0].number - 1] = own[0].previous
    for count, line in enumerate(lines, 1):
        content = _read(line)
        # The chain holds what came before a record that is known, so the last one has to be.
        is_told = content["number"] in known or count == len(lines)
        if is_told and known.get(content["number"]) != content["hash"]:
            return Verdict(count, "it is not of this audit")
    return Verdict()


def _verdict(lines: Iterable[str]) -> Verdict:
    before: dict[str, Any] | None = None
    for count, line in enumerate(lines, 1):
        try:
            content = _read(line)
            seal = content.pop("hash")
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
            return Verdict(count, "it is not a record")
        if seal != _seal(content):
            return Verdict(count, "it was changed")
        if before and (content.get("previous"), content.get("number")) != (before["hash"], before["number"] + 1):
            return Verdict(count, "it does not follow the line before")
        before = {"hash": seal, "number": content.get("number")}
    return Verdict()
