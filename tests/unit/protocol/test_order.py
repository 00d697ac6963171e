"""Which event may follow which."""

from typing import Any

import pytest

from agentic.errors import ProtocolError
from agentic.protocol import events as e
from agentic.protocol.messages import Message, RunInput, ToolCall
from agentic.protocol.order import Order

STARTED = e.RunStarted("t", "r")
FINISHED = e.RunFinished("t", "r")
FAILED = e.RunError("no")


def follow(*sequence: Any) -> None:
    order = Order()
    for event in sequence:
        order.check(event)


def text(tag: str | None = None) -> e.TextMessageStart:
    return e.TextMessageStart("m", subagent_run_id=tag)


def more(tag: str | None = None) -> e.TextMessageContent:
    return e.TextMessageContent("m", "x", subagent_run_id=tag)


def call(tag: str | None = None, parent: str | None = None) -> e.ToolCallStart:
    return e.ToolCallStart("k", "f", parent, subagent_run_id=tag)


END, CALL_END = e.TextMessageEnd("m"), e.ToolCallEnd("k")
SPAN, THOUGHT = e.ReasoningStart("m"), e.ReasoningMessageStart("m", "reasoning")
SNAPSHOT = e.MessagesSnapshot((Message("m", "assistant", "x", (ToolCall("k", "f"),), subagent_run_id="a"),))


LEGAL = {
    "nothing but an error": [FAILED],
    "an error after the end": [STARTED, FINISHED, FAILED],
    "a second run after the end": [STARTED, FINISHED, STARTED, FINISHED],
    "a second run after an error": [STARTED, text(), FAILED, STARTED, text(), END, FINISHED],
    "a closed message opened again": [STARTED, text(), END, text(), more(), END, FINISHED],
    "a closed call opened again": [STARTED, call(), CALL_END, call(), CALL_END, FINISHED],
    "a result before its call ends": [STARTED, call(), e.ToolCallResult("t", "k", "x"), CALL_END, FINISHED],
    "a result of no known call, twice": [STARTED, *[e.ToolCallResult("t", "none", "x")] * 2, FINISHED],
    "open items at an error": [STARTED, text(), call(), e.StepStarted("s"), FAILED],
    "a span and a message of one id": [
        STARTED,
        SPAN,
        THOUGHT,
        e.ReasoningMessageEnd("m"),
        e.ReasoningEnd("m"),
        FINISHED,
    ],
    "a step of each agent with one name": [
        *[STARTED, e.StepStarted("s"), e.StepStarted("s", subagent_run_id="a")],
        *[e.StepFinished("s"), e.StepFinished("s", subagent_run_id="a"), FINISHED],
    ],
    "a tag that was never announced": [STARTED, text("ghost"), more("ghost"), END, FINISHED],
    "an untagged continuation of a subagent's message": [STARTED, text("a"), more(), END, FINISHED],
    "a call that inherits its message's owner": [
        STARTED,
        text("a"),
        call(None, "m"),
        e.ToolCallArgs("k", "x", subagent_run_id="a"),
    ],
    "a subagent of a subagent that is done": [
        *[STARTED, e.SubagentStarted("a", "n"), e.SubagentFinished("a")],
        *[e.SubagentStarted("b", "n", parent_subagent_run_id="a"), e.SubagentError("b", "x"), FINISHED],
    ],
    "an owner that a snapshot overwrote": [STARTED, text("b"), END, SNAPSHOT, text("a"), more("a"), END, FINISHED],
}

ILLEGAL = {
    "something else first": [text()],
    "an end without a beginning": [FINISHED],
    "anything after the end": [STARTED, FINISHED, text()],
    "an end after the end": [STARTED, FINISHED, FINISHED],
    "anything after an error": [STARTED, FAILED, FINISHED],
    "a run in a run": [STARTED, STARTED],
    "a message opened twice": [STARTED, text(), text()],
    "a call opened twice": [STARTED, call(), call()],
    "a thought opened twice": [STARTED, THOUGHT, THOUGHT],
    "a span opened twice": [STARTED, SPAN, SPAN],
    "text for a message that is not open": [STARTED, more()],
    "text after the end of its message": [STARTED, text(), END, more()],
    "text for a message of the run before": [STARTED, text(), FAILED, STARTED, more()],
    "arguments for a call that is not open": [STARTED, e.ToolCallArgs("k", "x")],
    "an end for a call that is not open": [STARTED, CALL_END],
    "a span that opens no message": [STARTED, SPAN, e.ReasoningMessageContent("m", "x")],
    "a step opened twice": [STARTED, e.StepStarted("s"), e.StepStarted("s")],
    "a step closed for another": [STARTED, e.StepStarted("s"), e.StepFinished("s", subagent_run_id="a")],
    "the end with an open message": [STARTED, text(), FINISHED],
    "the end with an open call": [STARTED, call(), FINISHED],
    "the end with an open step": [STARTED, e.StepStarted("s"), FINISHED],
    "the end with an open span": [STARTED, SPAN, FINISHED],
    "the end with an active subagent": [STARTED, e.SubagentStarted("a", "n"), FINISHED],
    "a subagent that comes again": [
        STARTED,
        e.SubagentStarted("a", "n"),
        e.SubagentFinished("a"),
        e.SubagentStarted("a", "n"),
    ],
    "a subagent of nobody": [STARTED, e.SubagentStarted("a", "n", parent_subagent_run_id="ghost")],
    "the end of a subagent that is not active": [STARTED, e.SubagentFinished("a")],
    "a subagent in the parent's message": [STARTED, text(), more("a")],
    "a subagent in another's message": [STARTED, text("a"), more("b")],
    "a message taken over after it was closed": [STARTED, text("a"), END, text("b")],
    "a call on another agent's message": [STARTED, text("a"), call("b", "m")],
    "a call reopened on another agent's message": [
        *[STARTED, call("b"), CALL_END, text("a"), call(None, "m")],
    ],
    "a value for another agent's call": [
        *[STARTED, call("a"), CALL_END, e.ReasoningEncryptedValue("tool-call", "k", "v", subagent_run_id="b")],
    ],
    "a value for another agent's message": [
        *[STARTED, text("a"), END, e.ReasoningEncryptedValue("message", "m", "v", subagent_run_id="b")],
    ],
    "a patch for another agent's activity": [
        *[STARTED, e.ActivitySnapshot("v", "chart", {}, subagent_run_id="a")],
        e.ActivityDelta("v", "chart", (), subagent_run_id="b"),
    ],
    "a message of the sent history taken over": [
        *[e.RunStarted("t", "r", input=RunInput("t", "r", (Message("m", "assistant", "x"),))), text("a")],
    ],
}


@pytest.mark.parametrize("case", LEGAL)
def test_it_may_come(case: str) -> None:
    follow(*LEGAL[case])


@pytest.mark.parametrize("case", ILLEGAL)
def test_it_is_refused_and_only_then(case: str) -> None:
    *before, last = ILLEGAL[case]
    order = Order()
    for event in before:
        order.check(event)
    with pytest.raises(ProtocolError) as refused:
        order.check(last)
    assert refused.value.stage == "verification"
