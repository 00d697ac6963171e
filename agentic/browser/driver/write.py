"""Typing into text fields as a person does, and reading back what came of it."""

from collections.abc import Awaitable, Callable
from datetime import date
from types import MappingProxyType

from agentic.browser.dom import Node
from agentic.browser.driver.aim import aim_once_free, face
from agentic.browser.driver.calendar import is_day, opens_a_calendar, pick_day
from agentic.browser.driver.dates import days_in, month_names
from agentic.browser.driver.edit import check_followed, fields_behind, holds, read_editor, write_editor
from agentic.browser.driver.find import check_target, check_usable, control_of, describe
from agentic.browser.driver.focus import visiting
from agentic.browser.driver.keys import key_down, key_up
from agentic.browser.driver.native import fire, write
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import pause, settled, turn, typing_steps
from agentic.browser.driver.reading import reads_as
from agentic.browser.driver.show import SETTLE_MS, scroll_into_center_view
from agentic.browser.driver.slide import is_slider, slide_to
from agentic.errors import Detached, NotWritable, UsageError, ValueRefused

TAKE_ANY_LINE = ("password", "search", "tel", "text")
WITH_A_CARET = ("", *TAKE_ANY_LINE, "url")
TYPED = ("", "email", "number", "password", "search", "tel", "text", "url")
# Their value is valid as a whole or not at all, so it is set as a whole.
SET_AT_ONCE = ("color", "date", "datetime-local", "month", "range", "time", "week")
KEY_ENTRIES = MappingProxyType(
    {
        "Enter": {"inputType": "insertLineBreak"},
        "Delete": {"inputType": "deleteContentForward"},
        "Backspace": {"inputType": "deleteContentBackward"},
    }
)
EXAMPLES = MappingProxyType(
    {
        "color": "#4f46e5",
        "date": "2026-01-31",
        "datetime-local": "2026-01-31T13:45",
        "month": "2026-01",
        "number": "12.5",
        "range": "50, within its limits",
        "time": "13:45",
        "week": "2026-W05",
    }
)


async def fill_field(
    el: Node,
    value: str,
    *,
    flash_ms: float = 0,
    color: str | None = None,
    char_delay_ms: float | None = None,
    settle_ms: float = SETTLE_MS,
) -> str:
    """Scroll to a field and write `value` over what it holds; what it holds then is returned.

    With `flash_ms` it is ringed for so long before, and while it is written. A slider goes there by its keys; of a
    field that only a calendar writes, the day `value` (2026-01-31) is picked. With `settle_ms` 0, for many fields in a
    row, there is no scrolling to watch, and each is read back at once, not a frame later: look at all of them again.
    """
    el = control_of(el)
    check_target(el)
    by_hand = _by_hand(el, value)
    if not by_hand:
        check_writable(el, value)
    await scroll_into_center_view(face(el), settle_ms=settle_ms)
    ring = highlight(face(el), color=color) if flash_ms > 0 else None
    try:
        if ring:
            await pause(flash_ms)
        await aim_once_free(el)
        return await (by_hand(el, value) if by_hand else _write(el, value, char_delay_ms, is_watched=settle_ms > 0))
    finally:
        if ring:
            ring.close()


def _by_hand(el: Node, value: str) -> Callable[[Node, str], Awaitable[str]] | None:
    """How to set what is not typed into, if this is such a thing."""
    if is_slider(el):
        return slide_to
    return pick_day if is_day(value) and opens_a_calendar(el) else None


async def type_into(el: Node, value: str, *, char_delay_ms: float | None = None) -> str:
    """Write `value` over what a text field holds, character by character; what it holds then is returned.

    Stopped in the middle, it leaves what was typed. What the page did not take or keep raises `ValueRefused`; a mask
    that only spells it otherwise has taken it.
    """
    return await _write(control_of(el), value, char_delay_ms)


async def _write(el: Node, value: str, char_delay_ms: float | None, *, is_watched: bool = True) -> str:
    wanted = check_writable(el, value)
    behind = fields_behind(el) if el.isContentEditable else []
    with visiting(el, is_watched=is_watched):
        if el.isContentEditable:
            await write_editor(el, wanted)
        elif el.localName == "input" and el.type in SET_AT_ONCE:
            write(el, "value", wanted)
            fire(el, "input", cancelable=False)
        else:
            await type_text(el, wanted, char_delay_ms)
        if not el.isContentEditable:
            fire(el, "change", cancelable=False)
        await turn()
    await settled(is_watched)
    held = await _read_back(el, wanted)
    check_followed(el, behind, wanted)
    return held


