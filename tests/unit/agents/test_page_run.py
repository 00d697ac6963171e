"""What an agent function can do with its run, also from several tasks at once."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.function import FunctionAgent
from agentic.agents.page_run import PageRun
from agentic.chat import Chat
from agentic.protocol import events
from agentic.protocol.conversation import call_status
from agentic.protocol.ending import Ending
from agentic.protocol.messages import RunInput
from agentic.testing import FakeClock, settle
from tests.unit.agents.conftest import transcript


@pytest.fixture
def chat(registry: Registry, clock: FakeClock) -> Chat:
    return Chat(None, registry, clock=clock, thread_id="t")


def use(chat: Chat, function: Any) -> None:
    chat.agent = FunctionAgent(function)


def statuses(chat: Chat) -> list[tuple[str, str]]:
    conversation = chat.conversation.get()
    calls = (call for message in conversation.messages for call in message.tool_calls)
    return [(call.name, call_status(conversation, call)) for call in calls]


async def test_what_a_call_shows_is_what_the_capability_gets(chat: Chat, registry: Registry) -> None:
    @registry.capability("sum", risk="read")
    def add(numbers: list[int]) -> int:
        """Add numbers."""
        return sum(numbers)

    async def adds(run: PageRun) -> Any:
        outcome = await run.call("sum", numbers=(1, 2))
        yield str(outcome.value)

    use(chat, adds)
    await chat.send("go")
    assert transcript(chat)[-1] == ("assistant", "3")


async def test_arguments_that_are_not_json_are_named_and_leave_no_half_call(chat: Chat) -> None:
    async def shows(run: PageRun) -> Any:
        await run.call("show", what=object())
        yield "never"

    use(chat, shows)
    assert (await chat.send("go")).values["message"] == "TypeError: object is not JSON"
    assert transcript(chat) == [("user", "go")]


async def test_a_state_too_deep_to_copy_is_one_ending_and_not_a_hang(chat: Chat) -> None:
    inner: dict[str, Any] = {}
    for _ in range(2000):
        inner = {"in": inner}

    class Digger:
        async def run(self, input: RunInput) -> AsyncGenerator[events.Event, None]:
            yield events.RunStarted("t", "r")
            yield events.StateSnapshot(inner)
            yield events.RunFinished("t", "r")

    async def reads(run: PageRun) -> Any:
        yield str(run.state)

    chat.agent = Digger()
    await chat.send("dig")
    use(chat, reads)
    assert (await chat.send("again")).kind == "agent-raised"
    chat.new()
    assert (await chat.send("dig")).kind == "finished"


async def test_it_may_speak_while_a_task_of_its_own_calls(chat: Chat) -> None:
    async def both(run: PageRun) -> Any:
        yield "First. "
        filling = asyncio.ensure_future(run.call("ghost"))
        for word in ("Meanwhile, ", "I ", "talk."):
            yield word
        await filling

    use(chat, both)
    assert await chat.send("go") == Ending("finished")
    assert "".join(text for role, text in transcript(chat) if role == "assistant") == "First. Meanwhile, I talk."
    assert statuses(chat) == [("ghost", "error")]


async def test_a_call_it_did_not_wait_for_is_run_once_and_answered(chat: Chat, registry: Registry) -> None:
    done: list[str] = []

    @registry.capability("slow", risk="read")
    async def slow() -> str:
        """Take a while."""
        await settle()
        done.append("slow")
        return "slow"

    tasks = []

    async def hurries(run: PageRun) -> Any:
        tasks.append(asyncio.ensure_future(run.call("slow")))
        yield "Done."

    use(chat, hurries)
    assert await chat.send("go") == Ending("finished")
    assert done == ["slow"]
    assert statuses(chat) == [("slow", "done")]


async def test_tasks_it_leaves_behind_end_with_the_run(chat: Chat) -> None:
    tasks: list[asyncio.Task[Any]] = []

    async def leaves_some(run: PageRun) -> Any:
        async def goes_on() -> None:
            for number in range(3):
                await run.say(f"too late {number}")

        yield "half"
        tasks.extend(asyncio.ensure_future(goes_on()) for _ in range(3))
        await asyncio.sleep(0)
        raise RuntimeError("enough")

    use(chat, leaves_some)
    assert (await chat.send("go")).kind == "error"
    await settle()
    assert all(task.done() for task in tasks)
