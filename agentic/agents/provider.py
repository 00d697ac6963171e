"""Provider: what a model says to one turn, piece by piece. Whoever speaks a model's wire format implements it."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from agentic.agents.history import Entry
from agentic.protocol.messages import Tool, Usage


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model is asked: a history it will accept, the tools it may call, and its instructions."""

    history: tuple[Entry, ...]
    tools: tuple[Tool, ...] = ()
    instructions: str = ""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Text of the answer, to be appended."""

    text: str


@dataclass(frozen=True, slots=True)
class ThoughtPiece:
    """Reasoning, to be appended. `seal` is what the provider wants back with it, unread; it ends this thought."""

    text: str = ""
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class CallPiece:
    """Part of a tool call. Pieces of one `id` are one call; ids differ within an answer.

    The name comes at the latest with the last piece. `arguments` is JSON text to append, or all of them as a mapping.
    `extra` is what the provider wants back with the call.
    """

    id: str
    name: str = ""
    arguments: str | Mapping[str, Any] = ""
    extra: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ResultPiece:
    """What a call gave that the far side ran itself: nothing is run here, and nothing is sent again."""

    call_id: str
    content: Any
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """Why the answer ends: `length` where it was cut, `filtered` where it was withheld, else anything."""

    reason: str = "stop"


Piece = TextPiece | ThoughtPiece | CallPiece | ResultPiece | Finish | Usage


class Provider(Protocol):
    """A model, wherever it is."""

    def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The answer to a turn, as it comes; `ProviderError` says in a sentence why there is none.

        Closing the generator ends the request behind it.
        """
        ...
