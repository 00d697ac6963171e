"""Replays a recorded stream and says what became of it: for bug reports, and for anyone who writes a server.

    python -m agentic.protocol.replay STREAM.sse [--initial MESSAGES.json] [--split N]

STREAM holds the raw bytes of one answer. Printed is JSON: the verdict (accepted, rejected, truncated), the runs, the
messages, the state, the events in their order, and what was odd.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from agentic.core.camel import camel
from agentic.errors import ProtocolError, UsageError
from agentic.protocol.draft import Draft
from agentic.protocol.events import Custom, Event, Raw, SubagentError, SubagentFinished, SubagentStarted
from agentic.protocol.frames import Json, last_value, values
from agentic.protocol.legacy import upgrade_messages
from agentic.protocol.reader import Reader
from agentic.protocol.run import Run, RunEnd
from agentic.protocol.shape import Malformed, Unknown
from agentic.protocol.sse import Decoder
from agentic.protocol.wire import EVENTS, INTERRUPT, MESSAGE, type_name, usage

SUBAGENTS = (SubagentStarted, SubagentFinished, SubagentError)


class Replay:
    """One stream, fed in pieces, over what the client held before."""

    def __init__(self, draft: Draft) -> None:
        self.delivered: list[Event] = []
        self.states: dict[str, Any] = {}
        self.rejected: Json | None = None
        ids = count(1)
        self._draft = draft
        self._frame = -1
        self._reader = Reader(lambda: f"minted-{next(ids)}")
        self._run = Run(draft, self.delivered.append)

    def feed(self, chunks: Iterable[bytes]) -> "Replay":
        """Read the stream to its end, or to what is wrong in it. Each frame counts by itself, however it came."""
        decoder = Decoder()
        try:
            for chunk in chunks:
                for data in decoder.feed(chunk):
                    self._read(values((data,)))
            if last := decoder.close():
                self._read(last_value(last))
        except ProtocolError as error:
            self.rejected = {"stage": error.stage, "at_frame": self._frame, "why": error.detail}
        self._draft.close_all()
        return self

    def outcome(self) -> Json:
        """What the stream made; members that would be empty are left out where they are not always there."""
        conversation = self._draft.view()
        found = {
            camel("pending_interrupts"): [interrupt.id for interrupt in conversation.pending_interrupts],
            "state_after_frame": self.states,
            "custom": [{"name": event.name, "value": event.value} for event in self._events(Custom)],
            "raw": [
                without_empty({"event": each.event, "source": each.source}, "source") for each in self._events(Raw)
            ],
            "subagents": [written(event) for event in self._events(SUBAGENTS)],
            "warnings_mention": list(conversation.warnings),
            "rejected": self.rejected,
        }
        return {
            "verdict": self._verdict(),
            "runs": [described(end) for end in self._run.runs],
            "messages": [MESSAGE.write(message) for message in conversation.messages],
            "state": conversation.state,
            camel("event_types"): [type_name(type(event)) for event in self.delivered],
            **without_empty(found, *found),
        }

    def _read(self, objects: Iterable[Json]) -> None:
        self._frame += 1
        before = self._draft.state
        for value in objects:
            for event in self._reader.read(value):
                self._run.feed(event)
        if self._draft.state is not before and not is_same(self._draft.state, before):
            self.states[str(self._frame)] = self._draft.state

    def _verdict(self) -> str:
        if self.rejected:
            return "rejected"
        return "truncated" if self._run.end.ended == "none" else "accepted"

    def _events(self, kind: Any) -> Iterator[Any]:
        return (event for event in self.delivered if isinstance(event, kind))


def written(event: Event) -> Json:
    name = type_name(type(event))
    return {"type": name, **EVENTS[name].write(event)}


def described(end: RunEnd) -> Json:
    """A run and its end; what is empty is left out."""
    pending = list(end.pending_call_ids) if end.ended == "success" else []
    members = {
        camel("thread_id"): end.thread_id,
        camel("run_id"): end.run_id,
        "ended": end.ended,
        "result": end.result,
        camel("pending_tool_call_ids"): pending,
        "interrupts": [INTERRUPT.write(interrupt) for interrupt in end.interrupts],
        "error": without_empty({"message": end.error, "code": end.code}, "message", "code"),
        "usage": usage.write(end.usage) if end.usage else None,
    }
    return without_empty(members, *(key for key in members if key != "result" or end.result is None))


def without_empty(members: Json, *keys: str) -> Json:
    """The members, without those of these keys that hold nothing; false and 0 are something."""
    return {key: value for key, value in members.items() if key not in keys or value not in (None, "", [], {})}


def is_same(one: Any, other: Any) -> bool:
    """Whether both are the same JSON; to Python, true would be 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def read_initial(path: Path) -> Draft:
    """What the client held before: a list of messages, or an object with `messages` and `state`."""
    value = json.loads(path.read_text("utf-8"))
    given = value if isinstance(value, dict) else {"messages": value}
    messages, _ = upgrade_messages(given.get("messages", []))
    try:
        return Draft("", [MESSAGE.read(message, []) for message in messages], given.get("state"))
    except (Malformed, Unknown, TypeError) as error:
        raise UsageError(f"{path} holds no AG-UI messages: {error}") from error


def pieces(data: bytes, size: int | None) -> Iterable[bytes]:
    """The bytes in pieces of a size; in one if there is none."""
    return [data] if not size else (data[start : start + size] for start in range(0, len(data), size))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit status: 0 if a stream was read, whatever its verdict; 2 if there was none."""
    parser = argparse.ArgumentParser("agentic.protocol.replay", description="Replay a recorded AG-UI stream.")
    parser.add_argument("stream", type=Path, help="the raw bytes of one answer")
    parser.add_argument("--initial", type=Path, help="the messages held before, as JSON")
    parser.add_argument("--split", type=int, metavar="N", help="feed N bytes at a time")
    given = parser.parse_args(arguments)
    if given.split is not None and given.split < 1:
        parser.error("--split takes a number of bytes, 1 or more")
    try:
        draft = read_initial(given.initial) if given.initial else Draft("")
        outcome = Replay(draft).feed(pieces(given.stream.read_bytes(), given.split)).outcome()
    except (OSError, ValueError, UsageError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    # Half a character, which a stream may hold, is written as JSON escapes it.
    text = json.dumps(outcome, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
    print(text.decode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
