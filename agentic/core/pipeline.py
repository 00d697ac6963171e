"""Run a call through an ordered tuple of steps."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentic.core.arguments import parse_arguments
from agentic.core.audit import AuditRecord, Kind
from agentic.core.cancel import CallCancelled, Cancellation
from agentic.core.capability import Call, Outcome, Preview, Refusal, Risk, Status
from agentic.core.entry import Entry
from agentic.core.fault import named

if TYPE_CHECKING:
    from agentic.core.registry import Registry


log = logging.getLogger("agentic")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A call on its way. Each step returns it with what the step found out, or ends it with an Outcome."""

    call: Call
    registry: "Registry"
    cancellation: Cancellation
    started: float
    input: Mapping[str, Any] = field(default_factory=dict)
    malformed: Refusal | None = None
    entry: Entry | None = None
    digest: str = ""
    preview: Preview | None = None

    @property
    def found(self) -> Entry:
        """The entry; there is one from the first step on."""
        assert self.entry is not None
        return self.entry

    @property
    def risk(self) -> Risk:
        """That of this very call."""
        return self.preview.risk if self.preview else self.found.risk

    def refuse(self, status: Status, hint: str) -> Outcome:
        return Outcome(status, hint=hint, call_id=self.call.call_id)

    def note(self, kind: Kind, status: str = "", hint: str = "") -> None:
        """Write a line of the audit."""
        audit, now = self.registry.audit, self.registry.clock.now()
        target_id = self.entry.target_id if self.entry else self.call.target_id
        audit.append(
            AuditRecord(
                audit.next_number,
                kind,
                now,
                self.call.call_id,
                self.call.name,
                target_id,
                self.digest,
                status,
                hint,
                now - self.started,
            )
        )


Step = Callable[[Attempt], Attempt | Outcome | Awaitable[Attempt | Outcome]]


def begin(call: Call, registry: "Registry", cancellation: Cancellation) -> Attempt:
    """The attempt before its first step: arguments read, nothing decided."""
    arguments = call.input
    if isinstance(arguments, str):
        arguments = parse_arguments(arguments)
    elif not isinstance(arguments, dict):
        # jsonschema's objects are dicts; other mappings, and what is no mapping at all, are told apart here.
        is_mapping = isinstance(arguments, Mapping)
        arguments = dict(arguments) if is_mapping else Refusal("invalid", "the arguments must be one object")
    started = registry.clock.now()
    if isinstance(arguments, Refusal):
        return Attempt(call, registry, cancellation, started, malformed=arguments)
    return Attempt(call, registry, cancellation, started, arguments)


async def run(attempt: Attempt, steps: tuple[Step, ...]) -> Outcome:
    """Take an attempt through the steps in order. Whatever happens, there is one outcome and one last audit line."""
    attempt.note("received")
    try:
        attempt, outcome = await _walk(attempt, steps)
    except CallCancelled:
        outcome = _stopped(attempt)
    except asyncio.CancelledError:
        attempt.note("rejected", "cancelled", "the task that ran it was cancelled")
        raise
    except Exception as error:
        log.exception("%s: a step of the pipeline failed", attempt.call.name)
        outcome = attempt.refuse("failed", f"the call could not be run: {named(error)}")
    attempt.note("executed" if outcome.ok else "rejected", outcome.status, outcome.hint)
    return outcome


async def _walk(attempt: Attempt, steps: tuple[Step, ...]) -> tuple[Attempt, Outcome]:
    for step in steps:
        if attempt.cancellation.cancelled:
            return attempt, _stopped(attempt)
        result = step(attempt)
        if not isinstance(result, (Attempt, Outcome)):
            result = await result
        if isinstance(result, Outcome):
            return attempt, result
        attempt = result
    raise AssertionError("the last step must end the attempt")


def _stopped(attempt: Attempt) -> Outcome:
    return attempt.refuse("cancelled", f"not run: {attempt.cancellation.reason}")
