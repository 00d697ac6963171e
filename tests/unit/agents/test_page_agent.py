"""What an agent in the page shows and asks: reasoning, charts, questions, and what it knows of the page."""

import asyncio
import json
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.activity import Activity, chart, suggestions
from agentic.agents.function import FunctionAgent, PageRun
from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol import events
from agentic.protocol.conversation import call_status
from agentic.protocol.messages import Message, RunInput
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import transcript


@pytest.fixture
def chat(registry: Registry, clock: FakeClock) -> Chat:
    return Chat(None, registry, clock=clock, thread_id="t")


def use(chat: Chat, function: Any) -> None:
    chat.agent = FunctionAgent(function)


async def test_thoughts_are_reasoning_and_text_ends_them(chat: Chat) -> None:
    async def thinks(run: PageRun) -> Any:
        await run.think("Paris, ")
        await run.think("probably.")
        yield "It is Paris."
        await run.think("Was that right?")

    use(chat, thinks)
    assert (await chat.send("go")).kind == "finished"
    assert transcript(chat)[1:] == [
        ("reasoning", "Paris, probably."),
        ("assistant", "It is Paris."),
        ("reasoning", "Was that right?"),
    ]
    assert not any(message.is_open for message in chat.conversation.get().messages)


async def test_a_call_ends_a_thought(chat: Chat) -> None:
    async def thinks(run: PageRun) -> Any:
        await run.think("Hm.")
        await run.call("ghost")
        await run.think("Well.")
        yield "No."

    use(chat, thinks)
    assert (await chat.send("go")).kind == "finished"
    assert [text for role, text in transcript(chat) if role == "reasoning"] == ["Hm.", "Well."]


async def test_activities_are_drawn_and_drawn_anew_in_their_place(chat: Chat) -> None:
    async def draws(run: PageRun) -> Any:
        yield chart(["Mon", "Tue"], {"new": [1, 2]}, title="Signups", id="week")
        yield Activity("build_status", {"status": "green"})
        yield chart(["Mon", "Tue"], {"new": [1, 3]}, kind="line", id="week")
        yield suggestions("Show last week")

    use(chat, draws)
    assert (await chat.send("go")).kind == "finished"
    shown = [message for message in chat.conversation.get().messages if message.role == "activity"]
    assert [(message.activity_type, message.content) for message in shown] == [
        ("chart", {"kind": "line", "labels": ["Mon", "Tue"], "series": [{"label": "new", "points": [1, 3]}]}),
        ("build_status", {"status": "green"}),
        ("suggestions", {"prompts": ["Show last week"]}),
    ]


async def test_what_is_drawn_in_the_middle_of_a_text_stands_there(chat: Chat) -> None:
    async def draws(run: PageRun) -> Any:
        yield "Before. "
        yield chart(["a"], {"b": [1]}, id="c")
        yield "After"
        yield chart(["a"], {"b": [2]}, id="c")
        yield " it."

    use(chat, draws)
    await chat.send("go")
    assert transcript(chat)[1:] == [("assistant", "Before. "), ("activity", ""), ("assistant", "After it.")]


def test_a_chart_that_would_mislead_is_refused() -> None:
    with pytest.raises(UsageError, match="'new' has 1 points for 2 labels"):
        chart(["a", "b"], {"new": [1]})
    with pytest.raises(UsageError, match="kind is one of bar"):
        chart([], {}, kind="cube")


@pytest.mark.parametrize("prompts", [["x"] * 5, ["x" * 121]])
def test_too_many_suggestions_and_too_long_ones_are_refused(prompts: list[str]) -> None:
    with pytest.raises(UsageError, match="at most 4"):
        suggestions(*prompts)


