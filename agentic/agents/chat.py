"""Chat: the headless conversation. The element is one view of it; tests and scripts are others."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agentic.agents.agent import Agent, PageAgent
from agentic.agents.function import NamedAgent
from agentic.agents.local import agent_of
from agentic.agents.page import ChatPage
from agentic.agents.parts import ChatMessage, messages_of
from agentic.agents.provider import Provider
from agentic.agents.questions import QuestionQueue
from agentic.agents.tools import CALL_ID, UNANSWERED, AnyTool, ChatTools, OnToolCall
from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.registry import Registry
from agentic.core.request_tools import build_request_tools
from agentic.core.result import represent
from agentic.core.signal import Signal
from agentic.errors import AgentMissingError, BusyError, UsageError
from agentic.protocol.client import Interaction, Offer, ToolRun, metadata_of, record_result
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending
from agentic.protocol.messages import ContextItem, Message, Part, Resume, Tool, ToolCall

log = logging.getLogger("agentic")

Context = Callable[[], Iterable[ContextItem | Mapping[str, Any]]]
MOST_ROUNDS = 10
MOST_ROUNDTRIPS = 5
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
    the report of the last interaction and tells its listeners once for each. `questions` are what an agent in the page
    asks the person. `messages` is the conversation in parts, for a view of one's own.

    `provider` is a model, or an agent. `tools`, made by `define_tool` or `@capability`, are this chat's own. Those that
    do not run by themselves go to `on_tool_call`; if it returns None, or there is none, the call waits for
    `add_tool_result`, and the conversation goes on when none is left waiting, unless `auto_send_tool_results` is off.
    With a provider, one message gives the model at most `max_tool_roundtrips`, five if it is not said otherwise.
    """

    def __init__(
        self,
        agent: Agent | None = None,
        registry: Registry | None = None,
        *,
        provider: Provider | Agent | None = None,
        tools: Iterable[AnyTool] = (),
        on_tool_call: OnToolCall | None = None,
        auto_send_tool_results: bool = True,
        max_tool_roundtrips: int | None = None,
        clock: Clock | None = None,
        thread_id: str | None = None,
        max_tool_rounds: int = MOST_ROUNDS,
        context: Context = tuple,
    ) -> None:
        tools = tuple(tools)
        self.agent = agent_of(provider) if provider else agent
        self.registry = Registry(registry) if registry and tools else registry or Registry()
        self.on_tool_call = on_tool_call
        self.auto_send_tool_results = auto_send_tool_results
        self.max_tool_roundtrips = MOST_ROUNDTRIPS if max_tool_roundtrips is None and provider else max_tool_roundtrips
        self.max_tool_rounds = max_tool_rounds
        self.context = context
        self.questions = QuestionQueue()
        self.finished: Signal[RunReport | None] = Signal(None)
        self._clock = clock or SystemClock()
        self._draft = Draft(thread_id or self._clock.new_id())
        self._stop: Cancellation | None = None
        self._rounds, self._unsent = 0, False
        self._values: dict[str, Any] = {}
        self._tools = ChatTools(self.registry, lambda request: self.on_tool_call and self.on_tool_call(request))
        self._tools.use(tools)
        self.conversation = LiveConversation(self._draft)

    @property
    def tools(self) -> tuple[AnyTool, ...]:
        """The chat's own tools; others may be assigned at any time."""
        return self._tools.all

    @tools.setter
    def tools(self, tools: Iterable[AnyTool]) -> None:
        self._tools.use(tuple(tools))

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """The conversation in parts."""
        names = {tool.name: tool.capability for tool in build_request_tools(self.registry)}
        awaiting = {question.call.call_id for question in self.registry.queue.pending}
        conversation = self.conversation.get()
        return messages_of(
            conversation, name_of=lambda name: names.get(name, name), results=self._values, awaiting=awaiting
        )

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        """Call `listener` when there is news that nobody has read yet; the function returned ends that."""
        leave = [
            self.conversation.subscribe(lambda _: listener()),
            self.registry.queue.changed.subscribe(lambda _: listener()),
        ]
        return lambda: [each() for each in leave] and None

    @property
    def is_running(self) -> bool:
        return self._stop is not None

    async def send(self, content: str | tuple[Part, ...], *, answers: Iterable[Resume] = ()) -> Ending:
        """Say something and wait until the agent is done with it. The message is there before anything can fail.

        `answers` are those to the `pending_interrupts` of the conversation; questions without one are given up.
        """
        self._refuse_if_running()
        self._draft.append(Message(self._clock.new_id(), "user", content))
        self._rounds = 0
        return await self._interact(answers)

    async def add_tool_result(
        self, call_id: str, *, result: Any = UNANSWERED, error: str | None = None
    ) -> Ending | None:
        """Bring the result of a call that waits for it, or say why there is none.

        When no call is left waiting the conversation goes on, and this returns how that ended.
        """
        if (result is UNANSWERED) == (error is None):
            raise UsageError("add_tool_result: give either result or error")
        draft = self._draft
        if draft.progress.get(call_id) != "pending" or draft.has_result(call_id):
            raise UsageError(f"add_tool_result: call {call_id!r} does not wait for a result")
        outcome = Outcome("ok", result) if error is None else Outcome("failed", hint=error)
        record_result(draft, self._clock.new_id(), call_id, outcome.to_text(), metadata_of(outcome))
        self._values[call_id], self._unsent = result, True
        self.conversation.changed(draft)
        return await self._interact() if self._may_go_on(draft) else None

    async def retry(self) -> Ending:
        """Answer the newest message of the person once more; whatever came after it is gone."""
        self._refuse_if_running()
        users = [message for message in self._draft.messages() if message.role == "user"]
        if not users:
            raise UsageError("retry: nothing was said yet")
        self._draft.truncate(users[-1].id)
        self._rounds = 0
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
        self._values = {}
        self.conversation.show(self._draft)

    def _refuse_if_running(self) -> None:
        if self.is_running:
            raise BusyError("a run is going on; wait for it, or stop it first")

    async def _interact(self, answers: Iterable[Resume] = ()) -> Ending:
        """One interaction from first to last, on the draft it began with, whatever is shown meanwhile."""
        draft, stop = self._draft, Cancellation()
        self._stop, draft.is_running = stop, True
        self.conversation.changed(draft)
        ending, tools = Ending("stopped"), ()
        try:
            ending, tools = await self._drive(draft, stop, answers)
        finally:
            self._end(draft, stop, ending)
        self.finished.set(RunReport(tools, ending))
        if self._unsent and ending.kind in ("waiting", "finished") and self._may_go_on(draft):
            return await self._interact()  # a result was brought after the agent was asked last
        return ending

    def _may_go_on(self, draft: Draft) -> bool:
        """Whether results that were brought are sent now."""
        is_free = draft is self._draft and not self.is_running
        return is_free and self.auto_send_tool_results and not draft.open_calls()

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
            max_rounds=self._rounds_left(),
            answers=answers,
        )
        if isinstance(agent, PageAgent):
            page = ChatPage(interaction, self.registry, self.questions, stop, self._clock.new_id())
            agent = agent.bind(page, self._clock)
        ending = await interaction.drive(agent.run)
        if ending.kind == "rounds" and self.max_tool_roundtrips is not None:
            ending = Ending("rounds", {"limit": self.max_tool_roundtrips})
        return ending, tuple(interaction.tools)

    def _rounds_left(self) -> int:
        """How often the agent may still be asked: once more than it may call tools, where that is bounded."""
        if self.max_tool_roundtrips is not None:
            return max(self.max_tool_roundtrips, 0) + 1 - self._rounds
        # A bound below one would be a send that asks nobody.
        return self.max_tool_rounds if self.max_tool_rounds > 0 else MOST_ROUNDS

    def _offer(self) -> Offer:
        """What the page has to offer at this moment."""
        self._rounds, self._unsent = self._rounds + 1, False
        is_last = self.max_tool_roundtrips is not None and self._rounds > self.max_tool_roundtrips
        offered = {tool.name: tool for tool in build_request_tools(self.registry)}
        revision, run_id = self.registry.revision, self._clock.new_id()

        async def execute(call: ToolCall, stop: Cancellation) -> Outcome | None:
            if is_last:
                return Outcome("unavailable", hint=f"not run: no more than {self.max_tool_roundtrips} rounds of calls")
            CALL_ID.set(call.id)
            outcome = await self.registry.execute(
                offered[call.name].capability,
                call.arguments,
                revision=revision,
                call_id=call.id,
                run_id=run_id,
                signal=stop,
            )
            if outcome.value is UNANSWERED:
                return None
            self._values[call.id] = outcome.value
            return outcome

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
        waiting = [call.id for call in draft.open_calls()] if ending.kind == "waiting" else []
        draft.progress.clear()
        draft.progress.update(dict.fromkeys(waiting, "pending"))
        draft.is_running = False
        if self._stop is stop:
            self._stop = None
        self.conversation.changed(draft)


def context_item(item: ContextItem | Mapping[str, Any]) -> ContextItem:
    """A context entry as it travels: two texts."""
    if isinstance(item, ContextItem):
        return item
    return ContextItem(represent(item.get("description", "")), represent(item.get("value", "")))
