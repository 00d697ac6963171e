"""The headless chat: tools that run by themselves, tools that somebody answers, and messages in parts."""

import asyncio
import json
from typing import Any

import pytest

from agentic import Registry, capability
from agentic.agents.function import FunctionAgent
from agentic.agents.provider import CallPiece, ResultPiece, TextPiece, ThoughtPiece
from agentic.chat import Chat, ReasoningPart, TextPart, ToolCallPart, ToolRequest, define_tool
from agentic.errors import UsageError
from agentic.protocol.messages import NOT_FINISHED
from agentic.testing import FakeClock, FakeProvider, settle

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def call(id: str = "a", name: str = "get_weather", **args: Any) -> CallPiece:
    return CallPiece(id, name, args or {"city": "Paris"})


def weather(execute: Any = None) -> Any:
    return define_tool("get_weather", description="Get the weather of a city", parameters=CITY, execute=execute)


def chat_with(*answers: Any, **options: Any) -> tuple[Chat, FakeProvider]:
    provider = FakeProvider(*answers)
    return Chat(provider=provider, clock=FakeClock(), **options), provider


def parts(chat: Chat) -> list[ToolCallPart]:
    return [part for message in chat.messages for part in message.parts if isinstance(part, ToolCallPart)]


def states(chat: Chat) -> list[str]:
    return [part.state for part in parts(chat)]


def results(provider: FakeProvider) -> list[str]:
    """What the model was told of its calls, in the newest turn."""
    answered = [entry for entry in provider.asked[-1].history if hasattr(entry, "results")]
    return [message.text for entry in answered for message in entry.results]


# Tools that run by themselves.


async def test_a_tool_runs_by_itself_and_the_conversation_goes_on() -> None:
    chat, provider = chat_with([call()], "21 degrees.", tools=[weather(lambda args: {"temp": 21, **args})])
    assert (await chat.send("Paris?")).kind == "finished"
    assert [message.role for message in chat.messages] == ["user", "assistant", "assistant"]
    assert parts(chat) == [
        ToolCallPart("a", "get_weather", {"city": "Paris"}, "result", {"temp": 21, "city": "Paris"}),
    ]
    assert chat.messages[-1].parts == (TextPart("21 degrees."),)
    assert results(provider) == ['{"temp": 21, "city": "Paris"}']


async def test_the_model_is_told_of_the_tool() -> None:
    chat, provider = chat_with("hi", tools=[weather()])
    await chat.send("hi")
    (tool,) = provider.asked[0].tools
    assert (tool.name, tool.description, tool.parameters) == ("get_weather", "Get the weather of a city", CITY)


async def test_an_async_tool_gets_a_signal_that_aborts_with_the_chat() -> None:
    seen: list[str] = []

    async def slow(args: Any, signal: Any) -> None:
        signal.on_cancel(seen.append)
        await asyncio.get_running_loop().create_future()

    chat, _ = chat_with([call()], tools=[weather(slow)])
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    assert states(chat) == ["running"]
    chat.stop()
    assert (await sending).kind == "stopped"
    assert seen == ["the user stopped the run"]
    assert states(chat) == ["error"]


async def test_a_tool_that_throws_tells_the_model_its_message() -> None:
    def fails(args: Any) -> None:
        raise ValueError("no such city")

    chat, provider = chat_with([call()], "Sorry.", tools=[weather(fails)])
    await chat.send("go")
    assert [(part.state, part.error) for part in parts(chat)] == [("error", "no such city")]
    assert "no such city" in results(provider)[0]


async def test_arguments_are_checked_before_a_tool_sees_them() -> None:
    ran: list[Any] = []
    wrong = [call("a", town=1), CallPiece("b", "get_weather", '{"city": "Par')]
    chat, provider = chat_with(wrong, "Sorry.", tools=[weather(ran.append)])
    await chat.send("go")
    assert ran == []
    assert states(chat) == ["error", "error"]
    assert all(json.loads(text)["status"] == "invalid" for text in results(provider))


