"""Chat: the headless conversation. The element is one view of it; tests and scripts are others."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agentic.agents.agent import Agent
from agentic.agents.function import FunctionAgent, NamedAgent
from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.registry import Registry
from agentic.core.request_tools import build_request_tools
from agentic.core.result import represent
from agentic.core.signal import Signal
from agentic.core.wire_names import to_wire_name
from agentic.errors import AgentMissingError, BusyError, UsageError
from agentic.protocol.client import Interaction, Offer, ToolRun
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending
from agentic.protocol.messages import ContextItem, Message, Resume, Tool, ToolCall

log = logging.getLogger("agentic")

Context = Callable[[], Iterable[ContextItem | Mapping[str, Any]]]
MOST_ROUNDS = 10
STOPPED = "the user stopped the run"


@dataclass(frozen=True, slots=True)
class RunReport:
    """What an interaction did: the tools that ran, on which side, and how it ended."""

    tools: tuple[ToolRun, ...]
    ending: Ending


class LiveConversation:
    """The conversation as it stands. `get` makes it, once per change; listeners are told that there is news.

    A listener gets no conversation: to make one for each of a thousand deltas would cost more than the deltas. Nor is
    it told again before somebody has read what it was told of.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._made: Conversation | None = None
        self._news: Signal[None] = Signal(None)

    def get(self) -> Conversation:
        if self._made is None:
            self._made = self._draft.view()
        return self._made

    def subscribe(self, listener: Callable[[None], object]) -> Callable[[], None]:
        """Call `listener(None)` after the first change that nobody has read yet; the function returned ends that."""
        self.get()
        return self._news.subscribe(listener)

    def changed(self, draft: Draft) -> None:
        """This draft changed; news only if it is the one shown."""
        if draft is self._draft and self._made:
            self._made = None
            self._news.set(None)

    def show(self, draft: Draft) -> None:
        self.get()
        self._draft = draft
        self.changed(draft)


