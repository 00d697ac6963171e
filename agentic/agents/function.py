"""`@agent("name")`: an async generator in the page that answers, and the catalog of those there are."""

import asyncio
import copy
import inspect
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from agentic.agents.agent import Agent
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.fault import named
from agentic.core.result import plain
from agentic.core.signal import Signal
from agentic.core.wire_names import to_wire_name
from agentic.errors import AgentMissingError, UsageError
from agentic.protocol import events
from agentic.protocol.client import metadata_of
from agentic.protocol.messages import Message, RunInput

log = logging.getLogger("agentic")

BETWEEN_LOOKS = 0.05  # seconds between two looks for an agent that is not there yet

# name, arguments, call id: runs a capability through the page's pipeline.
Execute = Callable[[str, Mapping[str, Any], str], Awaitable[Outcome]]
AgentFunction = Callable[["PageRun"], AsyncGenerator[str | events.Event, None]]


class PageRun:
    """What an agent function is given: the conversation so far, and `call`, to use the page."""

    def __init__(self, input: RunInput, emit: "Emit", execute: Execute, clock: Clock) -> None:
        self.thread_id = input.thread_id
        self.messages: tuple[Message, ...] = input.messages
        self.state: dict[str, Any] = copy.deepcopy(input.state) if isinstance(input.state, dict) else {}
        self._emit = emit
        self._execute = execute
        self._clock = clock
        self._open_message: str | None = None

    @property
    def text(self) -> str:
        """What the person wrote last."""
        return next((message.text for message in reversed(self.messages) if message.role == "user"), "")

    async def call(self, name: str, /, **arguments: Any) -> Outcome:
        """Run a capability as any call is run, confirmation included, and return what came of it."""
        text = json.dumps(arguments, ensure_ascii=False, default=plain)
        call_id, parent = self._clock.new_id(), self._open_message
        await self.end_text()
        await self._emit(events.ToolCallStart(call_id, to_wire_name(name), parent))
        await self._emit(events.ToolCallArgs(call_id, text))
        await self._emit(events.ToolCallEnd(call_id))
        # What is shown is what runs: an enum or a tuple reaches the pipeline as the JSON it became.
        outcome = await self._execute(name, json.loads(text), call_id)
        await self._emit(
            events.ToolCallResult(
                self._clock.new_id(), call_id, outcome.to_text(), "tool", metadata=metadata_of(outcome)
            )
        )
        return outcome

    async def say(self, piece: str) -> None:
        """Add text to the message that is open; after a call, to a new one."""
        if self._open_message is None:
            self._open_message = self._clock.new_id()
            await self._emit(events.TextMessageStart(self._open_message, "assistant"))
        await self._emit(events.TextMessageContent(self._open_message, piece))

    async def end_text(self) -> None:
        if self._open_message is not None:
            message_id, self._open_message = self._open_message, None
            await self._emit(events.TextMessageEnd(message_id))


Emit = Callable[[events.Event], Awaitable[None]]


class FunctionAgent:
    """An agent written as a function. `bind` gives it the page's pipeline, which every chat does for itself."""

    def __init__(
        self, function: AgentFunction, execute: Execute | None = None, *, name: str = "", clock: Clock | None = None
    ) -> None:
        if not inspect.isasyncgenfunction(function):
            raise UsageError(f"agent {name or function!r}: write it as `async def` with `yield`")
        self.name = name
        self._function = function
        self._execute = execute or _nothing_to_call
        self._clock = clock or SystemClock()

    def bind(self, execute: Execute, clock: Clock) -> "FunctionAgent":
        """The same agent on another page or chat."""
        return FunctionAgent(self._function, execute, name=self.name, clock=clock)

    async def run(self, input: RunInput) -> AsyncGenerator[events.Event, None]:
        """Play the function; closing this generator cancels it where it stands."""
        # One place in the queue, so that the function is never ahead of what is shown.
        queue: asyncio.Queue[events.Event | None] = asyncio.Queue(1)
        run = PageRun(input, queue.put, self._execute, self._clock)
        playing = asyncio.ensure_future(self._play(run, input, queue))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            playing.cancel()

    async def _play(self, run: PageRun, input: RunInput, queue: "asyncio.Queue[events.Event | None]") -> None:
        await queue.put(events.RunStarted(input.thread_id, input.run_id))
        try:
            async with aclosing(self._function(run)) as pieces:
                async for piece in pieces:
                    await self._pass_on(piece, run, queue)
        except BaseException as error:
            # `exit()` in an agent, or a cancelled task that it waited for, ends this run and nothing else.
            if _is_being_cancelled():
                raise
            log.error("agent %s failed", self.name, exc_info=error)
            await self._keep(run, input, queue)
            await queue.put(events.RunError(named(error)))
        else:
            await run.end_text()
            await self._keep(run, input, queue)
            await queue.put(events.RunFinished(input.thread_id, input.run_id))
        await queue.put(None)

    async def _pass_on(self, piece: Any, run: PageRun, queue: "asyncio.Queue[events.Event | None]") -> None:
        if isinstance(piece, str):
            await run.say(piece)
        elif isinstance(piece, events.Event):
            await queue.put(piece)
        else:
            raise TypeError(f"an agent yields text or events, not {type(piece).__name__}")

    async def _keep(self, run: PageRun, input: RunInput, queue: "asyncio.Queue[events.Event | None]") -> None:
        """Store what the function left in `run.state`."""
        if run.state != (input.state or {}):
            await queue.put(events.StateSnapshot(run.state))


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _nothing_to_call(name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
    return Outcome("unavailable", hint=f"{name} cannot be run here: no page is connected", call_id=call_id)


class AgentCatalog:
    """The named agents of a page. A name is looked up at each run, so an agent may come later than the chat."""

    def __init__(self) -> None:
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
