"""`*Chunk` events unfolded into start, content and end, as if the server had sent those.

Each agent has a lane: the parent's and one for every subagent tag. A lane holds at most one item under construction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from agentic.errors import ProtocolError
from agentic.protocol import events
from agentic.protocol.events import Event

Make = Callable[..., Event]


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the three things that come in chunks: how it is named, opened, continued and closed.

    `fixed` are the fields that only its first chunk may set; `needed` those that it must set.
    """

    noun: str
    id: str
    start: Make
    content: Make
    end: Make
    needed: tuple[str, ...]
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """What one agent has under construction."""

    kind: Kind
    id: str
    fixed: Mapping[str, Any]


KINDS: Mapping[type, Kind] = MappingProxyType(
    {
        events.TextMessageChunk: Kind(
            "text message",
            "message_id",
            events.TextMessageStart,
            events.TextMessageContent,
            events.TextMessageEnd,
            ("message_id",),
            ("role", "name"),
        ),
        events.ToolCallChunk: Kind(
            "call",
            "tool_call_id",
            events.ToolCallStart,
            events.ToolCallArgs,
            events.ToolCallEnd,
            ("tool_call_id", "tool_call_name"),
            ("tool_call_name", "parent_message_id"),
        ),
        events.ReasoningMessageChunk: Kind(
            "reasoning message",
            "message_id",
            lambda message_id, **common: events.ReasoningMessageStart(message_id, "reasoning", **common),
            events.ReasoningMessageContent,
            events.ReasoningMessageEnd,
            ("message_id",),
        ),
    }
)

CLOSE_EVERY_LANE = frozenset({events.RunStarted, events.RunFinished, events.RunError, events.MessagesSnapshot})
CLOSE_NOTHING = frozenset(
    {
        events.Raw,
        events.ActivitySnapshot,
        events.ActivityDelta,
        events.ReasoningEncryptedValue,
        events.SubagentStarted,
    }
)


class Chunks:
    """Unfolds the chunks of one stream."""

    def __init__(self) -> None:
        self._lanes: dict[str | None, Lane] = {}

    def concern(self, event: Event) -> bool:
        """Whether the event is a chunk, or comes while something is under construction from chunks."""
        return bool(self._lanes) or type(event) in KINDS

    def unfold(self, event: Any, accept: Callable[[Event], object]) -> None:
        """Hand on what the event stands for, piece by piece, so that what came before an error has been accepted."""
        kind = KINDS.get(type(event))
        if kind is None:
            self._close_before(event, accept)
            accept(event)
            return
        tag = self._lane_of(event, kind)
        if not self._continues(event, kind, tag):
            self._open(event, kind, tag, accept)
        elif event.metadata is not None and event.delta is None and event.raw_event is None:
            accept(kind.content(self._lanes[tag].id, "", metadata=event.metadata, subagent_run_id=tag))
        if event.delta is not None or event.raw_event is not None:
            accept(
                kind.content(
                    self._lanes[tag].id,
                    event.delta or "",
                    metadata=event.metadata,
                    raw_event=event.raw_event,
                    subagent_run_id=tag,
                )
            )

    def _close_before(self, event: Any, accept: Callable[[Event], object]) -> None:
        kind = type(event)
        if kind in CLOSE_EVERY_LANE:
            for tag in tuple(self._lanes):
                self._close(tag, accept)
        elif kind not in CLOSE_NOTHING:
            self._close(event.subagent_run_id, accept)

    def _close(self, tag: str | None, accept: Callable[[Event], object]) -> None:
        lane = self._lanes.pop(tag, None)
        if lane:
            accept(lane.kind.end(lane.id, subagent_run_id=tag))

    def _open(self, event: Any, kind: Kind, tag: str | None, accept: Callable[[Event], object]) -> None:
        for field in kind.needed:
            if getattr(event, field) is None:
                raise expansion(f"a first chunk of a {kind.noun} needs its {field.replace('_', ' ')}")
        self._close(tag, accept)
        fixed = {field: getattr(event, field) for field in kind.fixed}
        if "role" in fixed:
            fixed["role"] = fixed["role"] or "assistant"
        lane = self._lanes[tag] = Lane(kind, getattr(event, kind.id), fixed)
        accept(kind.start(lane.id, **fixed, metadata=event.metadata, subagent_run_id=tag))

    def _continues(self, event: Any, kind: Kind, tag: str | None) -> bool:
        """Whether the chunk goes on with what its lane holds. It may repeat the first chunk, not contradict it."""
        lane, entity = self._lanes.get(tag), getattr(event, kind.id)
        if lane is None or lane.kind is not kind or entity not in (None, lane.id):
            return False
        for field, first in lane.fixed.items():
            if getattr(event, field) not in (None, first):
                raise expansion(f"the {kind.noun} {lane.id} began with another {field.replace('_', ' ')}")
        return True

    def _lane_of(self, event: Any, kind: Kind) -> str | None:
        entity, tag = getattr(event, kind.id), event.subagent_run_id
        holding = [held for held, lane in self._lanes.items() if lane.kind is kind]
        if entity is not None:
            owner = next((held for held in holding if self._lanes[held].id == entity), tag)
            if tag is not None and owner != tag:
                raise expansion(f"the {kind.noun} {entity} belongs to another agent than {tag}")
            return owner
        if tag is not None or None in holding or not holding:
            return tag
        if len(holding) > 1:
            raise expansion(f"a chunk of a {kind.noun} without an id could belong to several")
        return holding[0]


def expansion(why: str) -> ProtocolError:
    return ProtocolError("expansion", why)
