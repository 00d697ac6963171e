"""Recording: what an agent did, as a small file of one JSON object a line.

The first line says what the file is. A line with `run` begins a run, and says what it answers; every other line is one
event with its time, in milliseconds since the run began, or tells that the agent used the page.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from agentic.core.strict_json import strict_decoder
from agentic.errors import ProtocolError, UsageError
from agentic.protocol import events
from agentic.protocol.events import Event, Remark
from agentic.protocol.reader import Reader
from agentic.protocol.wire import write_event

VERSION = 1
TOGETHER = 40  # milliseconds: deltas that come closer than that are one line

STRICT = strict_decoder()
DELTAS = (events.TextMessageContent, events.ReasoningMessageContent, events.ToolCallArgs)


@dataclass(frozen=True, slots=True)
class Told:
    """An event, `at` milliseconds after its run began."""

    at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Used:
    """The agent ran the capability `name` for the call `call_id`; without a name, it asked the person."""

    at: int
    call_id: str
    name: str = ""


Step = Told | Used


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """One run: `said` is the message it answered, None where it went on after the results of calls."""

    said: str | None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """What an agent did, run by run."""

    runs: tuple[RecordedRun, ...] = ()
    title: str = ""

    def to_text(self) -> str:
        """The file."""
        lines = [{"recording": VERSION, "title": self.title}]
        for run in self.runs:
            lines.append({"run": run.said})
            lines += map(_write, _joined(run.steps))
        text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(', ', ': '))}\n" for line in lines)
        # Half a character, whose other half is in the next delta, is written as JSON escapes it: no file could hold it.
        return text.encode("utf-8", "backslashreplace").decode()

    @classmethod
    def from_text(cls, text: str) -> "Recording":
        """Read a file; UsageError names the line that is wrong."""
        # Only LF ends a line here: what else Python calls one may stand in a text.
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        head = _object(*lines[0]) if lines else {}
        if head.get("recording") != VERSION:
            raise UsageError(f"this is no recording of version {VERSION}: its first line does not say so")
        runs: list[tuple[str | None, list[Step]]] = []
        for number, line in lines[1:]:
            value = _object(number, line)
            if "run" in value:
                runs.append((value["run"], []))
            elif not runs:
                raise UsageError(f"line {number} of the recording: no run has begun")
            else:
                runs[-1][1].append(_read(number, value))
        return cls(tuple(RecordedRun(said, tuple(steps)) for said, steps in runs), str(head.get("title") or ""))


def _joined(steps: Iterable[Step]) -> list[Step]:
    """The steps, with deltas of one thing that came together as one."""
    joined: list[Step] = []
    for step in steps:
        last = joined[-1] if joined else None
        if last and _continues(last, step):
            added = last.event.delta + step.event.delta
            joined[-1] = Told(last.at, replace(last.event, delta=added))
        else:
            joined.append(step)
    return joined


def _continues(last: Any, step: Any) -> bool:
    if not (isinstance(last, Told) and isinstance(step, Told) and isinstance(last.event, DELTAS)):
        return False
    if type(last.event) is not type(step.event) or step.at - last.at > TOGETHER:
        return False
    return replace(last.event, delta="") == replace(step.event, delta="")


def _write(step: Step) -> dict[str, Any]:
    if isinstance(step, Told):
        return {"at": step.at, **write_event(step.event)}
    return {"at": step.at, "page": step.call_id, **({"runs": step.name} if step.name else {"asks": True})}


def _read(number: int, value: dict[str, Any]) -> Step:
    at = value.pop("at", None)
    if type(at) is not int or at < 0:
        raise UsageError(f"line {number} of the recording: `at` must be a number of milliseconds")
    if isinstance(value.get("page"), str):
        return Used(at, value["page"], str(value.get("runs") or ""))
    if not isinstance(value.get("type"), str):
        raise UsageError(f"line {number} of the recording: it is no event")
    try:
        *_, event = Reader(lambda: f"line-{number}").read(value)
    except ProtocolError as error:
        raise UsageError(f"line {number} of the recording: {error.detail}") from None
    if isinstance(event, Remark):
        raise UsageError(f"line {number} of the recording: {event.text}")
    return Told(at, event)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        value = STRICT.decode(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError(f"line {number} of the recording: it is no JSON object")
    return value
