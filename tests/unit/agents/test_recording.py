"""A recorded agent plays back as it was, and what it calls really runs."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import pytest

from agentic import Registry, Secret
from agentic.agents.activity import chart
from agentic.agents.agent import Agent
from agentic.agents.function import FunctionAgent, PageRun
from agentic.agents.recorder import Recorder
from agentic.agents.recording import Recording
from agentic.agents.remote import HttpAgent
from agentic.agents.replay import ReplayAgent
from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol import events
from agentic.protocol.events import Event
from agentic.protocol.messages import RunInput
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import Server, calls, event, run, says, transcript


@pytest.fixture
def orders(registry: Registry) -> list[str]:
    """What was really saved."""
    orders: list[str] = []

    @registry.capability("order.save", risk="read")
    def save(item: str) -> str:
        """Save an order."""
        orders.append(item)
        return f"order {len(orders)}: {item}"

    return orders


async def guide(run: PageRun) -> Any:
    await run.think("A lamp, then.")
    yield "Saving. "
    outcome = await run.call("order.save", item=run.text)
    yield f"Done: {outcome.value}"
    yield chart(["a"], {"b": [1]}, id="chart")


async def recorded(agent: Agent, registry: Registry, clock: FakeClock, *said: str) -> str:
    recorder = Recorder(agent, title="Demo", clock=clock)
    chat = Chat(recorder, registry, clock=clock)
    for text in said:
        await chat.send(text)
    return recorder.recording.to_text()


def chat_of(agent: Agent, registry: Registry, clock: FakeClock, thread: str = "t") -> Chat:
    return Chat(agent, registry, clock=clock, thread_id=thread)


async def test_a_function_is_played_back_and_its_calls_really_run(
    registry: Registry, clock: FakeClock, orders: list[str]
) -> None:
    text = await recorded(FunctionAgent(guide), registry, clock, "lamp")
    assert orders == ["lamp"]
    chat = chat_of(ReplayAgent(text), registry, clock)
    assert (await chat.send("anything")).kind == "finished"
    assert orders == ["lamp", "lamp"]
    assert transcript(chat)[1:5] == [
        ("reasoning", "A lamp, then."),
        ("assistant", "Saving. "),
        ("tool", "order 2: lamp"),
        ("assistant", "Done: order 1: lamp"),
    ]
    assert chat.conversation.get().messages[-1].activity_type == "chart"


async def test_a_server_is_played_back_round_by_round(
    registry: Registry, clock: FakeClock, server: Server, orders: list[str]
) -> None:
    server.will_answer(
        run(says("Saving.", "m1"), calls("order_save", {"item": "lamp"})),
        run(says("Saved.", "m2")),
        run(says("Bye.", "m3")),
    )
    text = await recorded(HttpAgent("/agent/", server), registry, clock, "save a lamp", "bye")
    chat = chat_of(ReplayAgent(text), registry, clock)
    assert (await chat.send("x")).kind == "finished"
    assert orders == ["lamp", "lamp"]
    assert [words for role, words in transcript(chat) if role == "assistant" and words] == ["Saving.", "Saved."]
    await chat.send("y")
    assert transcript(chat)[-1] == ("assistant", "Bye.")
    ending = await chat.send("z")
    assert (ending.kind, ending.values["code"]) == ("error", "over")


async def test_a_call_is_confirmed_when_it_is_played_back(registry: Registry, clock: FakeClock) -> None:
    done: list[str] = []

    @registry.capability("wipe", risk="destructive")
    def wipe() -> str:
        """Wipe it."""
        done.append("wiped")
        return "wiped"

    async def wipes(run: PageRun) -> Any:
        yield (await run.call("wipe")).status

    registry.confirm = lambda proposal: True
    text = await recorded(FunctionAgent(wipes), registry, clock, "wipe")
    registry.confirm = None
    chat = chat_of(ReplayAgent(text), registry, clock)
    sending = asyncio.ensure_future(chat.send("wipe"))
    await settle()
    registry.queue.pending[0].deny()
    assert (await sending).kind == "finished"
    assert done == ["wiped"]
    assert next(iter(chat.conversation.get().results.values())).outcome == "denied"


async def test_a_question_is_asked_again(registry: Registry, clock: FakeClock) -> None:
    async def asks(run: PageRun) -> Any:
        yield await run.ask("Size?", ["S", "M"])

    recorder = Recorder(FunctionAgent(asks), clock=clock)
    for agent, answer in ((recorder, "S"), (None, "M")):
        chat = chat_of(agent or ReplayAgent(recorder.recording.to_text()), registry, clock)
        sending = asyncio.ensure_future(chat.send("a shirt"))
        await settle()
        (question,) = chat.questions.pending
        assert question.asked.options == ("S", "M")
        question.answer(answer)
        await sending
    assert ("tool", "M") in transcript(chat)


class Slow:
    """An agent that takes its time."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        yield events.RunStarted(input.thread_id, input.run_id)
        yield events.TextMessageStart("m")
        for word in ("one ", "two ", "three"):
            await self._clock.sleep(1)
            yield events.TextMessageContent("m", word)
        yield events.TextMessageEnd("m")
        yield events.RunFinished(input.thread_id, input.run_id)


