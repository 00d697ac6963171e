"""One chat on the page: the headless conversation, what waits to be sent, and what the person was asked.

Parts say here what was meant; it decides. It holds no node, so it lives on while the element is out of the document.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from agentic.agents.agent import Agent
from agentic.agents.chat import Chat, RunReport
from agentic.agents.questions import Question
from agentic.core.confirmation import Pending
from agentic.core.registry import Registry
from agentic.core.signal import Signal
from agentic.core.words import Words, load_words
from agentic.element import events
from agentic.element.activities import LOAD_CAPABILITY
from agentic.element.approving import Approval
from agentic.element.arriving import go_on_from, turn_back
from agentic.element.attachments import refer
from agentic.element.beside import Beside
from agentic.element.hearing import Hearing
from agentic.element.labels import answer_text, notice_text, question_text, spoken
from agentic.element.launching import launch
from agentic.element.outbox import Outbox
from agentic.element.outline import Extras, Waiting
from agentic.element.reader import Reader
from agentic.element.retrying import can_retry, is_last_answer
from agentic.element.runs import Pick
from agentic.element.settings import Attributes, Settings
from agentic.element.skills import Skill
from agentic.element.stores import namespace_of
from agentic.element.wording import wording
from agentic.protocol.content import Content, read_content
from agentic.protocol.conversation import Notice, call_status
from agentic.protocol.messages import Message, ToolCall

DECISIONS = MappingProxyType({"once": "approved", "digest": "approved", "session": "always", "deny": "declined"})


class Host(Attributes, Protocol):
    """The element as its session sees it: attributes, events out of it, and the address of its page."""

    def address(self) -> str: ...
    def emit(self, event: str, detail: Mapping[str, Any]) -> None: ...


class Session:
    """What one element does and remembers. `changed` tells that something beside the conversation is to be drawn.

    Until `settled` is set, messages wait: the page's own scripts may still register tools.
    """

    def __init__(
        self,
        host: Host,
        settings: Settings,
        chat: Chat,
        beside: Beside,
        *,
        choose_agent: Callable[[], Agent | None],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        settled: asyncio.Event,
    ) -> None:
        self.host = host
        self.settings = settings
        self.chat = chat
        self.outbox = Outbox()
        self.questions: tuple[Pending, ...] = ()
        self.strings: Mapping[str, str] = {}
        self.words: Words = load_words()
        self.is_reworded = False
        self.reworded: Signal[None] = Signal(None)
        self.hint = ""
        self.changed: Signal[None] = Signal(None)
        self.announced: Signal[str] = Signal("")
        self.alarmed: Signal[str] = Signal("")
        self.wants_focus: Signal[None] = Signal(None)
        self.wants_text: Signal[str] = Signal("")
        self.reader = Reader(host.emit, self.changed)
        self.activities = beside.activities
        self.spawn = spawn
        self._choose_agent = choose_agent
        self.settled = settled
        self.cards, self.skills = beside.cards, beside.skills
        self.approving, self.asking = beside.approving, beside.asking
        self.runs, self.keeping, self.landing = beside.runs, beside.keeping, beside.landing
        self.arriving: Mapping[str, Any] | None = None
        self._listen()
        if not settled.is_set():
            spawn(self._begin())

    def _listen(self) -> None:
        """Hear of what ends, of what anybody asks, and of runs that can be continued."""
        self.hearing = Hearing(self.chat, self.host.emit, self.cards.delegations.hear)
        self.chat.registry.queue.changed.subscribe(self._asked)
        self.chat.finished.subscribe(self._finished)
        self.chat.ask = self.approving.ask
        self.approving.asked.subscribe(self._approval_asked)
        self.asking.asked.subscribe(self._question_asked)
        for source in (self.runs, self.cards, self.activities):
            source.changed.subscribe(self.changed.set)
        self.keeping.left.subscribe(self._left)
        self.keeping.changed.subscribe(self._loaded)
        self.keeping.shown.subscribe(self._land)

    @property
    def registry(self) -> Registry:
        return self.chat.registry

    def storage_key(self, what: str, user: str = "") -> str:
        """Where something of this element's, or of one user's, is kept for the tab; the loader knows the same keys."""
        return f"ag-ui-chat:{namespace_of(self.settings.identity, user)}:{what}"

    @property
    def is_busy(self) -> bool:
        return self.chat.is_running or self.arriving is not None

    @property
    def _must_wait(self) -> bool:
        """Whether what is said now waits: for a run, for a thread on its way, for the page's own scripts."""
        return self.is_busy or self.keeping.is_loading or not self.settled.is_set()

    def status(self, call: ToolCall) -> str:
        """How far a call is, for its card."""
        awaiting = {question.call.call_id for question in self.registry.queue.pending}
        status = call_status(self.chat.conversation.get(), call, awaiting)
        approval = self.approving.about(call)
        if not approval or not approval.decision:
            return status
        # A server that tells of the refusal as if it were a result does not make it one.
        is_open = status == "deferred" or (status == "done" and approval.decision != "approved")
        return self.approving.status(approval, is_running=self.is_busy) if is_open else status

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """The questions that have a row of their own: a server's about no call, and the agent's to the person."""
        approvals = (each for each in self.approving.all if each.call is None and each.is_carded and not each.decision)
        return (
            *((f"approval {each.interrupt.id}", "approval", each) for each in approvals),
            *((f"question {each.call_id}", "question", each) for each in self.asking.carded),
        )

    def decision(self, call: ToolCall) -> str:
        """What the person said to a call, if they were asked: approved, always or declined."""
        answer = next((each.answer for each in reversed(self.questions) if each.call.call_id == call.id), None)
        if answer:
            return DECISIONS.get(answer.kind, "")
        approval = self.approving.about(call)
        return {"approved": "approved", "denied": "declined"}.get(approval.decision, "") if approval else ""

    def asked_before(self, question: Pending) -> Pending | None:
        """The last question about the same capability that was answered before this one came."""
        earlier = self.questions[: self.questions.index(question)] if question in self.questions else ()
        what = (question.entry.name, question.entry.target_id)
        same = (each for each in reversed(earlier) if (each.entry.name, each.entry.target_id) == what)
        return next((each for each in same if each.answer), None)

    def result(self, call: ToolCall) -> Message | None:
        """What answered a call."""
        return self.chat.conversation.get().results.get(call.id)

    def can_retry(self, notice: Notice) -> bool:
        """Whether this notice ends the conversation, and asking again could help."""
        return can_retry(self.chat.conversation.get(), notice)

    @property
    def extras(self) -> Extras:
        """What the transcript shows beside text and calls."""
        return Extras(self.activities.kinds, self.activities.tools, bool(self.settings.message_actions))

    def is_last_answer(self, message: Message) -> bool:
        """Whether this is what the agent said last, so that asking again would replace it and nothing else."""
        return is_last_answer(self.chat.conversation.get(), message)

    # What a person writes.

    def submit(self, text: str) -> None:
        """Send what was written in the composer, now, or when the run is over and the page settled."""
        if not text.strip():
            return
        if self._must_wait:
            self._put(self.outbox.queue(text))
        else:
            self.send(text)

    def send(self, content: Content, attachments: Iterable[Mapping[str, Any]] = ()) -> None:
        """Start a run with this message; `attachments` are references to what a server has taken in."""
        text = Message("", "user", read_content(content)).text
        if text:
            self._put(self.outbox.keep(text))
        self.host.emit(events.SUBMIT, {"content": text})
        self.run(partial(self.chat.send, metadata=refer(attachments)), content)

    def go_on(self, pick: Pick, text: str) -> bool:
        """Continue the picked run with this turn. Where that cannot be now, the hint says why, and nothing is lost."""
        refusal = self._why_not(text)
        self.give_hint(self.words(refusal) if refusal else "")
        if not refusal:
            self.runs.close()
            self._put(self.outbox.keep(text))
            self.host.emit(events.SUBMIT, {"content": text})
            self._start(self.chat.go_on, self.runs.agent(pick), text)
        self.wants_focus.set(None)
        return not refusal

    def use_skill(self, skill: Skill) -> None:
        """Send what a skill says, or write it into the field where the person is to go on with it."""
        self.spawn(launch(self, skill))

    def give_hint(self, sentence: str) -> None:
        """Say something above the field, and aloud; "" says nothing any more."""
        if sentence != self.hint:
            self.hint = sentence
            self.changed.set(None)
        if sentence:
            self.alarmed.set(sentence)

    def send_now(self, content: Content, attachments: Iterable[Mapping[str, Any]] = ()) -> None:
        """Send what the page itself wants to say; during a run, or empty, it is not sent."""
        if self.is_busy:
            return
        if isinstance(content, str) and not attachments:
            self.submit(content)
        elif content or attachments:
            self.outbox = self.outbox.hold(content, attachments)
            self.send_next()

    def take_back(self, index: int) -> str:
        """A message that waits, taken out of the queue."""
        text, outbox = self.outbox.take_back(index)
        self._put(outbox)
        return text

    def recall(self, steps: int, *, anew: bool = False) -> str:
        """The message that many steps back in what was sent, or forward."""
        self.outbox = self.outbox.recall(steps, anew=anew)
        return self.outbox.recalled_text

    def stop(self) -> None:
        """End the run; what waits is not sent after it."""
        self._put(self.outbox.stopped())
        turn_back(self)
        self.chat.stop()

    def retry(self) -> bool:
        """Answer the newest message again; false where there is none, or a run is on."""
        is_there = any(message.role == "user" for message in self.chat.conversation.get().messages)
        if self.is_busy or not is_there:
            return False
        self.run(self.chat.retry)
        return True

    def quote(self, text: str) -> None:
        """Put a quotation into the composer, to be asked about; nothing is sent."""
        if self.reader.quote(text):
            self.collapse(False)

    def new(self) -> None:
        """Begin a new conversation."""
        self.keeping.new()
        if not self.settings.collapsed:
            self.wants_focus.set(None)

    # What a person decides.

    def decide(self, question: Pending, answer: str) -> None:
        """Answer a confirmation: `once`, `session` or `deny`."""
        if answer == "deny":
            question.deny()
        else:
            question.approve("session" if answer == "session" else "once")
        self.changed.set(None)

    def collapse(self, collapsed: bool) -> None:
        if collapsed != self.settings.collapsed:
            self.settings.collapsed = collapsed

    def removed(self) -> None:
        """The element left the page for good, as far as anyone can tell; what was allowed ends with it."""
        self.stop()
        self.registry.approvals.clear()
        self.reader.regions = ()

    def use_strings(self, strings: Mapping[str, str]) -> None:
        self.strings = strings
        self.reword()

    def reword(self) -> None:
        """Take the words from the attribute and the property, the property winning."""
        self.words, self.is_reworded = wording(self.settings.data_strings, self.strings, self.host.warn)
        self.reworded.set(None)
        self.changed.set(None)

    # A run.

    def _why_not(self, text: str) -> str:
        """What keeps a run from being continued now; "" if nothing does."""
        if self.is_busy:
            return "continueBusy"
        if not self.settled.is_set():
            return "continueEarly"
        return "" if text.strip() else "continueEmpty"

    def run(self, start: Callable[..., Awaitable[object]], *said: Content) -> None:
        self.chat.agent = self._choose_agent()
        self._start(start, *said)

    def _start(self, start: Callable[..., Awaitable[object]], *said: Any) -> None:
        self.chat.max_tool_rounds = self.settings.max_tool_rounds
        self.chat.patience = self.settings.patience
        self.chat.provisional_results = self.settings.provisional_results
        self.spawn(self._answer(start(*said)))

    async def _begin(self) -> None:
        await self.settled.wait()
        self.send_next()

    async def _answer(self, run: Awaitable[object]) -> None:
        await run
        self.send_next()

    def send_next(self) -> None:
        """Send the first of what waits; its end sends the next. What was written goes before what the page holds."""
        if self._must_wait:
            return
        if self.outbox.waiting:
            text, outbox = self.outbox.next()
            self._put(outbox)
            self.send(text)
        elif self.outbox.held:
            (content, attachments), self.outbox = self.outbox.release()
            self.send(content, attachments)

    def _left(self, _: None) -> None:
        """Another conversation comes: what was asked and what was sent belong to the one that is left."""
        self.questions, self.arriving = (), None
        self.approving.forget()
        self.cards.delegations.forget()
        self.give_hint("")
        self.reader.place = None
        self.reader.seen()
        self._put(Outbox())

    def _land(self, _: None) -> None:
        """A run that led to this page goes on from here."""
        if checkpoint := self.keeping.landed():
            self.arriving = checkpoint
            self.spawn(go_on_from(self, checkpoint))

    def _loaded(self, _: None) -> None:
        self.changed.set(None)
        self.send_next()

    def _asked(self, pending: tuple[Pending, ...]) -> None:
        """Keep each new question as a record of this conversation, and say it aloud, once."""
        for question in pending:
            if question not in self.questions:
                self.questions = (*self.questions, question)
                self._say_asked(question_text(question, self.words))
        self.changed.set(None)

    def _approval_asked(self, approval: Approval | None) -> None:
        """A server asks: say it aloud, and draw it."""
        if approval and approval.is_carded:
            self._say_asked(approval.told_apart(self.words))
        self.changed.set(None)

    def _question_asked(self, question: Question | None) -> None:
        """The agent asks: say it aloud, and draw it."""
        if question and question in self.asking.carded:
            self._say_asked(question.asked.text)
        self.changed.set(None)

    def _say_asked(self, question: str) -> None:
        self.alarmed.set(self.words("announceConfirm", question=question))

    def _finished(self, report: RunReport | None) -> None:
        """Tell the page, and say the answer or the failure aloud."""
        if report is None:
            return
        tools = [{"name": tool.name, "side": tool.side} for tool in report.tools if tool.name != LOAD_CAPABILITY]
        self.host.emit(events.RUN_FINISHED, {"tools": tools, "invalidated": report.invalidated})
        conversation = self.chat.conversation.get()
        if conversation.is_running or conversation.thread_id != report.thread_id:
            return  # Another conversation is shown meanwhile; what ended belongs to the old one.
        if self.settings.is_put_away and report.ending.kind != "stopped":
            self.reader.missed()
        if report.ending.is_notice and conversation.notices:
            said = self.announced if report.ending.kind == "stopped" else self.alarmed
            said.set(notice_text(conversation.notices[-1], self.words))
        elif said_last := answer_text(conversation.messages):
            self.announced.set(self.words("announceReply", text=spoken(said_last)))

    def _put(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.changed.set(None)