async def test_capabilities_are_tools_too_and_stand_on_top_of_the_registry() -> None:
    page = Registry()

    @page.capability("page.title", risk="read")
    def title() -> str:
        """Read the title."""
        return "Orders"

    @capability("note", risk="read")
    def note(text: str) -> str:
        """Write a note."""
        return f"noted {text}"

    mapping = {"name": "get_weather", "parameters": CITY, "execute": lambda args: 7}
    calls = [call("a", "page_title", x=1), call("b", "note", text="x"), call("c")]
    calls[0] = CallPiece("a", "page_title", "{}")
    chat, provider = chat_with(calls, "ok", registry=page, tools=[note, mapping])
    await chat.send("go")
    assert [part.name for part in parts(chat)] == ["page.title", "note", "get_weather"]
    assert [part.result for part in parts(chat)] == ["Orders", "noted x", 7]
    assert [entry.name for entry in page.list()] == ["page.title"]
    assert {tool.name for tool in provider.asked[0].tools} == {"page_title", "note", "get_weather"}


async def test_a_tool_with_a_risk_asks_the_person_first() -> None:
    tool = define_tool("wipe", execute=lambda args: "wiped", risk="destructive")
    chat, _ = chat_with([CallPiece("a", "wipe")], "ok", tools=[tool])
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    assert states(chat) == ["pending"]
    with pytest.raises(UsageError, match="does not wait for a result"):
        await chat.add_tool_result("a", result=1)
    chat.registry.queue.pending[0].deny("not today")
    await sending
    assert states(chat) == ["error"]
    assert "not today" in (parts(chat)[0].error or "")


async def test_other_tools_may_be_assigned_at_any_time() -> None:
    chat, provider = chat_with("one", "two", tools=[weather()])
    await chat.send("hi")
    chat.tools = [define_tool("other")]
    await chat.send("hi")
    assert [[tool.name for tool in turn.tools] for turn in provider.asked] == [["get_weather"], ["other"]]
    assert [tool.name for tool in chat.tools] == ["other"]


def test_what_can_not_be_executed_is_told() -> None:
    with pytest.raises(UsageError, match="execute of 'x' must be a function"):
        define_tool("x", execute="nope")  # type: ignore[arg-type]


# One handler for the rest.


async def test_the_rest_go_to_one_handler() -> None:
    seen: list[ToolRequest] = []

    async def on_tool_call(request: ToolRequest) -> Any:
        seen.append(request)
        await asyncio.sleep(0)
        return {"temp": 3}

    chat, provider = chat_with([call(), call("b")], "ok", tools=[weather()], on_tool_call=on_tool_call)
    await chat.send("go")
    assert [(each.id, each.name, each.args) for each in seen] == [
        ("a", "get_weather", {"city": "Paris"}),
        ("b", "get_weather", {"city": "Paris"}),
    ]
    assert not seen[0].signal.cancelled
    assert results(provider) == ['{"temp": 3}'] * 2


async def test_a_handler_that_throws_tells_the_model_its_message() -> None:
    def on_tool_call(request: ToolRequest) -> Any:
        raise RuntimeError("not now")

    chat, provider = chat_with([call()], "Sorry.", tools=[weather()], on_tool_call=on_tool_call)
    await chat.send("go")
    assert "not now" in results(provider)[0]


@pytest.mark.parametrize("empty", [0, False, "", [], {}])
async def test_only_none_is_no_answer(empty: Any) -> None:
    chat, _ = chat_with([call()], "ok", tools=[weather()], on_tool_call=lambda request: empty)
    assert (await chat.send("go")).kind == "finished"
    assert parts(chat)[0].result == empty


# A person in the loop.


async def test_a_call_without_an_answer_waits_and_its_result_goes_on() -> None:
    chat, provider = chat_with([call()], "21 degrees.", tools=[weather()])
    assert (await chat.send("go")).kind == "waiting"
    assert not chat.is_running
    assert states(chat) == ["pending"]
    ending = await chat.add_tool_result("a", result={"approved": True})
    assert ending and ending.kind == "finished"
    assert parts(chat)[0].result == {"approved": True}
    assert results(provider) == ['{"approved": true}']
    assert chat.messages[-1].text == "21 degrees."


