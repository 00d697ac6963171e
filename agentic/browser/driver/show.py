"""Showing a person where something is about to happen: scrolling there, ringing it, taking the focus to it."""

import asyncio

from agentic.browser.dom import Node
from agentic.browser.driver.find import check_target
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import frame, pause
from agentic.browser.ffi import Scope, to_browser
from agentic.browser.motion import prefers_reduced_motion

FLASH_MS = 1200
# The share of a flash in which the ring fades out.
FADE = 1 / 3
SETTLE_MS = 600
# A smooth scroll begins a few frames after it was asked for: what has not moved by then is in its place already.
STILL_FRAMES = 6
AT_REST_FRAMES = 2


async def scroll_into_center_view(el: Node, *, settle_ms: float = SETTLE_MS) -> None:
    """Scroll the element to the middle of the window, and wait until it is at rest there.

    `settle_ms` is the longest wait; with 0, or for a person who asked for no motion, it is there at once.
    """
    check_target(el)
    if prefers_reduced_motion() or settle_ms <= 0:
        _scroll(el, "instant")
        return
    scope = Scope()
    ended = asyncio.get_running_loop().create_future()
    # In whichever box it was that scrolled: the event of a box does not bubble.
    scope.listen(el.ownerDocument, "scrollend", lambda _event: ended.done() or ended.set_result(None), capture=True)
    try:
        _scroll(el, "smooth")
        has_rested = await comes_to_rest(el, settle_ms, ended=ended)
        # Where it is by now; or where a scroll that was cut short, or had not even begun, would have led.
        _scroll(el, "instant")
        if not has_rested:
            await frame()
    finally:
        scope.close()


def _scroll(el: Node, behavior: str) -> None:
    el.scrollIntoView(to_browser({"block": "center", "inline": "nearest", "behavior": behavior}))


async def comes_to_rest(
    el: Node, within_ms: float, still_frames: int = STILL_FRAMES, ended: "asyncio.Future[None] | None" = None
) -> bool:
    """Wait until the element does not move any more; False if it still does after so long.

    `ended` is set where the browser says that a scroll is over, so that a moved element need not be watched for long;
    it may have been another scroll, so it is watched for a moment all the same.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + within_ms / 1000
    first = last = _place(el)
    still = 0
    while still < still_frames and clock() < until:
        await frame()
        now = _place(el)
        still = still + 1 if now == last else 0
        last = now
        if still >= AT_REST_FRAMES and now != first and ended and ended.done():
            return True
    return still > 0


def _place(el: Node) -> tuple[float, float]:
    box = el.getBoundingClientRect()
    return box.left, box.top


async def flash(
    el: Node,
    *,
    flash_ms: float = FLASH_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
) -> None:
    """Ring the element for a while, so that a person finds it; the focus stays where it is.

    The plain ring, too, is the overlay's and not an outline on the element: the page's own nodes stay as they are.
    """
    check_target(el)
    if flash_ms > 0:
        ring = highlight(el, color=color, scrim=scrim, gradient=gradient)
        if not prefers_reduced_motion():
            ring.fade(flash_ms * (1 - FADE), flash_ms * FADE)
        try:
            await pause(flash_ms)
        finally:
            ring.close()


async def focus_with_flash(
    el: Node,
    *,
    focus: bool = True,
    flash_ms: float = FLASH_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
) -> None:
    """Move the keyboard focus to the element, and ring it. To point at something only, use `flash`."""
    check_target(el)
    if focus:
        # Scrolling is not the focus's business: a smooth scroll may be under way.
        el.focus(to_browser({"preventScroll": True}))
    await flash(el, flash_ms=flash_ms, color=color, scrim=scrim, gradient=gradient)
