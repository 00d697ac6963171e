"""Acting on what was found: one way to write into every kind of control, and what a control held before."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from agentic.browser import driver
from agentic.browser.dom import Node
from agentic.browser.driver.find import nearest
from agentic.browser.driver.reading import reads_as
from agentic.browser.ffi import to_browser
from agentic.browser.keep import weak
from agentic.browser.page.inside import is_inside
from agentic.browser.page.private import MASK, PrivateFields, masked
from agentic.browser.page.refs import Found
from agentic.browser.page.roles import CHOICE, TEXT, TOGGLE
from agentic.browser.page.state import checked, value_of
from agentic.core.capability import Refusal
from agentic.errors import ArgumentError, DriverError, ValueRefused

ON = frozenset(("true", "on", "yes", "1", "checked"))
OFF = frozenset(("false", "off", "no", "0", "unchecked"))
MANY = 4
"""Fields in one call that are typed at a person's pace; more are filled without typing, as nobody would wait."""
MOST_RINGED = 20

Value = str | int | float | bool | Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """One control that was written, so that it can be put back: what it held, and what it holds since."""

    found: Found
    before: Any
    after: Any
    note: str = ""


class Hands:
    """Writes into controls; what is private is never told, not even by an error."""

    def __init__(self, private: PrivateFields) -> None:
        self._private = private

    def check(self, found: Found, value: Value) -> Any:
        """The value as this control takes it; ArgumentError where it is of another kind."""
        if value == MASK:
            raise ArgumentError(f"the value for {found} was hidden when it was written down; the user has to give it")
        if found.role in TOGGLE:
            return _as_state(found, value)
        if isinstance(value, (list, tuple)):
            if found.role not in CHOICE:
                raise ArgumentError(f"{found} takes one text, not several")
            return [str(each) for each in value]
        if isinstance(value, bool):
            raise ArgumentError(f"{found} takes a text, not {'true' if value else 'false'}")
        return str(value)

    async def write(self, found: Found, value: Any, *, fast: bool = False, is_free: bool = True) -> Written:
        """Write a checked value, and read it back; where it is not `is_free`, only what is offered to be chosen."""
        before = self.held(found)
        if self.is_private(found):
            self._private.keep(str(value))
        try:
            note = await self._write(found, value, fast, is_free)
        except DriverError as error:
            if not self.is_private(found):
                raise
            said = masked(str(error), [str(value), str(getattr(found.node, "value", "") or value)])
            raise ValueRefused(said) from None
        return Written(found, before, self.held(found), note)

    async def _write(self, found: Found, value: Any, fast: bool, is_free: bool) -> str:
        """Write it in the way of its kind; what is to be said of it beside that it is done is returned."""
        hold = {"hold_ms": 0, "settle_ms": 0} if fast else {}
        type_it = partial(
            driver.fill_field, found.node, value, **({"char_delay_ms": 0, "settle_ms": 0} if fast else {})
        )
        if found.role in TOGGLE:
            await driver.toggle_checkbox(found.node, value, **hold)
        elif not _is_chosen(found) or (is_free and _is_sought(found)):
            held = await type_it()
            return "" if held == value else f", where {value!r} was written"
        else:
            try:
                await driver.select_control(found.node, value, **hold)
            except ValueRefused as no_option:
                if not (is_free and found.node.isConnected and found.node.localName == "input"):
                    raise
                # Some take what is not on their list as well; one that does not has taken it out again.
                with _instead(no_option):
                    await type_it()
                return ", which was typed: no option is called so"
        return ""

    def held(self, found: Found) -> Any:
        """What a control holds, such as `write` takes it; for a private field, that it holds something."""
        node = found.node
        if found.role in TOGGLE:
            return checked(node)
        if node.localName == "select" and not self.is_private(found):
            chosen = [option.value for option in node.selectedOptions]
            return chosen if node.multiple else next(iter(chosen), "")
        return value_of(node, found.role, found.name, self._private)

    def lost(self, written: Written, there: Found | Refusal) -> str:
        """What became of a control that does not hold any more what was written; empty where it does."""
        if isinstance(there, Refusal):
            return f"{written.found.where} is not on the page any more"
        held, meant = self.held(there), written.after
        if held == meant or (isinstance(held, str) and isinstance(meant, str) and reads_as(held, meant)):
            return ""
        if self.is_private(there):
            return f"{there.where} does not hold any more what was written"
        return f"{there.where} holds {held!r} instead of {meant!r}"

    def as_it_stands(self, written: Written, there: Found) -> Written:
        """The same writing, by the node there is now: the page may have drawn it anew."""
        return replace(written, found=there, after=self.held(there))

    def is_private(self, found: Found) -> bool:
        return self._private.has(found.node, found.name)

    def told(self, written: Written) -> str:
        """What a control holds now, for the model."""
        found = written.found
        if not self.is_private(found):
            held = value_of(found.node, found.role, found.name, self._private)
            if held is None:
                return f"{found} took it, and does not say what is chosen in it"
            said = getattr(found.node, "validationMessage", "")
            wrong = f", which its form will not take: {said}" if said else ""
            left = "" if is_inside(found.node) else ", and has left the page since"
            return f"{found} holds {held!r}{written.note}{wrong}{left}"
        count = len(str(getattr(found.node, "value", "") or ""))
        return f"{found} is private, and holds {count} characters"


def ringing(nodes: Iterable[Node]) -> Callable[[], Callable[[], object]]:
    """A function that rings the nodes, as many as are still there, and returns what ends that."""
    # Weakly: a question is kept long after the page it was about was drawn anew.
    kept = [weak(node) for node in list(nodes)[:MOST_RINGED]]

    def show() -> Callable[[], object]:
        there = [node for node in (each() for each in kept) if is_inside(node)]
        if there:
            there[0].scrollIntoView(to_browser({"block": "nearest"}))
        closers = [driver.show_highlight_overlay(node) for node in there]
        return lambda: [close() for close in closers]

    return show


def _is_chosen(found: Found) -> bool:
    """Whether an option is chosen in it; a field that only suggests some is typed into."""
    if found.role in TEXT:
        return False
    return found.node.localName != "input" or found.node.getAttribute("role") == "combobox"


def _is_sought(found: Found) -> bool:
    """Whether it is a field to search with, which takes any words."""
    return getattr(found.node, "type", "") == "search" or bool(nearest(found.node, "search, [role=search]"))


@contextmanager
def _instead(error: DriverError) -> Iterator[None]:
    """Tell of an earlier error instead of the one that came of a second try."""
    try:
        yield
    except DriverError:
        raise error from None


def _as_state(found: Found, value: Value) -> bool:
    said = str(value).strip().casefold()
    if said in ON:
        return True
    if said in OFF:
        return False
    raise ArgumentError(f"{found} is on or off: true or false, not {value!r}")
