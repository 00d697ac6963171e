"""PageRun: what an agent function is given, the conversation so far and the way to use the page."""

import asyncio
import copy
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agentic.core.capability import Outcome
from agentic.core.clock import Clock
from agentic.core.result import plain
from agentic.core.wire_names import to_wire_name
from agentic.protocol import events
from agentic.protocol.client import metadata_of
from agentic.protocol.messages import Message, RunInput

# name, arguments, call id: runs a capability through the page's pipeline.
Execute = Callable[[str, Mapping[str, Any], str], Awaitable[Outcome]]
Put = Callable[[events.Event], Awaitable[None]]


class PageRun:
    """One run of an agent function. Its tasks may speak and call at the same time."""

    def __init__(self, input: RunInput, put: Put, execute: Execute, clock: Clock) -> None:
        self.thread_id = input.thread_id
        self.messages: tuple[Message, ...] = input.messages
        self.state: dict[str, Any] = copy.deepcopy(input.state) if isinstance(input.state, dict) else {}
        self._put = put
        self._execute = execute
        self._clock = clock
        self._open_message: str | None = None
        self._turn = asyncio.Lock()
        self._calls = 0
        self._is_quiet = asyncio.Event()
        self._is_quiet.set()
        self._is_over = False

    @property
    def text(self) -> str:
        """What the person wrote last."""
        return next((message.text for message in reversed(self.messages) if message.role == "user"), "")

    async def call(self, name: str, /, **arguments: Any) -> Outcome:
        """Run a capability as any call is run, confirmation included, and return what came of it."""
        text = json.dumps(arguments, ensure_ascii=False, default=plain)
        call_id, parent = self._clock.new_id(), self._open_message
        self._calls += 1
        self._is_quiet.clear()
        try:
            await self.emit(
                *self._end_text(),
                events.ToolCallStart(call_id, to_wire_name(name), parent),
                events.ToolCallArgs(call_id, text),
                events.ToolCallEnd(call_id),
            )
            # What is shown is what runs: an enum or a tuple reaches the pipeline as the JSON it became.
            outcome = await self._execute(name, json.loads(text), call_id)
            words, metadata = outcome.to_text(), metadata_of(outcome)
            await self.emit(events.ToolCallResult(self._clock.new_id(), call_id, words, "tool", metadata=metadata))
            return outcome
        finally:
            self._calls -= 1
            if not self._calls:
                self._is_quiet.set()

    async def say(self, piece: str) -> None:
        """Add text to the message that is open; after a call, to a new one."""
        opening = []
        if self._open_message is None:
            self._open_message = self._clock.new_id()
            opening = [events.TextMessageStart(self._open_message, "assistant")]
        await self.emit(*opening, events.TextMessageContent(self._open_message, piece))

    async def emit(self, *several: events.Event) -> None:
        """Hand these events on, with no other task's between them."""
        async with self._turn:
            for event in several:
                if self._is_over:
                    return
                await self._put(event)

    async def finish(self) -> None:
        """Wait for the calls that tasks of the function still make, and end the text."""
        await self._is_quiet.wait()
        await self.emit(*self._end_text())

    def close(self) -> None:
        """The run is over: whatever comes now is heard by nobody."""
        self._is_over = True

    def _end_text(self) -> list[events.Event]:
        message_id, self._open_message = self._open_message, None
        return [events.TextMessageEnd(message_id)] if message_id else []
