"""Chat: the headless conversation. The element is one view of it; tests and scripts are others."""

import asyncio
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentic.agents.agent import Agent, PageAgent
from agentic.agents.function import NamedAgent
from agentic.agents.live import LiveConversation, RunReport
from agentic.agents.local import agent_of
from agentic.agents.offering import AfterCall, Context, as_json, make_offer, sendable_state
from agentic.agents.page import ChatPage
from agentic.agents.parts import ChatMessage, messages_of
from agentic.agents.provider import Provider
from agentic.agents.questions import QuestionQueue
from agentic.agents.tools import UNANSWERED, AnyTool, ChatTools, OnToolCall
from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Outcome
from agentic.core.clock import Clock, SystemClock
from agentic.core.registry import Registry
from agentic.core.request_tools import build_request_tools
from agentic.core.signal import Signal
from agentic.errors import AgentMissingError, BusyError, UsageError
from agentic.protocol.client import Ask, Interaction, Offer
from agentic.protocol.content import Content, read_content
from agentic.protocol.continuation import Continuation
from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.draft import Draft
from agentic.protocol.ending import Ending
from agentic.protocol.events import Event
from agentic.protocol.interrupts import check_answers
from agentic.protocol.messages import Interrupt, Message, Resume, ToolCall
from agentic.protocol.results import answer_open_calls, metadata_of, record_result

MOST_ROUNDS = 10
MOST_ROUNDTRIPS = 5
PATIENCE = 30.0
STOPPED = "the user stopped the run"


