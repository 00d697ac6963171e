"""What a page hears beside the messages: shared state, custom events, what a write has moved."""

from typing import Any

import pytest

from agentic.agents.chat import Chat, RunReport
from agentic.errors import UsageError
from agentic.protocol import events
from tests.unit.agents.conftest import Server, event, run, says


def custom(name: str, value: Any) -> bytes:
    return event("CUSTOM", name=name, value=value)


def moved(*keys: Any, **more: Any) -> bytes:
    return custom("ag_ui.invalidate", {"keys": list(keys), **more})


@pytest.fixture
def heard(chat: Chat) -> list[events.Event]:
    told: list[events.Event] = []
    chat.heard.subscribe(told.append)
    return told


async def test_a_page_hears_every_event_when_it_has_been_applied(
    chat: Chat, server: Server, heard: list[events.Event]
) -> None:
    seen: list[Any] = []
    chat.heard.subscribe(lambda each: seen.append(chat.state) if isinstance(each, events.StateSnapshot) else None)
    server.will_answer(run(custom("ping", {"depth": None}), event("STATE_SNAPSHOT", snapshot={"n": 1})))
    await chat.send("hi")
    assert [event.value for event in heard if isinstance(event, events.Custom)] == [{"depth": None}]
    assert seen == [{"n": 1}]


async def test_nothing_is_heard_of_a_conversation_that_was_left(
    chat: Chat, server: Server, heard: list[events.Event]
) -> None:
    chat.heard.subscribe(lambda each: chat.new() if isinstance(each, events.RunStarted) else None)
    server.will_answer(run(custom("late", 1)))
    await chat.send("hi")
    assert not any(isinstance(each, events.Custom) for each in heard)


async def test_state_that_the_page_gives_is_sent_and_what_comes_back_is_kept(chat: Chat, server: Server) -> None:
    given = {"document": "draft"}
    chat.state = given
    given["document"] = "changed behind its back"
    patch = [{"op": "replace", "path": "/document", "value": "final"}]
    server.will_answer(run(event("STATE_DELTA", delta=patch)), run(says("ok")))
    await chat.send("hi")
    assert server.bodies[0]["state"] == {"document": "draft"}
    assert chat.state == {"document": "final"}
    chat.new()
    await chat.send("again")
    assert server.bodies[1]["state"] == {"document": "final"}


@pytest.mark.parametrize("value", [float("nan"), object(), {"a": {1, object()}}])
def test_state_that_cannot_travel_is_refused(chat: Chat, value: Any) -> None:
    with pytest.raises(UsageError, match="state: it must be JSON"):
        chat.state = value


async def test_forwarded_properties_go_along_as_they_are(chat: Chat, server: Server) -> None:
    server.will_answer(run(says("a")), run(says("b")))
    await chat.send("hi")
    chat.forwarded_props = {"tenant": None, "n": [1, {"deep": True}]}
    await chat.send("hi")
    assert [body["forwardedProps"] for body in server.bodies] == [{}, {"tenant": None, "n": [1, {"deep": True}]}]


async def test_what_a_server_moved_is_reported_once_a_key_and_exactly(chat: Chat, server: Server) -> None:
    server.will_answer(
        run(moved("orders", "orders/42", reason="saved"), moved("orders/42", "orders/1"), moved(7), custom("x", 1))
    )
    reports: list[RunReport | None] = []
    chat.finished.subscribe(reports.append)
    await chat.send("hi")
    assert [report.invalidated for report in reports if report] == [("orders", "orders/42", "orders/1")]
