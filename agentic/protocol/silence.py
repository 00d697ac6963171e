"""Silence: how long nothing has come of an answer, and that somebody is told."""

from collections.abc import Callable

from agentic.core.clock import Clock


class Silence:
    """Watches one answer: `tell(True)` once nothing came for `patience` seconds, `tell(False)` when something does.

    Whoever answers is not silent while `is_excused()`: while it waits for the page itself, say.
    """

    def __init__(
        self, clock: Clock, patience: float, tell: Callable[[bool], object], is_excused: Callable[[], bool]
    ) -> None:
        self._clock = clock
        self._patience = patience
        self._tell = tell
        self._is_excused = is_excused
        self._since = clock.now()
        self._is_told = False

    def broken(self, now: float) -> None:
        """Something came."""
        self._since = now
        if self._is_told:
            self._is_told = False
            self._tell(False)

    async def watch(self) -> None:
        """Look again and again until cancelled; a patience of 0 is one without end."""
        while self._patience > 0:
            now = self._clock.now()
            if self._is_excused():
                self.broken(now)
            left = self._since + self._patience - now
            if left <= 0 and not self._is_told:
                self._is_told = True
                self._tell(True)
            await self._clock.sleep(left if left > 0 else self._patience)
