"""What a person reads while the build works: one line a step, and one sentence when it cannot go on."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class BuildError(Exception):
    """The build cannot go on; its text is the one sentence that says why and names the cure."""


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Say what starts, and how long it took."""
    say(f"· {title} …")
    started = time.monotonic()
    yield
    say(f"  {time.monotonic() - started:.1f} s")
