"""Clicking as a person does: seen, aimed at what can be met, with the whole sequence of the pointer's events."""

from collections.abc import Iterator
from contextlib import contextmanager

from agentic.browser.dom import Node
from agentic.browser.driver.aim import aim_once_free, face
from agentic.browser.driver.find import check_target, check_usable, describe, nearest
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import comes_true, frame, pause
from agentic.browser.driver.pointer import press
from agentic.browser.driver.show import AT_REST_FRAMES, comes_to_rest, scroll_into_center_view
from agentic.browser.ffi import Scope
from agentic.browser.motion import prefers_reduced_motion
from agentic.errors import UsageError, ValueRefused

HIGHLIGHT_MS = 600
PRESS_MS = 250
ENABLED_WITHIN_MS = 1000
DISABLED = ":disabled, [aria-disabled=true]"
# Nobody can hit what moves. What never rests is pressed where it is when this is over.
LONGEST_MOVE_MS = 1000
SENDS_A_FORM = "button:not([type=button], [type=reset]), input[type=submit], input[type=image], [type=submit]"


async def click_element(
    el: Node,
    *,
    highlight_ms: float = HIGHLIGHT_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
    clicks: int = 1,
) -> bool:
    """Scroll to the element, ring it, and click it; twice in a row where `clicks` is 2.

    False where it left the page as it was pressed, and so was not clicked; so it is of all that click here.
    """
    await _check_pressable(el)
    await scroll_into_center_view(face(el))
    look = {"color": color, "scrim": scrim, "gradient": gradient}
    return await highlight_then_click(el, highlight_ms=highlight_ms, clicks=clicks, **look)


async def press_button(el: Node, *, press_ms: float = PRESS_MS, color: str | None = None) -> bool:
    """Scroll to the element, show it pressed, and click it."""
    await _check_pressable(el)
    await scroll_into_center_view(face(el))
    return await press_then_click(el, press_ms=press_ms, color=color)


async def highlight_then_click(
    el: Node,
    *,
    highlight_ms: float = HIGHLIGHT_MS,
    color: str | None = None,
    scrim: bool | str = False,
    gradient: bool | str = False,
    clicks: int = 1,
) -> bool:
    """Ring the element for a while, then click it."""
    if clicks not in (1, 2):
        raise UsageError(f"clicks is 1 or 2, not {clicks!r}")
    await _check_pressable(el)
    ring = highlight(face(el), color=color, scrim=scrim, gradient=gradient) if highlight_ms > 0 else None
    try:
        await pause(highlight_ms)
    finally:
        if ring:
            ring.close()
    return await _click(el, clicks)


async def press_then_click(el: Node, *, press_ms: float = PRESS_MS, color: str | None = None) -> bool:
    """Ring the element as it is pressed, then click it; at once where a person asked for no motion."""
    await _check_pressable(el)
    if press_ms > 0 and not prefers_reduced_motion():
        ring = highlight(face(el), color=color)
        ring.press(press_ms)
        try:
            await pause(press_ms)
        finally:
            ring.close()
    return await _click(el, 1)


async def _check_pressable(el: Node) -> None:
    check_target(el)
    # A page may still be looking at what was filled in before.
    await comes_true(lambda: not el.isConnected or not el.matches(DISABLED), ENABLED_WITHIN_MS)
    check_usable(el, face(el))


async def _click(el: Node, times: int) -> bool:
    """Click what is still there, enabled, at rest and not covered: the page may have changed while it was shown."""
    await comes_to_rest(el, LONGEST_MOVE_MS, AT_REST_FRAMES)
    await _check_pressable(el)
    sends = bool(nearest(el, SENDS_A_FORM))
    with _refused_fields(el) as refused:
        is_clicked = await press(await aim_once_free(el), times)
        if sends:
            await frame()
    if sends and refused:
        raise ValueRefused(f"{describe(el)} was pressed, but the form is not sent: {'; '.join(refused)}")
    return is_clicked


@contextmanager
def _refused_fields(el: Node) -> Iterator[list[str]]:
    """Collects what the browser finds wrong with a form's fields, which it says to a person in a bubble only."""
    refused: list[str] = []
    scope = Scope()

    def note(event: Node) -> None:
        field = event.target
        refused.append(f"{describe(field)}: {getattr(field, 'validationMessage', '') or 'not valid'}")

    scope.listen(el.ownerDocument, "invalid", note, capture=True)
    try:
        yield refused
    finally:
        scope.close()
