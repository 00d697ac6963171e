"""Replays a recorded stream and says what became of it, in the form of the streams' own expectations."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from agentic.errors import ProtocolError
from agentic.protocol.draft import Draft
from agentic.protocol.events import Custom, Event, Raw, SubagentError, SubagentFinished, SubagentStarted
from agentic.protocol.frames import Json, last_value, values
from agentic.protocol.reader import Reader
from agentic.protocol.run import Run, RunEnd
from agentic.protocol.sse import Decoder
from agentic.protocol.wire import EVENTS, INTERRUPT, MESSAGE, type_name, usage

STREAMS = Path(__file__).parents[2] / "data" / "streams"
NAMES = sorted(path.stem for path in STREAMS.glob("*.sse"))


def expected(name: str) -> dict[str, Any]:
    return json.loads((STREAMS / f"{name}.expected.json").read_text("utf-8"))


def raw(name: str) -> bytes:
    return (STREAMS / f"{name}.sse").read_bytes()


def canonical(value: Any) -> str:
    """JSON to compare by: key order is nothing, true is not 1."""
    return json.dumps(value, sort_keys=True)


@dataclass
class Replay:
    """One stream, fed in pieces."""

    given: dict[str, Any]
    delivered: list[Event] = field(default_factory=list)
    states: dict[str, Any] = field(default_factory=dict)
    rejected: dict[str, Any] | None = None
    frame: int = -1

    def __post_init__(self) -> None:
        initial = self.given.get("initial", {})
        messages = [MESSAGE.read(message, []) for message in initial.get("messages", [])]
        self.draft = Draft(self.given["threadId"], messages, initial.get("state", {}))
        ids = count(1)
        self.reader = Reader(lambda: f"minted-{next(ids)}")
        self.run = Run(self.draft, self.delivered.append)

    def feed(self, chunks: Iterable[bytes]) -> "Replay":
        decoder = Decoder()
        try:
            for chunk in chunks:
                for data in decoder.feed(chunk):
                    self._frame(values((data,)))
            if last := decoder.close():
                self._frame(last_value(last))
        except ProtocolError as error:
            self.rejected = {"stage": error.stage, "at_frame": self.frame}
        self.draft.close_all()
        return self

    def feed_at_once(self, data: bytes) -> "Replay":
        """The whole stream as one read: what is asked of the single frame cannot be told then."""
        decoder = Decoder()
        try:
            self._frame(values(decoder.feed(data)))
            self._frame(last_value(decoder.close()))
        except ProtocolError as error:
            self.rejected = {"stage": error.stage}
        self.draft.close_all()
        return self

    def _frame(self, objects: Iterable[Json]) -> None:
        self.frame += 1
        before = self.draft.state
        for value in objects:
            for event in self.reader.read(value):
                self.run.feed(event)
        if self.draft.state is not before and canonical(self.draft.state) != canonical(before):
            self.states[str(self.frame)] = self.draft.state

    @property
    def verdict(self) -> str:
        if self.rejected:
            return "rejected"
        return "truncated" if self.run.end.ended == "none" else "accepted"

    def outcome(self) -> dict[str, Any]:
        conversation = self.draft.view()
        return {
            "verdict": self.verdict,
            "runs": [described(end) for end in self.run.runs],
            "messages": [MESSAGE.write(message) for message in conversation.messages],
            "state": conversation.state,
            "eventTypes": [type_name(type(event)) for event in self.delivered],
            "pendingInterrupts": [interrupt.id for interrupt in conversation.pending_interrupts],
            "warnings": list(conversation.warnings),
            "rejected": self.rejected,
            "custom": [{"name": event.name, "value": event.value} for event in self.events(Custom)],
            "raw": [
                {"event": event.event} | ({"source": event.source} if event.source else {})
                for event in self.events(Raw)
            ],
            "subagents": [written(event) for event in self.events((SubagentStarted, SubagentFinished, SubagentError))],
            "state_after_frame": self.states,
        }

    def events(self, kind: Any) -> Iterator[Any]:
        return (event for event in self.delivered if isinstance(event, kind))


def written(event: Event) -> dict[str, Any]:
    name = type_name(type(event))
    return {"type": name, **EVENTS[name].write(event)}


def described(end: RunEnd) -> dict[str, Any]:
    """A run's end as the expectations spell it; what is empty is left out."""
    error = {"message": end.error, "code": end.code}
    members = {
        "threadId": end.thread_id,
        "runId": end.run_id,
        "ended": end.ended,
        "result": end.result,
        "pendingToolCallIds": list(end.pending_call_ids) if end.ended == "success" else None,
        "interrupts": [INTERRUPT.write(interrupt) for interrupt in end.interrupts],
        "error": {key: value for key, value in error.items() if value is not None},
        "usage": usage.write(end.usage) if end.usage else None,
    }
    return {key: value for key, value in members.items() if value not in (None, [], {})}
