"""Questions a server stops its run on: each is asked on its own, by a card or by the page's own renderer."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agentic.core.camel import camel
from agentic.core.cancel import Cancellation
from agentic.core.clock import Clock
from agentic.core.signal import Signal
from agentic.core.strict_json import strict_decoder, unique
from agentic.core.words import Words
from agentic.element.declared import Declared
from agentic.element.labels import named_arguments, prettify
from agentic.element.tools import X_CONFIRM
from agentic.errors import UsageError
from agentic.protocol.interrupts import is_expired
from agentic.protocol.messages import Interrupt, Resume, ToolCall

Renderer = Callable[[Mapping[str, Any], Mapping[str, Any]], Awaitable[Any]]
STOPPED = "the run was stopped"


class Approval:
    """One question and its answer: `decision` is "" while it is open, then approved, denied or expired.

    `place` says which of how many that were asked together it is.
    """

    def __init__(self, interrupt: Interrupt, call: ToolCall | None, clock: Clock) -> None:
        self.interrupt = interrupt
        self.call = call
        self.decision = ""
        self.is_carded = True
        self.place = (1, 1)
        self._clock = clock
        self._resume = Resume(interrupt.id, "cancelled")
        self._decided = asyncio.Event()

    def approve(self, edited: str | None = None) -> None:
        """Let it happen, with the arguments as `edited` if they are others; `UsageError` for what cannot be sent."""
        if self.decision:
            return
        payload: dict[str, Any] = {"approved": True}
        if edited is not None and self.call and (changed := changed_arguments(self.call.arguments, edited)) is not None:
            payload[camel("edited_args")] = changed
        if is_expired(self.interrupt, self._clock.now()):
            self._decide("expired")
            return
        self._resume = Resume(self.interrupt.id, "resolved", payload)
        self._decide("approved")

    def deny(self) -> None:
        """Refuse; the agent is told that it was cancelled."""
        if not self.decision:
            self._decide("denied")

    async def answered(self) -> Resume:
        """The answer, when there is one."""
        await self._decided.wait()
        return self._resume

    @property
    def wording(self) -> str:
        """What the server asks, in its own wording or in the message of the question; "" if it says nothing."""
        said = ((self.interrupt.metadata or {}).get(X_CONFIRM), self.interrupt.message)
        return next((text for text in said if isinstance(text, str) and text.strip()), "")

    def text(self, words: Words) -> str:
        """What the person is asked."""
        return self.wording or words("approvalPrompt", tool=prettify(self.call.name if self.call else "?"))

    def told_apart(self, words: Words) -> str:
        """The same, for who hears it; of several, each says which it is."""
        number, total = self.place
        which = f" ({words('questionOfMany', n=number, total=total)})" if total > 1 else ""
        return self.text(words) + which

    def _decide(self, decision: str) -> None:
        self.decision = decision
        self._decided.set()


class Approving:
    """Asks a run's questions, all at once; `all` are those of this conversation, in their order.

    `asked` tells of each question that is to be shown. A renderer gets an AbortSignal, which `make_signal` makes.
    """

    def __init__(
        self,
        clock: Clock,
        find_call: Callable[[str], ToolCall | None],
        make_signal: Callable[[Cancellation], Any],
        warn: Callable[[str], object],
        declared: Declared,
    ) -> None:
        self.asked: Signal[Approval | None] = Signal(None)
        self.all: tuple[Approval, ...] = ()
        self.renderer: Renderer | None = None
        self.wants_edits: bool | None = None
        self._clock = clock
        self._find_call = find_call
        self._make_signal = make_signal
        self._warn = warn
        self._declared = declared

    @property
    def offers_edits(self) -> bool:
        """Whether arguments may be changed: as the page says, else as its agent declares."""
        return self._declared.takes_edits if self.wants_edits is None else self.wants_edits

    def about(self, call: ToolCall) -> Approval | None:
        """The last question about a call."""
        return next((each for each in reversed(self.all) if each.call and each.call.id == call.id), None)

    def before(self, approval: Approval) -> ToolCall | None:
        """The call of the same tool that was asked about last, and answered."""
        earlier = self.all[: self.all.index(approval)]
        name = approval.call.name if approval.call else None
        answered = (each.call for each in reversed(earlier) if each.decision and each.call and each.call.name == name)
        return next(answered, None)

    def status(self, approval: Approval, *, is_running: bool) -> str:
        """How far an answered call is: it runs when every question has its answer."""
        if approval.decision != "approved":
            return "declined"
        if not is_running:
            return "interrupted"
        return "running" if all(each.decision for each in self.all) else "pending"

    def forget(self) -> None:
        """Another conversation begins."""
        self.all = ()

    async def ask(self, interrupts: tuple[Interrupt, ...]) -> tuple[Resume, ...]:
        """The answers, when every question has one. Cancelling this denies what is still open."""
        approvals = [Approval(each, self._find_call(each.tool_call_id or ""), self._clock) for each in interrupts]
        for number, approval in enumerate(approvals, 1):  # before anybody draws them
            approval.is_carded = self.renderer is None
            approval.place = (number, len(approvals))
        self.all = (*self.all, *approvals)
        stop = Cancellation()
        try:
            return tuple(await asyncio.gather(*(self._answer(approval, stop) for approval in approvals)))
        finally:
            stop.cancel(STOPPED)
            for approval in approvals:
                approval.deny()
            self.asked.set(None)  # they are to be drawn as answered, also when the run had ended before

    async def _answer(self, approval: Approval, stop: Cancellation) -> Resume:
        self.asked.set(approval)
        if self.renderer:
            await self._render(self.renderer, approval, stop)
        return await approval.answered()

    async def _render(self, renderer: Renderer, approval: Approval, stop: Cancellation) -> None:
        """Have the page ask. It decides how the question looks, not whether it is asked: if it fails, the card asks."""
        request = {
            "message": approval.wording or None,
            camel("tool_name"): approval.call.name if approval.call else "",
            "args": named_arguments(approval.call.arguments) if approval.call else {},
            "id": approval.interrupt.id,
        }
        try:
            approves = await renderer(request, {"signal": self._make_signal(stop)})
        except Exception as error:
            if not stop.cancelled:
                self._warn(f"approvalRenderer failed for question {approval.interrupt.id}, so the card asks: {error}")
                approval.is_carded = True
                self.asked.set(approval)
            return
        if approves is True:
            approval.approve()
        else:
            approval.deny()


def changed_arguments(proposed: str, edited: str) -> Mapping[str, Any] | None:
    """The edited arguments, if they are others than those proposed; `UsageError` if they are no JSON object."""
    try:
        value = strict_decoder(unique).decode(edited)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"This is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise UsageError("The arguments must be a JSON object.")
    try:
        is_same = json.dumps(strict_decoder().decode(proposed or "{}"), sort_keys=True) == json.dumps(
            value, sort_keys=True
        )
    except (ValueError, RecursionError):  # what was proposed is no JSON, so anything else is a change
        is_same = False
    return None if is_same else value