async def test_a_question_waits_for_the_person_and_gives_the_answer(chat: Chat) -> None:
    async def asks(run: PageRun) -> Any:
        size = await run.ask("Which size?", ["S", "M"])
        yield f"Size {size}."

    use(chat, asks)
    sending = asyncio.ensure_future(chat.send("a shirt"))
    await settle()
    (question,) = chat.questions.pending
    assert (question.asked.text, question.asked.options, question.asked.allows_other) == (
        "Which size?",
        ("S", "M"),
        False,
    )
    call = chat.conversation.get().messages[-1].tool_calls[0]
    assert (call.name, call.id) == ("ask_user", question.call_id)
    assert json.loads(call.arguments) == {"question": "Which size?", "options": ["S", "M"], "allow_custom": False}
    assert question.answer("M")
    assert not question.answer("S")
    assert (await sending).kind == "finished"
    assert chat.questions.pending == ()
    assert transcript(chat)[2:] == [("tool", "M"), ("assistant", "Size M.")]


async def test_a_question_without_options_takes_any_answer(chat: Chat) -> None:
    async def asks(run: PageRun) -> Any:
        yield f"Hello, {await run.ask('Your name?')}."

    use(chat, asks)
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    assert chat.questions.pending[0].asked.arguments() == {"question": "Your name?"}
    chat.questions.pending[0].answer("Ada")
    await sending
    assert transcript(chat)[-1] == ("assistant", "Hello, Ada.")


async def test_questions_side_by_side_are_each_answered(chat: Chat) -> None:
    async def asks(run: PageRun) -> Any:
        answers = await asyncio.gather(run.ask("One?"), run.ask("Two?"))
        yield " ".join(answers)

    use(chat, asks)
    sending = asyncio.ensure_future(chat.send("hi"))
    await settle()
    first, second = chat.questions.pending
    second.answer("2")
    await settle()
    assert chat.questions.pending == (first,)
    first.answer("1")
    await sending
    assert transcript(chat)[-1] == ("assistant", "1 2")


async def test_stop_closes_an_open_question_and_nothing_is_left_open(chat: Chat) -> None:
    async def asks(run: PageRun) -> Any:
        yield await run.ask("Sure?")

    use(chat, asks)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    chat.stop()
    assert (await sending).kind == "stopped"
    assert chat.questions.pending == ()
    conversation = chat.conversation.get()
    assert call_status(conversation, conversation.messages[-2].tool_calls[0]) == "interrupted"


async def test_without_a_chat_nobody_can_be_asked() -> None:
    async def asks(run: PageRun) -> Any:
        yield f"[{await run.ask('Sure?')}]"

    seen = [event async for event in FunctionAgent(asks).run(RunInput("t", "r", (Message("u", "user", "hi"),)))]
    assert any(getattr(event, "delta", "") == "[]" for event in seen)


async def test_it_knows_what_the_page_tells_about_itself(chat: Chat) -> None:
    async def reads(run: PageRun) -> Any:
        yield ", ".join(f"{item.description}={item.value}" for item in run.context)

    chat.context = lambda: [{"description": "cart", "value": [1, 2]}]
    use(chat, reads)
    await chat.send("go")
    assert transcript(chat)[-1] == ("assistant", "cart=[1, 2]")


async def test_several_conversations_with_one_agent_keep_their_own_state(clock: FakeClock) -> None:
    gates = [asyncio.Event(), asyncio.Event()]

    async def counts(run: PageRun) -> Any:
        run.state["n"] = run.state.get("n", 0) + int(run.text)
        await gates[int(run.text) - 1].wait()
        yield str(run.state["n"])

    agent = FunctionAgent(counts)
    chats = [Chat(agent, clock=clock, thread_id=name) for name in "ab"]
    sending = [asyncio.ensure_future(chat.send(str(number + 1))) for number, chat in enumerate(chats)]
    await settle()
    gates[1].set()
    await sending[1]
    chats[0].stop()
    assert [(await each).kind for each in sending] == ["stopped", "finished"]
    gates[0].set()
    await chats[0].send("1")
    await chats[1].send("2")
    assert [transcript(chat)[-1][1] for chat in chats] == ["1", "4"]


async def test_its_events_pass_the_checks_of_any_agent(chat: Chat) -> None:
    async def breaks(run: PageRun) -> Any:
        yield "So. "
        yield events.TextMessageContent("nobody", "opened this")

    use(chat, breaks)
    assert (await chat.send("go")).kind == "protocol"