async def slowly(registry: Registry, clock: FakeClock) -> str:
    recording = asyncio.ensure_future(recorded(Slow(clock), registry, clock, "count"))
    for _ in range(4):
        await settle()
        await clock.advance(1)
    return await recording


async def test_real_times_are_kept(registry: Registry, clock: FakeClock) -> None:
    chat = chat_of(ReplayAgent(await slowly(registry, clock)), registry, clock)
    sending = asyncio.ensure_future(chat.send("count"))
    seen = []
    for _ in range(3):
        await settle()
        seen.append(transcript(chat)[-1][1])
        await clock.advance(1)
    assert (await sending).kind == "finished"
    assert [*seen, transcript(chat)[-1][1]] == ["", "one ", "one two ", "one two three"]


async def test_fast_waits_for_nothing(registry: Registry, clock: FakeClock) -> None:
    chat = chat_of(ReplayAgent(await slowly(registry, clock), "fast"), registry, clock)
    assert (await chat.send("count")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "one two three")


async def test_stepwise_goes_on_when_it_is_told_to(registry: Registry, clock: FakeClock, orders: list[str]) -> None:
    replay = ReplayAgent(await recorded(FunctionAgent(guide), registry, clock, "lamp"), "step")
    chat = chat_of(replay, registry, clock)
    sending = asyncio.ensure_future(chat.send("go"))
    roles = []
    while not sending.done():
        await settle()
        roles.append(len(transcript(chat)))
        if replay.waiting.get():
            replay.step()
    # The thought, the text, the call in it, its result, the text, the chart.
    assert roles == [2, 3, 3, 4, 5, 6]
    assert orders == ["lamp", "lamp"]


async def test_the_pace_may_change_in_the_middle(registry: Registry, clock: FakeClock, orders: list[str]) -> None:
    replay = ReplayAgent(await recorded(FunctionAgent(guide), registry, clock, "lamp"), "step")
    chat = chat_of(replay, registry, clock)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    assert replay.waiting.get()
    replay.pace = "fast"
    assert (await sending).kind == "finished"


async def test_conversations_play_apart_and_a_new_one_begins_anew(
    registry: Registry, clock: FakeClock, server: Server
) -> None:
    server.will_answer(run(says("One.", "m1")), run(says("Two.", "m2")))
    replay = ReplayAgent(await recorded(HttpAgent("/agent/", server), registry, clock, "a", "b"))
    first, second = (chat_of(replay, registry, clock, name) for name in "ab")
    await asyncio.gather(first.send("a"), second.send("a"))
    await first.send("b")
    assert [transcript(chat)[-1][1] for chat in (first, second)] == ["Two.", "One."]
    await second.retry()
    assert transcript(second)[-1] == ("assistant", "One.")
    first.new()
    await first.send("a")
    assert transcript(first)[-1] == ("assistant", "One.")


