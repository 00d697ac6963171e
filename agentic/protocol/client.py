"""Drives an agent through the rounds of one interaction: answer, run the page's own calls, answer again.

Whatever goes wrong ends in exactly one `Ending`, and what was received before stays.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from agentic.core.cancel import Cancellation, worked
from agentic.core.capability import Outcome
from agentic.core.clock import Clock
from agentic.core.fault import named
from agentic.errors import ProtocolError, TransportError
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending, ending_of, failure_of
from agentic.protocol.events import Custom, Event, RunError, RunFinished, RunStarted, ToolCallResult
from agentic.protocol.interrupts import complete_answers
from agentic.protocol.invalidation import invalidation_of
from agentic.protocol.messages import ContextItem, Interrupt, Resume, RunInput, Tool, ToolCall
from agentic.protocol.results import answer_open_calls, metadata_of, record_result
from agentic.protocol.run import Run
from agentic.protocol.sendable import sendable
from agentic.protocol.silence import Silence

log = logging.getLogger("agentic")

LONGEST_STRETCH = 0.012  # seconds of work before the page gets its turn
LAST_WORDS = 2.0  # seconds a stream may go on after its run has ended
GRACE = 0.25  # seconds a stopped handler may take to say what became of it
MOST_UNKNOWN_ROUNDS = 3

TURNS_OF_A_RUN = frozenset((RunStarted, RunFinished, RunError))

Answer = Callable[[RunInput], AsyncGenerator[Event, None]]
Execute = Callable[[ToolCall, Cancellation], Awaitable[Outcome | None]]
Ask = Callable[[tuple[Interrupt, ...]], Coroutine[Any, Any, tuple[Resume, ...]]]


@dataclass(frozen=True, slots=True)
class Offer:
    """What the page offers in one round, whose run has this id: only the tools in it can be run in that round.

    `execute` gives no outcome for a call whose result somebody brings later; the interaction ends `waiting` for it.
    """

    run_id: str
    execute: Execute
    tools: tuple[Tool, ...] = ()
    context: tuple[ContextItem, ...] = ()
    forwarded_props: Any = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(tool.name for tool in self.tools)


@dataclass(frozen=True, slots=True)
class ToolRun:
    """A tool that was run, and on which side: `client` or `server`."""

    name: str
    side: str


class Stopped(Exception):
    """Somebody stopped the interaction; never leaves this module."""


class Over:
    """Whether the run of an answer is over: it has said how it ended, and nothing new has begun since.

    A server need not close its stream then, and nobody has to wait until it does.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = 0.0
        self._has_ended = asyncio.Event()

    def hear(self, event: Event) -> None:
        if type(event) is RunStarted:
            self._has_ended.clear()
        else:
            self._since = self._clock.now()
            self._has_ended.set()

    async def wait(self) -> None:
        """Until it has been over for as long as a stream may still say something."""
        while True:
            await self._has_ended.wait()
            left = self._since + LAST_WORDS - self._clock.now()
            if left <= 0:
                return
            await self._clock.sleep(left)


