"""Narrator: a provider's pieces told as the events of an AG-UI run."""

import json
from collections.abc import Callable, Iterator

from agentic.agents.provider import CallPiece, Finish, Piece, ResultPiece, TextPiece, ThoughtPiece
from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal
from agentic.core.result import represent
from agentic.protocol import events
from agentic.protocol.events import Event
from agentic.protocol.messages import Usage

CUT = "… [cut off here: the answer reached its length limit]"
"""Ends arguments that were cut, so that they can be taken for nothing else, and the model reads why."""

EXTRA = "provider"
"""The key of a call's metadata under which its provider's own fields are kept."""


class OpenCall:
    """A call that is being told."""

    def __init__(self, call_id: str) -> None:
        self.id = call_id
        self.name = ""
        self.is_told = False
        self.arguments: list[str] = []
        self.extra: dict[str, object] = {}


class Narrator:
    """Tells one answer. Text and calls share one message, until the far side itself answers a call."""

    def __init__(self, new_id: Callable[[], str], to_real: Callable[[str], str] = str) -> None:
        self.usage: tuple[Usage, ...] = ()
        self.reason = ""
        self.is_silent = True
        self.has_called = False
        self._new_id = new_id
        self._to_real = to_real
        self._message = new_id()
        self._is_text_open = False
        self._thought: str | None = None
        self._calls: dict[str, OpenCall] = {}
        self._ids: dict[str, str] = {}

    def tell(self, piece: Piece) -> Iterator[Event]:
        """The events of one piece."""
        if isinstance(piece, TextPiece):
            yield from self._text(piece)
        elif isinstance(piece, ThoughtPiece):
            yield from self._think(piece)
        elif isinstance(piece, CallPiece):
            yield from self._call(piece)
        elif isinstance(piece, ResultPiece):
            yield from self._result(piece)
        elif isinstance(piece, Usage):
            self.usage = (piece,)
        elif isinstance(piece, Finish):
            self.reason = piece.reason
        else:
            raise TypeError(f"a provider gives pieces of an answer, not {type(piece).__name__}")

    def finish(self) -> Iterator[Event]:
        """Close what is open; the calls among it are the page's to run."""
        self.has_called = bool(self._calls)
        yield from self._end_thought()
        for call in tuple(self._calls.values()):
            yield from self._start_call(call)
            if self.reason == "length" and not _is_complete(call):
                yield events.ToolCallArgs(call.id, CUT)
            yield from self._end_call(call)
        yield from self._end_text()

    def _text(self, piece: TextPiece) -> Iterator[Event]:
        if not piece.text:
            return
        self.is_silent = False
        yield from self._end_thought()
        if not self._is_text_open:
            self._is_text_open = True
            yield events.TextMessageStart(self._message, "assistant")
        yield events.TextMessageContent(self._message, piece.text)

    def _think(self, piece: ThoughtPiece) -> Iterator[Event]:
        if not piece.text and piece.seal is None:
            return
        if self._thought is None:
            self._thought = self._new_id()
            yield events.ReasoningStart(self._thought)
            yield events.ReasoningMessageStart(self._thought, "reasoning")
        if piece.text:
            yield events.ReasoningMessageContent(self._thought, piece.text)
        if piece.seal is not None:
            yield events.ReasoningEncryptedValue("message", self._thought, piece.seal)
            yield from self._end_thought()

    def _call(self, piece: CallPiece) -> Iterator[Event]:
        self.is_silent = False
        yield from self._end_thought()
        call_id = self._ids.setdefault(piece.id, piece.id or self._new_id())
        call = self._calls.setdefault(call_id, OpenCall(call_id))
        arguments = piece.arguments if isinstance(piece.arguments, str) else json.dumps(piece.arguments)
        call.extra.update(piece.extra or {})
        call.name = call.name or (self._to_real(piece.name) if piece.name else "")
        if call.name:
            yield from self._start_call(call)
        call.arguments.append(arguments)
        if call.is_told and arguments:
            yield events.ToolCallArgs(call.id, arguments)

    def _result(self, piece: ResultPiece) -> Iterator[Event]:
        call_id = self._ids.get(piece.call_id, piece.call_id)
        if call := self._calls.get(call_id):
            yield from self._end_call(call)
        yield from self._end_text()
        metadata = {"outcome": "failed"} if piece.failed else None
        content = represent(piece.content)
        yield events.ToolCallResult(self._new_id(), call_id, content, "tool", metadata=metadata)
        self._message = self._new_id()

    def _end_text(self) -> Iterator[Event]:
        if self._is_text_open:
            self._is_text_open = False
            yield events.TextMessageEnd(self._message)

    def _end_thought(self) -> Iterator[Event]:
        thought, self._thought = self._thought, None
        if thought is not None:
            yield events.ReasoningMessageEnd(thought)
            yield events.ReasoningEnd(thought)

    def _start_call(self, call: OpenCall) -> Iterator[Event]:
        """Tell of a call once its name is known. One that never got a name is refused like any unknown tool."""
        if not call.is_told:
            call.is_told = True
            yield events.ToolCallStart(call.id, call.name, self._message)
            if waiting := "".join(call.arguments):
                yield events.ToolCallArgs(call.id, waiting)

    def _end_call(self, call: OpenCall) -> Iterator[Event]:
        del self._calls[call.id]
        yield from self._start_call(call)
        yield events.ToolCallEnd(call.id, metadata={EXTRA: call.extra} if call.extra else None)


def _is_complete(call: OpenCall) -> bool:
    text = "".join(call.arguments)
    return bool(text.strip()) and not isinstance(parse_arguments(text), Refusal)