class Chat:
    """One conversation with one agent at a time, over the capabilities of a registry.

    `agent` may be assigned at any time; each send reads it. `context` is asked before every request. `finished` holds
    the report of the last interaction and tells its listeners once for each.
    """

    def __init__(
        self,
        agent: Agent | None = None,
        registry: Registry | None = None,
        *,
        clock: Clock | None = None,
        thread_id: str | None = None,
        max_tool_rounds: int = MOST_ROUNDS,
        context: Context = tuple,
    ) -> None:
        self.agent = agent
        self.registry = registry or Registry()
        self.max_tool_rounds = max_tool_rounds
        self.context = context
        self.finished: Signal[RunReport | None] = Signal(None)
        self._clock = clock or SystemClock()
        self._draft = Draft(thread_id or self._clock.new_id())
        self._stop: Cancellation | None = None
        self._turn = self.registry.new_turn()
        self.conversation = LiveConversation(self._draft)

    @property
    def is_running(self) -> bool:
        return self._stop is not None

    async def send(self, text: str, *, answers: Iterable[Resume] = ()) -> Ending:
        """Say something and wait until the agent is done with it. The message is there before anything can fail.

        `answers` are those to the `pending_interrupts` of the conversation; questions without one are given up.
        """
        self._refuse_if_running()
        self._draft.append(Message(self._clock.new_id(), "user", text))
        return await self._interact(answers)

    async def retry(self) -> Ending:
        """Answer the newest message of the person once more; whatever came after it is gone."""
        self._refuse_if_running()
        users = [message for message in self._draft.messages() if message.role == "user"]
        if not users:
            raise UsageError("retry: nothing was said yet")
        self._draft.truncate(users[-1].id)
        return await self._interact()

    def stop(self) -> None:
        """End the run that is going on, if one is: no further event, no further call. What was received stays."""
        if self._stop is None:
            return
        for question in self.registry.queue.pending:
            if self._draft.call(question.call.call_id):
                question.deny(STOPPED)
        self._stop.cancel(STOPPED)

    def new(self) -> None:
        """Begin an empty conversation; a run that is going on ends with the old one."""
        self.stop()
        self._stop = None
        self._draft = Draft(self._clock.new_id())
        self.conversation.show(self._draft)

    def _refuse_if_running(self) -> None:
        if self.is_running:
            raise BusyError("a run is going on; wait for it, or stop it first")

    async def _interact(self, answers: Iterable[Resume] = ()) -> Ending:
        """One interaction from first to last, on the draft it began with, whatever is shown meanwhile."""
        draft, stop = self._draft, Cancellation()
        self._stop, self._turn, draft.is_running = stop, self.registry.new_turn(), True
        self.conversation.changed(draft)
        ending, tools = Ending("stopped"), ()
        try:
            ending, tools = await self._drive(draft, stop, answers)
        finally:
            self._end(draft, stop, ending)
        self.finished.set(RunReport(tools, ending))
        return ending

    async def _drive(
        self, draft: Draft, stop: Cancellation, answers: Iterable[Resume]
    ) -> tuple[Ending, tuple[ToolRun, ...]]:
        try:
            agent = self.agent
            if isinstance(agent, NamedAgent):
                agent = await race(agent.find(self._clock), stop)
        except CallCancelled:
            return Ending("stopped"), ()
        except AgentMissingError as error:
            return Ending("agent-missing", {"name": error.name}), ()
        if agent is None:
            return Ending("not-connected"), ()
        interaction = Interaction(
            draft,
            self._offer,
            clock=self._clock,
            stop=stop,
            changed=lambda: self.conversation.changed(draft),
            # A bound below one would be a send that asks nobody.
            max_rounds=self.max_tool_rounds if self.max_tool_rounds > 0 else MOST_ROUNDS,
            answers=answers,
        )
        if isinstance(agent, FunctionAgent):
            agent = agent.bind(self._port(interaction, stop), self._clock)
        return await interaction.drive(agent.run), tuple(interaction.tools)

    def _port(self, interaction: Interaction, stop: Cancellation) -> Callable[..., Any]:
        """How an agent in the page runs a capability: shown, confirmed and stopped like any other call."""
        turn = self._turn

        async def execute(name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
            def start() -> Awaitable[Outcome]:
                return self.registry.execute(name, arguments, call_id=call_id, signal=stop, turn=turn)

            return await interaction.perform(call_id, to_wire_name(name), start)

        return execute

    def _offer(self) -> Offer:
        """What the page has to offer at this moment."""
        offered = {tool.name: tool for tool in build_request_tools(self.registry)}
        revision, run_id, turn = self.registry.revision, self._clock.new_id(), self._turn

        def execute(call: ToolCall, stop: Cancellation) -> Awaitable[Outcome]:
            return self.registry.execute(
                offered[call.name].capability,
                call.arguments,
                revision=revision,
                call_id=call.id,
                run_id=run_id,
                signal=stop,
                turn=turn,
                only_target=offered[call.name].only_target,
                needs_target=offered[call.name].needs_target,
            )

        tools = tuple(Tool(tool.name, tool.description, tool.parameters) for tool in offered.values())
        return Offer(run_id, execute, tools, self._read_context())

    def _read_context(self) -> tuple[ContextItem, ...]:
        try:
            return tuple(context_item(item) for item in self.context())
        except Exception:
            # What the page tells about itself is a help, not a condition.
            log.exception("the context could not be read, so none is sent")
            return ()

    def _end(self, draft: Draft, stop: Cancellation, ending: Ending) -> None:
        if ending.is_notice:
            messages = draft.messages()
            after = messages[-1].id if messages else ""
            draft.add_notice(Notice(self._clock.new_id(), ending.kind, after, ending.values))
        draft.progress.clear()
        draft.is_running = False
        if self._stop is stop:
            self._stop = None
        self.conversation.changed(draft)


def context_item(item: ContextItem | Mapping[str, Any]) -> ContextItem:
    """A context entry as it travels: two texts."""
    if isinstance(item, ContextItem):
        return item
    return ContextItem(represent(item.get("description", "")), represent(item.get("value", "")))
