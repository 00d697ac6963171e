"""What the cards of calls show beside the conversation: labels, the page's own drawing, and sub-agents at work."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.core.signal import Signal
from agentic.element.delegations import Delegations
from agentic.element.tool_labels import ToolLabels

Formatter = Callable[[Mapping[str, Any]], Any]


class Cards:
    """`formatter` is the page's function of one region's content: it gives a node, a text, or nothing.

    `edition` counts what changes the look of every card there is; `changed` tells of that, and of sub-agents.
    """

    def __init__(self, labels: ToolLabels, warn: Callable[[str], object]) -> None:
        self.changed: Signal[None] = Signal(None)
        self.edition = 0
        self.labels = labels
        self.delegations = Delegations(lambda: self.changed.set(None))
        self._formatter: Formatter | None = None
        self._warn = warn

    @property
    def formatter(self) -> Formatter | None:
        return self._formatter

    @formatter.setter
    def formatter(self, formatter: Formatter | None) -> None:
        self._formatter = formatter
        self.renew()

    def renew(self) -> None:
        """Have every card drawn again."""
        self.edition += 1
        self.changed.set(None)

    def drawn(self, payload: Mapping[str, Any]) -> Any:
        """The node or the text that the page has for this region; None leaves it to the card."""
        if self._formatter is None:
            return None
        try:
            made = getattr(self._formatter, "now", self._formatter)(payload)
        except Exception as error:
            self._warn(f"formatToolPayload failed, so the card shows the {payload['kind']} itself: {error}")
            return None
        if isinstance(made, str) or getattr(made, "nodeType", None):
            return made
        if made:
            self._warn(f"formatToolPayload must return a node, a text or null, not {made!r}")
        return None