async def test_an_error_may_be_brought_too() -> None:
    chat, provider = chat_with([call()], "ok", tools=[weather()])
    await chat.send("go")
    await chat.add_tool_result("a", error="The user declined")
    assert (parts(chat)[0].state, parts(chat)[0].error) == ("error", "The user declined")
    assert "The user declined" in results(provider)[0]


async def test_it_goes_on_when_none_is_left_waiting() -> None:
    def on_tool_call(request: ToolRequest) -> Any:
        return "sunny" if request.args["city"] == "Rome" else None

    calls = [call("a"), call("b", city="Rome"), call("c", city="Oslo")]
    chat, provider = chat_with(calls, "ok", tools=[weather()], on_tool_call=on_tool_call)
    assert (await chat.send("go")).kind == "waiting"
    assert states(chat) == ["pending", "result", "pending"]
    assert await chat.add_tool_result("c", result=1) is None
    assert len(provider.asked) == 1
    assert (await chat.add_tool_result("a", result=None)).kind == "finished"
    assert results(provider) == ["done", "sunny", "1"]


async def test_without_auto_send_a_result_is_only_kept() -> None:
    chat, provider = chat_with([call()], "ok", tools=[weather()], auto_send_tool_results=False)
    await chat.send("go")
    assert await chat.add_tool_result("a", result=7) is None
    assert (states(chat), len(provider.asked)) == (["result"], 1)
    await chat.send("and now?")
    assert results(provider) == ["7"]


async def test_a_call_nobody_answered_is_told_so_when_the_person_writes_on() -> None:
    chat, provider = chat_with([call()], "ok", tools=[weather()])
    await chat.send("go")
    assert (await chat.send("never mind")).kind == "finished"
    assert results(provider) == [NOT_FINISHED]
    assert states(chat) == ["error"]
    with pytest.raises(UsageError, match="'a' does not wait for a result"):
        await chat.add_tool_result("a", result=1)


async def test_a_result_brought_while_other_calls_still_run_goes_on_at_their_end() -> None:
    gate = asyncio.Event()

    async def slow(args: Any) -> str:
        await gate.wait()
        return "slow"

    tools = [weather(), define_tool("slow", execute=slow)]
    chat, provider = chat_with([call(), CallPiece("b", "slow")], "ok", tools=tools)
    sending = asyncio.ensure_future(chat.send("go"))
    await settle()
    assert states(chat) == ["pending", "running"]
    assert await chat.add_tool_result("a", result="early") is None
    gate.set()
    assert (await sending).kind == "finished"
    assert results(provider) == ["early", "slow"]


async def test_a_result_brought_while_the_answer_still_comes_is_not_forgotten() -> None:
    chat, provider = chat_with([call()], "ok", tools=[weather()])
    bringing: list[Any] = []

    def bring() -> None:
        if chat.is_running and states(chat) == ["pending"] and not bringing:
            bringing.append(asyncio.ensure_future(chat.add_tool_result("a", result=1)))

    chat.subscribe(bring)
    await chat.send("go")
    await asyncio.gather(*bringing)
    await settle()
    assert results(provider) == ["1"]


@pytest.mark.parametrize("given", [{}, {"result": 1, "error": "no"}])
async def test_either_a_result_or_an_error_is_brought(given: dict[str, Any]) -> None:
    chat, _ = chat_with([call()], tools=[weather()])
    await chat.send("go")
    with pytest.raises(UsageError, match="give either result or error"):
        await chat.add_tool_result("a", **given)


async def test_a_call_that_is_not_there_can_not_be_answered() -> None:
    chat, _ = chat_with("hi")
    with pytest.raises(UsageError, match="'ghost' does not wait"):
        await chat.add_tool_result("ghost", result=1)


