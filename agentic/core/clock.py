"""Time and identity, injected so that tests own them."""

import asyncio
import time
import uuid
from typing import Protocol


class Clock(Protocol):
    """What the library needs to know of time."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None: ...

    def new_id(self) -> str:
        """A text that no other call ever returned."""
        ...


class SystemClock:
    """The machine's time, and ids from the operating system's randomness."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def new_id(self) -> str:
        # uuid4 reads os.urandom, which a restored memory snapshot does not repeat; `random` it would repeat.
        return str(uuid.uuid4())
