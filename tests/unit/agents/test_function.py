"""An agent in the page, written as a function."""

import asyncio
import logging
from typing import Any

import pytest

import agentic
from agentic import Registry
from agentic.agents import AgentCatalog
from agentic.agents.function import FunctionAgent, PageRun
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol import events
from agentic.protocol.conversation import Conversation, call_status
from agentic.protocol.ending import Ending
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import Server, kinds, run, says, transcript


@pytest.fixture
def chat(registry: Registry, clock: FakeClock) -> Chat:
    return Chat(None, registry, clock=clock, thread_id="t")


@pytest.fixture
def form(registry: Registry) -> dict[str, str]:
    """A form that an agent can fill."""
    form: dict[str, str] = {}

    @registry.capability("form.fill", risk="read")
    def fill(field: str, value: str) -> dict[str, str]:
        """Fill a field."""
        form[field] = value
        return {"value": value}

    @registry.capability("form.save", risk="mutating")
    def save() -> str:
        """Save the form."""
        form["saved"] = "yes"
        return "saved"

    return form


def use(chat: Chat, function: Any) -> None:
    chat.agent = FunctionAgent(function)


def statuses(conversation: Conversation) -> list[tuple[str, str]]:
    calls = (call for message in conversation.messages for call in message.tool_calls)
    return [(call.name, call_status(conversation, call)) for call in calls]


async def test_text_is_one_message_until_a_call_comes_between(chat: Chat, form: dict[str, str]) -> None:
    async def guide(run: PageRun) -> Any:
        yield "Let me "
        yield "fill that in. "
        result = await run.call("form.fill", field="city", value="Paris")
        yield f"Done: {result['value']}." if result.ok else result.hint

    use(chat, guide)
    assert await chat.send("Paris, please") == Ending("finished")
    assert form == {"city": "Paris"}
    assert transcript(chat) == [
        ("user", "Paris, please"),
        ("assistant", "Let me fill that in. "),
        ("tool", '{"value": "Paris"}'),
        ("assistant", "Done: Paris."),
    ]
    assert statuses(chat.conversation.get()) == [("form_fill", "done")]
    assert [(tool.name, tool.side) for tool in chat.finished.get().tools] == [("form_fill", "client")]


async def test_a_call_without_text_before_it_stands_alone(chat: Chat, form: dict[str, str]) -> None:
    async def guide(run: PageRun) -> Any:
        await run.call("form.fill", field="a", value="1")
        yield "ok"

    use(chat, guide)
    await chat.send("go")
    assert [role for role, _ in transcript(chat)] == ["user", "assistant", "tool", "assistant"]


async def test_it_reads_what_was_said_and_remembers_what_it_wants(chat: Chat) -> None:
    async def echo(run: PageRun) -> Any:
        run.state["turns"] = run.state.get("turns", 0) + 1
        yield f"{run.text} {run.state['turns']} {len(run.messages)} {run.thread_id}"

    use(chat, echo)
    await chat.send("one")
    await chat.send("two")
    assert [text for role, text in transcript(chat) if role == "assistant"] == ["one 1 1 t", "two 2 3 t"]


async def test_a_person_is_asked_as_for_any_call(chat: Chat, form: dict[str, str]) -> None:
    async def guide(run: PageRun) -> Any:
        outcome = await run.call("form.save")
        yield f"{outcome.status}: {outcome.hint}"

    use(chat, guide)
    sending = asyncio.ensure_future(chat.send("save"))
    await settle()
    (question,) = chat.registry.queue.pending
    conversation = chat.conversation.get()
    assert call_status(conversation, conversation.messages[-1].tool_calls[0], {question.call.call_id}) == "deferred"
    question.deny("not now")
    assert (await sending).kind == "finished"
    assert form == {}
    assert statuses(chat.conversation.get()) == [("form_save", "declined")]
    assert "declined: the user declined: not now" in transcript(chat)[-1][1]


