"""SSEAgent: your own backend, whatever its stream looks like. You say what each frame means."""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import Any

from agentic.agents.http import Headers
from agentic.agents.line import Line, base_of
from agentic.agents.local import ProviderAgent
from agentic.agents.openai import write_entry, write_tool
from agentic.agents.provider import Piece, TextPiece, Turn
from agentic.protocol.transport import Transport

Said = Piece | str | None
Decode = Callable[[str], Said | Iterable[Said]]
Encode = Callable[[Turn], Mapping[str, Any]]


class SSEAgent(ProviderAgent):
    """POSTs each turn to `url` and reads the answer's server-sent events with `decode`.

    `decode(data)` gets the data of one frame and returns what it adds to the answer: text, a piece (`TextPiece`,
    `CallPiece`, `ResultPiece`, …), several of them, or None. A call with a `ResultPiece` ran on your side: it is shown,
    and nothing more is asked. Other calls run on the page, and their results come with the next POST.
    `encode(turn)` makes the body; by default `messages` and `tools` as Chat Completions has them.
    """

    def __init__(
        self,
        url: str,
        decode: Decode,
        *,
        encode: Encode | None = None,
        headers: Headers | None = None,
        credentials: str = "same-origin",
        instructions: str = "",
        transport: Transport | None = None,
    ) -> None:
        line = Line(base_of(url), lambda key: {}, headers=headers, credentials=credentials, transport=transport)
        super().__init__(Backend(line, decode, encode or as_chat_completions), instructions=instructions)


class Backend:
    """The provider: one request a turn."""

    def __init__(self, line: Line, decode: Decode, encode: Encode) -> None:
        self._line = line
        self._decode = decode
        self._encode = encode

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The answer to a turn, as it comes; it ends where the stream does."""
        async with aclosing(self._line.stream("", self._encode(turn))) as frames:
            async for frame in frames:
                said = self._decode(frame)
                for piece in [said] if isinstance(said, str) or not isinstance(said, Iterable) else said:
                    if piece is not None:
                        yield TextPiece(piece) if isinstance(piece, str) else piece


def as_chat_completions(turn: Turn) -> Mapping[str, Any]:
    """A turn as most backends know it."""
    system = [{"role": "system", "content": turn.instructions}] if turn.instructions else []
    messages = [message for entry in turn.history for message in write_entry(entry)]
    return {"messages": [*system, *messages], "tools": [write_tool(tool) for tool in turn.tools]}
