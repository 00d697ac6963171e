"""Clicking as a person does: seen, aimed at what can be met, with the whole sequence of the pointer's events."""

from agentic.browser.dom import Node
from agentic.browser.driver.find import check_uncovered, check_usable
from agentic.browser.driver.native import fire
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import pause
from agentic.browser.driver.show import scroll_into_center_view
from agentic.browser.motion import prefers_reduced_motion

HIGHLIGHT_MS = 600
PRESS_MS = 250


async def click_element(
    el: Node,
    *,
    highlight_ms: float = HIGHLIGHT_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
) -> None:
    """Scroll to the element, ring it, and click it."""
    check_usable(el)
    await scroll_into_center_view(el)
    await highlight_then_click(el, highlight_ms=highlight_ms, color=color, scrim=scrim, gradient=gradient)


async def press_button(el: Node, *, press_ms: float = PRESS_MS, color: str | None = None) -> None:
    """Scroll to the element, show it pressed, and click it."""
    check_usable(el)
    await scroll_into_center_view(el)
    await press_then_click(el, press_ms=press_ms, color=color)


async def highlight_then_click(
    el: Node,
    *,
    highlight_ms: float = HIGHLIGHT_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
) -> None:
    """Ring the element for a while, then click it."""
    check_usable(el)
    ring = highlight(el, color=color, scrim=scrim, gradient=gradient) if highlight_ms > 0 else None
    try:
        await pause(highlight_ms)
    finally:
        if ring:
            ring.close()
    _click(el)


async def press_then_click(el: Node, *, press_ms: float = PRESS_MS, color: str | None = None) -> None:
    """Ring the element as it is pressed, then click it; at once where a person asked for no motion."""
    check_usable(el)
    if press_ms > 0 and not prefers_reduced_motion():
        ring = highlight(el, color=color)
        ring.press(press_ms)
        try:
            await pause(press_ms)
        finally:
            ring.close()
    _click(el)


def _click(el: Node) -> None:
    """Click what is still there, enabled, and not covered: the page may have changed while it was shown."""
    check_usable(el)
    check_uncovered(el)
    press(el)


def press(el: Node) -> None:
    """The events of a pointer that presses and lets go on the middle of the element."""
    box = el.getBoundingClientRect()
    where = {
        "clientX": box.left + box.width / 2,
        "clientY": box.top + box.height / 2,
        "view": el.ownerDocument.defaultView,
        "detail": 1,
    }
    pointer = {**where, "pointerId": 1, "pointerType": "mouse", "isPrimary": True}
    fire(el, "pointerdown", "PointerEvent", **pointer, buttons=1)
    fire(el, "mousedown", "MouseEvent", **where, buttons=1)
    fire(el, "pointerup", "PointerEvent", **pointer)
    fire(el, "mouseup", "MouseEvent", **where)
    # As with a real pointer, what was taken off the page meanwhile is not clicked.
    if el.isConnected:
        fire(el, "click", "PointerEvent", **pointer)
