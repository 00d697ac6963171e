"""How much of a text that came at once one draw adds: as much as holds the page for half a frame."""

FIRST, LEAST, MOST = 2048, 1024, 4096
"""Characters."""

AIM = 0.008
"""Seconds that a draw may take: laying out and painting what it drew takes as long again."""


class Pace:
    """Finds the amount for one text on one machine.

    It goes by the quickest draw so far: what else the machine does makes a draw slow, and shorter draws would not help.
    """

    def __init__(self) -> None:
        self.amount = FIRST
        self._quickest = float("inf")

    def took(self, seconds: float, added: int) -> None:
        """A draw that added so many characters took so long. Of few characters it says nothing of many."""
        if added >= LEAST:
            self._quickest = min(self._quickest, seconds / added)
            self.amount = min(max(int(AIM / self._quickest), LEAST), MOST) if self._quickest else MOST
