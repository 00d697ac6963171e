"""An append-only record of what was decided about calls."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agentic.core.signal import Signal

Kind = Literal["received", "validated", "permitted", "confirmed", "executed", "rejected"]


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One decision. `at` is in seconds since the epoch, `duration` in seconds since the call was received."""

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


class Audit:
    """The latest decisions, oldest first; what exceeds `limit` is dropped from the front."""

    def __init__(self, limit: int = 1000) -> None:
        self._records: deque[AuditRecord] = deque(maxlen=limit)
        self._latest: Signal[AuditRecord | None] = Signal(None)

    @property
    def records(self) -> tuple[AuditRecord, ...]:
        return tuple(self._records)

    @property
    def next_number(self) -> int:
        latest = self._latest.get()
        return latest.number + 1 if latest else 1

    def append(self, record: AuditRecord) -> None:
        self._records.append(record)
        self._latest.set(record)

    def subscribe(self, listener: Callable[[AuditRecord], object]) -> Callable[[], None]:
        """Call `listener` with each new record; the function returned ends that."""
        return self._latest.subscribe(lambda record: record and listener(record))