async def test_refusals_are_outcomes_it_can_act_on(chat: Chat, form: dict[str, str]) -> None:
    seen: list[str] = []

    async def guide(run: PageRun) -> Any:
        seen.append((await run.call("form.fill", field=7)).status)
        seen.append((await run.call("no.such")).status)
        yield "sorry"

    use(chat, guide)
    await chat.send("go")
    assert seen == ["invalid", "unavailable"]
    assert [status for _, status in statuses(chat.conversation.get())] == ["error", "error"]


async def test_an_exception_is_a_failed_run_that_names_it(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    async def guide(run: PageRun) -> Any:
        yield "I begin. "
        raise KeyError("city")

    use(chat, guide)
    with caplog.at_level(logging.ERROR, "agentic"):
        ending = await chat.send("go")
    assert (ending.kind, ending.values["message"]) == ("error", "KeyError: 'city'")
    assert transcript(chat)[-1] == ("assistant", "I begin. ")
    assert kinds(chat) == ["error"]
    assert "KeyError" in caplog.text


async def test_what_is_neither_text_nor_event_is_a_failed_run(chat: Chat) -> None:
    async def guide(run: PageRun) -> Any:
        yield 7

    use(chat, guide)
    assert "text, activities or events, not int" in (await chat.send("go")).values["message"]


async def test_events_pass_through(chat: Chat) -> None:
    async def guide(run: PageRun) -> Any:
        yield events.StateSnapshot({"step": 2})
        yield events.ActivitySnapshot("v", "chart", {"kind": "bar"})
        yield "drawn"

    use(chat, guide)
    await chat.send("go")
    conversation = chat.conversation.get()
    assert [message.role for message in conversation.messages] == ["user", "activity", "assistant"]


async def test_calls_side_by_side_each_get_their_own_result(chat: Chat, form: dict[str, str]) -> None:
    async def guide(run: PageRun) -> Any:
        yield "Both. "
        await asyncio.gather(*[run.call("form.fill", field=key, value=key) for key in "ab"])
        yield "Done."

    use(chat, guide)
    await chat.send("go")
    conversation = chat.conversation.get()
    assert statuses(conversation) == [("form_fill", "done")] * 2
    assert [role for role, _ in transcript(chat)] == ["user", *["assistant", "tool"] * 2, "assistant"]


async def test_stop_cancels_it_where_it_stands(chat: Chat) -> None:
    seen: list[str] = []

    async def guide(run: PageRun) -> Any:
        yield "Working. "
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            seen.append("cancelled")
        yield "never"

    use(chat, guide)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"
    await settle()
    assert seen == ["cancelled"]
    assert transcript(chat)[-1] == ("assistant", "Working. ")


async def test_stop_while_a_person_is_asked_declines_and_ends_it(chat: Chat, form: dict[str, str]) -> None:
    seen: list[str] = []

    async def guide(run: PageRun) -> Any:
        await run.call("form.save")
        seen.append("went on")
        await run.call("form.fill", field="a", value="1")
        yield "never"

    use(chat, guide)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"
    await settle()
    assert form == {}
    assert chat.registry.queue.pending == ()
    assert statuses(chat.conversation.get()) == [("form_save", "declined")]


async def test_stop_reaches_a_handler_that_never_returns(chat: Chat, registry: Registry) -> None:
    @registry.capability("work", risk="read")
    async def work() -> None:
        """Work for ever."""
        await asyncio.get_running_loop().create_future()

    async def guide(run: PageRun) -> Any:
        await run.call("work")
        yield "never"

    use(chat, guide)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"
    assert statuses(chat.conversation.get()) == [("work", "interrupted")]


async def test_a_function_that_never_waits_does_not_hold_the_page(chat: Chat) -> None:
    async def chatter(run: PageRun) -> Any:
        for _ in range(5000):
            yield "x"

    turns = 0

    async def elsewhere() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.ensure_future(elsewhere())
    use(chat, chatter)
    await chat.send("go")
    other.cancel()
    assert turns > 1000
    assert len(transcript(chat)[-1][1]) == 5000


async def test_two_chats_share_a_function_and_nothing_else(clock: FakeClock) -> None:
    agents = AgentCatalog()

    @agents.agent("guide")
    async def guide(run: PageRun) -> Any:
        yield (await run.call("who.am.i")).to_text()

    def chat_called(name: str) -> Chat:
        registry = Registry(clock=clock)

        @registry.capability("who.am.i", risk="read")
        def who() -> str:
            """Say which chat this is."""
            return name

        return Chat(agents.named("guide"), registry, clock=clock)

    chats = [chat_called("first"), chat_called("second")]
    await asyncio.gather(*[chat.send("hi") for chat in chats])
    assert [transcript(chat)[-1][1] for chat in chats] == ["first", "second"]


def test_only_an_async_generator_can_be_an_agent() -> None:
    async def no_yield(run: PageRun) -> str:
        return "hi"

    with pytest.raises(UsageError, match="yield"):
        AgentCatalog().agent("wrong")(no_yield)  # type: ignore[arg-type]


def test_the_page_has_one_catalog_and_tells_of_new_agents() -> None:
    agents, told = AgentCatalog(), []
    agents.changed.subscribe(told.append)

    async def guide(run: PageRun) -> Any:
        yield "hi"

    agents.agent("guide")(guide)
    assert told == [("guide",)]
    assert isinstance(agents.get("guide"), FunctionAgent)
    assert agents.get("other") is None
    assert agentic.agent == agentic.agents.catalog.agent


async def waits_for_what_was_cancelled(run: PageRun) -> Any:
    waiting = asyncio.ensure_future(asyncio.sleep(1))
    waiting.cancel()
    yield "half"
    await waiting


async def leaves(run: PageRun) -> Any:
    yield "half"
    raise SystemExit(2)


@pytest.mark.parametrize(
    ("function", "message"), [(waits_for_what_was_cancelled, "CancelledError"), (leaves, "SystemExit: 2")]
)
async def test_however_it_ends_the_run_ends_with_it(chat: Chat, function: Any, message: str) -> None:
    use(chat, function)
    assert await chat.send("go") == Ending("error", {"message": message, "code": ""})
    assert transcript(chat)[-1] == ("assistant", "half")


@pytest.mark.parametrize(
    "bad",
    [
        events.TextMessageContent("m", 5),  # type: ignore[arg-type]
        events.TextMessageStart(None),  # type: ignore[arg-type]
        events.ToolCallStart("l", None),  # type: ignore[arg-type]
        events.ToolCallArgs("k", None),  # type: ignore[arg-type]
        events.ToolCallResult("r", "k", None),  # type: ignore[arg-type]
        events.StateSnapshot(object()),
        events.StateDelta(3),  # type: ignore[arg-type]
        events.MessagesSnapshot(None),  # type: ignore[arg-type]
        events.ActivitySnapshot("a", "chart", 5),  # type: ignore[arg-type]
        events.RunFinished("t", "r", outcome=events.Outcome("odd")),
        events.ReasoningEncryptedValue("message", "m", b"x"),  # type: ignore[arg-type]
    ],
    ids=lambda event: type(event).__name__,
)
async def test_an_event_that_no_server_could_send_is_a_failed_run_and_spoils_nothing(
    chat: Chat, server: Server, bad: events.Event
) -> None:
    async def guide(run: PageRun) -> Any:
        yield events.TextMessageStart("m")
        yield events.ToolCallStart("k", "look")
        yield bad

    use(chat, guide)
    assert (await chat.send("go")).kind == "error"
    chat.agent = HttpAgent("/agent/", server)
    server.will_answer(run(says("ok", "n")))
    assert (await chat.send("go on")).kind == "finished"
    assert transcript(chat)[-1] == ("assistant", "ok")


async def test_what_an_event_holds_is_the_conversations_own(chat: Chat) -> None:
    held = {"rows": [1]}

    async def guide(run: PageRun) -> Any:
        yield events.StateSnapshot(held)
        yield events.ActivitySnapshot("v", "chart", held)
        run.state.update(chat.state)

    use(chat, guide)
    await chat.send("go")
    held["rows"].append(2)
    assert chat.state == {"rows": [1]}
    assert chat.conversation.get().messages[-1].content == {"rows": [1]}
