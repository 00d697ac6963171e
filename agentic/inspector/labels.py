"""Text for people, made from the records: times, durations, digests, where a list stands."""

import json
from collections.abc import Iterable
from datetime import datetime
from types import MappingProxyType
from typing import Any

from agentic.core.capability import Outcome, Target
from agentic.core.entry import Entry
from agentic.core.words import Words
from agentic.element.labels import pretty_json, unmasked

SHORT_DIGEST = 8
LONGEST_VALUE = 20_000
"""Characters of a result that are shown; more would take the browser seconds to lay out."""

RISKS = MappingProxyType({"read": "riskRead", "mutating": "riskMutates", "destructive": "riskDestroys"})
STATES = MappingProxyType(
    {"available": "stateAvailable", "unavailable": "stateUnavailable", "suspended": "stateSuspended"}
)


def clock_time(seconds: float) -> str:
    """The local time to the millisecond: `14:03:27.041`."""
    return datetime.fromtimestamp(seconds).strftime("%H:%M:%S.%f")[:-3]


def duration(seconds: float) -> str:
    """As short as it can be told apart: `0.4 ms`, `35 ms`, `2.1 s`, `3 min`."""
    if seconds < 0.01:
        return f"{seconds * 1000:.1f} ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def short(digest: str) -> str:
    return f"{digest[:SHORT_DIGEST]}…" if len(digest) > SHORT_DIGEST else digest


def target_text(target: Target | None) -> str:
    """A target's label and id, or its id alone."""
    if target is None:
        return ""
    return unmasked(f"{target.label} ({target.id})" if target.label else target.id)


def asks_text(entry: Entry, words: Words) -> str:
    return words("asksFirst" if entry.needs_confirmation else "asksNever")


def value_text(outcome: Outcome) -> str:
    """What came of a call, as a person reads it: the result, or the sentence that says why there is none."""
    text = unmasked(pretty_json(outcome.to_text())) if outcome.ok else unmasked(outcome.hint)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def schema_text(schema: Any) -> str:
    return unmasked(json.dumps(schema, indent=2, ensure_ascii=False, default=str))


def found(written: str, texts: Iterable[str]) -> bool:
    """Whether every word that was written is somewhere in these texts."""
    text = " ".join(texts).casefold()
    return all(word in text for word in written.casefold().split())
