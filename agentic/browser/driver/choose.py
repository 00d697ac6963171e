"""Choosing: an option of a list, the state of a checkbox or radio button. Set, never toggled, and read back."""

from agentic.browser.dom import Node
from agentic.browser.driver.act import press
from agentic.browser.driver.find import check_uncovered, check_usable, describe, is_rendered
from agentic.browser.driver.focus import visiting
from agentic.browser.driver.native import announce, write
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import frame, pause
from agentic.browser.driver.show import scroll_into_center_view
from agentic.browser.motion import prefers_reduced_motion
from agentic.errors import Detached, NotWritable, ValueRefused

HOLD_MS = 400
MOST_NAMED = 20
ARIA_KINDS = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")


async def select_control(el: Node, value: str, *, hold_ms: float = HOLD_MS, color: str | None = None) -> str:
    """Scroll to a `<select>` and choose an option; the value chosen is returned."""
    _find_option(el, value)
    await scroll_into_center_view(el)
    check_uncovered(el)
    return await select_option(el, value, hold_ms=hold_ms, color=color)


async def select_option(el: Node, value: str, *, hold_ms: float = HOLD_MS, color: str | None = None) -> str:
    """Ring a `<select>` and choose an option by its value or by the text a person sees; its value is returned."""
    _find_option(el, value)
    await _hold(el, hold_ms, color)
    return await _select(el, value)


async def toggle_checkbox(el: Node, checked: bool, *, hold_ms: float = HOLD_MS, color: str | None = None) -> bool:
    """Scroll to a checkbox, radio button or switch and set it; its state is returned."""
    _check_settable(el, checked)
    await scroll_into_center_view(_face(el))
    check_uncovered(_face(el))
    return await toggle_control(el, checked, hold_ms=hold_ms, color=color)


async def toggle_control(el: Node, checked: bool, *, hold_ms: float = HOLD_MS, color: str | None = None) -> bool:
    """Ring a checkbox, radio button or switch and set it; its state is returned."""
    _check_settable(el, checked)
    await _hold(_face(el), hold_ms, color)
    return await _set_checked(el, checked)


async def set_control_value(el: Node, value: str | bool) -> str | bool:
    """Set a `<select>`, checkbox, radio button or switch without showing it; what it holds then is returned."""
    if el and el.localName == "select":
        return await _select(el, str(value))
    return await _set_checked(el, bool(value))


async def _hold(el: Node, hold_ms: float, color: str | None) -> None:
    """Ring the element long enough to be seen."""
    if hold_ms > 0 and not prefers_reduced_motion():
        ring = highlight(el, color=color)
        try:
            await pause(hold_ms)
        finally:
            ring.close()


async def _select(el: Node, value: str) -> str:
    index = _find_option(el, value)
    if el.selectedIndex != index:
        with visiting(el):
            write(el, "selectedIndex", index)
            announce(el)
        await frame()
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while an option was chosen")
    if el.selectedIndex != index:
        raise ValueRefused(f"{describe(el)} did not keep {value!r}; it holds {el.value!r}")
    return el.value


def _find_option(el: Node, value: str) -> int:
    """The index of the option meant; nothing is touched."""
    check_usable(el)
    if el.localName != "select":
        raise NotWritable(f"{describe(el)} is not a <select>")
    options = list(el.options)
    values = [option.value for option in options]
    names = [" ".join(option.label.split()) for option in options]
    wanted, seen = str(value), " ".join(str(value).split())
    if wanted in values:
        index = values.index(wanted)
    elif names.count(seen) == 1:
        index = names.index(seen)
    elif alike := [value for value, name in zip(values, names, strict=True) if name == seen]:
        raise ValueRefused(f"{describe(el)} has {len(alike)} options {seen!r}; choose one by its value: {alike}")
    else:
        known = ", ".join(map(repr, names[:MOST_NAMED])) + ("…" if len(names) > MOST_NAMED else "")
        raise ValueRefused(f"{describe(el)} has no option {wanted!r}; it has {known}")
    if options[index].matches(":disabled"):
        raise NotWritable(f"the option {names[index]!r} of {describe(el)} is disabled")
    return index


async def _set_checked(el: Node, checked: bool) -> bool:
    _check_settable(el, checked)
    # A press goes through the page's own handlers and through React's, which a written property does not. From a mixed
    # state the first press may lead to either.
    for _ in range(2 if _state(el) is None else 1):
        if el.isConnected and _state(el) != checked:
            with visiting(el):
                press(el)
            await frame()
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while it was set")
    if _state(el) != checked:
        raise ValueRefused(f"{describe(el)} did not stay {'on' if checked else 'off'}")
    return checked


def _check_settable(el: Node, checked: bool) -> None:
    check_usable(el, _face(el) if el else None)
    kind = el.type if el.localName == "input" else el.getAttribute("role")
    if kind not in ARIA_KINDS:
        raise NotWritable(f"{describe(el)} is not a checkbox, radio button or switch")
    if kind in ("radio", "menuitemradio") and not checked and _state(el):
        raise NotWritable(f"{describe(el)} is a radio button: choose another one of its group instead")


def _face(el: Node) -> Node:
    """What a person sees of a checkbox: pages often hide the control itself and draw its label."""
    labels = [label for label in getattr(el, "labels", None) or () if is_rendered(label)]
    return labels[0] if labels and not is_rendered(el) else el


def _state(el: Node) -> bool | None:
    """On, off, or None for mixed: a box may stand for several."""
    if el.localName == "input":
        return None if el.indeterminate else el.checked
    written = el.getAttribute("aria-checked")
    return None if written == "mixed" else written == "true"
