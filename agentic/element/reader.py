"""The person as a reader: what they have not seen yet, where they are, what they quote and rate."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.core.signal import Signal
from agentic.element import events
from agentic.element.quoting import as_quote
from agentic.protocol.messages import Message

Emit = Callable[[str, Mapping[str, Any]], None]
Place = tuple[str, float]
"""A row at the top of the view, and how far below that it begins; negative for one that began above."""


class Reader:
    """What one element knows of whoever reads it. `changed` tells that something is to be drawn.

    `watches`: what is put in now comes before their eyes, and is not drawn again.
    """

    def __init__(self, emit: Emit, changed: Signal[None]) -> None:
        self.unread = 0
        self.watches = False
        self._sees_images = False
        self.place: Place | None = None
        self.put_back: Callable[[], object] | None = None
        """Undoes what the agent last moved before their eyes, once."""
        self.quoted: Signal[str] = Signal("")
        self.regions: tuple[tuple[Any], ...] = ()
        self._emit = emit
        self._changed = changed

    @property
    def sees_images(self) -> bool:
        """Whether images of an answer are shown: whoever they are at is asked for them without a click."""
        return self._sees_images

    @sees_images.setter
    def sees_images(self, sees: bool) -> None:
        self._sees_images = sees
        self._changed.set(None)

    def missed(self) -> None:
        """An answer came while the panel was put away."""
        self._count(self.unread + 1)

    def seen(self) -> None:
        """The conversation is in sight."""
        self._count(0)

    def quote(self, text: str) -> bool:
        """Put a quotation below what is written; whether there was anything to quote."""
        quotation = as_quote(text)
        if quotation:
            self.quoted.set(quotation)
        return bool(quotation)

    def quote_in(self, region: Any) -> Callable[[], None]:
        """Offer to quote what is selected in a region of the page, None for all of it; what is returned ends that."""
        entry = (region,)
        self.regions = (*self.regions, entry)
        self._changed.set(None)

        def end() -> None:
            self.regions = tuple(each for each in self.regions if each is not entry)
            self._changed.set(None)

        return end

    def rate(self, message: Message, rating: str) -> None:
        """Tell the page what the person thinks of an answer."""
        self._emit(events.FEEDBACK, {"content": message.text, "rating": rating})

    def _count(self, count: int) -> None:
        if count != self.unread:
            self.unread = count
            self._emit(events.UNREAD, {"unread": count})
            self._changed.set(None)
