"""`@agent("name")`: an async generator in the page that answers, and the catalog of those there are."""

import asyncio
import inspect
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any
from uuid import uuid4

from agentic.agents.activity import Activity
from agentic.agents.agent import Agent
from agentic.agents.here import Here
from agentic.agents.offering import as_json
from agentic.agents.page import NoPage, Page
from agentic.agents.page_run import PageRun
from agentic.core.clock import Clock, SystemClock
from agentic.core.fault import named
from agentic.core.signal import Signal
from agentic.errors import AgentMissingError, UsageError
from agentic.protocol import events
from agentic.protocol.messages import RunInput
from agentic.protocol.reader import Reader
from agentic.protocol.wire import write_event

log = logging.getLogger("agentic")

BETWEEN_LOOKS = 0.05  # seconds between two looks for an agent that is not there yet

AgentFunction = Callable[[PageRun], AsyncGenerator[str | Activity | events.Event, None]]


class FunctionAgent:
    """An agent written as a function. `bind` gives it the page, which every chat does for itself."""

    def __init__(
        self, function: AgentFunction, page: Page | None = None, *, name: str = "", clock: Clock | None = None
    ) -> None:
        if not inspect.isasyncgenfunction(function):
            raise UsageError(f"agent {name or function!r}: write it as `async def` with `yield`")
        self.name = name
        self._function = function
        self._page = page or NoPage()
        self._clock = clock or SystemClock()

    def bind(self, page: Page, clock: Clock) -> "FunctionAgent":
        """The same agent on another page or chat."""
        return FunctionAgent(self._function, page, name=self.name, clock=clock)

    async def run(self, input: RunInput) -> AsyncGenerator[events.Event, None]:
        """Play the function; closing this generator cancels it where it stands."""
        # One place in the queue, so that the function is never ahead of what is shown.
        queue: asyncio.Queue[events.Event | None] = asyncio.Queue(1)
        run = PageRun(input, queue.put, self._page, self._clock)
        playing = asyncio.ensure_future(self._play(run, input, queue))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            run.close()
            playing.cancel()
            if not queue.empty():
                queue.get_nowait()  # whoever waits for room in it may go

    async def _play(self, run: PageRun, input: RunInput, queue: "asyncio.Queue[events.Event | None]") -> None:
        await run.emit(events.RunStarted(input.thread_id, input.run_id))
        try:
            async with aclosing(self._function(run)) as pieces:
                async for piece in pieces:
                    await self._pass_on(piece, run)
            await run.finish()
        except BaseException as error:
            # `exit()` in an agent, or a cancelled task that it waited for, ends this run and nothing else.
            if _is_being_cancelled():
                raise
            log.error("agent %s failed", self.name, exc_info=error)
            last: events.Event = events.RunError(named(error))
        else:
            last = events.RunFinished(input.thread_id, input.run_id)
        # Store what the function left in `run.state`, also when it failed.
        changed = run.state != (input.state or {})
        await run.emit(*([events.StateSnapshot(run.state)] if changed else []), last)
        run.close()
        await queue.put(None)

    async def _pass_on(self, piece: Any, run: PageRun) -> None:
        if isinstance(piece, str):
            await run.say(piece)
        elif isinstance(piece, Activity):
            await run.show(piece)
        elif isinstance(piece, events.Event):
            await run.emit(*read_anew(piece))
        else:
            raise TypeError(f"an agent yields text, activities or events, not {type(piece).__name__}")


def read_anew(event: events.Event) -> tuple[events.Event, ...]:
    """An event of a page's own making, read as a server's is: nothing of it is believed unchecked, or shared.

    `UsageError` or `ProtocolError` where no server could have sent it; once applied, it would spoil every request.
    """
    if isinstance(event, events.Remark | events.Alive):
        return (event,)
    name = type(event).__name__
    try:
        written = write_event(event)
    except (TypeError, AttributeError, KeyError) as error:
        raise UsageError(f"{name}: a member of it is of the wrong kind; {error}") from error
    return Reader(lambda: str(uuid4())).read(as_json(written, name))


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class AgentCatalog:
    """The named agents of a page. A name is looked up at each run, so an agent may come later than the chat.

    `here` is what the page lends to agents that were given nothing of their own.
    """

    def __init__(self) -> None:
        self.here = Here()
        self.changed: Signal[tuple[str, ...]] = Signal(())
        self._agents: dict[str, Agent] = {}

    def agent(self, name: str) -> Callable[[AgentFunction], AgentFunction]:
        """Register an async generator function as the agent of this name; a name used again is the newer function's."""

        def registered(function: AgentFunction) -> AgentFunction:
            self.add(name, FunctionAgent(function, name=name))
            return function

        return registered

    def add(self, name: str, agent: Agent) -> None:
        self._agents[name] = agent
        self.changed.set(tuple(self._agents))

    def get(self, name: str) -> Agent | None:
        return self._agents.get(name)

    def named(self, name: str, patience: float = 0) -> "NamedAgent":
        """Whatever agent has this name when a run begins, or within `patience` seconds of that."""
        return NamedAgent(self, name, patience)


class NamedAgent:
    """An agent by name, found when it is asked. The script that defines it may be a moment late."""

    def __init__(self, catalog: AgentCatalog, name: str, patience: float = 0) -> None:
        self.name = name
        self._catalog = catalog
        self._patience = patience

    async def find(self, clock: Clock) -> Agent:
        """The agent; `AgentMissingError` if it does not come in time."""
        until = clock.now() + self._patience
        while (agent := self._catalog.get(self.name)) is None:
            if clock.now() >= until:
                raise AgentMissingError(self.name)
            await clock.sleep(BETWEEN_LOOKS)
        return agent

    async def run(self, input: RunInput) -> AsyncGenerator[events.Event, None]:
        agent = await self.find(SystemClock())
        async with aclosing(agent.run(input)) as answer:
            async for event in answer:
                yield event
