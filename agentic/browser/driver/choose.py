"""Choosing: an option of a list, the state of a checkbox or radio button. Set, never toggled, and read back."""

from collections.abc import Sequence

from agentic.browser.dom import Node
from agentic.browser.driver.aim import aim, aim_once_free, face
from agentic.browser.driver.find import check_target, check_usable, control_of, describe
from agentic.browser.driver.focus import visiting
from agentic.browser.driver.lists import check_list, choose, is_list
from agentic.browser.driver.match import find_option, one_line
from agentic.browser.driver.native import announce
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import comes_true, pause, settled
from agentic.browser.driver.pointer import press
from agentic.browser.driver.show import SETTLE_MS, scroll_into_center_view
from agentic.browser.motion import prefers_reduced_motion
from agentic.errors import Detached, NotWritable, UsageError, ValueRefused

HOLD_MS = 400
SET_WITHIN_MS = 1000
ARIA_KINDS = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")


Wanted = str | Sequence[str]


async def select_control(
    el: Node,
    value: Wanted,
    *,
    hold_ms: float = HOLD_MS,
    color: str | None = None,
    settle_ms: float = SETTLE_MS,
) -> Wanted:
    """Scroll to a list and choose, as `select_option` does; `settle_ms` is as for `fill_field`."""
    el = _list_of(el, value)
    await scroll_into_center_view(face(el), settle_ms=settle_ms)
    await aim_once_free(el)
    await _hold(face(el), hold_ms, color)
    return await _select(el, value, is_watched=settle_ms > 0)


async def select_option(el: Node, value: Wanted, *, hold_ms: float = HOLD_MS, color: str | None = None) -> Wanted:
    """Ring a list and choose an option by its value or by the text a person sees; several where a list takes them.

    A list is a `<select>`, or what a page draws as one and says so by its role: combobox, list box, radio group, tabs,
    menu. What is chosen then is returned: the values of a `<select>`, the texts of others.
    """
    el = _list_of(el, value)
    await _hold(face(el), hold_ms, color)
    return await _select(el, value)


async def toggle_checkbox(
    el: Node,
    checked: bool,
    *,
    hold_ms: float = HOLD_MS,
    color: str | None = None,
    settle_ms: float = SETTLE_MS,
) -> bool:
    """Scroll to a checkbox, radio button or switch and set it; its state is returned.

    `settle_ms` is as for `fill_field`.
    """
    el = control_of(el)
    _check_settable(el, checked)
    await scroll_into_center_view(face(el), settle_ms=settle_ms)
    await aim_once_free(el)
    await _hold(face(el), hold_ms, color)
    return await _set_checked(el, checked, is_watched=settle_ms > 0)


async def toggle_control(el: Node, checked: bool, *, hold_ms: float = HOLD_MS, color: str | None = None) -> bool:
    """Ring a checkbox, radio button or switch and set it; its state is returned."""
    el = control_of(el)
    _check_settable(el, checked)
    await _hold(face(el), hold_ms, color)
    return await _set_checked(el, checked)


async def set_control_value(el: Node, value: Wanted | bool) -> Wanted | bool:
    """Set a list, checkbox, radio button or switch without showing it; what it holds then is returned."""
    el = control_of(el)
    if el and (el.localName == "select" or (is_list(el) and not isinstance(value, bool))):
        return await _select(el, value if isinstance(value, list | tuple) else str(value))
    if not isinstance(value, bool):
        raise UsageError(f"{describe(el) if el else 'the target'} is set to true or false, not to {value!r}")
    return await _set_checked(el, value)


def _list_of(el: Node, value: Wanted) -> Node:
    """The list meant, checked before anything is touched."""
    el = control_of(el)
    check_target(el)
    if el.localName == "select":
        _find_options(el, _several(value))
    else:
        check_list(el)
    return el


async def _hold(el: Node, hold_ms: float, color: str | None) -> None:
    """Ring the element long enough to be seen."""
    if hold_ms > 0 and not prefers_reduced_motion():
        ring = highlight(el, color=color)
        try:
            await pause(hold_ms)
        finally:
            ring.close()


async def _select(el: Node, value: Wanted, *, is_watched: bool = True) -> Wanted:
    if el.localName != "select":
        chosen = await choose(el, _several(value))
        return chosen if isinstance(value, list | tuple) else chosen[0]
    indexes = _find_options(el, _several(value))
    if _chosen(el) != indexes:
        with visiting(el, is_watched=is_watched):
            for index, option in enumerate(el.options):
                option.selected = index in indexes
            announce(el)
        await settled(is_watched)
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while an option was chosen")
    held = [option.value for option in el.selectedOptions]
    if _chosen(el) != indexes:
        raise ValueRefused(f"{describe(el)} did not keep {value!r}; it holds {held if el.multiple else el.value!r}")
    return held if el.multiple and isinstance(value, list | tuple) else el.value


def _several(value: Wanted) -> list[str]:
    return list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]


def _chosen(el: Node) -> list[int]:
    return [option.index for option in el.selectedOptions]


def _find_options(el: Node, wanted: list[str]) -> list[int]:
    """The indexes of the options meant, in the list's order; nothing is touched."""
    check_usable(el, face(el))
    if len(wanted) != 1 and not el.multiple:
        raise ValueRefused(f"{describe(el)} takes one option, not {len(wanted)}")
    options = list(el.options)
    names, values = [one_line(option.label) for option in options], [option.value for option in options]
    indexes = sorted({find_option(el, each, names, values) for each in wanted})
    for index in indexes:
        if options[index].matches(":disabled"):
            raise NotWritable(f"the option {names[index]!r} of {describe(el)} is disabled")
    return indexes


async def _set_checked(el: Node, checked: bool, *, is_watched: bool = True) -> bool:
    _check_settable(el, checked)
    # A press goes through the page's own handlers and through React's, which a written property does not. From a mixed
    # state the first press may lead to either.
    for _ in range(2 if _state(el) is None else 1):
        if el.isConnected and _state(el) != checked:
            with visiting(el, is_watched=is_watched):
                await press(aim(el))
            await settled(is_watched)
    # Some ask a server first.
    await comes_true(lambda: not el.isConnected or _state(el) == checked, SET_WITHIN_MS)
    if not el.isConnected:
        raise Detached(f"{describe(el)} left the page while it was set")
    if _state(el) != checked:
        raise ValueRefused(f"{describe(el)} did not stay {'on' if checked else 'off'}")
    return checked


def _check_settable(el: Node, checked: bool) -> None:
    check_target(el)
    check_usable(el, face(el))
    kind = el.type if el.localName == "input" else el.getAttribute("role")
    if kind not in ARIA_KINDS and not el.hasAttribute("aria-pressed"):
        raise NotWritable(f"{describe(el)} is not a checkbox, radio button or switch")
    if kind in ("radio", "menuitemradio") and not checked and _state(el):
        raise NotWritable(f"{describe(el)} is a radio button: choose another one of its group instead")


def _state(el: Node) -> bool | None:
    """On, off, or None for mixed: a box may stand for several."""
    if el.localName == "input":
        return None if el.indeterminate else el.checked
    written = el.getAttribute("aria-checked") or el.getAttribute("aria-pressed")
    return None if written == "mixed" else written == "true"
