"""What one message of the person may start: how many calls, and how often the same one."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most `calls` of one turn, and how often one of them may be `identical` before it is broken off."""

    calls: int = 200
    identical: int = 8


class Turn:
    """The calls between a message of the person and the end of its answer."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.has_read_untrusted = False
        self._calls = 0
        self._declined: set[str] = set()
        self._identical: Counter[str] = Counter()

    def admits_another(self) -> bool:
        """Count a call, whatever comes of it; False once there were too many."""
        self._calls += 1
        return self._calls <= self.limits.calls

    def admits_again(self, digest: str) -> bool:
        """Count this very call; False once it was repeated too often with nothing changed by another one."""
        self._identical[digest] += 1
        return self._identical[digest] <= self.limits.identical

    def changed(self, digest: str) -> None:
        """A call changed something: after that, others may have reason to be repeated."""
        self._identical = Counter({digest: self._identical[digest]})

    def decline(self, digest: str) -> None:
        self._declined.add(digest)

    def declined(self, digest: str) -> bool:
        """Whether the person said no to this very call before."""
        return digest in self._declined
