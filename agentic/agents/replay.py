"""ReplayAgent: a recorded agent, played back. What it calls on the page really runs, and its real results are shown."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from agentic.agents.page import NoPage, Page
from agentic.agents.questions import Asked
from agentic.agents.recording import RecordedRun, Recording, Used
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.signal import Signal
from agentic.errors import UsageError
from agentic.protocol import events
from agentic.protocol.client import leave
from agentic.protocol.events import Event
from agentic.protocol.messages import RunInput
from agentic.protocol.results import metadata_of

PACES = ("real", "fast", "step")
OVER = "The recording ends here; begin a new chat to play it again."
CUT_OFF = "The recording of this answer ends here."

GOES_ON = (
    *(events.RunStarted, events.TextMessageStart, events.TextMessageContent),
    *(events.ToolCallStart, events.ToolCallArgs),
    *(events.ReasoningStart, events.ReasoningMessageStart, events.ReasoningMessageContent, events.ReasoningMessageEnd),
)
"""Events after which a step is not over: a step is a whole message, call, result or thought."""
ENDS = (events.RunFinished, events.RunError)


class ReplayAgent:
    """Plays a recording, a `Recording` or the text of one: its first turn answers the first message, and so on.

    `pace`: `real` as it was recorded, `fast` without waiting, `step` as far as `step()` lets it; it may be changed at
    any time. `waiting` holds whether a step is awaited. Conversations play apart from each other, several at once.
    """

    def __init__(self, recording: Recording | str, pace: str = "real") -> None:
        self._deck = Deck(recording if isinstance(recording, Recording) else Recording.from_text(recording))
        self.pace = pace

    @property
    def pace(self) -> str:
        return self._deck.gate.pace

    @pace.setter
    def pace(self, pace: str) -> None:
        if pace not in PACES:
            raise UsageError(f"ReplayAgent: pace is {', '.join(PACES)}, not {pace!r}")
        self._deck.gate.set_pace(pace)

    @property
    def waiting(self) -> Signal[bool]:
        return self._deck.gate.waiting

    def step(self) -> None:
        """Let the next step be played."""
        self._deck.gate.step()

    def bind(self, page: Page, clock: Clock) -> "Player":
        """The same recording on this page."""
        return Player(self._deck, page, clock)

    def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Play the run that was recorded at this place of the conversation; no page is there to be used."""
        return Player(self._deck, NoPage(), SystemClock()).run(input)


class Player:
    """A recording on one page."""

    def __init__(self, deck: "Deck", page: Page, clock: Clock) -> None:
        self._deck = deck
        self._page = page
        self._clock = clock

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        run = self._deck.next(input)
        if run is None:
            yield events.RunStarted(input.thread_id, input.run_id)
            is_asked = bool(input.messages) and input.messages[-1].role == "user"
            yield events.RunError(OVER, "over") if is_asked else events.RunFinished(input.thread_id, input.run_id)
            return
        last = None
        async with aclosing(Playing(self._deck, run, self._page, self._clock).events()) as played:
            async for last in played:
                yield _placed(last, input)
        if not isinstance(last, ENDS):
            yield events.RunError(CUT_OFF, "over")


class Deck:
    """A recording, and how far each conversation has come in it."""

    def __init__(self, recording: Recording) -> None:
        self.gate = Gate()
        self._turns: list[list[RecordedRun]] = []
        self._places: dict[str, tuple[int, int]] = {}
        self._joined: dict[str, int] = {}
        for run in recording.runs:
            if run.said is not None or not self._turns:
                self._turns.append([])
            self._turns[-1].append(run)

    def next(self, input: RunInput) -> RecordedRun | None:
        """The run of this turn and round; None where nothing was recorded. A turn that is asked again begins anew.

        Turns count from the one at which the recording came into the conversation.
        """
        turn, number = self._places.get(input.thread_id, (0, -1))
        if input.messages and input.messages[-1].role == "user":
            said = sum(message.role == "user" for message in input.messages)
            turn, number = max(said - self._joined.setdefault(input.thread_id, said), 0), -1
        self._places[input.thread_id] = place = turn, number + 1
        rounds = self._turns[turn] if turn < len(self._turns) else []
        return rounds[place[1]] if place[1] < len(rounds) else None


class Gate:
    """How fast a recording is played, and where its conversations wait for their next steps."""

    def __init__(self) -> None:
        self.pace = "real"
        self.waiting: Signal[bool] = Signal(False)
        self._steps = 0  # let through before anybody waited for them
        self._waiters: deque[asyncio.Future[None]] = deque()

    def set_pace(self, pace: str) -> None:
        """Another pace than `step` lets everybody go on."""
        self.pace = pace
        while pace != "step" and self._waiters:
            self.step()
        self._steps = 0

    def step(self) -> None:
        """Let whoever has waited longest go on, or else the next who comes."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():  # it was given up
                waiter.set_result(None)
                return
        self._steps += 1

    async def passed(self) -> None:
        """Wait until the next step may be played."""
        if self.pace != "step":
            return
        if self._steps:
            self._steps -= 1
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self.waiting.set(True)
        try:
            await waiter
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)
            self.waiting.set(bool(self._waiters))


class Playing:
    """One run while it is played."""

    def __init__(self, deck: Deck, run: RecordedRun, page: Page, clock: Clock) -> None:
        self._deck = deck
        self._run = run
        self._page = page
        self._clock = clock
        self._arguments: dict[str, str] = {}
        self._work: dict[str, asyncio.Future[Outcome]] = {}
        self._begins = clock.now(), 0

    async def events(self) -> AsyncGenerator[Event, None]:
        """The events as they were, with what the page really says in place of what it said."""
        is_over, is_first = False, True
        try:
            for step in self._run.steps:
                if isinstance(step, Used):
                    self._work[step.call_id] = asyncio.ensure_future(self._use(step))
                    continue
                if is_over and not is_first and not isinstance(step.event, ENDS):
                    await self._deck.gate.passed()
                event = await self._due(step.event, step.at)
                if isinstance(event, events.ToolCallArgs):
                    held = self._arguments.get(event.tool_call_id, "")
                    self._arguments[event.tool_call_id] = held + event.delta
                is_over, is_first = not isinstance(event, GOES_ON), False
                yield event
        finally:
            for work in self._work.values():
                leave(work)

    async def _due(self, event: Event, at: int) -> Event:
        """The event at its time. A result of the page comes when it is there; the times after it count from then."""
        if isinstance(event, events.ToolCallResult) and (work := self._work.pop(event.tool_call_id, None)):
            outcome = await work
            self._begins = self._clock.now(), at
            return replace(event, content=outcome.to_text(), metadata=metadata_of(outcome))
        now, (began, since) = self._clock.now(), self._begins
        if self._deck.gate.pace == "real" and (wait := began + (at - since) / 1000 - now) > 0:
            await self._clock.sleep(wait)
        return event

    async def _use(self, used: Used) -> Outcome:
        arguments: Any = json.loads(self._arguments.get(used.call_id) or "{}")
        if used.name:
            return await self._page.call(used.name, arguments, used.call_id)
        options = tuple(map(str, arguments.get("options", ())))
        asked = Asked(str(arguments.get("question", "")), options, bool(arguments.get("allow_custom")))
        return await self._page.ask(asked, used.call_id)


def _placed(event: Event, input: RunInput) -> Event:
    """The event as one of this run."""
    if isinstance(event, events.RunStarted | events.RunFinished):
        return replace(event, thread_id=input.thread_id, run_id=input.run_id)
    return event
