"""The page tools that act, each as a plan: what is meant, how dangerous it is, what it would change, and doing it."""

from dataclasses import replace

from agentic.browser import driver
from agentic.browser.dom import Node
from agentic.browser.page.changes import QUIET
from agentic.browser.page.desk import Desk, LazyDesk
from agentic.browser.page.hands import MANY, Value, Written
from agentic.browser.page.plan import Plan
from agentic.browser.page.private import MASK
from agentic.browser.page.refs import Found
from agentic.browser.page.risk import keys_effect, press_effect, write_effect
from agentic.browser.page.roles import CHOICE, CHOSEN, CONTROLS, FORM, SECTIONS, TEXT, TOGGLE
from agentic.core.capability import Refusal, Risk
from agentic.errors import Detached, DriverError, ValueRefused

LOOKED_AT = 0.35
"""Seconds: fields are looked at by pages a third of a second after the last key, and may be taken back then."""
DRAWN_ANEW = 8
"""How often a control is followed into the node that was drawn in its place, before it is used."""
WRITTEN = TEXT | CHOICE
FORM_FIELDS = FORM | {"radiogroup"}


class Acting:
    """Makes plans. A plan finds its controls anew each time: a page changes between two looks at it."""

    def __init__(self, desk: LazyDesk) -> None:
        self._desk = desk

    async def click(self, target: str, within: str = "") -> Plan | Refusal:
        """Click a button, a link or any other control.

        target: a reference such as e12, or the name a person reads on it
        within: words of the row, card or form it is in, where several have that name
        """
        desk = await self._desk()
        found = await desk.targets.find(target, CONTROLS, within=within)
        if isinstance(found, Refusal):
            return found
        if instead := _not_clicked(found):
            return Refusal("invalid", f"{found.where} {instead}")
        effect = write_effect(found, desk.words()) if found.role in TOGGLE else press_effect(found, desk.words())

        async def do() -> str:
            if await _click(desk, found):
                return f"clicked {found.where}"
            again = await desk.targets.find(found.ref, CONTROLS)
            if isinstance(again, Refusal):
                return f"pressed {found.where}, which left the page before it could be clicked"
            raise Detached(f"{found.where} was drawn anew while it was pressed, so it was not clicked")

        say = desk.wording()
        question = say.asked(say("click", what=say.of(found)), effect)
        return Plan(effect.risk, question, (found,), do, desk.secrets, is_sent=effect.is_sent)

    async def fill(self, target: str, value: str | float, within: str = "") -> Plan | Refusal:
        """Write into a field, over what it holds; a date as 2026-01-31.

        target: a reference such as e12, or the name a person reads beside it
        value: what it is to hold; an empty text empties it
        within: words of the row or form it is in, where several have that name
        """
        return await self._write_one(target, value, WRITTEN, within, "fill")

    async def select(self, target: str, option: str | list[str], within: str = "") -> Plan | Refusal:
        """Choose an option of a list, or several where it takes several.

        target: a reference such as e12, or the name of the list
        option: what a person reads on the option
        within: words of the row or form it is in, where several have that name
        """
        return await self._write_one(target, option, CHOSEN, within, "select")

    async def check(self, target: str, checked: bool = True, within: str = "") -> Plan | Refusal:
        """Set a checkbox, a switch or a radio button on or off; it is never toggled.

        target: a reference such as e12, or the name a person reads beside it
        checked: whether it is to be on
        within: words of the row or form it is in, where several have that name
        """
        return await self._write_one(target, checked, TOGGLE, within, "check")

    async def fill_form(self, fields: dict[str, str | float | bool | list[str]], within: str = "") -> Plan | Refusal:
        """Fill in several fields at once, with one question to the user; it does not send the form.

        fields: reference or name of each field, and what it is to hold; true or false for a checkbox or switch
        within: words of the form they are in, where there are several
        """
        if not fields:
            return Refusal("invalid", "fields is empty; name at least one field")
        desk = await self._desk()
        found = await desk.targets.find_all(fields, FORM_FIELDS, within=within)
        if refused := [each.hint for each in found.values() if isinstance(each, Refusal)]:
            return Refusal("invalid", "; ".join(refused))
        return self._written(desk, [(found[said], value) for said, value in fields.items()], "fill")

    async def press(self, keys: str, target: str = "") -> Plan | Refusal:
        """Press a key or a shortcut, such as Enter, Escape, ArrowDown or Control+s.

        keys: the key, with what is held down before it
        target: a reference or name of the control that is to have the focus; without it, whatever has it
        """
        desk = await self._desk()
        found = await desk.targets.find(target, CONTROLS | SECTIONS) if target else desk.attended()
        if isinstance(found, Refusal):
            return found
        effect = keys_effect(found, keys, desk.words())
        # A character is a part of what a private field holds; other keys are none.
        shown = MASK if len(keys) == 1 and desk.private.hides(target) else keys

        async def do() -> str:
            is_taken = await driver.press_key(found.node if found else None, keys)
            desk.let_go()
            where = f" on {found.where}" if found else ""
            return f"pressed {shown}{where}{'' if is_taken else ', but nothing took it'}"

        say = desk.wording()
        asked = say("pressOn", keys=shown, what=say.of(found)) if found else say("press", keys=shown)
        question = say.asked(asked, effect)
        return Plan(effect.risk, question, (found,) if found else (), do, desk.secrets, is_sent=effect.is_sent)

    async def drag(self, target: str, to: str, within: str = "") -> Plan | Refusal:
        """Drag something onto something else, as with a mouse.

        target: a reference or name of what is dragged, or all that an item of a list says
        to: the same of where it is let go
        within: words of the row or card it is in, where several have that name
        """
        desk = await self._desk()
        dragged = await desk.targets.find_piece(target, within=within)
        if isinstance(dragged, Refusal):
            return dragged
        place = await desk.targets.find_piece(to)
        if isinstance(place, Refusal):
            return place

        async def do() -> str:
            return await driver.drag_and_drop(dragged.node, place.node)

        say = desk.wording()
        question = say("drag", what=say.of(dragged), place=say.of(place))
        return Plan(write_effect(place, desk.words()).risk, question, (dragged, place), do, desk.secrets)

    async def undo(self) -> Plan | Refusal:
        """Put back what the last page.fill, page.fill_form, page.select or page.check wrote, if it is still there."""
        desk = await self._desk()
        if not desk.written:
            return Refusal("unavailable", "there is nothing to undo")
        last = desk.written[-1]
        found = await desk.targets.find_all([each.found.ref for each in last], FORM | CHOSEN)
        if refused := next(filter(None, (_moved_on(desk, each, found[each.found.ref]) for each in last)), None):
            return refused

        back: list[Written] = []

        async def do() -> str:
            for written in reversed(last):
                back.append(await _write(desk, written.found, written.before, fast=len(last) > MANY))
            desk.written.remove(last)
            return "put back"

        async def look() -> str:
            await _seen_again(desk, back, is_kept=False)
            return "put back: " + ", ".join(f"{each.found} = {each.before!r}" for each in last)

        say = desk.wording()
        changes = tuple(say.change(written.found, written.before) for written in last)
        return Plan(
            Risk.MUTATING, say("undo"), tuple(each.found for each in last), do, desk.secrets, changes, look, LOOKED_AT
        )

    async def _write_one(
        self, target: str, value: Value, roles: frozenset[str], within: str, question: str
    ) -> Plan | Refusal:
        desk = await self._desk()
        found = await desk.targets.find(target, roles, within=within)
        return found if isinstance(found, Refusal) else self._written(desk, [(found, value)], question)

    def _written(self, desk: Desk, given: list[tuple[Found, Value]], question: str) -> Plan:
        wanted = [(found, desk.hands.check(found, value)) for found, value in given]
        risks = [write_effect(found, desk.words(), _options(value)).risk for found, value in wanted]
        risk = Risk.DESTRUCTIVE if Risk.DESTRUCTIVE in risks else Risk.MUTATING
        say = desk.wording()
        changes = tuple(say.change(found, value) for found, value in wanted)
        is_one = len(wanted) == 1
        asked = say(question, what=say.of(wanted[0][0])) if is_one else say.count("fill_form", len(wanted))

        done: list[Written] = []

        async def do() -> str:
            try:
                for found, value in wanted:
                    done.append(await _write(desk, found, value, fast=len(wanted) > MANY, is_free=question != "select"))
            except DriverError as error:
                desk.keep(tuple(done))
                raise _stopped_after(error, done, len(wanted)) from None
            return "filled in"

        async def look() -> str:
            return "; ".join([desk.hands.told(each) for each in await _seen_again(desk, done)])

        on = tuple(found for found, _ in wanted)
        quiet = QUIET if len(wanted) > MANY else LOOKED_AT
        return Plan(risk, asked, on, do, desk.secrets, changes, look, quiet)


