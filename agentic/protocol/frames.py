"""Frames to JSON objects. Deltas of one thing that came together are one: a reader could not see them apart anyway.

Half the cost of a streamed answer would else be the ceremony of its smallest pieces.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from agentic.core.camel import camel
from agentic.core.strict_json import strict_decoder
from agentic.errors import ProtocolError

Json = dict[str, Any]

ID_OF_DELTA: Mapping[str, str] = MappingProxyType(
    {
        "TEXT_MESSAGE_CONTENT": camel("message_id"),
        "REASONING_MESSAGE_CONTENT": camel("message_id"),
        "TOOL_CALL_ARGS": camel("tool_call_id"),
    }
)
"""The events that do nothing but append, and the member that says to what."""

STRICT = strict_decoder()


def values(frames: Iterable[str]) -> Iterator[Json]:
    """The object in each frame, in order; `ProtocolError` behind them where one is none."""
    held: Json | None = None
    for data in frames:
        try:
            value = parse(data)
        except ProtocolError:
            if held:
                yield held
            raise
        if held and continues(held, value):
            held["delta"] += value["delta"]
            continue
        if held:
            yield held
        held = value
    if held:
        yield held


def last_value(data: str) -> Iterator[Json]:
    """The same for a frame that the end of the stream cut off: half an event is none."""
    try:
        decode(data)
    except (ValueError, RecursionError):
        return iter(())
    return values((data,))


def continues(held: Json, value: Json) -> bool:
    """Whether both are deltas of the same thing that carry nothing else."""
    kind = value["type"]
    entity = ID_OF_DELTA.get(kind)
    return (
        entity is not None
        and held["type"] == kind
        and len(held) == len(value) == 3
        and type(held.get("delta")) is type(value.get("delta")) is str
        and held.get(entity) == value.get(entity) is not None
    )


def parse(data: str) -> Json:
    """The JSON object with a type that every frame must be."""
    try:
        value = decode(data)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("framing", f"the payload is not JSON: {data[:80]!r}") from error
    if type(value) is not dict or type(value.get("type")) is not str or not value["type"]:
        raise ProtocolError("framing", f"the payload is no event: {data[:80]!r}")
    return value


def decode(data: str) -> Any:
    """The value of a JSON text."""
    # The scanner alone leaves out two searches for white space, which is hardly ever there.
    try:
        value, end = STRICT.scan_once(data, 0)
    except (ValueError, StopIteration):
        return STRICT.decode(data)
    return value if end == len(data) else STRICT.decode(data)
