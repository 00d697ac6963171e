"""One frame's data to events: JSON, retired shapes, unknown material, wrong fields, in that order."""

from collections.abc import Callable
from typing import Any

from agentic.core.strict_json import strict_decoder
from agentic.errors import ProtocolError
from agentic.protocol.events import Event, Remark
from agentic.protocol.legacy import MAY_BE_RETIRED, Legacy
from agentic.protocol.shape import Malformed, Notes, Unknown
from agentic.protocol.wire import EVENTS


class Reader:
    """Reads the frames of one request. It notes what it put right, and raises on what cannot be."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._legacy = Legacy(new_id)

    def read(self, data: str) -> tuple[Event, ...]:
        """The event in a frame, behind remarks about it; nothing but a remark if it is of an unknown type."""
        value, remarks = parse(data), ()
        if value["type"] in MAY_BE_RETIRED:
            value, remarks = self._legacy.translate(value)
        kind = value["type"]
        shape = EVENTS.get(kind)
        if shape is None:
            return (*remarks, Remark(f"{kind}: unknown event type, dropped"))
        notes: Notes = []
        try:
            event = shape.read(value, notes, "type")
        except Malformed as error:
            raise ProtocolError("enforcement", f"{kind}{error.path}: {error.why}") from None
        except Unknown as error:
            return (*remarks, Remark(f"{kind}: {error}, dropped"))
        if notes or remarks:
            return (*remarks, *(Remark(f"{kind}{note}") for note in notes), event)
        return (event,)

    def read_last(self, data: str) -> tuple[Event, ...]:
        """The same for a frame that the end of the stream cut off: half an event is none."""
        try:
            decode(data)
        except (ValueError, RecursionError):
            return ()
        return self.read(data)


def parse(data: str) -> dict[str, Any]:
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


STRICT = strict_decoder()
