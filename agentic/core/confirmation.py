"""Asking a person: the queue of open questions, and their answers. It draws nothing."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from agentic.core.capability import Call, Capability, Preview, Risk
from agentic.core.checking import revise
from agentic.core.entry import Entry
from agentic.core.signal import Signal
from agentic.errors import UsageError

ApprovalKind = Literal["once", "digest", "session"]
AnswerKind = Literal["once", "digest", "session", "deny", "cancel"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A validated call, as the permission hook and the confirmation see it.

    Hooks decide on the real `input`; what is shown to anybody is `shown`, where secrets are masked.
    """

    call: Call
    entry: Entry
    input: Mapping[str, Any]
    digest: str
    offers_session: bool = False
    preview: Preview | None = None

    @property
    def capability(self) -> Capability:
        return self.entry.capability

    @property
    def shown(self) -> Mapping[str, Any]:
        return self.entry.masked(self.input)

    @property
    def risk(self) -> Risk:
        """That of this very call."""
        return self.preview.risk if self.preview else self.entry.risk


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said: yes, for how long; or no, perhaps with a reason. `cancel`: nobody answered.

    `input`: the arguments as the person changed them.
    """

    kind: AnswerKind
    reason: str = ""
    input: Mapping[str, Any] | None = None

    @property
    def approves(self) -> bool:
        return self.kind in ("once", "digest", "session")


@dataclass(frozen=True, slots=True)
class Consent:
    """A person's yes: for how long, and to what: these arguments, and what they were shown of such a call."""

    kind: AnswerKind
    digest: str
    preview: Preview | None


class Pending:
    """A question that waits for its answer. The first answer counts; later ones are ignored.

    It is for showing: secrets are masked in all of it.
    """

    def __init__(self, proposal: Proposal, answered: "asyncio.Future[Answer]") -> None:
        self.input = proposal.shown
        self.call = replace(proposal.call, input=self.input)
        self.entry = proposal.entry
        self.capability = proposal.capability
        self.digest = proposal.digest
        self.preview = proposal.preview
        self.risk = proposal.risk
        self.offers_session = proposal.offers_session
        self.answer: Answer | None = None
        self._proposal = proposal
        self._answered = answered

    def approve(self, kind: ApprovalKind = "once", input: Mapping[str, Any] | None = None) -> bool:
        """Let the call run: this once, always for this very input and target, or for the whole session.

        `input`: the arguments as the person changed them. A mask that was left in place stands for what it hides.
        ArgumentError says what does not fit; the question stays open then. Returns whether this answer was the first.
        """
        if kind not in ("once", "digest", "session"):
            raise UsageError(f"approve: once, digest or session, not {kind!r}")
        if kind == "session" and not self.offers_session:
            raise UsageError(f"approve: {self.capability.name} may not be approved for the session")
        if input is not None and self.answer is None:
            input, _ = revise(self.entry, self._proposal.input, input)
        return self.settle(Answer(kind, input=input))

    def deny(self, reason: str = "") -> bool:
        return self.settle(Answer("deny", reason))

    def settle(self, answer: Answer) -> bool:
        if self.answer is not None:
            return False
        shown = None if answer.input is None else self.entry.masked(answer.input)
        self.answer = replace(answer, input=shown)
        if not self._answered.done():
            self._answered.set_result(answer)
        return True


class ConfirmationQueue:
    """The open questions, oldest first. `ask` is what a registry calls; a front shows `pending` and answers."""

    def __init__(self) -> None:
        self.changed: Signal[tuple[Pending, ...]] = Signal(())

    @property
    def pending(self) -> tuple[Pending, ...]:
        return self.changed.get()

    async def ask(self, proposal: Proposal) -> Answer:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        question = Pending(proposal, answered)
        self.changed.set((*self.pending, question))
        try:
            return await answered
        finally:
            question.settle(Answer("cancel"))
            self.changed.set(tuple(other for other in self.pending if other is not question))

    def cancel_all(self) -> None:
        """Close every open question unanswered; the calls do not run."""
        for question in self.pending:
            question.settle(Answer("cancel"))
