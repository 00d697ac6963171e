"""One build at a time in a folder: the second waits for the first."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from building.paths import WORK
from building.say import say

if os.name == "nt":
    import msvcrt

    def _take(file: IO[str], wait: bool) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[str], wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """The lock goes with the process, however it ends."""
    WORK.mkdir(exist_ok=True)
    with open(WORK / "turn", "w", encoding="utf-8") as file:
        try:
            _take(file, wait=False)
        except OSError:
            say("· wait for another build in this folder …")
            _take(file, wait=True)
        yield
