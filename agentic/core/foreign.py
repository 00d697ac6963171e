"""Calling what is not ours, such as hooks and handlers: whatever it does, the worst that comes of it is an error."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from inspect import CORO_CREATED, getcoroutinestate, isawaitable, iscoroutine
from typing import Any

from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.fault import named


class GaveUp(Exception):
    """It was cancelled, and not by whoever called it."""

    def __init__(self) -> None:
        super().__init__("it gave up by itself")


@contextmanager
def contained() -> Iterator[None]:
    """Make whatever is raised inside an `Exception`.

    `exit()` in somebody's hook is not the end of the page, and a `CancelledError` of its own not the end of our task.
    """
    try:
        yield
    except Exception:
        raise
    except asyncio.CancelledError:
        raise GaveUp from None
    except BaseException as error:
        raise RuntimeError(named(error)) from error


async def called(cancellation: Cancellation, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """What a function says, at once or once it is awaited; `CallCancelled` if the call is stopped before that.

    What it says may be one more thing to await: until then, part of what it does has not happened.
    """
    with contained():
        said = function(*given, **options)
    while isawaitable(said):
        said = await _awaited(cancellation, said)
        if isawaitable(said) and cancellation.cancelled:
            _forgo(said)
            raise CallCancelled(cancellation.reason)
    return said


async def _awaited(cancellation: Cancellation, said: Awaitable[Any]) -> Any:
    try:
        return await race(said, cancellation)
    except CallCancelled:
        if cancellation.cancelled:
            raise
        raise GaveUp from None
    finally:
        _forgo(said)


def _forgo(said: Awaitable[Any]) -> None:
    """All was cancelled before its first step, and Python would complain of it."""
    if iscoroutine(said) and getcoroutinestate(said) == CORO_CREATED:
        said.close()
