"""Recorder: an agent that is another one, and remembers what that one does."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from agentic.agents.agent import Agent, PageAgent
from agentic.agents.masking import Masking, Shown, by_tools, calls_of
from agentic.agents.page import Page
from agentic.agents.questions import Asked
from agentic.agents.recording import RecordedRun, Recording, Step, Told, Used
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.secrets import Scrub
from agentic.errors import ProtocolError
from agentic.protocol.chunks import Chunks
from agentic.protocol.events import Event, MessagesSnapshot, Remark, RunStarted, ToolCallEnd
from agentic.protocol.messages import RunInput


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
            return BoundRecorder(self._tape, lambda take: agent, page.shown)
        return BoundRecorder(self._tape, lambda take: agent.bind(WatchedPage(page, take), clock), page.shown)

    def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Answer as the agent does."""
        return BoundRecorder(self._tape, lambda take: self._agent, by_tools(input.tools)).run(input)


class BoundRecorder:
    """A recorder of the agent that `agent_for` makes for each run; `shown` says what its calls hide."""

    def __init__(self, tape: "Tape", agent_for: "Callable[[Take], Agent]", shown: Shown) -> None:
        self._tape = tape
        self._agent_for = agent_for
        self._shown = shown

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        take = self._tape.begin(input, self._shown)
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
        self._masking = Masking()

    @property
    def recording(self) -> Recording:
        """What was heard up to now, without what any of its calls hides: earlier runs may have said it already."""
        for take in self._takes:
            take.listen()
        scrub = self._masking.scrub()
        return Recording(tuple(take.masked(scrub) for take in self._takes), scrub(self._title))

    def begin(self, input: RunInput, shown: Shown) -> "Take":
        for call in calls_of(input.messages):
            self._masking.hear(call.name, call.arguments, shown)
        last = input.messages[-1] if input.messages else None
        take = Take(last.text if last and last.role == "user" else None, self._clock, self._masking, shown)
        self._takes.append(take)
        return take


class Take:
    """One run while it is recorded."""

    def __init__(self, said: str | None, clock: Clock, masking: Masking, shown: Shown) -> None:
        self._said = said
        self._steps: list[Step] = []
        self._clock = clock
        self._began = clock.now()
        self._chunks = Chunks()
        self._masking = masking
        self._shown = shown

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

    def use(self, call_id: str, name: str = "") -> None:
        self._steps.append(Used(self._at(), call_id, name))

    def listen(self) -> None:
        """Hear what the calls hide that were made up to now."""
        self._masking.listen(self._steps, self._shown)

    def masked(self, scrub: Scrub) -> RecordedRun:
        """The run as it may be written down."""
        said = None if self._said is None else scrub(self._said)
        return RecordedRun(said, tuple(self._masking.masked(self._steps, self._shown, scrub)))

    def _keep(self, event: Event) -> None:
        bare = {"input": None} if isinstance(event, RunStarted) else {}
        self._steps.append(Told(self._at(), replace(event, raw_event=None, timestamp=None, **bare)))
        if isinstance(event, ToolCallEnd | MessagesSnapshot):
            self.listen()

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

    def shown(self, name: str, text: str) -> str:
        return self._page.shown(name, text)
