"""Recorder: an agent that is another one, and remembers what that one does."""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from agentic.agents.agent import Agent, PageAgent
from agentic.agents.masking import Masking
from agentic.agents.page import Page
from agentic.agents.questions import Asked
from agentic.agents.recording import RecordedRun, Recording, Step, Told, Used
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.errors import ProtocolError
from agentic.protocol.chunks import Chunks
from agentic.protocol.events import Event, Remark, RunStarted
from agentic.protocol.messages import RunInput, Tool


class Recorder:
    """Answers as `agent` does; `recording` holds what it did so far, in whatever conversation."""

    def __init__(self, agent: Agent, *, title: str = "", clock: Clock | None = None) -> None:
        self._agent = agent
        self._tape = Tape(title, clock or SystemClock())

    @property
    def recording(self) -> Recording:
        return self._tape.recording

    def bind(self, page: Page, clock: Clock) -> Agent:
        """The same recorder for an agent that uses this page."""
        agent = self._agent
        if not isinstance(agent, PageAgent):
            return self
        return BoundRecorder(self._tape, lambda take: agent.bind(WatchedPage(page, take), clock))

    def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Answer as the agent does."""
        return BoundRecorder(self._tape, lambda take: self._agent).run(input)


class BoundRecorder:
    """A recorder of the agent that `agent_for` makes for each run."""

    def __init__(self, tape: "Tape", agent_for: "Callable[[Take], Agent]") -> None:
        self._tape = tape
        self._agent_for = agent_for

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        take = self._tape.begin(input)
        async with aclosing(self._agent_for(take).run(input)) as answer:
            async for event in answer:
                take.tell(event)
                yield event


class Tape:
    """Holds the runs that a recorder has heard, in the order in which they began."""

    def __init__(self, title: str, clock: Clock) -> None:
        self._title = title
        self._clock = clock
        self._takes: list[Take] = []

    @property
    def recording(self) -> Recording:
        runs = tuple(RecordedRun(take.said, take.written()) for take in self._takes)
        return Recording(runs, self._title)

    def begin(self, input: RunInput) -> "Take":
        last = input.messages[-1] if input.messages else None
        take = Take(last.text if last and last.role == "user" else None, self._clock, input.tools)
        self._takes.append(take)
        return take


class Take:
    """One run while it is recorded."""

    def __init__(self, said: str | None, clock: Clock, tools: Iterable[Tool]) -> None:
        self.said = said
        self._steps: list[Step] = []
        self._tools = tuple(tools)
        self._clock = clock
        self._began = clock.now()
        self._chunks = Chunks()

    def tell(self, event: Event) -> None:
        """Note an event, without what is not the agent's: the history it was given, and another system's own words."""
        if isinstance(event, Remark):
            return
        # What breaks the protocol is told by whoever applies the events; here it is only not written down.
        with suppress(ProtocolError):
            if self._chunks.concern(event):
                self._chunks.unfold(event, self._keep)
            else:
                self._keep(event)

    def written(self) -> tuple[Step, ...]:
        """What was heard, as it may be written down; what is secret in a call is known once it has run."""
        masking, steps = Masking(self._tools), []
        for step in self._steps:
            if isinstance(step, Told):
                steps += [Told(step.at, masked) for masked in masking.pass_on(step.event)]
            else:
                steps.append(step)
        return tuple(steps)

    def _keep(self, event: Event) -> None:
        bare = {"input": None} if isinstance(event, RunStarted) else {}
        self._steps.append(Told(self._at(), replace(event, raw_event=None, timestamp=None, **bare)))

    def use(self, call_id: str, name: str = "") -> None:
        self._steps.append(Used(self._at(), call_id, name))

    def _at(self) -> int:
        return round((self._clock.now() - self._began) * 1000)


class WatchedPage:
    """A page that notes how it is used."""

    def __init__(self, page: Page, take: Take) -> None:
        self._page = page
        self._take = take

    async def call(self, name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
        self._take.use(call_id, name)
        return await self._page.call(name, arguments, call_id)

    async def ask(self, asked: Asked, call_id: str) -> Outcome:
        self._take.use(call_id)
        return await self._page.ask(asked, call_id)
