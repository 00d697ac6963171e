"""Typing into text fields as a person does, and reading back what came of it."""

import re
from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.driver.find import check_uncovered, check_usable, describe
from agentic.browser.driver.focus import visiting
from agentic.browser.driver.native import fire, write
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import frame, pause, typing_steps
from agentic.browser.driver.show import scroll_into_center_view
from agentic.errors import Detached, NotWritable, UsageError, ValueRefused

TYPED = ("", "email", "number", "password", "search", "tel", "text", "url")
# Their value is valid as a whole or not at all, so it is set as a whole.
SET_AT_ONCE = ("color", "date", "datetime-local", "month", "range", "time", "week")
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
) -> str:
    """Scroll to a text field and write `value` over what it holds; what it holds then is returned.

    With `flash_ms` it is ringed for so long before, and while it is written.
    """
    check_writable(el, value)
    await scroll_into_center_view(el)
    ring = highlight(el, color=color) if flash_ms > 0 else None
    try:
        await pause(flash_ms)
        check_usable(el)
        check_uncovered(el)
        return await type_into(el, value, char_delay_ms=char_delay_ms)
    finally:
        if ring:
            ring.close()


async def type_into(el: Node, value: str, *, char_delay_ms: float | None = None) -> str:
    """Write `value` over what a text field holds, character by character; what it holds then is returned.

    Stopped in the middle, it leaves what was typed. What the page did not take or keep raises `ValueRefused`.
    """
    wanted = check_writable(el, value)
    with visiting(el):
        if el.isContentEditable:
            await _insert(el, wanted)
        elif el.localName == "input" and el.type in SET_AT_ONCE:
            write(el, "value", wanted)
            fire(el, "input", cancelable=False)
        else:
            await _type(el, wanted, char_delay_ms)
        fire(el, "change", cancelable=False)
    await frame()
    return _read_back(el, wanted)


def check_writable(el: Node, value: str) -> str:
    """Refuse what cannot take this text, before anything is touched; the text as the control will spell it."""
    check_usable(el)
    if value is None:
        raise UsageError(f"no text was given for {describe(el)}")
    text = str(value).replace("\r\n", "\n")
    if el.isContentEditable:
        return text
    if el.localName == "select":
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


async def _type(el: Node, text: str, char_delay_ms: float | None) -> None:
    if not text and el.value:
        _strike(el, {"key": "Delete"}, {"inputType": "deleteContentForward"}, "")
    characters, delay = typing_steps(len(text), char_delay_ms)
    # Everything is selected, so to say: the first character that is let in takes the place of it all.
    typed = ""
    for index, character in enumerate(text):
        if index and index % characters == 0:
            await pause(delay)
        if not el.isConnected:
            raise Detached(f"{describe(el)} left the page while it was typed into")
        key = {"key": "Enter", "shiftKey": True} if character == "\n" else {"key": character}
        entry = (
            {"inputType": "insertLineBreak"} if character == "\n" else {"inputType": "insertText", "data": character}
        )
        if _strike(el, key, entry, typed + character):
            # A page may reformat what was typed. A number that is not complete yet has no value to read.
            typed = typed + character if el.type == "number" else el.value


def _strike(el: Node, key: dict[str, Any], entry: dict[str, Any], text: str) -> bool:
    """Press one key, after which the field would hold `text`; False when the page did not let it in."""
    is_let_in = fire(el, "keydown", "KeyboardEvent", **key) and fire(el, "beforeinput", "InputEvent", **entry)
    if is_let_in:
        write(el, "value", text)
        fire(el, "input", "InputEvent", cancelable=False, **entry)
    fire(el, "keyup", "KeyboardEvent", **key)
    return is_let_in


async def _insert(el: Node, text: str) -> None:
    """Replace the content of an editor through the editing pipeline, which is all an editor with a model listens to.

    At once and not by the character: between two characters a person may put the caret somewhere else.
    """
    el.ownerDocument.getSelection().selectAllChildren(el)
    await frame()  # An editor hears of the selection in an event that is yet to come.
    entry = {"inputType": "insertText", "data": text} if text else {"inputType": "deleteContentBackward"}
    # An editor that cancels this has written the text into its model itself.
    if fire(el, "beforeinput", "InputEvent", **entry):
        el.ownerDocument.execCommand("insertText" if text else "delete", False, text)


def _read_back(el: Node, wanted: str) -> str:
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while it was filled in")
    if el.isContentEditable:
        held, expected = _lines(el.innerText), _lines(wanted)
    else:
        held, expected = el.value, wanted
    if held == expected:
        return held
    if el.localName == "input" and el.type == "password":
        raise ValueRefused(f"{describe(el)} holds something else than what was typed")
    raise ValueRefused(f"{describe(el)} holds {held!r} instead of {wanted!r}")


def _lines(text: str) -> str:
    """An editor's text without what differs from editor to editor: blank lines between paragraphs, hard spaces."""
    return re.sub(r"\n+", "\n", text.replace("\u00a0", " ")).strip("\n")


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
