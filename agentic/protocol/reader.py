"""A JSON object to events: retired shapes, unknown material, wrong fields, in that order."""

from collections.abc import Callable

from agentic.errors import ProtocolError
from agentic.protocol.events import Event, Remark
from agentic.protocol.frames import Json
from agentic.protocol.legacy import MAY_BE_RETIRED, Legacy
from agentic.protocol.shape import Malformed, Notes, Unknown
from agentic.protocol.wire import EVENTS


class Reader:
    """Reads the objects of one request. It notes what it put right, and raises on what cannot be."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._legacy = Legacy(new_id)

    def read(self, value: Json) -> tuple[Event, ...]:
        """The event an object is, behind remarks about it; nothing but a remark if it is of an unknown type."""
        remarks: tuple[Remark, ...] = ()
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