async def test_a_run_that_was_stopped_says_that_its_recording_ends(registry: Registry, clock: FakeClock) -> None:
    recorder = Recorder(Slow(clock), clock=clock)
    chat = chat_of(recorder, registry, clock)
    sending = asyncio.ensure_future(chat.send("count"))
    await settle()
    await clock.advance(1)
    chat.stop()
    await sending
    ending = await chat_of(ReplayAgent(recorder.recording, "fast"), registry, clock).send("count")
    assert "recording of this answer ends here" in ending.values["message"]


async def test_stop_ends_a_replay_and_what_it_runs(registry: Registry, clock: FakeClock) -> None:
    @registry.capability("work", risk="read")
    async def work() -> str:
        """Work."""
        if gates:
            await gates[0].wait()
        return "worked"

    async def works(run: PageRun) -> Any:
        yield (await run.call("work")).status

    gates: list[asyncio.Event] = []
    text = await recorded(FunctionAgent(works), registry, clock, "go")
    gates.append(asyncio.Event())
    chat = chat_of(ReplayAgent(text), registry, clock)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"


async def test_without_a_page_its_calls_are_refused(registry: Registry, clock: FakeClock, orders: list[str]) -> None:
    text = await recorded(FunctionAgent(guide), registry, clock, "lamp")
    seen = [each async for each in ReplayAgent(text, "fast").run(RunInput("t", "r"))]
    assert orders == ["lamp"]
    assert any("no page is connected" in str(getattr(each, "content", "")) for each in seen)


async def test_the_file_is_small_and_readable(registry: Registry, clock: FakeClock, orders: list[str]) -> None:
    text = await recorded(FunctionAgent(guide), registry, clock, "lamp")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0] == {"recording": 1, "title": "Demo"}
    assert lines[1] == {"run": "lamp"}
    assert any(line.get("runs") == "order.save" and line["at"] == 0 for line in lines)
    assert Recording.from_text(text).to_text() == text


async def test_deltas_that_came_together_are_one_line(registry: Registry, clock: FakeClock, server: Server) -> None:
    server.will_answer(run(says("one two three four five six")))
    text = await recorded(HttpAgent("/agent/", server), registry, clock, "count")
    assert text.count("TEXT_MESSAGE_CONTENT") == 1
    assert "onetwothreefourfivesix" in text


async def test_deltas_that_came_apart_stay_apart(registry: Registry, clock: FakeClock) -> None:
    assert (await slowly(registry, clock)).count("TEXT_MESSAGE_CONTENT") == 3


async def test_what_the_agent_was_given_is_not_recorded(registry: Registry, clock: FakeClock, server: Server) -> None:
    given = {"threadId": "t", "runId": "r", "messages": [{"id": "u", "role": "user", "content": "my secret"}]}
    started = event("RUN_STARTED", threadId="t", runId="r", input={**given, "tools": [], "context": []})
    server.will_answer(
        started
        + event("CUSTOM", name="x", value=1, rawEvent={"authorization": "my secret"})
        + event("RUN_FINISHED", threadId="t", runId="r")
    )
    recorder = Recorder(HttpAgent("/agent/", server), clock=clock)
    await chat_of(recorder, registry, clock).send("hi")
    assert "my secret" not in recorder.recording.to_text()


