"""PageRun: what an agent function is given, the conversation so far and the way to use the page."""

import asyncio
import copy
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from agentic.agents.activity import Activity
from agentic.agents.page import Page
from agentic.agents.questions import ASK_USER, Asked
from agentic.core.capability import Outcome
from agentic.core.clock import Clock
from agentic.core.result import plain
from agentic.core.wire_names import to_wire_name
from agentic.protocol import events
from agentic.protocol.messages import ContextItem, Message, RunInput
from agentic.protocol.results import metadata_of

Put = Callable[[events.Event], Awaitable[None]]


class PageRun:
    """One run of an agent function. Its tasks may speak and call at the same time."""

    def __init__(self, input: RunInput, put: Put, page: Page, clock: Clock) -> None:
        self.thread_id = input.thread_id
        self.messages: tuple[Message, ...] = input.messages
        self.context: tuple[ContextItem, ...] = input.context
        self.state: dict[str, Any] = copy.deepcopy(input.state) if isinstance(input.state, dict) else {}
        self._put = put
        self._page = page
        self._clock = clock
        self._open_message: str | None = None
        self._open_thought: str | None = None
        self._shown = {message.id for message in input.messages if message.role == "activity"}
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
        # What is shown is what runs: an enum or a tuple reaches the pipeline as the JSON it became.
        return await self._perform(name, arguments, lambda shown, call_id: self._page.call(name, shown, call_id))

    async def ask(self, question: str, options: Iterable[str] = (), *, allow_other: bool = False) -> str:
        """Ask the person, and return the answer: one of `options`, or anything where there are none or `allow_other`.

        "" means that there is no answer.
        """
        asked = Asked(question, tuple(options), allow_other)
        outcome = await self._perform(ASK_USER, asked.arguments(), lambda _, call_id: self._page.ask(asked, call_id))
        return outcome.value if outcome.ok else ""

    async def think(self, piece: str) -> None:
        """Add to what is shown as reasoning; text or a call ends the thought."""
        opening = []
        if self._open_thought is None:
            self._open_thought = thought = self._clock.new_id()
            opening = [events.ReasoningStart(thought), events.ReasoningMessageStart(thought, "reasoning")]
        await self.emit(*self._end_text(), *opening, events.ReasoningMessageContent(self._open_thought, piece))

    async def show(self, activity: Activity) -> None:
        """Draw something, below what was said so far; the same id again draws it anew, where it is."""
        message_id = activity.id or self._clock.new_id()
        is_new = message_id not in self._shown
        self._shown.add(message_id)
        ended = [*self._end_thought(), *self._end_text()] if is_new else []
        await self.emit(*ended, events.ActivitySnapshot(message_id, activity.kind, dict(activity.content)))

    async def say(self, piece: str) -> None:
        """Add text to the message that is open; after a call, to a new one."""
        opening = self._end_thought()
        if self._open_message is None:
            self._open_message = self._clock.new_id()
            opening.append(events.TextMessageStart(self._open_message, "assistant"))
        await self.emit(*opening, events.TextMessageContent(self._open_message, piece))

    async def emit(self, *several: events.Event) -> None:
        """Hand these events on, with no other task's between them."""
        async with self._turn:
            for event in several:
                if self._is_over:
                    return
                await self._put(event)

    async def finish(self) -> None:
        """Wait for the calls that tasks of the function still make, and end what is open."""
        await self._is_quiet.wait()
        await self.emit(*self._end_thought(), *self._end_text())

    def close(self) -> None:
        """The run is over: whatever comes now is heard by nobody."""
        self._is_over = True

    async def _perform(
        self, name: str, arguments: Mapping[str, Any], start: Callable[[Mapping[str, Any], str], Awaitable[Outcome]]
    ) -> Outcome:
        """Show a call, do what it stands for, and show what came of it."""
        text = json.dumps(arguments, ensure_ascii=False, default=plain)
        call_id, parent = self._clock.new_id(), self._open_message
        self._calls += 1
        self._is_quiet.clear()
        try:
            await self.emit(
                *self._end_thought(),
                *self._end_text(),
                events.ToolCallStart(call_id, to_wire_name(name), parent),
                events.ToolCallArgs(call_id, text),
                events.ToolCallEnd(call_id),
            )
            outcome = await start(json.loads(text), call_id)
            words, metadata = outcome.to_text(), metadata_of(outcome)
            await self.emit(events.ToolCallResult(self._clock.new_id(), call_id, words, "tool", metadata=metadata))
            return outcome
        finally:
            self._calls -= 1
            if not self._calls:
                self._is_quiet.set()

    def _end_thought(self) -> list[events.Event]:
        thought, self._open_thought = self._open_thought, None
        return [events.ReasoningMessageEnd(thought), events.ReasoningEnd(thought)] if thought else []

    def _end_text(self) -> list[events.Event]:
        message_id, self._open_message = self._open_message, None
        return [events.TextMessageEnd(message_id)] if message_id else []
