"""Whatever is done in whatever order, on whatever streams: no exception escapes, each run has one ending, and every
request is valid, whoever stopped, left, reloaded or answered in between."""

import asyncio
import json
from collections import Counter
from typing import Any

from ag_ui.core import RunAgentInput
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic import Registry
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol.client import LAST_WORDS
from agentic.protocol.messages import Resume
from agentic.protocol.stored import Hidden, Writer, read_questions, read_thread, write_questions
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import BREAKS, FINISHED, HANGS, STARTED, Answer, Server, calls, event, says
from tests.unit.agents.test_fuzz import mangled

ACTIONS = st.sampled_from(["send", "send", "send", "retry", "answer", "give up", "new", "load again", "stop", "result"])


IDS = st.sampled_from(["a", "b", "c"])
TOOLS = st.sampled_from(["go", "log", "theirs"])
ARGUMENTS = st.sampled_from(["{}", "", "{oops", "[1]"])


@st.composite
def invented(draw: st.DrawFn) -> bytes:
    """A stream of whole things under few ids, so that they meet: told again, answered twice, moved, asked about."""
    things = {
        "text": lambda: says("some words", draw(IDS)),
        "call": lambda: calls(draw(TOOLS), draw(ARGUMENTS), draw(IDS)),
        "result": lambda: event("TOOL_CALL_RESULT", messageId=draw(IDS), toolCallId=draw(IDS), content="so"),
        "other result": lambda: event(
            "TOOL_CALL_RESULT", messageId=f"r{draw(IDS)}", toolCallId=draw(IDS), content="so"
        ),
        "activity": lambda: event("ACTIVITY_SNAPSHOT", messageId=draw(IDS), activityType="chart", content={}),
        "snapshot": lambda: event("MESSAGES_SNAPSHOT", messages=draw(st.lists(told(), max_size=4))),
        "half a call": lambda: event("TOOL_CALL_START", toolCallId=draw(IDS), toolCallName=draw(TOOLS)),
    }
    made = [things[draw(st.sampled_from(sorted(things)))]() for _ in range(draw(st.integers(0, 7)))]
    asked = [{"id": draw(IDS), "reason": "tool_call", "toolCallId": draw(IDS)} for _ in range(draw(st.integers(1, 2)))]
    ends = [
        FINISHED,
        event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "interrupt", "interrupts": asked}),
        event("RUN_FINISHED", threadId="t", runId="r", outcome={"type": "success", "pendingToolCallIds": [draw(IDS)]}),
        event("RUN_ERROR", message="no"),
        b"",
    ]
    return b"".join([STARTED, *made, draw(st.sampled_from(ends))])


@st.composite
def told(draw: st.DrawFn) -> dict[str, Any]:
    """One message of a server's own list of the conversation."""
    call = {"id": draw(IDS), "type": "function", "function": {"name": draw(TOOLS), "arguments": "{}"}}
    members = draw(
        st.sampled_from(
            [
                {"role": "user", "content": "hi"},
                {"role": "assistant", "toolCalls": [call]},
                {"role": "tool", "toolCallId": call["id"], "content": "so"},
            ]
        )
    )
    return {"id": draw(IDS), **members}


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """A stream, in pieces cut anywhere, that ends, breaks off or hangs."""
    data = draw(invented() | mangled())
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=3)))
    pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    at = draw(st.integers(0, len(pieces)))
    end = draw(st.sampled_from([None, None, None, BREAKS, HANGS]))
    return Answer(tuple(pieces if end is None else [*pieces[:at], end]))