async def test_secrets_are_masked_also_where_they_are_quoted(
    registry: Registry, clock: FakeClock, server: Server
) -> None:
    seen: list[str] = []

    @registry.capability("login", risk="read")
    def login(name: str, password: Annotated[str, Secret]) -> str:
        """Log in."""
        seen.append(password)
        return f"{name} is in with {password}"

    async def logs_in(run: PageRun) -> Any:
        yield (await run.call("login", name="ada", password="hunter-22")).value

    called = calls("login", {"name": "ada", "password": "hunter-22"}, "k1")
    chunks = [event("TOOL_CALL_CHUNK", toolCallId="k2", toolCallName="login", delta='{"name": "ada", "passw')]
    chunks.append(event("TOOL_CALL_CHUNK", delta='ord": "hunter-22"}'))
    server.will_answer(run(called), run(*chunks), run(says("ok")))
    for agent in (FunctionAgent(logs_in), HttpAgent("/agent/", server)):
        text = await recorded(agent, registry, clock, "log in")
        assert "hunter-22" not in text
        assert "ada" in text
    assert seen == ["hunter-22"] * 3
    registry.confirm = lambda proposal: True
    assert (await chat_of(ReplayAgent(text), registry, clock).send("x")).kind == "finished"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no recording of version 1"),
        ('{"recording": 2}', "no recording of version 1"),
        ("oops", "line 1 of the recording: it is no JSON object"),
        ('{"recording": 1}\n{"at": 0, "type": "RUN_STARTED"}', "line 2 of the recording: no run has begun"),
        ('{"recording": 1}\n{"run": "a"}\n[]', "line 3 of the recording: it is no JSON object"),
        ('{"recording": 1}\n{"run": "a"}\n{"at": -1}', "line 3 of the recording: `at` must be"),
        ('{"recording": 1}\n{"run": "a"}\n{"at": 0}', "line 3 of the recording: it is no event"),
        ('{"recording": 1}\n{"run": "a"}\n{"at": 0, "type": "RUN_STARTED"}', "line 3 of the recording: RUN_STARTED"),
        ('{"recording": 1}\n{"run": "a"}\n{"at": 0, "type": "WHAT"}', "line 3 of the recording: WHAT"),
    ],
)
def test_a_file_that_is_none_is_told_by_its_line(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Recording.from_text(text)


def test_a_pace_that_is_none_is_told() -> None:
    with pytest.raises(UsageError, match="pace is real, fast, step, not 'slow'"):
        ReplayAgent(Recording(), "slow")


async def test_whatever_a_text_holds_a_file_holds_it_and_gives_it_back(
    registry: Registry, clock: FakeClock, server: Server
) -> None:
    text = "a\u2028b\u2029c\u0085d\x0be\x1cf"
    halves = [event("TEXT_MESSAGE_CONTENT", messageId="n", delta=half) for half in ("\ud83d", "\ude00")]
    other = event("CUSTOM", name="n", value=None)  # so that the halves do not come as one
    whole = [event("TEXT_MESSAGE_START", messageId="n"), halves[0], other, halves[1]]
    server.will_answer(run(says(text), *whole, event("TEXT_MESSAGE_END", messageId="n")))
    file = await recorded(HttpAgent("/agent/", server), registry, clock, f"{text}\ud83d")
    assert Recording.from_text(file.encode().decode()).to_text() == file
    chat = chat_of(ReplayAgent(file, "fast"), registry, clock)
    await chat.send("again")
    assert transcript(chat)[1:] == [("assistant", "".join(text.split())), ("assistant", "😀")]


async def test_a_null_that_is_a_value_is_recorded_as_one(registry: Registry, clock: FakeClock, server: Server) -> None:
    values = event("STATE_SNAPSHOT", snapshot=None), event("RAW", event=None), event("CUSTOM", name="n", value=None)
    server.will_answer(run(*values))
    file = await recorded(HttpAgent("/agent/", server), registry, clock, "go")
    assert [step.event for step in Recording.from_text(file).runs[0].steps[1:-1]] == [  # type: ignore[union-attr]
        events.StateSnapshot(None),
        events.Raw(None),
        events.Custom("n", None),
    ]
