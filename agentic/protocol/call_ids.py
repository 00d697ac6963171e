"""Call ids that come twice: a call under the id of an answered one is another call, and gets an id of its own.

Some servers number the calls of each answer from zero. In a thread every call, card and result needs its own id.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Any

from agentic.protocol import events
from agentic.protocol.messages import Interrupt

FIELDS: Mapping[type, str] = MappingProxyType(
    {
        events.ToolCallStart: "tool_call_id",
        events.ToolCallArgs: "tool_call_id",
        events.ToolCallEnd: "tool_call_id",
        events.ToolCallResult: "tool_call_id",
        events.ReasoningEncryptedValue: "entity_id",
        events.SubagentStarted: "parent_tool_call_id",
    }
)


class CallIds:
    """The ids of one answer's calls. `answered` are those that had a result before it began."""

    def __init__(self, answered: frozenset[str], is_known: Callable[[str], object]) -> None:
        self._answered = answered
        self._is_known = is_known
        self._ours: dict[str, str] = {}

    def settle(self, event: Any) -> Any:
        """The event under the ids the thread knows; a call opened again within the answer stays the same call."""
        kind = type(event)
        if kind is events.ToolCallStart and (taken := event.tool_call_id) in self._answered and taken not in self._ours:
            self._ours[taken] = self._free(taken)
        if not self._ours:
            return event
        if kind is events.RunFinished and event.outcome:
            return replace(event, outcome=self._settled(event.outcome))
        field = FIELDS.get(kind)
        ours = self._ours.get(getattr(event, field)) if field else None
        return replace(event, **{field: ours}) if field and ours else event

    def _free(self, taken: str) -> str:
        return next(name for number in count(2) if not self._is_known(name := f"{taken}-{number}"))

    def _settled(self, outcome: events.Outcome) -> events.Outcome:
        pending = tuple(self._ours.get(each, each) for each in outcome.pending_tool_call_ids)
        return replace(outcome, pending_tool_call_ids=pending, interrupts=tuple(map(self._asked, outcome.interrupts)))

    def _asked(self, interrupt: Interrupt) -> Interrupt:
        call_id = interrupt.tool_call_id
        return replace(interrupt, tool_call_id=self._ours.get(call_id, call_id) if call_id else None)