def check_writable(el: Node, value: str) -> str:
    """Refuse what cannot take this text, before anything is touched; the text as the control will spell it."""
    check_target(el)
    check_usable(el, face(el))
    if value is None:
        raise UsageError(f"no text was given for {describe(el)}")
    text = str(value).replace("\r\n", "\n")
    if el.isContentEditable:
        return text
    if el.localName == "input" and el.type == "file":
        raise NotWritable(f"{describe(el)} is for a file, which only a person can choose")
    if el.localName == "select" or (el.getAttribute("role") == "combobox" and el.localName != "input"):
        raise NotWritable(f"{describe(el)} is a list to choose from, not a text field")
    if el.localName != "textarea" and (el.localName != "input" or el.type not in TYPED + SET_AT_ONCE):
        raise NotWritable(f"{describe(el)} is not a text field")
    if el.readOnly or el.getAttribute("aria-readonly") == "true":
        raise NotWritable(f"{describe(el)} is read-only")
    if 0 <= el.maxLength < _length(text):
        raise ValueRefused(f"{describe(el)} takes at most {el.maxLength} characters, this has {_length(text)}")
    return text if el.localName == "textarea" else _spelled(el, text)


def _spelled(el: Node, text: str) -> str:
    """The text as this kind of input spells it, tried on another one of the kind."""
    if "\n" in text:
        raise ValueRefused(f"{describe(el)} takes a single line")
    if el.type in TAKE_ANY_LINE:
        return text
    probe = el.ownerDocument.createElement("input")
    for name in ("type", "min", "max", "step", "multiple"):
        if el.hasAttribute(name):
            probe.setAttribute(name, el.getAttribute(name))
    probe.value = text
    # A colour and a range are never empty: what they do not take becomes another value.
    is_kept = bool(probe.value) == bool(text)
    if el.type == "color":
        is_kept = probe.value == text.lower()
    if el.type == "range":
        is_kept = _is_number(text) and float(probe.value) == float(text)
    if not is_kept:
        raise ValueRefused(f"{describe(el)} does not take {text!r}{_example(el)}")
    return probe.value


async def type_text(el: Node, text: str, char_delay_ms: float | None = None) -> None:
    """Type into a field of one's own, over what it holds; nobody is told yet that this is all."""
    if _has_caret(el):
        el.setSelectionRange(0, _length(el.value))
    if not text and el.value:
        strike(el, "Delete", "")
    characters, delay = typing_steps(len(text), char_delay_ms)
    # Where there is no caret: the first character that is let in takes the place of all that was there.
    typed = ""
    for index, character in enumerate(text):
        if index and index % characters == 0:
            await pause(delay)
        if not el.isConnected:
            raise Detached(f"{describe(el)} left the page while it was typed into")
        if strike(el, "Enter" if character == "\n" else character, typed + character):
            # A page may reformat what was typed. A number that is not complete yet has no value to read.
            typed = typed + character if el.type == "number" else el.value


def strike(el: Node, key: str, whole: str) -> bool:
    """Press one key in a text field and let it go; False when the page did not let in what it writes."""
    modifiers = {"shiftKey": True} if key == "Enter" else {}
    is_let_in = key_down(el, key, **modifiers) and enter(el, key, whole)
    key_up(el, key, **modifiers)
    return is_let_in


def enter(el: Node, key: str, whole: str) -> bool:
    """Write what a key writes that the page has left to the field; False when the page does not let it in.

    It is written where the caret is, which a mask may have moved; a field that tells of no caret holds `whole` then.
    """
    character = "\n" if key == "Enter" else key if len(key) == 1 else ""
    entry = KEY_ENTRIES.get(key) or {"inputType": "insertText", "data": character}
    if not fire(el, "beforeinput", "InputEvent", **entry):
        return False
    if _has_caret(el):
        el.setRangeText(character, el.selectionStart, el.selectionEnd, "end")
    else:
        write(el, "value", whole)
    fire(el, "input", "InputEvent", cancelable=False, **entry)
    return True


def _has_caret(el: Node) -> bool:
    return el.localName == "textarea" or el.type in WITH_A_CARET


async def _read_back(el: Node, wanted: str) -> str:
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while it was filled in")
    if el.isContentEditable:
        if await holds(el, wanted):
            return wanted
        raise ValueRefused(f"{describe(el)} holds {await read_editor(el)!r} instead of {wanted!r}")
    is_secret = el.localName == "input" and el.type == "password"
    if el.value == wanted if is_secret else _says(el, wanted):
        return el.value
    if is_secret:
        raise ValueRefused(f"{describe(el)} holds something else than what was typed")
    raise ValueRefused(f"{describe(el)} holds {el.value!r} instead of {wanted!r}")


def _says(el: Node, wanted: str) -> bool:
    """Whether a field says what was written: a day in whatever way it spells days."""
    if is_day(wanted):
        return date.fromisoformat(wanted) in days_in(el.value, month_names(el.ownerDocument))
    return reads_as(el.value, wanted)


def _length(text: str) -> int:
    """As `maxlength` counts: UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _example(el: Node) -> str:
    form = EXAMPLES.get(el.type)
    return f"; it takes a {el.type} like {form}" if form else ""