class Interaction:
    """Everything that one message of the person starts."""

    def __init__(
        self,
        draft: Draft,
        offer: Callable[[], Offer],
        *,
        clock: Clock,
        stop: Cancellation,
        changed: Callable[[], object],
        max_rounds: int,
        answers: Iterable[Resume] = (),
        ask: Ask | None = None,
        heard: Callable[[Event], object] = lambda event: None,
        recorded: Callable[[], object] = lambda: None,
        patience: float = 0,
        are_results_provisional: bool = False,
    ) -> None:
        self.invalidated: dict[str, None] = {}
        self._draft = draft
        self._offer = offer
        self._clock = clock
        self._stop = stop
        self._changed = changed
        self._max_rounds = max_rounds
        self.answers = tuple(answers)
        self._ask = ask
        self._heard = heard
        self._recorded = recorded
        self._are_results_provisional = are_results_provisional
        self._silence = Silence(clock, patience, self._is_silent, self._is_at_work)
        self._over = Over(clock)
        self._work: dict[str, asyncio.Future[Outcome | None]] = {}
        self._ran: dict[str, ToolRun] = {}
        self._unknown_rounds = 0

    @property
    def tools(self) -> tuple[ToolRun, ...]:
        """What was run, each call once: a result may be told again, or before the page itself ran the call."""
        return tuple(self._ran.values())

    async def drive(self, answer: Answer) -> Ending:
        """Rounds until the agent, which is `answer`, wants nothing more from the page."""
        try:
            for _ in range(self._max_rounds):
                ending = await self._round(answer, self._offer())
                if ending and ending.kind == "interrupt" and self._ask:
                    self.answers = await self._until_stopped(self._ask(self._draft.pending_interrupts))
                elif ending:
                    return ending
            return Ending("rounds", {"limit": self._max_rounds})
        except Stopped:
            return Ending("stopped")
        except Exception as error:
            log.exception("the interaction failed")
            return failure_of(error)
        finally:
            self._settle()

    async def perform(self, call_id: str, name: str, start: Callable[[], Awaitable[Any]]) -> Any:
        """Run one call on the page, and show that it runs. An exception becomes a failed outcome."""
        if self._stop.cancelled:
            raise asyncio.CancelledError
        work = self._work[call_id] = asyncio.ensure_future(_outcome_of(start))
        self._draft.progress[call_id] = "running"
        self._ran[call_id] = ToolRun(name, "client")
        self._changed()
        # Stop must not tear the work away: it hears of the stop itself and says what became of it.
        return await asyncio.shield(work)

    async def _round(self, answer: Answer, offer: Offer) -> Ending | None:
        """One run and the calls it leaves to the page; None if the agent has to hear of their results."""
        self._refuse_if_stopped()
        ending, run = await self._run(answer, offer)
        # Before anybody is asked and anything is run: either may take the page away.
        self._recorded()
        if ending.kind not in ("finished", "interrupt"):
            return ending
        calls = self._waiting(run, offer)
        for call in calls:
            await self._execute(call, offer)
        if ending.kind == "interrupt" or not calls:
            return ending
        if not all(self._draft.has_result(call.id) for call in calls):
            return Ending("waiting")
        is_lost = offer.names.isdisjoint(call.name for call in calls)
        self._unknown_rounds = self._unknown_rounds + 1 if is_lost else 0
        if self._unknown_rounds == MOST_UNKNOWN_ROUNDS:
            return Ending("unknown-tools", {"name": calls[-1].name})
        return None

    async def _run(self, answer: Answer, offer: Offer) -> tuple[Ending, Run]:
        """Ask the agent, apply what it says, and tell how that ended."""
        run = Run(self._draft, self._delivered)
        self._silence.broken(self._clock.now())
        watching = asyncio.ensure_future(self._silence.watch())
        over = self._over = Over(self._clock)
        try:
            await self._until_stopped(self._pump(answer(self._input(offer)), run), enough=over.wait())
        except (ProtocolError, TransportError) as error:
            if run.end.ended == "none":
                return failure_of(error), run
            # The run said how it ended; what broke after that changes nothing about it.
            self._draft.warn(f"after the end of the run: {error}")
        except Stopped:
            raise
        except Exception as error:
            log.exception("the agent failed")
            return failure_of(error), run
        finally:
            leave(watching)
            self._draft.is_silent = False
            self._draft.close_all()
        return ending_of(run.end), run

    async def _pump(self, events: AsyncGenerator[Event, None], run: Run) -> None:
        since = self._clock.now()
        async with aclosing(events):
            async for event in events:
                if self._stop.cancelled:
                    return
                run.feed(event)
                if type(event) in TURNS_OF_A_RUN:
                    self._over.hear(event)
                self._changed()
                self._silence.broken(now := self._clock.now())
                if now - since > LONGEST_STRETCH:
                    await self._clock.sleep(0)
                    since = self._clock.now()

    def _delivered(self, event: Event) -> None:
        if type(event) is ToolCallResult and event.tool_call_id not in self._work:
            call = self._draft.call(event.tool_call_id)
            if call:
                self._ran[call.id] = ToolRun(call.name, "server")
        elif type(event) is RunFinished:
            self.answers = ()  # they arrived; a question that comes again under the same id is another one
        elif type(event) is Custom and (moved := invalidation_of(event)):
            self.invalidated.update(dict.fromkeys(moved.keys))
        self._heard(event)

    def _is_at_work(self) -> bool:
        """Whether the page runs a call: an agent in the page says nothing until that is done."""
        return not all(work.done() for work in self._work.values())

    def _is_silent(self, is_silent: bool) -> None:
        self._draft.is_silent = is_silent
        self._changed()

    def _input(self, offer: Offer) -> RunInput:
        """What is sent: every call in it has an answer, and every question of the last run too."""
        questions = self._draft.pending_interrupts
        asked = {question.tool_call_id for question in questions}
        if answer_open_calls(self._draft, self._clock.new_id, asked):
            self._changed()
        answers = complete_answers(questions, self.answers, self._clock.now())
        return RunInput(
            thread_id=self._draft.thread_id,
            run_id=offer.run_id,
            messages=sendable(self._draft.messages()),
            state=self._draft.state,
            tools=offer.tools,
            context=offer.context,
            forwarded_props=offer.forwarded_props,
            resume=answers or None,
        )

    def _waiting(self, run: Run, offer: Offer) -> list[ToolCall]:
        """The calls the agent left to the page, in its order; those that a question is about are the person's."""
        draft = self._draft
        asked = {question.tool_call_id for question in draft.pending_interrupts}
        if self._are_results_provisional:
            self._take_back(run, offer)
        made = (*run.end.pending_call_ids, *(run.answered_calls if self._are_results_provisional else ()))
        ids = [each for each in made if each not in asked and not draft.has_result(each)]
        calls = [call for call_id in ids if (call := draft.call(call_id))]
        # A server's own tool whose result it keeps to itself looks like an unknown one, but there the talk goes on.
        return [call for call in calls if call.name in offer.names or not draft.is_followed_by_text(call.id)]

    def _take_back(self, run: Run, offer: Offer) -> None:
        """Forget what the server said in advance of calls that are the page's own."""
        for call_id in run.answered_calls:
            call = self._draft.call(call_id)
            if call and call.name in offer.names and call_id not in self._work:
                self._draft.forget_result(call_id)

    async def _execute(self, call: ToolCall, offer: Offer) -> None:
        """Run one call and record its result; a tool that was not offered is not run, whatever is registered."""
        self._refuse_if_stopped()
        if call.name not in offer.names:
            self._record(call.id, no_such_tool(call.name, offer.names), {"outcome": "failed"})
            return
        outcome = await self._until_stopped(self.perform(call.id, call.name, lambda: offer.execute(call, self._stop)))
        if outcome:
            self._record_outcome(call.id, outcome)
        elif not self._draft.has_result(call.id):
            self._draft.progress[call.id] = "pending"
            self._changed()

    def _record_outcome(self, call_id: str, outcome: Outcome) -> None:
        self._record(call_id, outcome.to_text(), metadata_of(outcome))

    def _record(self, call_id: str, content: str, metadata: Mapping[str, Any] | None) -> None:
        record_result(self._draft, self._clock.new_id(), call_id, content, metadata)
        self._changed()
        self._recorded()

    def _refuse_if_stopped(self) -> None:
        if self._stop.cancelled:
            raise Stopped

    async def _until_stopped(
        self, work: Coroutine[Any, Any, Any], enough: Coroutine[Any, Any, Any] | None = None
    ) -> Any:
        """The value of the work, unless somebody stops it first, or it is `enough`. Work that ignores that is left."""
        task = asyncio.ensure_future(worked(work))
        others = {asyncio.ensure_future(each) for each in (self._stop.wait(), enough) if each}
        try:
            await asyncio.wait({task, *others}, return_when=asyncio.FIRST_COMPLETED)
            if self._stop.cancelled:
                await self._let_handlers_end()
                raise Stopped
            if not task.done():
                return None
            if task.cancelled():
                # By itself, or by something it waited for: an end like any other error's.
                raise RuntimeError("it was cancelled")
            return task.result()
        finally:
            for each in (task, *others):
                leave(each)

    async def _let_handlers_end(self) -> None:
        """Give what runs on the page a moment to say what became of it."""
        running = {work for work in self._work.values() if not work.done()}
        if running:
            patience = asyncio.ensure_future(self._clock.sleep(GRACE))
            while running and not patience.done():
                done, _ = await asyncio.wait({patience, *running}, return_when=asyncio.FIRST_COMPLETED)
                running -= done
            leave(patience)

    def _settle(self) -> None:
        """Keep the results of the handlers that ended after the stop, and let go of those that did not."""
        for call_id, work in self._work.items():
            is_open = self._draft.call(call_id) and not self._draft.has_result(call_id)
            if is_open and work.done() and not work.cancelled() and (outcome := work.result()):
                self._record_outcome(call_id, outcome)
            leave(work)


async def _outcome_of(start: Callable[[], Awaitable[Outcome | None]]) -> Outcome | None:
    try:
        return await start()
    except Exception as error:
        log.exception("a call could not be run")
        return Outcome("failed", hint=named(error))


def no_such_tool(name: str, names: Iterable[str]) -> str:
    """What a model reads that called something it was not offered."""
    there_is = ", ".join(sorted(names)) or "no tool at all now"
    return f"There is no tool {name!r}. There is {there_is}."


def leave(work: "asyncio.Future[Any]") -> None:
    """Cancel work and wait for nothing: its late error is nobody's."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    work.cancel()
