"""What an event costs, decoded, checked and applied. This runs in the page, in the interpreter that the element uses.

Each event carries a time, so that none is joined with its neighbour: the bare cost, without what deltas save together.
"""

import asyncio
import json
from statistics import median
from time import perf_counter

from agentic.protocol.draft import Draft
from agentic.protocol.frames import values
from agentic.protocol.reader import Reader
from agentic.protocol.run import Run
from agentic.protocol.sse import Decoder

MANY, FAR, STRETCH = 10_000, 100_000, 1000


def frame(kind: str, **members: object) -> bytes:
    return f"data: {json.dumps({'type': kind, **members})}\n\n".encode()


class Stream:
    """A run that is going on, and one long answer in it."""

    def __init__(self) -> None:
        self._decoder, self._reader, self._run = Decoder(), Reader(str), Run(Draft("t"))
        self._next = 0
        self.feed(frame("RUN_STARTED", threadId="t", runId="r") + frame("TEXT_MESSAGE_START", messageId="m"))

    def feed(self, data: bytes) -> None:
        for value in values(self._decoder.feed(data)):
            for event in self._reader.read(value):
                self._run.feed(event)

    def stretch(self, count: int) -> float:
        """Milliseconds for so many further pieces of the answer."""
        numbers = range(self._next, self._next + count)
        self._next += count
        data = b"".join(frame("TEXT_MESSAGE_CONTENT", messageId="m", delta="word ", timestamp=n) for n in numbers)
        since = perf_counter()
        self.feed(data)
        return (perf_counter() - since) * 1000


async def measure() -> dict[str, float]:
    """Milliseconds: for 10,000 events, and for a thousand of them near the beginning and far on."""
    many = []
    for _ in range(3):
        stream = Stream()
        many.append(stream.stretch(MANY))
        await asyncio.sleep(0)
    stream = Stream()
    near = [stream.stretch(STRETCH) for _ in range(5)]
    for _ in range(FAR // STRETCH - 10):
        stream.stretch(STRETCH)
        await asyncio.sleep(0)
    far = [stream.stretch(STRETCH) for _ in range(5)]
    return {"many": median(many), "near": median(near), "far": median(far)}
