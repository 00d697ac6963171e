"""How an interaction ended: one record, and which failure makes which."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from agentic import errors
from agentic.core.fault import named
from agentic.protocol.run import RunEnd

LONGEST_MESSAGE = 500
NO_SENTENCE = ("<", "Traceback ")
"""How the body of an error begins that is written for nobody here."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The one ending of what a message started.

    `finished`, `interrupt` and `cancelled` are the agent's own, `waiting` is for a result that somebody has to bring;
    every other kind is also a notice to the person.
    """

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_notice(self) -> bool:
        return self.kind not in ("finished", "interrupt", "cancelled", "waiting")


KIND_OF_RUN: Mapping[str, str] = MappingProxyType(
    {"success": "finished", "interrupt": "interrupt", "cancelled": "cancelled", "none": "lost"}
)


def ending_of(end: RunEnd) -> Ending:
    """What the last run of an answer says of itself. A stream that simply stopped is lost, not finished."""
    if end.ended == "error":
        return Ending("error", {"message": (end.error or "")[:LONGEST_MESSAGE], "code": end.code or ""})
    return Ending(KIND_OF_RUN[end.ended])


def failure_of(error: Exception) -> Ending:
    """What an exception out of an agent means."""
    for kind, make in FAILURES.items():
        if isinstance(error, kind):
            return make(error)
    return Ending("agent-raised", {"message": named(error)[:LONGEST_MESSAGE]})


def _http(error: Any) -> Ending:
    return Ending("http", {"status": error.status, "message": what_it_says(error.body)[:LONGEST_MESSAGE]})


def what_it_says(body: str) -> str:
    """The sentence in a server's error: a member of its JSON, or plain text; no web page, no stack trace."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return "" if body.lstrip().startswith(NO_SENTENCE) else body.strip()
    while isinstance(found, dict):
        found = next((found[key] for key in ("detail", "message", "error", "title") if found.get(key)), "")
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


FAILURES: Mapping[type[Exception], Callable[[Any], Ending]] = MappingProxyType(
    {
        errors.HttpError: _http,
        errors.NotAnEventStreamError: lambda error: Ending("not-a-stream", {"media_type": error.media_type}),
        errors.ConnectionLostError: lambda _: Ending("lost"),
        errors.TransportError: lambda _: Ending("unreachable"),
        errors.AddressError: lambda error: Ending("bad-address", {"address": error.address[:LONGEST_MESSAGE]}),
        errors.HeadersError: lambda error: Ending("bad-headers", {"message": str(error)[:LONGEST_MESSAGE]}),
        errors.ProtocolError: lambda error: Ending("protocol", {"stage": error.stage, "detail": error.detail}),
    }
)
