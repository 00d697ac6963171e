"""Date pickers: a day is picked from the calendar that a field opens, month by month, as a person does."""

import re
from collections import Counter
from datetime import date

from agentic.browser.dom import Node
from agentic.browser.driver.aim import aim
from agentic.browser.driver.dates import ISO, Months, days_in, month_names
from agentic.browser.driver.find import ancestors, describe, is_own
from agentic.browser.driver.focus import holding
from agentic.browser.driver.keys import stroke
from agentic.browser.driver.pace import comes_true, frame
from agentic.browser.driver.pointer import press
from agentic.errors import NotWritable, ValueRefused

# Where pages write the day of a cell, for machines or for people.
MARKS = ("data-date", "data-day", "data-value", "datetime", "aria-label", "title")
CELLS = ", ".join(f"[{mark}]" for mark in MARKS)
# A month has four weeks at least: fewer days are no calendar.
FEWEST_DAYS = 28
OPENS_WITHIN_MS = 1500
TURNS_WITHIN_MS = 800
MOST_MONTHS = 600
LONGEST_NAME = 200
LATER = re.compile(r"next|forward|later|weiter|nächst|suivant|siguiente|próxim|successiv|volgend", re.IGNORECASE)
EARLIER = re.compile(r"prev|back|earlier|zurück|vorig|vorherig|précédent|anterior|precedent", re.IGNORECASE)
OTHER_STEPS = re.compile(r"year|decade|jahr|année|año|anno|jaar|day", re.IGNORECASE)
OFF = "[aria-disabled=true], :disabled, [class*=disabled]"


def is_day(value: str) -> bool:
    """Whether this is a day, written 2026-01-31."""
    try:
        return bool(ISO.fullmatch(str(value)) and date.fromisoformat(str(value)))
    except ValueError:
        return False


def opens_a_calendar(el: Node) -> bool:
    """Whether a day might be picked here: a field that is not to be typed into, or a button that opens something."""
    if el.localName == "input":
        return bool(el.readOnly) and el.type in ("", "text")
    return el.localName == "button" and el.getAttribute("aria-haspopup") in ("dialog", "grid", "true")


async def pick_day(el: Node, value: str) -> str:
    """Open the calendar, turn it to the month, and pick the day; what the field says then is returned."""
    wanted = date.fromisoformat(value)
    months = month_names(el.ownerDocument)
    with holding(el):
        await frame()
        if not _opened(el, months):  # Some open as soon as they have the focus.
            await press(aim(el))
        if not await comes_true(lambda: _opened(el, months), OPENS_WITHIN_MS):
            raise NotWritable(f"{describe(el)} is read-only, and opens no calendar to pick a day from")
        try:
            await _pick(el, wanted, months)
        finally:
            if el.isConnected and _opened(el, months):
                stroke(el, "Escape")
    said = el.value if el.localName == "input" else el.innerText
    if wanted not in days_in(said, months):
        raise ValueRefused(f"{describe(el)} holds {said!r} instead of {value}")
    return said


async def _pick(el: Node, wanted: date, months: Months) -> None:
    for _ in range(MOST_MONTHS):
        days = _days(el.ownerDocument, months)
        if cell := next((cell for cell, day in days if day == wanted), None):
            if cell.matches(OFF):
                raise ValueRefused(f"{describe(el)} does not take {wanted}: that day is switched off")
            await press(aim(cell))
            await frame()
            return
        shown = _month(days)
        if turner := _turner(_opened(el, months), wanted > shown):
            await press(aim(turner))
        if not turner or not await comes_true(lambda at=shown: _shown(el, months) != at, TURNS_WITHIN_MS):
            raise ValueRefused(f"{describe(el)} does not take {wanted}: its calendar stays at {shown:%B %Y}")


def _opened(el: Node, months: Months) -> Node | None:
    """The box that the days are in, once there are enough of them in sight."""
    days = _days(el.ownerDocument, months)
    if len(days) < FEWEST_DAYS:
        return None
    last = days[-1][0]
    around = (node for node in ancestors(days[0][0]) if node.contains(last))
    return next(node for node in around if len(_days(node, months)) >= FEWEST_DAYS)


def _days(root: Node, months: Months) -> list[tuple[Node, date]]:
    found = []
    for cell in root.querySelectorAll(CELLS):
        text = next((text for mark in MARKS if (text := cell.getAttribute(mark)) and any(map(str.isdigit, text))), "")
        if len(days := days_in(text, months)) == 1 and cell.getClientRects().length and not is_own(cell):
            found.append((cell, days[0]))
    return found


def _shown(el: Node, months: Months) -> date:
    return _month(_days(el.ownerDocument, months))


def _month(days: list[tuple[Node, date]]) -> date:
    """The first of the month that most days are of: those of its neighbours are shown at its ends."""
    months = Counter(day.replace(day=1) for _, day in days)
    return months.most_common(1)[0][0] if months else date.min


def _turner(calendar: Node, is_later: bool) -> Node | None:
    """What turns the calendar by a month, near the days and named or classed for it."""
    meant = LATER if is_later else EARLIER
    for box in ancestors(calendar):
        for node in box.querySelectorAll("button, [role=button], [tabindex], a, span, div"):
            said = node.getAttribute("aria-label") or node.getAttribute("title") or node.innerText
            said += f" {node.getAttribute('class')}"
            is_meant = len(said) < LONGEST_NAME and meant.search(said) and not OTHER_STEPS.search(said)
            if is_meant and node.getClientRects().length:
                return None if node.matches(OFF) else node
        if box.localName in ("body", "html"):
            break
    return None
