"""Run a call through an ordered tuple of steps."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agentic.core.arguments import parse_arguments
from agentic.core.audit import Kind
from agentic.core.cancel import CallCancelled, Cancellation
from agentic.core.capability import Call, Outcome, Preview, Refusal, Risk, Status
from agentic.core.confirmation import Consent, Proposal
from agentic.core.entry import Entry
from agentic.core.fault import named
from agentic.core.secrets import Scrub
from agentic.core.turn import Turn

if TYPE_CHECKING:
    from agentic.core.registry import Registry


log = logging.getLogger("agentic")

LONGEST_INPUT = 2000
_NO_OBJECT = "the arguments must be one object"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A call on its way. Each step returns it with what the step found out, or ends it with an Outcome.

    `guesses_target`: several things have this name, and the call does not say which it means. `edits`: how often the
    user changed the arguments before approving them. `consent`: their yes, where there was a question. `passes_on`:
    what its handler returns is the outcome of another call, masked by that one.
    """

    call: Call
    registry: "Registry"
    cancellation: Cancellation
    started: float
    input: Mapping[str, Any] = field(default_factory=dict)
    malformed: Refusal | None = None
    entry: Entry | None = None
    digest: str = ""
    guesses_target: bool = False
    edits: int = 0
    passes_on: bool = False
    preview: Preview | None = None
    consent: Consent | None = None

    @property
    def found(self) -> Entry:
        """The entry; there is one from the first step on."""
        assert self.entry is not None
        return self.entry

    @property
    def turn(self) -> Turn:
        """What this call is part of; a call alone is a turn of its own."""
        return self.call.turn or self.registry.new_turn()

    @property
    def risk(self) -> Risk:
        """That of this very call."""
        return self.preview.risk if self.preview else self.found.risk

    def proposal(self, *, offers_session: bool = False) -> Proposal:
        """The call as hooks and people are asked about it."""
        return Proposal(self.call, self.found, self.input, self.digest, offers_session, self.preview)

    def refuse(self, status: Status, hint: str) -> Outcome:
        """The end of the call. What in the hint is not the pipeline's own is scrubbed by whoever puts it there."""
        return Outcome(status, hint=hint, call_id=self.call.call_id)

    @property
    def scrub(self) -> Scrub:
        """A function that masks this call's secrets wherever a text quotes them."""
        return self.entry.scrub(self.input) if self.entry else str

    @property
    def shown(self) -> Mapping[str, Any]:
        """The input as anybody may see it."""
        return self.found.masked(self.input) if self.found.hides else self.input

    def note(self, kind: Kind, status: str = "", hint: str = "", *, shows_input: bool = False) -> None:
        """Write a line of the audit; whatever it quotes has its secrets masked by now."""
        now = self.registry.clock.now()
        self.registry.audit.append(
            kind,
            now,
            self.call.call_id,
            self.call.name,
            target_id=self.entry.target_id if self.entry else self.call.target_id,
            digest=self.digest,
            status=status,
            hint=hint,
            duration=now - self.started,
            input=_shortened(self.shown) if shows_input else "",
        )


@dataclass(frozen=True, slots=True)
class Back:
    """An attempt that goes a part of its way again, from one of the steps on."""

    attempt: Attempt
    step: "Step"


Result = Attempt | Back | Outcome
Step = Callable[[Attempt], Result | Awaitable[Result]]


def begin(call: Call, registry: "Registry", cancellation: Cancellation) -> Attempt:
    """The attempt before its first step: arguments read, nothing decided."""
    arguments = call.input
    if isinstance(arguments, str):
        arguments = parse_arguments(arguments)
    elif not isinstance(arguments, dict):
        arguments = _as_dict(arguments)
    started = registry.clock.now()
    if isinstance(arguments, Refusal):
        return Attempt(call, registry, cancellation, started, malformed=arguments)
    return Attempt(call, registry, cancellation, started, arguments)


def _as_dict(arguments: Any) -> dict[str, Any] | Refusal:
    """Jsonschema's objects are dicts; other mappings, and what is no mapping at all, are told apart here."""
    try:
        return dict(arguments) if isinstance(arguments, Mapping) else Refusal("invalid", _NO_OBJECT)
    except Exception as error:
        return Refusal("invalid", f"{_NO_OBJECT}; these cannot be read ({named(error)})")


async def run(attempt: Attempt, steps: tuple[Step, ...]) -> Outcome:
    """Take an attempt through the steps in order. Whatever happens, there is one outcome and one last audit line."""
    attempt.note("received")
    at, outcome = 0, None
    while outcome is None:
        result = await _taken(steps[at], attempt)
        if isinstance(result, Outcome):
            outcome = result
        elif isinstance(result, Back):
            attempt, at = result.attempt, steps.index(result.step)
        else:
            attempt, at = result, at + 1
    if attempt.edits:
        outcome = _told(attempt, outcome)
    attempt.note("executed" if outcome.ok else "rejected", outcome.status, outcome.hint)
    return outcome


async def _taken(step: Step, attempt: Attempt) -> Result:
    """One step; whatever happens in it has a result."""
    if attempt.cancellation.cancelled:
        return _stopped(attempt)
    try:
        result = step(attempt)
        return result if isinstance(result, (Attempt, Back, Outcome)) else await result
    except CallCancelled:
        return _stopped(attempt)
    except asyncio.CancelledError:
        attempt.note("rejected", "cancelled", "the task that ran it was cancelled")
        raise
    except Exception as error:
        log.exception("%s: a step of the pipeline failed", attempt.call.name)
        return attempt.refuse("failed", f"the call could not be run: {named(error, attempt.scrub)}")


def _told(attempt: Attempt, outcome: Outcome) -> Outcome:
    """The model asked for something else than what ran: it must hear of that."""
    said = f"the user changed the arguments before approving them; they were {_shortened(attempt.shown)}"
    return replace(outcome, input=attempt.shown, hint=f"{outcome.hint} ({said})" if outcome.hint else said)


def _shortened(input: Mapping[str, Any]) -> str:
    text = json.dumps(input, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_INPUT else f"{text[:LONGEST_INPUT]}…"


def _stopped(attempt: Attempt) -> Outcome:
    return attempt.refuse(
        "cancelled", f"not run: {attempt.scrub(attempt.cancellation.reason)}; repeat it only if the user asks for it"
    )
