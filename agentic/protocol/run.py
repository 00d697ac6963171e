"""One answer of an agent as a machine: feed it events, read what became of each run in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from agentic.protocol.call_ids import CallIds
from agentic.protocol.chunks import Chunks
from agentic.protocol.draft import Draft
from agentic.protocol.events import (
    Alive,
    Event,
    Remark,
    RunError,
    RunFinished,
    RunStarted,
    ToolCallResult,
    ToolCallStart,
)
from agentic.protocol.messages import Interrupt, Usage
from agentic.protocol.order import Order
from agentic.protocol.reduce import apply


@dataclass(frozen=True, slots=True)
class RunEnd:
    """What became of one run; `ended` is success, interrupt, cancelled, error, or none while it has no end."""

    thread_id: str = ""
    run_id: str = ""
    ended: str = "none"
    result: Any = None
    pending_call_ids: tuple[str, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    error: str | None = None
    code: str | None = None
    usage: tuple[Usage, ...] | None = None


class Run:
    """Verifies events and applies them to a draft. A stream may hold several runs; the last one is the answer.

    `deliver` gets every event that was accepted, after it was applied.
    """

    def __init__(self, draft: Draft, deliver: Callable[[Event], object] | None = None) -> None:
        self.runs: list[RunEnd] = []
        self._draft = draft
        self._deliver = deliver
        self._chunks = Chunks()
        self._call_ids = CallIds(draft.answered(), draft.knows_call)
        self._order = Order()
        self._unanswered: dict[str, None] = {}
        self._answered_here: list[str] = []

    @property
    def answered_calls(self) -> tuple[str, ...]:
        """The calls that the last run made and brought a result of."""
        return tuple(self._answered_here)

    @property
    def end(self) -> RunEnd:
        """The last run, as far as it has come."""
        return self.runs[-1] if self.runs else RunEnd()

    def feed(self, event: Event) -> None:
        """Take the next event; `ProtocolError` if it may not come here."""
        if type(event) is Remark:
            self._draft.warn(event.text)
        elif type(event) is Alive:
            return
        elif self._chunks.concern(event):
            self._chunks.unfold(event, self._accept)
        else:
            self._accept(event)

    def _accept(self, event: Event) -> None:
        event = self._call_ids.settle(event)
        self._order.check(event)
        apply(self._draft, event)
        account = ACCOUNTS.get(type(event))
        if account:
            account(self, event)
        if self._deliver:
            self._deliver(event)

    def _started(self, event: RunStarted) -> None:
        self._unanswered, self._answered_here = {}, []
        self.runs.append(RunEnd(event.thread_id, event.run_id))

    def _called(self, event: ToolCallStart) -> None:
        if not self._draft.has_result(event.tool_call_id):
            self._unanswered[event.tool_call_id] = None

    def _answered(self, event: ToolCallResult) -> None:
        if event.tool_call_id in self._unanswered:
            del self._unanswered[event.tool_call_id]
            self._answered_here.append(event.tool_call_id)

    def _finished(self, event: RunFinished) -> None:
        outcome = event.outcome
        self.runs[-1] = replace(
            self.end,
            ended=outcome.kind if outcome else "success",
            result=event.result,
            pending_call_ids=(outcome.pending_tool_call_ids if outcome else ()) or tuple(self._unanswered),
            interrupts=outcome.interrupts if outcome else (),
            usage=event.usage,
        )

    def _failed(self, event: RunError) -> None:
        if not self.runs:
            self.runs.append(RunEnd())
        self.runs[-1] = replace(
            self.end, ended="error", error=event.message, code=event.code, usage=event.usage, pending_call_ids=()
        )


ACCOUNTS: Mapping[type, Callable[[Run, Any], None]] = MappingProxyType(
    {
        RunStarted: Run._started,
        ToolCallStart: Run._called,
        ToolCallResult: Run._answered,
        RunFinished: Run._finished,
        RunError: Run._failed,
    }
)
