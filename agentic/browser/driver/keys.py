"""Keys as a page hears them: their names, their codes, and the old numbers that masks still look at."""

from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.driver.native import fire

# The name of a key as `KeyboardEvent.key` has it, and its number of old; its code is its name, but of a few.
NUMBERS = MappingProxyType(
    {
        "Backspace": 8,
        "Tab": 9,
        "Enter": 13,
        "Shift": 16,
        "Control": 17,
        "Alt": 18,
        "Escape": 27,
        " ": 32,
        "PageUp": 33,
        "PageDown": 34,
        "End": 35,
        "Home": 36,
        "ArrowLeft": 37,
        "ArrowUp": 38,
        "ArrowRight": 39,
        "ArrowDown": 40,
        "Insert": 45,
        "Delete": 46,
        "Meta": 91,
        **{f"F{number}": 111 + number for number in range(1, 13)},
    }
)
CODES = MappingProxyType(
    {" ": "Space", "Shift": "ShiftLeft", "Control": "ControlLeft", "Alt": "AltLeft", "Meta": "MetaLeft"}
)
SILENT = ("ctrlKey", "altKey", "metaKey")


def key_down(el: Node, key: str, **modifiers: bool) -> bool:
    """Press a key; False when the page has taken it for itself, so that it does not do what it does by itself."""
    goes_on = _tell(el, "keydown", key, **modifiers)
    writes = (len(key) == 1 or key == "Enter") and not any(modifiers.get(each) for each in SILENT)
    return _tell(el, "keypress", key, **modifiers) if goes_on and writes and el.isConnected else goes_on


def key_up(el: Node, key: str, **modifiers: bool) -> None:
    """Let a key go, if the page still has what it was pressed on."""
    if el.isConnected:
        _tell(el, "keyup", key, **modifiers)


def stroke(el: Node, key: str, **modifiers: bool) -> bool:
    """Press a key and let it go; False when the page has taken it for itself."""
    goes_on = key_down(el, key, **modifiers)
    key_up(el, key, **modifiers)
    return goes_on


def is_key(key: str) -> bool:
    """Whether a keyboard has a key of this name."""
    return len(key) == 1 or key in NUMBERS


def _tell(el: Node, event: str, key: str, **modifiers: bool) -> bool:
    numbers: dict[str, Any] = {"keyCode": _number(key)}
    if event == "keypress":
        written = 13 if key == "Enter" else ord(key)
        numbers = {"keyCode": written, "charCode": written}
    return fire(el, event, "KeyboardEvent", key=key, code=_code(key), **numbers, **modifiers)


def _number(key: str) -> int:
    return NUMBERS.get(key) or (ord(key.upper()) if key.isascii() and key.isalnum() else 0)


def _code(key: str) -> str:
    if len(key) == 1 and key.isascii() and key.isalnum():
        return f"Digit{key}" if key.isdigit() else f"Key{key.upper()}"
    return CODES.get(key) or (key if key in NUMBERS else "")
