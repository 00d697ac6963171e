"""Pressing a key or a shortcut, and doing what a browser does on it, which a script's events do not set off."""

from collections.abc import Iterator
from types import MappingProxyType

import js

from agentic.browser.dom import Node
from agentic.browser.driver.edit import press_in_editor
from agentic.browser.driver.find import check_target, check_usable, is_own, is_rendered, nearest
from agentic.browser.driver.focus import active_element, attending
from agentic.browser.driver.keys import is_key, key_down, key_up
from agentic.browser.driver.native import announce, fire
from agentic.browser.driver.pace import frame, turn
from agentic.browser.driver.write import TYPED, WITH_A_CARET, enter
from agentic.errors import UsageError

NAMES = MappingProxyType(
    {
        "ctrl": "Control",
        "cmd": "Meta",
        "command": "Meta",
        "option": "Alt",
        "esc": "Escape",
        "return": "Enter",
        "del": "Delete",
        "space": " ",
        "up": "ArrowUp",
        "down": "ArrowDown",
        "left": "ArrowLeft",
        "right": "ArrowRight",
    }
)
MODIFIERS = MappingProxyType({"Control": "ctrlKey", "Shift": "shiftKey", "Alt": "altKey", "Meta": "metaKey"})
STEPS = MappingProxyType({"ArrowUp": 1, "ArrowRight": 1, "ArrowDown": -1, "ArrowLeft": -1})
BUTTONS = "button, summary, input[type=submit], input[type=button], input[type=reset], input[type=image]"
# What each of the two keys presses.
KEYED = MappingProxyType({"Enter": f"a[href], {BUTTONS}", " ": f"{BUTTONS}, input[type=checkbox], input[type=radio]"})
SENDS = "button:not([type=button], [type=reset]), input[type=submit], input[type=image]"
REACHED_BY_TAB = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]"


async def press_key(el: Node, keys: str) -> bool:
    """Press a key (`Enter`, `a`) or a shortcut (`Control+Shift+K`) on the element, or, without one, where the focus is.

    True when something took it: the page, or what the browser does on this key; False when nothing was seen to happen.
    """
    names, key = parse_keys(keys)
    target = el or _focused()
    check_target(target)
    if el:
        check_usable(el)
    modifiers = {MODIFIERS[name]: True for name in names}
    with attending(target):
        await turn()
        for name in names:
            key_down(target, name, **modifiers)
        goes_on = key_down(target, key, **modifiers)
        await turn()
        is_done = goes_on and target.isConnected and not set(names) - {"Shift"} and await _by_itself(target, key, names)
        key_up(target, key, **modifiers)
        for name in reversed(names):
            key_up(target, name)
        await frame()
    return not goes_on or bool(is_done)


def parse_keys(keys: str) -> tuple[list[str], str]:
    """The modifiers of a shortcut and its key, as `KeyboardEvent.key` names them; `UsageError` for what is none."""
    # "Control++" is a plus with Control.
    parts = [*keys[:-2].split("+"), "+"] if keys.endswith("++") else [keys] if keys == "+" else keys.split("+")
    *names, key = map(_named, parts)
    if not is_key(key) or not set(names) <= set(MODIFIERS):
        raise UsageError(f"{keys!r} is no key or shortcut; it is written like Enter, ArrowDown, a or Control+Shift+K")
    return names, key.upper() if "Shift" in names and len(key) == 1 else key


def _named(part: str) -> str:
    if len(part) == 1:
        return part
    known = part.strip().casefold()
    return NAMES.get(known) or next((name for name in MODIFIERS if name.casefold() == known), part.strip())


def _focused() -> Node:
    """Where a person's keys would go, but not into the chat that they speak to us in."""
    found = active_element(js.document)
    return js.document.body if not found or is_own(found) else found


async def _by_itself(el: Node, key: str, names: list[str]) -> bool:
    """What the browser does on a key that the page has left to it; False when that is nothing."""
    if key == "Tab":
        return _move_on(el, -1 if "Shift" in names else 1)
    if key == "Escape":
        return await _close(el)
    if bool(getattr(el, "isContentEditable", False)):
        return press_in_editor(el, key)
    if key in KEYED and el.matches(KEYED[key]):
        el.click()
        return True
    if key in STEPS and el.localName == "input" and el.type in ("range", "number"):
        el.stepUp(STEPS[key])
        announce(el)
        return True
    if el.localName == "input" and el.type in TYPED:
        return _send(el) if key == "Enter" else _write(el, key)
    return el.localName == "textarea" and _write(el, key)


def _write(el: Node, key: str) -> bool:
    """What a key does in a text field: a character, or one less."""
    erases = key in ("Backspace", "Delete")
    if len(key) > 1 and not erases and key != "Enter":
        return False
    if erases and el.type in (*WITH_A_CARET, "textarea") and el.selectionStart == el.selectionEnd:
        start = el.selectionStart - (key == "Backspace")
        el.setSelectionRange(max(start, 0), start + 1)
    return enter(el, key, el.value[:-1] if erases else el.value + key)


def sender_of(form: Node) -> Node | None:
    """The button by which Enter in one of its fields sends a form; None where it has none."""
    return next((each for each in form.elements if each.matches(SENDS)), None)


def _send(el: Node) -> bool:
    """Enter in a field sends its form: by its button where it has one, unless that is switched off."""
    form = el.form
    if not form:
        return False
    button = sender_of(form)
    if button:
        button.click()
    else:
        form.requestSubmit()
    return not (button and button.disabled)


async def _close(el: Node) -> bool:
    """Escape closes what was opened last over the page."""
    opened = list(el.ownerDocument.querySelectorAll("dialog:modal, [popover]:not([popover=manual]):popover-open"))
    if not opened:
        return False
    if opened[-1].localName != "dialog":
        opened[-1].hidePopover()
    elif fire(opened[-1], "cancel", bubbles=False):
        opened[-1].close()
    await turn()
    return True


def _move_on(el: Node, by: int) -> bool:
    """Tab: the focus goes to the next thing that takes it, of the topmost dialog where one is open."""
    stops = list(_stops(el))
    if not stops:
        return False
    at = next((index for index, stop in enumerate(stops) if stop == el), -1 if by > 0 else 0)
    stops[(at + by) % len(stops)].focus()
    return True


def _stops(el: Node) -> Iterator[Node]:
    root = el.ownerDocument.querySelector("dialog:modal") or el.ownerDocument
    for node in root.querySelectorAll(REACHED_BY_TAB):
        is_off = node.matches(":disabled") or nearest(node, "[inert]")
        if node.tabIndex >= 0 and not is_off and is_rendered(node) and not is_own(node):
            yield node
