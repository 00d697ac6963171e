"""AG-UI events as a test writes them: `run(*text("Hello"))` is a whole answer."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import uuid4

Event = dict[str, Any]


def started(request: Event) -> Event:
    return {"type": "RUN_STARTED", "threadId": request["threadId"], "runId": request["runId"]}


def finished(request: Event) -> Event:
    return {"type": "RUN_FINISHED", "threadId": request["threadId"], "runId": request["runId"]}


def failed(message: str, code: str | None = None) -> Event:
    return {"type": "RUN_ERROR", "message": message} | ({"code": code} if code else {})


def run(*steps: Any) -> Callable[[Event], list[Any]]:
    """An answer that starts the run it was asked for, takes these steps, and finishes it."""
    return lambda request: [started(request), *steps, finished(request)]


def lost(*steps: Any) -> Callable[[Event], list[Any]]:
    """An answer that starts and never says how it ended."""
    return lambda request: [started(request), *steps]


def echo(request: Event) -> list[Any]:
    """An answer that repeats what the user said last."""
    said = next(message["content"] for message in reversed(request["messages"]) if message["role"] == "user")
    return run(*text(f"You said: {said}"))(request)


def text(*deltas: str, message: str = "") -> list[Event]:
    """A whole assistant message in these pieces."""
    return list(spoken(deltas, message))


def spoken(deltas: Iterable[str], message: str = "") -> Iterator[Event]:
    message = message or uuid4().hex
    yield {"type": "TEXT_MESSAGE_START", "messageId": message, "role": "assistant"}
    for delta in deltas:
        yield {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": delta}
    yield {"type": "TEXT_MESSAGE_END", "messageId": message}


def opened(message: str, *deltas: str) -> list[Event]:
    """A message that starts and is not closed."""
    return text(*deltas, message=message)[:-1]


def more(message: str, delta: str) -> Event:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": delta}


def closed(message: str) -> Event:
    return {"type": "TEXT_MESSAGE_END", "messageId": message}


def call(name: str, arguments: Any = None, call_id: str = "", parent: str = "") -> list[Event]:
    """A call of a tool, its arguments in two pieces; a string goes out as it is, fitting JSON or not."""
    call_id = call_id or uuid4().hex
    written = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    start = {"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name}
    half = len(written) // 2
    return [
        start | ({"parentMessageId": parent} if parent else {}),
        {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": written[:half]},
        {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": written[half:]},
        {"type": "TOOL_CALL_END", "toolCallId": call_id},
    ]


def result(call_id: str, content: str, **metadata: Any) -> Event:
    """A result the server itself streams."""
    event = {"type": "TOOL_CALL_RESULT", "messageId": uuid4().hex, "toolCallId": call_id, "content": content}
    return event | ({"metadata": metadata} if metadata else {})


def activity(kind: str, content: Any, message: str) -> Event:
    """Something a server pushes into the transcript; the same message again replaces it."""
    return {"type": "ACTIVITY_SNAPSHOT", "messageId": message, "activityType": kind, "content": content}


def thought(*deltas: str, message: str = "thought") -> list[Event]:
    """What a model thinks aloud, in these pieces."""
    start = {"type": "REASONING_MESSAGE_START", "messageId": message, "role": "reasoning"}
    said = [{"type": "REASONING_MESSAGE_CONTENT", "messageId": message, "delta": delta} for delta in deltas]
    return [start, *said, {"type": "REASONING_MESSAGE_END", "messageId": message}]


def frame(event: Event) -> bytes:
    """One event as it travels."""
    return b"data: " + json.dumps(event, separators=(",", ":")).encode() + b"\n\n"