class Chat:
    """One conversation with one agent at a time, over the capabilities of a registry.

    - `agent`: who answers, read at each send; `provider`: a model or an agent, in its place.
    - `tools`: this chat's own, made by `define_tool` or `@capability`; others may be assigned at any time.
    - `on_tool_call`: answers the tools that do not run by themselves. Without it, or where it returns None, the call
      waits for `add_tool_result`.
    - `auto_send_tool_results`: go on when no call is left waiting; False only keeps the results.
    - `max_tool_roundtrips`: rounds of tools for one message; 5 with a provider, else `max_tool_rounds` is the bound.
    - `context`: called before every request; `forwarded_props`: sent with every request, unchanged.
    - `patience`: seconds without news before the conversation counts as silent; 0 turns that off.

    Attributes: `ask` receives the questions a run ends on and returns the answers to go on with; without it, `answer`
    begins another interaction. `choose_tools()` names the tools that alone are offered. `after_call(call_id)` is
    awaited before a result counts. `provisional_results`: a server's word on a call of the page's own tool is no result
    until the page ran it. `questions`: what an agent in the page asks the person.

    Signals: `heard`, each event shown, once applied; `finished`, each interaction's report; `recorded`, what to keep.
    """

    provisional_results = False
    after_call: AfterCall | None = None
    choose_tools: Callable[[], Container[str] | None] = staticmethod(lambda: None)

    def __init__(
        self,
        agent: Agent | None = None,
        registry: Registry | None = None,
        *,
        provider: Provider | Agent | None = None,
        tools: Sequence[AnyTool] = (),
        on_tool_call: OnToolCall | None = None,
        auto_send_tool_results: bool = True,
        max_tool_roundtrips: int | None = None,
        clock: Clock | None = None,
        thread_id: str | None = None,
        max_tool_rounds: int = MOST_ROUNDS,
        context: Context = tuple,
        forwarded_props: Any = None,
        patience: float = PATIENCE,
    ) -> None:
        self.agent = agent_of(provider) if provider else agent
        self.registry = Registry(registry) if registry and tools else registry or Registry()
        self.on_tool_call = on_tool_call
        self.auto_send_tool_results = auto_send_tool_results
        self.max_tool_roundtrips = MOST_ROUNDTRIPS if max_tool_roundtrips is None and provider else max_tool_roundtrips
        self.max_tool_rounds, self.context = max_tool_rounds, context
        self.questions, self.patience = QuestionQueue(), patience
        self.forwarded_props = {} if forwarded_props is None else forwarded_props
        self.ask: Ask | None = None
        self.heard: Signal[Event | None] = Signal(None)
        self.finished: Signal[RunReport | None] = Signal(None)
        self.recorded: Signal[Conversation | None] = Signal(None)
        self._clock = clock or SystemClock()
        self._draft = Draft(thread_id or self._clock.new_id())
        self._continued: Agent | None = None
        self._stop: Cancellation | None = None
        self._ended = asyncio.Event()
        self._rounds, self._unsent, self._values, self._answers = 0, False, {}, ()
        self._tools = ChatTools(self.registry, lambda request: self.on_tool_call and self.on_tool_call(request))
        self._tools.use(tuple(tools))
        self._turn = self.registry.new_turn()
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

    async def send(
        self, content: Content, *, answers: Iterable[Resume] = (), metadata: Mapping[str, Any] | None = None
    ) -> Ending:
        """Say something and wait until the agent is done with it. The message is there before anything can fail.

        `content` is a text, or parts: `Part` records, or mappings as the protocol spells them; `UsageError` for others.
        `answers` are those to the `pending_interrupts` of the conversation; questions without one are given up.
        `metadata` goes with the message, such as the `attachments` that a server has taken in.
        """
        self._refuse_if_running()
        said = self._said(content, metadata)
        self._join()
        self._draft.append(said)
        self._rounds = 0
        return await self._interact(answers)

    async def go_on(self, agent: Agent, content: Content, *, metadata: Mapping[str, Any] | None = None) -> Ending:
        """Continue a run that the server knows: `agent` gets the new turn, and of the conversation only the state.

        The exchange joins the conversation. What is sent after it goes to the chat's own agent again, with all of it.
        """
        self._refuse_if_running()
        said = self._said(content, metadata)
        self._join()
        self._continued, self._draft = agent, Continuation(self._draft.view())
        self._draft.append(said)
        self.conversation.show(self._draft)
        self._rounds = 0
        return await self._interact()

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
        self._record(draft)
        return await self._interact(goes_on=True) if self._may_go_on(draft) else None

    def append(self, role: str, text: str) -> None:
        """Add what `user` or `assistant` said elsewhere: it is shown and kept, and goes along with the next request."""
        self._refuse_if_running()
        self._join()
        self._draft.append(Message(self._clock.new_id(), role, text))
        self.conversation.changed(self._draft)
        self._record(self._draft)

    def give_up(self, call_id: str) -> None:
        """No result of this call will be brought any more; the next request says that it did not finish."""
        self._draft.progress.pop(call_id, None)
        self.conversation.changed(self._draft)

    async def answer(self, answers: Iterable[Resume]) -> Ending:
        """Go on with a run that ended on questions: every one of them needs an answer, or `UsageError`."""
        self._refuse_if_running()
        answers = tuple(answers)
        check_answers(self._draft.pending_interrupts, answers, self._clock.now())
        return await self._interact(answers)

    async def retry(self) -> Ending:
        """Answer the newest message of the person once more; whatever came after it is gone, except open questions.

        Answers to questions that did not arrive are sent again instead.
        """
        self._refuse_if_running()
        if self._answers and self._draft.pending_interrupts:
            return await self._interact(self._answers)
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

    def tell(self, kind: str, **values: Any) -> None:
        """Tell the person something, at the end of the conversation that is shown."""
        self._tell(self._draft, kind, values)

    async def rest(self) -> None:
        """Wait until no run is going on; one that was stopped ends a moment later."""
        if self.is_running:
            await self._ended.wait()

    def new(self) -> None:
        """Begin an empty conversation; a run that is going on ends with the old one."""
        self.open(self._clock.new_id())

    def open(
        self,
        thread_id: str,
        messages: Iterable[Message] = (),
        questions: Iterable[Interrupt] = (),
        waiting: Container[str] = (),
    ) -> None:
        """Show another conversation, such as one that was kept; a run that is going on ends with the old one.

        No run is left that could bring a result of a call in it, so open ones are answered, except those that are
        `waiting` for `add_tool_result`. `questions` are those its last run ended on, kept unless they are about a call
        that is answered or not here. The state stays: it is the page's, not the conversation's.
        """
        self.stop()
        self._stop = None
        draft = Draft(thread_id, messages, sendable_state(self._draft.state))
        answer_open_calls(draft, self._clock.new_id, waiting)
        open_calls = {call.id for call in draft.open_calls()}
        draft.progress.update(dict.fromkeys(open_calls, "pending"))
        draft.pending_interrupts = tuple(each for each in questions if {each.tool_call_id} <= {None, *open_calls})
        self._continued, self._draft, self._values, self._answers = None, draft, {}, ()
        self.recorded.set(None)  # nothing of the old one is held
        self.registry.told.clear()  # to the model of the other conversation
        self.conversation.show(draft)

    def _said(self, content: Content, metadata: Mapping[str, Any] | None) -> Message:
        more = as_json(dict(metadata), "metadata") if metadata else None
        return Message(self._clock.new_id(), "user", read_content(content), metadata=more)

    def _join(self) -> None:
        """What is said next goes to the chat's own agent, and takes the exchange of a continuation along."""
        if isinstance(self._draft, Continuation):
            self._continued, self._draft = None, self._draft.joined()
            self.conversation.show(self._draft)

    def _refuse_if_running(self) -> None:
        if self.is_running:
            raise BusyError("a run is going on; wait for it, or stop it first")

    async def _interact(self, answers: Iterable[Resume] = (), *, goes_on: bool = False) -> Ending:
        """One interaction from first to last, on the draft it began with, whatever is shown meanwhile.

        One that `goes_on` with the results of calls is bounded together with the one that made them.
        """
        draft, stop, ended = self._draft, Cancellation(), asyncio.Event()
        self._turn = self._turn if goes_on else self.registry.new_turn()
        self._stop, self._ended, draft.is_running = stop, ended, True
        self.conversation.changed(draft)
        self._record(draft)
        self._answers = tuple(answers)
        report = RunReport((), Ending("stopped"))
        try:
            report = await self._drive(draft, stop, self._answers)
        finally:
            self._end(draft, stop, report.ending)
            ended.set()  # also where another conversation is shown meanwhile: somebody may still wait for this one
        self.finished.set(replace(report, thread_id=draft.thread_id))
        if self._unsent and report.ending.kind in ("waiting", "finished") and self._may_go_on(draft):
            return await self._interact(goes_on=True)  # a result was brought after the agent was asked last
        return report.ending

    def _may_go_on(self, draft: Draft) -> bool:
        """Whether results that were brought are sent now."""
        is_free = draft is self._draft and not self.is_running
        return is_free and self.auto_send_tool_results and not draft.open_calls()

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
            max_rounds=self._rounds_left(),
            answers=answers,
            ask=self.ask,
            heard=lambda event: draft is self._draft and self.heard.set(event),
            recorded=lambda: self._record(draft),
            patience=self.patience,
            are_results_provisional=self.provisional_results,
        )
        if isinstance(agent, PageAgent):
            page = ChatPage(interaction, self.registry, self.questions, stop, self._clock.new_id(), self._turn)
            agent = agent.bind(page, self._clock)
        ending = await interaction.drive(agent.run)
        self._answers = interaction.answers
        if ending.kind == "rounds" and self.max_tool_roundtrips is not None:
            ending = Ending("rounds", {"limit": self.max_tool_roundtrips})
        return RunReport(interaction.tools, ending, tuple(interaction.invalidated))

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
        return make_offer(
            self.registry,
            self._turn,
            self._clock.new_id(),
            values=self._values,
            context=self.context,
            forwarded_props=self.forwarded_props,
            after_call=self.after_call,
            chosen=self.choose_tools(),
            refusal=f"not run: no more than {self.max_tool_roundtrips} rounds of calls" if is_last else "",
        )

    def _end(self, draft: Draft, stop: Cancellation, ending: Ending) -> None:
        if ending.is_notice:
            self._tell(draft, ending.kind, ending.values)
        waiting = [call.id for call in draft.open_calls()] if ending.kind == "waiting" else []
        draft.progress.clear()
        draft.progress.update(dict.fromkeys(waiting, "pending"))
        draft.is_running = False
        if self._stop is stop:
            self._stop = None
        self.conversation.changed(draft)
        self._record(draft)

    def _tell(self, draft: Draft, kind: str, values: Mapping[str, Any]) -> None:
        messages = draft.messages()
        draft.add_notice(Notice(self._clock.new_id(), kind, messages[-1].id if messages else "", values))
        self.conversation.changed(draft)

    def _record(self, draft: Draft) -> None:
        # A thread that was left and is shown again goes on as it is shown; the end of what was left changes nothing.
        if draft is self._draft or draft.thread_id != self._draft.thread_id:
            self.recorded.set(draft.view())
