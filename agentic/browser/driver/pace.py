"""The pace of a person who watches: pauses, frames, typing speed."""

import asyncio
import math
from collections.abc import Callable
from typing import Any

from agentic.browser.ffi import Scope

CHARACTER_MS = 30
LONGEST_TYPING_MS = 3000
SHORTEST_PAUSE_MS = 10
CHARACTERS_A_TURN = 50
LONGEST_FRAME_SECONDS = 0.1


async def pause(milliseconds: float) -> None:
    """Let time pass; 0 lets others have their turn."""
    await asyncio.sleep(milliseconds / 1000)


async def turn() -> None:
    """Let the page do what it does as soon as the event at hand is over."""
    await asyncio.sleep(0)


async def frame() -> None:
    """Wait until the page has drawn once more. A hidden tab does not draw, so not for long."""
    drawn = asyncio.get_running_loop().create_future()
    scope = Scope()
    scope.frame(lambda: drawn.done() or drawn.set_result(None))
    try:
        await asyncio.wait({drawn}, timeout=LONGEST_FRAME_SECONDS)
    finally:
        scope.close()


async def settled(is_watched: bool) -> None:
    """Wait before reading back: for a frame or, for many controls in a row, only for the page's own turn."""
    await (frame() if is_watched else turn())


def typing_steps(length: int, char_delay_ms: float | None) -> tuple[int, float]:
    """How many characters to type between two pauses, and how long a pause is.

    Without a given delay a long text is typed faster, so that nobody waits for it longer than a few seconds.
    """
    if char_delay_ms is not None:
        return (1, char_delay_ms) if char_delay_ms > 0 else (CHARACTERS_A_TURN, 0)
    delay = min(CHARACTER_MS, LONGEST_TYPING_MS / max(length, 1))
    characters = math.ceil(SHORTEST_PAUSE_MS / delay) if delay < SHORTEST_PAUSE_MS else 1
    return characters, delay * characters


async def comes_true(claim: Callable[[], Any], within_ms: float) -> Any:
    """Look every frame until the claim holds, or the time is over; what it was the last time."""
    clock = asyncio.get_running_loop().time
    until = clock() + within_ms / 1000
    while not (found := claim()) and clock() < until:
        await frame()
    return found