class Tab:
    """One chat on a server that answers anything, driven by actions."""

    def __init__(self, server: Server) -> None:
        self.clock, self.server = FakeClock(), server
        registry = Registry(clock=self.clock)
        registry.capability("go", risk="read")(lambda: "gone")
        registry.capability("log", risk="destructive")(lambda: "logged")
        self.chat = Chat(HttpAgent("/agent/", server), registry, clock=self.clock)
        self.endings = Counter[str]()
        self.started = 0
        self.chat.finished.subscribe(lambda report: report and self.endings.update([report.ending.kind]))

    async def do(self, action: str, stops_after: int) -> None:
        act = {"send": self._send, "retry": self.chat.retry, "answer": self._answer, "give up": self._give_up}
        if action in act:
            await self._run(act[action](), stops_after)
        elif action == "new":
            self.chat.new()
        elif action == "stop":
            self.chat.stop()
        elif action == "load again":
            self._load_again()
        elif waiting := [call for call, state in self.chat.conversation.get().progress.items() if state == "pending"]:
            await self._run(self.chat.add_tool_result(waiting[0], result=1), stops_after)

    async def _run(self, work: Any, stops_after: int) -> None:
        """An interaction, stopped after so many turns if it has not ended by then."""
        task = asyncio.ensure_future(work)
        await settle(stops_after)
        for question in self.chat.registry.queue.pending:
            question.approve() if stops_after % 2 else question.deny()
        await settle(20)
        await self.clock.advance(LAST_WORDS)
        await settle(20)
        self.chat.stop()
        try:
            ending = await asyncio.wait_for(task, 5)
        except UsageError:
            return  # what cannot be asked for is refused before anything begins
        self.started += ending is not None
        assert not self.chat.is_running

    def _send(self) -> Any:
        return self.chat.send("hi")

    def _answer(self) -> Any:
        questions = self.chat.conversation.get().pending_interrupts
        return self.chat.send("go on", answers=[Resume(each.id, "resolved", {"approved": True}) for each in questions])

    def _give_up(self) -> Any:
        questions = self.chat.conversation.get().pending_interrupts
        return self.chat.answer([Resume(each.id, "cancelled") for each in questions])

    def _load_again(self) -> None:
        """The page is left and comes again: what is shown is written down and read."""
        shown = self.chat.conversation.get()
        text = Writer(lambda call: Hidden(call.arguments)).text(shown.messages)
        kept = read_thread(text)
        assert kept.lost == 0
        questions = read_questions(write_questions(shown.pending_interrupts))
        assert questions == shown.pending_interrupts
        self.chat.open(shown.thread_id, kept.messages, questions)


async def drive(plan: list[tuple[str, int]], server: Server) -> None:
    tab = Tab(server)
    for action, stops_after in plan:
        await tab.do(action, stops_after)
    assert sum(tab.endings.values()) >= tab.started
    for body in server.bodies:
        check(body)
    await settle(20)


def check(body: dict[str, Any]) -> None:
    """What goes out is what the official models take, and every call in it has one answer: a result, or a resume.

    It is there once, its result right behind it, and each message has an id of its own.
    """
    RunAgentInput.model_validate(body)
    ids = Counter(message["id"] for message in body["messages"])
    assert all(count == 1 for count in ids.values()), ids
    open_to_results: set[str] = set()
    for message in body["messages"]:
        if message["role"] == "tool":
            assert message["toolCallId"] in open_to_results, body["messages"]
        else:
            open_to_results = {call["id"] for call in message.get("toolCalls", [])}
    made = Counter(call["id"] for message in body["messages"] for call in message.get("toolCalls", []))
    results = Counter(message["toolCallId"] for message in body["messages"] if message["role"] == "tool")
    resumed = Counter(answer["interruptId"] for answer in body.get("resume", []))
    assert all(count == 1 for count in [*made.values(), *resumed.values()]), (made, resumed)
    assert not results.keys() - made.keys()
    assert all(count == 1 for count in results.values()), results
    assert bool(made.keys() - results.keys()) <= bool(resumed)
    json.dumps(body).encode("ascii")


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(ACTIONS, st.integers(0, 40)), min_size=2, max_size=7),
    st.lists(answers(), min_size=1, max_size=10),
)
def test_no_exception_escapes_and_every_request_is_valid(plan: list[tuple[str, int]], bodies: list[Answer]) -> None:
    server = Server()
    server.will_answer(*bodies)
    server.answers += [Answer(()) for _ in range(60)]
    asyncio.run(drive(plan, server))
