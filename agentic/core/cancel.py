"""Cancellation: one side asks to stop, the other side hears of it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from agentic.core.fault import named
from agentic.core.signal import Signal

STOPPED = "the run was stopped"


class CallCancelled(Exception):
    """Raised by `race` where it stopped waiting; never leaves the pipeline."""


class Cancellation:
    """A request to stop that can be made once. A handler gets it as `signal`."""

    def __init__(self) -> None:
        self._reason: Signal[str | None] = Signal(None)

    @property
    def cancelled(self) -> bool:
        return self._reason.get() is not None

    @property
    def reason(self) -> str:
        return self._reason.get() or ""

    def cancel(self, reason: str = STOPPED) -> None:
        if not self.cancelled:
            self._reason.set(reason or STOPPED)

    def on_cancel(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call `callback` with the reason, at once if it is there; the function returned ends that."""
        if self.cancelled:
            callback(self.reason)
        return self._reason.subscribe(callback)

    async def wait(self) -> str:
        """Wait for the reason to stop."""
        stopped: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        leave = self.on_cancel(lambda reason: stopped.done() or stopped.set_result(reason))
        try:
            return await stopped
        finally:
            leave()


async def race(work: Awaitable[Any], cancellation: Cancellation) -> Any:
    """The value of `work`, or `CallCancelled` as soon as somebody cancels.

    Work that ignores its cancellation is left behind: nobody waits for it, and its late error is nobody's. What it
    raises that is no `Exception`, such as `exit()`, is a `RuntimeError`.
    """
    task = asyncio.ensure_future(worked(work))
    stopped = asyncio.ensure_future(cancellation.wait())
    try:
        await asyncio.wait({task, stopped}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        if not task.done():
            task.add_done_callback(_forget)
            task.cancel()
    if not task.done() or task.cancelled():
        raise CallCancelled(cancellation.reason or "it gave up by itself")
    error = task.exception()
    if error and not isinstance(error, Exception):
        raise RuntimeError(named(error)) from error
    return task.result()


async def worked(work: Awaitable[Any]) -> Any:
    """The value of `work`, for a task of its own; `exit()` in it is an error like any other."""
    try:
        return await work
    except (SystemExit, KeyboardInterrupt) as error:
        # A task would not keep these: they would be the end of the page's event loop.
        raise RuntimeError(named(error)) from error


def _forget(task: "asyncio.Future[Any]") -> None:
    if not task.cancelled():
        task.exception()
