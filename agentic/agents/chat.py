"""Chat: the headless conversation. The element is one view of it; tests and scripts are others."""

import json
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
from agentic.core.result import plain, represent
from agentic.core.signal import Signal
from agentic.core.wire_names import to_wire_name
from agentic.errors import AgentMissingError, BusyError, UsageError
from agentic.protocol.client import Ask, Interaction, Offer, ToolRun
from agentic.protocol.content import Content, read_content
from agentic.protocol.continuation import Continuation
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending
from agentic.protocol.events import Event
from agentic.protocol.interrupts import check_answers
from agentic.protocol.messages import ContextItem, Message, Resume, Tool, ToolCall

log = logging.getLogger("agentic")

Context = Callable[[], Iterable[ContextItem | Mapping[str, Any]]]
MOST_ROUNDS = 10
PATIENCE = 30.0
STOPPED = "the user stopped the run"


@dataclass(frozen=True, slots=True)
class RunReport:
    """What an interaction did: the tools that ran, on which side, how it ended, and what the server says it moved."""

    tools: tuple[ToolRun, ...]
    ending: Ending
    invalidated: tuple[str, ...] = ()


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
    the report of the last interaction and tells its listeners once for each. `heard` tells them of every event of the
    conversation that is shown, when it has been applied. `forwarded_props` go along with every request as they are.
    `ask`, where there is one, gets the questions a run ends on and gives the answers to go on with; else the
    interaction ends there, and `answer` begins another. After `patience` seconds in which nothing came, the
    conversation is silent; 0 is a patience without end.
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
        forwarded_props: Any = None,
        patience: float = PATIENCE,
    ) -> None:
        self.agent = agent
        self.registry = registry or Registry()
        self.max_tool_rounds = max_tool_rounds
        self.context = context
        self.forwarded_props = {} if forwarded_props is None else forwarded_props
        self.patience = patience
        self.ask: Ask | None = None
        self.heard: Signal[Event | None] = Signal(None)
        self.finished: Signal[RunReport | None] = Signal(None)
        self._clock = clock or SystemClock()
        self._draft = Draft(thread_id or self._clock.new_id())
        self._continued: Agent | None = None
        self._stop: Cancellation | None = None
        self._answers: tuple[Resume, ...] = ()
        self.conversation = LiveConversation(self._draft)

    @property
    def is_running(self) -> bool:
        return self._stop is not None

    @property
    def state(self) -> Any:
        """The state that agent and page share, as it stands; any JSON."""
        return self._draft.state

    @state.setter
    def state(self, value: Any) -> None:
        self._draft.state = as_json(value, "state")
        self.conversation.changed(self._draft)

    def find_call(self, call_id: str) -> ToolCall | None:
        """The call of this id in the conversation that is shown."""
        return self._draft.call(call_id)

    async def send(self, content: Content, *, answers: Iterable[Resume] = ()) -> Ending:
        """Say something and wait until the agent is done with it. The message is there before anything can fail.

        `content` is a text, or parts: `Part` records, or mappings as the protocol spells them; `UsageError` for others.
        `answers` are those to the `pending_interrupts` of the conversation; questions without one are given up.
        """
        self._refuse_if_running()
        content = read_content(content)
        self._join()
        self._draft.append(Message(self._clock.new_id(), "user", content))
        return await self._interact(answers)

    async def go_on(self, agent: Agent, content: Content) -> Ending:
        """Continue a run that the server knows: `agent` gets the new turn, and of the conversation only the state.

        The exchange joins the conversation. What is sent after it goes to the chat's own agent again, with all of it.
        """
        self._refuse_if_running()
        content = read_content(content)
        self._join()
        self._continued, self._draft = agent, Continuation(self._draft.view())
        self._draft.append(Message(self._clock.new_id(), "user", content))
        self.conversation.show(self._draft)
        return await self._interact()

    async def answer(self, answers: Iterable[Resume]) -> Ending:
        """Go on with a run that ended on questions: every one of them needs an answer, or `UsageError`."""
        self._refuse_if_running()
        answers = tuple(answers)
        check_answers(self._draft.pending_interrupts, answers, self._clock.now())
        return await self._interact(answers)

    async def retry(self) -> Ending:
        """Answer the newest message of the person once more; whatever came after it is gone.

        Answers to questions that did not arrive are sent again instead.
        """
        self._refuse_if_running()
        if self._answers and self._draft.pending_interrupts:
            return await self._interact(self._answers)
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
        """Begin an empty conversation; a run that is going on ends with the old one.

        The state stays: it is the page's, not the conversation's. One that could not be sent would spoil every other.
        """
        self.stop()
        self._stop = None
        try:
            state = as_json(self._draft.state, "state")
        except UsageError:
            log.warning("the state is nested too deep to be sent; the new conversation begins without it")
            state = None
        self._continued, self._draft = None, Draft(self._clock.new_id(), state=state)
        self.conversation.show(self._draft)

    def _join(self) -> None:
        """What is said next goes to the chat's own agent, and takes the exchange of a continuation along."""
        if isinstance(self._draft, Continuation):
            self._continued, self._draft = None, self._draft.joined()
            self.conversation.show(self._draft)

    def _refuse_if_running(self) -> None:
        if self.is_running:
            raise BusyError("a run is going on; wait for it, or stop it first")

    async def _interact(self, answers: Iterable[Resume] = ()) -> Ending:
        """One interaction from first to last, on the draft it began with, whatever is shown meanwhile."""
        draft, stop = self._draft, Cancellation()
        self._stop, draft.is_running = stop, True
        self.conversation.changed(draft)
        self._answers = tuple(answers)
        report = RunReport((), Ending("stopped"))
        try:
            report = await self._drive(draft, stop, self._answers)
        finally:
            self._end(draft, stop, report.ending)
        self.finished.set(report)
        return report.ending

    async def _drive(self, draft: Draft, stop: Cancellation, answers: tuple[Resume, ...]) -> RunReport:
        try:
            agent = self._continued or self.agent
            if isinstance(agent, NamedAgent):
                agent = await race(agent.find(self._clock), stop)
        except CallCancelled:
            return RunReport((), Ending("stopped"))
        except AgentMissingError as error:
            return RunReport((), Ending("agent-missing", {"name": error.name}))
        if agent is None:
            return RunReport((), Ending("not-connected"))
        interaction = Interaction(
            draft,
            self._offer,
            clock=self._clock,
            stop=stop,
            changed=lambda: self.conversation.changed(draft),
            # A bound below one would be a send that asks nobody.
            max_rounds=self.max_tool_rounds if self.max_tool_rounds > 0 else MOST_ROUNDS,
            answers=answers,
            ask=self.ask,
            heard=lambda event: draft is self._draft and self.heard.set(event),
            patience=self.patience,
        )
        if isinstance(agent, FunctionAgent):
            agent = agent.bind(self._port(interaction, stop), self._clock)
        ending = await interaction.drive(agent.run)
        self._answers = interaction.answers
        return RunReport(tuple(interaction.tools), ending, tuple(interaction.invalidated))

    def _port(self, interaction: Interaction, stop: Cancellation) -> Callable[..., Any]:
        """How an agent in the page runs a capability: shown, confirmed and stopped like any other call."""

        async def execute(name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
            def start() -> Awaitable[Outcome]:
                return self.registry.execute(name, arguments, call_id=call_id, signal=stop)

            return await interaction.perform(call_id, to_wire_name(name), start)

        return execute

    def _offer(self) -> Offer:
        """What the page has to offer at this moment."""
        offered = {tool.name: tool for tool in build_request_tools(self.registry)}
        revision, run_id = self.registry.revision, self._clock.new_id()

        def execute(call: ToolCall, stop: Cancellation) -> Awaitable[Outcome]:
            return self.registry.execute(
                offered[call.name].capability,
                call.arguments,
                revision=revision,
                call_id=call.id,
                run_id=run_id,
                signal=stop,
            )

        tools = tuple(Tool(tool.name, tool.description, tool.parameters) for tool in offered.values())
        return Offer(run_id, execute, tools, self._read_context(), as_json(self.forwarded_props, "forwarded props"))

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


def as_json(value: Any, what: str) -> Any:
    """A copy of what the page gives, as it travels; `UsageError` if it cannot."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"{what}: it must be JSON; {error}") from error


def context_item(item: ContextItem | Mapping[str, Any]) -> ContextItem:
    """A context entry as it travels: two texts."""
    if isinstance(item, ContextItem):
        return item
    return ContextItem(represent(item.get("description", "")), represent(item.get("value", "")))
