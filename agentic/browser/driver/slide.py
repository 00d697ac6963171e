"""Sliders and spin buttons that a page draws itself: moved by their keys, step by step, until they say the value."""

from agentic.browser.dom import Node
from agentic.browser.driver.find import describe
from agentic.browser.driver.focus import holding
from agentic.browser.driver.keys import stroke
from agentic.browser.driver.pace import frame, turn
from agentic.errors import Detached, NotWritable, ValueRefused

ROLES = ("slider", "spinbutton")
# So many presses of a key get anywhere; a person would have given up.
MOST_STEPS = 500
FORTH, BACK = "ArrowUp", "ArrowDown"


def is_slider(el: Node) -> bool:
    """Whether this is moved by keys: of a slider's role, and no field that can be written."""
    return el.getAttribute("role") in ROLES and el.localName != "input" and not el.isContentEditable


async def slide_to(el: Node, value: str) -> str:
    """Move a slider to a number; what it says then is returned. Without such a step it stays as near as it gets."""
    wanted = _wanted(el, value)
    with holding(el):
        for _ in range(MOST_STEPS):
            before = _now(el)
            if before == wanted:
                return _said(el)
            stroke(el, FORTH if wanted > before else BACK)
            await turn()
            if _now(el) == before:
                await frame()
            after = _now(el)
            if after == before or (after - wanted) * (before - wanted) < 0:
                break
    if _now(el) == wanted:
        return _said(el)
    raise ValueRefused(f"{describe(el)} does not go to {value}: it says {_said(el)}")


def _wanted(el: Node, value: str) -> float:
    try:
        wanted = float(value)
    except ValueError:
        raise ValueRefused(f"{describe(el)} takes a number, not {value!r}") from None
    if el.getAttribute("aria-readonly") == "true":
        raise NotWritable(f"{describe(el)} is read-only")
    low, high = (_number(el, name) for name in ("aria-valuemin", "aria-valuemax"))
    if (low is not None and wanted < low) or (high is not None and wanted > high):
        raise ValueRefused(f"{describe(el)} goes from {_spoken(low)} to {_spoken(high)}, not to {value}")
    return wanted


def _now(el: Node) -> float:
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while it was moved")
    now = _number(el, "aria-valuenow")
    if now is None:
        raise NotWritable(f"{describe(el)} does not say its value")
    return now


def _said(el: Node) -> str:
    return str(el.getAttribute("aria-valuenow"))


def _number(el: Node, name: str) -> float | None:
    try:
        return float(el.getAttribute(name) or "")
    except ValueError:
        return None


def _spoken(limit: float | None) -> str:
    return "?" if limit is None else f"{limit:g}"
