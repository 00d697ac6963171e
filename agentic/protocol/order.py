"""Which event may follow which: a table, and what has to be remembered to read it.

A violation raises `ProtocolError`; it ends the stream, for nobody knows what the rest would mean.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.errors import ProtocolError
from agentic.protocol import events
from agentic.protocol.messages import Message

BEFORE, RUNNING, FINISHED, FAILED = "before", "running", "finished", "failed"

WHAT_MAY_COME: Mapping[str, tuple[frozenset[type], str]] = MappingProxyType(
    {
        BEFORE: (frozenset({events.RunStarted, events.RunError}), "the first event must be RunStarted or RunError"),
        FINISHED: (frozenset({events.RunStarted, events.RunError}), "the run has already finished"),
        FAILED: (frozenset({events.RunStarted}), "the run has already failed"),
    }
)

BOOK_OF_ROLE = MappingProxyType({"reasoning": "reasoning", "activity": "activity"})


class Order:
    """What is open in the present run, and to whom everything in it belongs."""

    def __init__(self) -> None:
        self.phase = BEFORE
        self._forget()

    def check(self, event: events.Event) -> None:
        """Let the event pass, or raise."""
        kind = type(event)
        if self.phase != RUNNING:
            allowed, why = WHAT_MAY_COME[self.phase]
            if kind not in allowed:
                raise violation(event, why)
        elif kind is events.RunStarted:
            raise violation(event, "a run is still active")
        rule = RULES.get(kind)
        if rule:
            rule(self, event)

    def _forget(self) -> None:
        self.open: dict[str, set[Any]] = {noun: set() for noun in NOUNS}
        self.owners: dict[str, dict[str, str | None]] = {book: {} for book in BOOKS}
        self.closed_subagents: set[str] = set()

    def started(self, event: events.RunStarted) -> None:
        self.phase = RUNNING
        self._forget()
        if event.input:
            self.record(event.input.messages, overwrite=False)

    def finished(self, event: events.RunFinished) -> None:
        for noun, things in self.open.items():
            if things:
                raise violation(event, f"a {noun} is still open: {', '.join(map(str, things))}")
        self.phase = FINISHED

    def failed(self, _: events.RunError) -> None:
        self.phase = FAILED

    def record(self, messages: Iterable[Message], *, overwrite: bool = True) -> None:
        """Remember whose the messages of a history are, and their calls with them."""
        for message in messages:
            entries = [(BOOK_OF_ROLE.get(message.role, "message"), message.id)]
            entries += [("call", call.id) for call in message.tool_calls]
            for book, entity in entries:
                if overwrite or entity not in self.owners[book]:
                    self.owners[book][entity] = message.subagent_run_id

    def agree(self, event: Any, book: str, entity: str) -> None:
        """A tagged event must name the owner on record; an untagged one always agrees."""
        tag = event.subagent_run_id
        if tag is not None and self.owners[book].get(entity, tag) != tag:
            raise violation(event, f"{entity} does not belong to subagent {tag}")


Rule = Callable[[Order, Any], None]
IdOf = Callable[[Any], str]


def violation(event: events.Event, why: str) -> ProtocolError:
    return ProtocolError("verification", f"{type(event).__name__}: {why}")


def opens(noun: str, book: str, id_of: IdOf) -> Rule:
    def rule(order: Order, event: Any) -> None:
        entity = id_of(event)
        if entity in order.open[noun]:
            raise violation(event, f"the {noun} {entity} is already open")
        order.agree(event, book, entity)
        order.open[noun].add(entity)
        order.owners[book].setdefault(entity, event.subagent_run_id)

    return rule


def continues(noun: str, book: str, id_of: IdOf) -> Rule:
    def rule(order: Order, event: Any) -> None:
        entity = id_of(event)
        if entity not in order.open[noun]:
            raise violation(event, f"no {noun} {entity} is open")
        if event.subagent_run_id is not None:
            order.agree(event, book, entity)

    return rule


def closes(noun: str, book: str, id_of: IdOf) -> Rule:
    check = continues(noun, book, id_of)

    def rule(order: Order, event: Any) -> None:
        check(order, event)
        order.open[noun].discard(id_of(event))

    return rule


def call_opens(order: Order, event: events.ToolCallStart) -> None:
    """A call belongs to the message that carries it."""
    parent = event.parent_message_id
    if parent is None or parent not in order.owners["message"]:
        OPEN_CALL(order, event)
        return
    order.agree(event, "message", parent)
    owner = order.owners["message"][parent]
    held = order.owners["call"].setdefault(event.tool_call_id, owner)
    if event.subagent_run_id is None and held != owner:
        raise violation(event, f"{event.tool_call_id} and its message {parent} belong to different agents")
    OPEN_CALL(order, event)


def step_opens(order: Order, event: events.StepStarted) -> None:
    step = (event.subagent_run_id, event.step_name)
    if step in order.open["step"]:
        raise violation(event, f"the step {event.step_name} is already open")
    order.open["step"].add(step)


def step_closes(order: Order, event: events.StepFinished) -> None:
    step = (event.subagent_run_id, event.step_name)
    if step not in order.open["step"]:
        raise violation(event, f"no step {event.step_name} is open")
    order.open["step"].discard(step)


def subagent_opens(order: Order, event: events.SubagentStarted) -> None:
    known = order.open["subagent"] | order.closed_subagents
    if event.subagent_run_id in known:
        raise violation(event, f"the subagent {event.subagent_run_id} was started before")
    parent = event.parent_subagent_run_id
    if parent is not None and parent not in known:
        raise violation(event, f"its parent {parent} was never started")
    order.open["subagent"].add(event.subagent_run_id)


def subagent_closes(order: Order, event: events.SubagentFinished | events.SubagentError) -> None:
    if event.subagent_run_id not in order.open["subagent"]:
        raise violation(event, f"no subagent {event.subagent_run_id} is active")
    order.open["subagent"].discard(event.subagent_run_id)
    order.closed_subagents.add(event.subagent_run_id)


def result_comes(order: Order, event: events.ToolCallResult) -> None:
    order.owners["message"][event.message_id] = event.subagent_run_id


def activity_comes(order: Order, event: events.ActivitySnapshot) -> None:
    if event.replace is not False or event.message_id not in order.owners["activity"]:
        order.owners["activity"][event.message_id] = event.subagent_run_id


def activity_changes(order: Order, event: events.ActivityDelta) -> None:
    order.agree(event, "activity", event.message_id)


def value_comes(order: Order, event: events.ReasoningEncryptedValue) -> None:
    if event.subtype == "tool-call":
        order.agree(event, "call", event.entity_id)
    elif event.entity_id in order.owners["message"]:
        order.agree(event, "message", event.entity_id)
    else:
        order.agree(event, "reasoning", event.entity_id)


def message_id(event: Any) -> str:
    return event.message_id


def call_id(event: Any) -> str:
    return event.tool_call_id


NOUNS = ("text message", "reasoning message", "reasoning span", "call", "step", "subagent")
BOOKS = ("message", "call", "activity", "reasoning")

OPEN_CALL = opens("call", "call", call_id)

RULES: Mapping[type, Rule] = MappingProxyType(
    {
        events.RunStarted: Order.started,
        events.RunFinished: Order.finished,
        events.RunError: Order.failed,
        events.StepStarted: step_opens,
        events.StepFinished: step_closes,
        events.TextMessageStart: opens("text message", "message", message_id),
        events.TextMessageContent: continues("text message", "message", message_id),
        events.TextMessageEnd: closes("text message", "message", message_id),
        events.ToolCallStart: call_opens,
        events.ToolCallArgs: continues("call", "call", call_id),
        events.ToolCallEnd: closes("call", "call", call_id),
        events.ToolCallResult: result_comes,
        events.ReasoningStart: opens("reasoning span", "reasoning", message_id),
        events.ReasoningEnd: closes("reasoning span", "reasoning", message_id),
        events.ReasoningMessageStart: opens("reasoning message", "reasoning", message_id),
        events.ReasoningMessageContent: continues("reasoning message", "reasoning", message_id),
        events.ReasoningMessageEnd: closes("reasoning message", "reasoning", message_id),
        events.ReasoningEncryptedValue: value_comes,
        events.MessagesSnapshot: lambda order, event: order.record(event.messages),
        events.ActivitySnapshot: activity_comes,
        events.ActivityDelta: activity_changes,
        events.SubagentStarted: subagent_opens,
        events.SubagentFinished: subagent_closes,
        events.SubagentError: subagent_closes,
    }
)