def _options(value: Value) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)


def _not_clicked(found: Found) -> str:
    """Why a click would do nothing here, as the browser opens what is chosen from for a person only; else empty."""
    if found.node.localName == "select":
        return "is a list that opens for a person only; choose from it with page.select"
    if found.role == "color":
        return "opens its colours for a person only; write the colour with page.fill"
    return "is for a file, which only a person can choose" if found.role == "file" else ""


async def _click(desk: Desk, found: Found) -> bool:
    """Click a control; what stands in its place where the page draws it anew before it is pressed."""
    node = found.node
    for _ in range(DRAWN_ANEW):
        try:
            return await (driver.click_element(node) if node == found.node else _click_at_once(node))
        except Detached as error:
            node = (await _anew(desk, found, node, CONTROLS, error)).node
    return await _click_at_once(node)


async def _click_at_once(node: Node) -> bool:
    """Click what was shown already, in the node that was there before it."""
    return await driver.highlight_then_click(node, highlight_ms=0)


async def _write(desk: Desk, found: Found, value: Value, *, fast: bool, is_free: bool = True) -> Written:
    """Write into a control; into what stands in its place where the page has drawn it anew meanwhile.

    What was drawn anew with what was written has taken it; with what it held before, or the beginning of what was
    written, it is still to be written, and at once: a page may draw itself anew all the time. Where it is anything
    else, nobody knows what a second try would come to.
    """
    there = await _there(desk, found)
    before = desk.hands.held(there)
    for _ in range(DRAWN_ANEW):
        try:
            return replace(await desk.hands.write(there, value, fast=fast, is_free=is_free), before=before)
        except Detached as error:
            there = await _anew(desk, found, there.node, FORM | CHOSEN, error)
            written = Written(there, before, value)
            if not desk.hands.is_private(there) and not desk.hands.lost(written, there):
                return desk.hands.as_it_stands(written, there)
            held = desk.hands.held(there)
            if held != before and not (held and str(value).startswith(str(held))):
                raise error from None
            fast = True
    return replace(await desk.hands.write(there, value, fast=fast, is_free=is_free), before=before)


