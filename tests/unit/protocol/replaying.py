"""The recorded streams, and what each must become."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agentic.protocol.draft import Draft
from agentic.protocol.replay import Replay
from agentic.protocol.wire import MESSAGE

STREAMS = Path(__file__).parents[2] / "data" / "streams"
NAMES = sorted(path.stem for path in STREAMS.glob("*.sse"))


def expected(name: str) -> dict[str, Any]:
    return json.loads((STREAMS / f"{name}.expected.json").read_text("utf-8"))


def raw(name: str) -> bytes:
    return (STREAMS / f"{name}.sse").read_bytes()


def held_before(given: dict[str, Any]) -> Draft:
    """The draft of a client that holds what the recording says."""
    initial = given.get("initial", {})
    messages = [MESSAGE.read(message, []) for message in initial.get("messages", [])]
    return Draft(given["threadId"], messages, initial.get("state", {}))


def replay(given: dict[str, Any], chunks: Iterable[bytes]) -> dict[str, Any]:
    return Replay(held_before(given)).feed(chunks).outcome()


def canonical(value: Any) -> str:
    """JSON to compare by: key order is nothing, true is not 1."""
    return json.dumps(value, sort_keys=True)