async def test_a_new_chat_forgets_what_waits() -> None:
    chat, _ = chat_with([call()], tools=[weather()])
    await chat.send("go")
    chat.new()
    assert chat.messages == ()
    with pytest.raises(UsageError):
        await chat.add_tool_result("a", result=1)


# Bounds.


@pytest.mark.parametrize(("most", "expected"), [(None, 5), (2, 2), (0, 0)])
async def test_one_message_gives_the_model_so_many_rounds_of_calls(most: int | None, expected: int) -> None:
    ran: list[Any] = []
    answers = [[call(str(number))] for number in range(10)]
    chat, provider = chat_with(*answers, tools=[weather(ran.append)], max_tool_roundtrips=most)
    ending = await chat.send("go")
    assert (ending.kind, ending.values) == ("rounds", {"limit": expected})
    assert len(ran) == expected
    assert len(provider.asked) == expected + 1
    assert states(chat) == ["result"] * expected + ["error"]


async def test_waiting_between_rounds_counts_and_a_new_message_begins_anew() -> None:
    answers = [[call("a")], [call("b")], [call("c")], [call("d")]]
    chat, _ = chat_with(*answers, tools=[weather()], max_tool_roundtrips=2)
    await chat.send("go")
    assert (await chat.add_tool_result("a", result=1)).kind == "waiting"
    assert (await chat.add_tool_result("b", result=1)).kind == "rounds"
    assert (await chat.send("again")).kind == "waiting"


# Messages.


async def test_arguments_are_shown_as_they_come() -> None:
    pieces = ['{"ci', 'ty": "Pa', 'ris", "days', '": [1, 2', "]}"]
    seen: list[Any] = []
    chat, _ = chat_with(
        [CallPiece("a", "get_weather"), *[CallPiece("a", "", piece) for piece in pieces]], "ok", tools=[weather()]
    )

    def look() -> None:
        seen.extend((part.state, part.args) for part in parts(chat))

    chat.subscribe(look)
    await chat.send("go")
    streaming = [args for state, args in seen if state == "streaming"]
    assert {"city": "Pa"} in streaming
    assert {"city": "Paris", "days": [1, 2]} in streaming
    assert ("running", {"city": "Paris", "days": [1, 2]}) in seen
    assert seen[-1] == ("pending", {"city": "Paris", "days": [1, 2]})


async def test_reasoning_and_text_are_parts_of_their_message() -> None:
    chat, _ = chat_with([ThoughtPiece("Hm."), TextPiece("Yes.")])
    await chat.send("Sure?")
    assert chat.messages[-1].parts == (ReasoningPart("Hm."), TextPart("Yes."))


async def test_what_the_server_ran_has_its_result_and_asks_for_nothing() -> None:
    chat, provider = chat_with([call(), ResultPiece("a", {"temp": 1}), "Cold."], tools=[weather()])
    assert (await chat.send("go")).kind == "finished"
    assert (parts(chat)[0].state, parts(chat)[0].result) == ("result", {"temp": 1})
    assert len(provider.asked) == 1


async def test_a_text_result_stays_text() -> None:
    chat, _ = chat_with([call()], "ok", tools=[weather(lambda args: "42")])
    await chat.send("go")
    assert parts(chat)[0].result == "42"


async def test_listeners_hear_of_news_until_they_leave() -> None:
    chat, _ = chat_with("one", "two")
    heard: list[int] = []
    leave = chat.subscribe(lambda: heard.append(len(chat.messages)))
    await chat.send("hi")
    assert heard[-1] == 2
    leave()
    count = len(heard)
    await chat.send("hi")
    assert len(heard) == count


async def test_a_tool_of_an_agent_in_the_page_can_not_wait() -> None:
    async def guide(run: Any) -> Any:
        yield (await run.call("get_weather", city="Paris")).hint

    chat = Chat(FunctionAgent(guide), tools=[weather()], clock=FakeClock())
    await chat.send("go")
    assert "has no result yet" in chat.messages[-1].text
