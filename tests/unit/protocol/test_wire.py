"""What goes out: request bodies as the recorded ones, and nothing malformed."""

import json
from pathlib import Path
from typing import Any

import pytest

from agentic.errors import UsageError
from agentic.protocol.interrupts import check_answers
from agentic.protocol.legacy import upgrade_messages
from agentic.protocol.messages import ContextItem, Message, RunInput, Tool, ToolCall
from agentic.protocol.shape import Malformed, Note
from agentic.protocol.wire import EVENTS, INTERRUPT, RESUME, RUN_INPUT, type_name, write_input

CASES = json.loads((Path(__file__).parents[2] / "data" / "requests.json").read_text("utf-8"))["cases"]
NOW = 1_800_000_000.0


def sent(given: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """The body for what a client holds, checked as everything is that others gave us to send."""
    body = {key: value for key, value in given.items() if key != "pendingInterrupts"}
    body["messages"], _ = upgrade_messages(given.get("messages", []))
    run = RUN_INPUT.read(body, notes)
    check_answers([INTERRUPT.read(each, []) for each in given.get("pendingInterrupts", [])], run.resume or (), NOW)
    return write_input(run)


@pytest.mark.parametrize("case", [case for case in CASES if "sent" in case], ids=lambda case: case["name"])
def test_a_request_is_the_recorded_one(case: dict[str, Any]) -> None:
    notes: list[Note] = []
    assert sent(case["given"], notes) == case["sent"]
    told = "\n".join(map(str, notes))
    assert [path for path in case.get("warnings_mention", []) if path not in told] == []


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in case], ids=lambda case: case["name"])
def test_a_request_that_must_not_be_sent_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises((UsageError, Malformed)):
        sent(case["given"], [])


def test_what_is_absent_is_left_out_and_lists_are_sent_though_empty() -> None:
    assert write_input(RunInput("t", "r")) == {
        "threadId": "t",
        "runId": "r",
        "protocolVersion": "1.0",
        "state": {},
        "messages": [],
        "tools": [],
        "context": [],
        "forwardedProps": {},
    }


def test_a_state_of_null_cannot_be_sent_and_is_left_out() -> None:
    assert "state" not in write_input(RunInput("t", "r", state=None))


def test_every_record_that_is_written_is_read_again() -> None:
    run = RunInput(
        "t",
        "r",
        messages=(
            Message("u", "user", "hi"),
            Message("a", "assistant", tool_calls=(ToolCall("k", "f", '{"a":1}', {"m": 1}, "enc"),)),
            Message("k1", "tool", "no", tool_call_id="k", error="no", metadata={"outcome": "failed"}),
        ),
        state={"a": None},
        tools=(Tool("f", "does f", {"type": "object"}),),
        context=(ContextItem("page", "/orders"),),
    )
    notes: list[Note] = []
    assert RUN_INPUT.read(json.loads(json.dumps(write_input(run))), notes) == run
    assert notes == []


def test_the_official_models_accept_what_we_send() -> None:
    core = pytest.importorskip("ag_ui.core")
    for case in CASES:
        if "sent" in case:
            core.RunAgentInput.model_validate(case["sent"])
    run = RunInput("t", "r", (Message("a", "assistant", "", (ToolCall("k", "f", "{}"),)),), tools=(Tool("f", "d", {}),))
    core.RunAgentInput.model_validate(write_input(run))


def test_every_event_type_of_the_protocol_has_its_record() -> None:
    core = pytest.importorskip("ag_ui.core")
    retired = {kind for kind in core.EventType.__members__ if kind.startswith("THINKING")}
    assert set(EVENTS) == set(core.EventType.__members__) - retired


def test_names_are_spelled_as_the_wire_does() -> None:
    assert type_name(Tool) == "TOOL"
    assert RESUME.read({"interruptId": "i", "status": "cancelled"}, []).interrupt_id == "i"