async def _anew(desk: Desk, found: Found, node: Node, roles: frozenset[str], error: Detached) -> Found:
    """What stands in the place of a node that has left the page; the error where nothing does."""
    again = await desk.targets.find(found.ref, roles)
    if isinstance(again, Refusal) or again.node == node:
        raise error from None
    return again


async def _there(desk: Desk, found: Found) -> Found:
    """The control, where it is still what it was: what was written before it may have changed the form."""
    still = await desk.targets.find(found.ref, FORM | CHOSEN)
    if isinstance(still, Refusal):
        raise DriverError(f"{found.where} changed, or left the page, while the form was filled in; read the page again")
    return still


async def _seen_again(desk: Desk, done: list[Written], *, is_kept: bool = True) -> list[Written]:
    """What was written, as it stands a moment later, kept to be undone; an error where something was taken back.

    What was put back is not kept: to undo once more is to go further back.

    What one field sets off may take back what another one held, and many fields in a row are not waited for singly.
    """
    found = await desk.targets.find_all([each.found.ref for each in done], FORM | CHOSEN)
    now = [(each, found[each.found.ref]) for each in done]
    if len(done) == 1 and isinstance(now[0][1], Refusal):  # It had its effect, and may be gone because of it.
        desk.keep(tuple(done) if is_kept else ())
        return done
    lost = [what for each, there in now if (what := desk.hands.lost(each, there))]
    kept = [desk.hands.as_it_stands(each, there) for each, there in now if not desk.hands.lost(each, there)]
    desk.keep(tuple(kept) if is_kept else ())
    if lost:
        raise ValueRefused(f"after {'all' if len(done) > 1 else 'it'} was filled in, {', '.join(lost)}")
    return kept


def _stopped_after(error: DriverError, done: list[Written], count: int) -> DriverError:
    """The error, and how far a form was filled in before it."""
    if count == 1:
        return error
    names = ", ".join(str(each.found) for each in done) or "nothing"
    return DriverError(f"{error} (filled in before that: {names}; {count - len(done) - 1} fields after it were not)")


def _moved_on(desk: Desk, written: Written, there: Found | Refusal) -> Refusal | None:
    """Why this cannot be put back; None if it can."""
    if isinstance(there, Refusal):
        return Refusal("stale", f"the page has moved on: {written.found.where} is not there any more")
    if desk.hands.held(there) != written.after:
        return Refusal("stale", f"the page has moved on: {there.where} holds something else since")
    return None
