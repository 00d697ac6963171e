"""A chat over more capabilities than a request should carry: the model searches, describes and executes."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from agentic import Registry
from agentic.agents.remote import HttpAgent
from agentic.chat import Chat, RunReport
from agentic.core.digest import digest
from agentic.core.meta_tools import META_WIRE_NAMES
from agentic.protocol.client import ToolRun
from agentic.protocol.conversation import call_status
from agentic.protocol.ending import Ending
from agentic.testing import settle
from tests.unit.agents.conftest import Server, answered, calls, run, says, transcript

During = Callable[..., Awaitable[Ending]]


@pytest.fixture
def done(registry: Registry) -> list[str]:
    """What sixty capabilities did."""
    done: list[str] = []

    def add(number: int) -> None:
        @registry.capability(f"list{number}.add", risk="mutating")
        def append(text: str) -> str:
            """Add an item to a list."""
            done.append(f"{number} {text}")
            return f"added {text}"

    for number in range(60):
        add(number)
    return done


def offered(server: Server) -> list[list[str]]:
    return [[tool["name"] for tool in body["tools"]] for body in server.bodies]


def added(text: str) -> bytes:
    return run(calls("agent_execute", {"name": "list7.add", "input": {"text": text}}, "k"))


async def test_it_searches_describes_and_executes_to_the_end(
    chat: Chat, server: Server, registry: Registry, done: list[str], during: During
) -> None:
    registry.tool_mode = "meta-tools"
    server.will_answer(
        run(calls("agent_search_capabilities", {"query": "list7"}, "a")),
        run(calls("agent_describe", {"name": "list7.add"}, "b")),
        added("lamp"),
        run(says("Added")),
    )
    asked: list[Any] = []

    async def confirm() -> None:
        while not registry.queue.pending:
            await settle()
        (question,) = registry.queue.pending
        conversation = chat.conversation.get()
        (call,) = conversation.messages[-1].tool_calls
        # The card of the call is the one that asks.
        asked.append((question.digest, call_status(conversation, call, {question.call.call_id})))
        question.approve()

    assert await during(confirm) == Ending("finished")
    assert offered(server) == [list(META_WIRE_NAMES)] * 4
    assert asked == [(digest("list7.add", None, {"text": "lamp"}), "deferred")]
    assert done == ["7 lamp"]
    results = {call_id: result["content"] for call_id, result in answered(server.bodies[3]).items()}
    assert json.loads(results["a"])["capabilities"][0]["name"] == "list7.add"
    assert json.loads(results["b"])["input_schema"]["required"] == ["text"]
    assert results["k"] == "added lamp"
    assert transcript(chat)[-1] == ("assistant", "Added")
    assert chat.finished.get() == RunReport(
        tuple(ToolRun(name, "client") for name in ("agent_search_capabilities", "agent_describe", "agent_execute")),
        Ending("finished"),
        thread_id="t",
    )


async def test_auto_switches_from_one_request_to_the_next(
    chat: Chat, server: Server, registry: Registry, done: list[str]
) -> None:
    registry.tool_mode = "auto"
    extra = [entry for entry in registry.list() if entry.name != "list7.add"]
    server.will_answer(run(says("one", "a")), run(says("two", "b")))
    await chat.send("first")
    for entry in extra:
        registry.put(entry, None)
    await chat.send("second")
    assert offered(server) == [list(META_WIRE_NAMES), ["list7_add"]]


async def test_a_tool_that_was_not_in_the_request_does_not_run_by_its_own_name(
    chat: Chat, server: Server, registry: Registry, done: list[str]
) -> None:
    registry.tool_mode = "meta-tools"
    server.will_answer(run(calls("list7_add", {"text": "lamp"})), run(says("Sorry")))
    await chat.send("add a lamp")
    assert answered(server.bodies[1])["k"]["content"] == (
        "There is no tool 'list7_add'. There is agent_describe, agent_execute, agent_search_capabilities."
    )
    assert done == []


async def test_the_meta_tools_do_not_run_where_they_were_not_offered(
    chat: Chat, server: Server, done: list[str]
) -> None:
    server.will_answer(added("lamp"), run(says("Sorry")))
    await chat.send("add a lamp")
    assert answered(server.bodies[1])["k"]["content"].startswith("There is no tool 'agent_execute'. There is list0_add")
    assert done == []


async def test_a_stop_declines_the_open_question_of_the_real_call(
    chat: Chat, server: Server, registry: Registry, done: list[str], during: During
) -> None:
    registry.tool_mode = "meta-tools"
    server.will_answer(added("lamp"))
    assert await during(chat.stop) == Ending("stopped")
    assert (registry.queue.pending, done) == ((), [])


@pytest.mark.parametrize("told", ["page", "chat"])
async def test_a_chat_is_told_the_mode_by_its_registry_or_by_the_pages(
    server: Server, registry: Registry, done: list[str], told: str
) -> None:
    own = Registry(registry)
    chat = Chat(HttpAgent("/agent/", server), own)
    (registry if told == "page" else own).tool_mode = "auto"
    server.will_answer(run(says("Hello")))
    await chat.send("hi")
    assert offered(server) == [list(META_WIRE_NAMES)]
