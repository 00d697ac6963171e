"""Lists that pages draw themselves, by the roles they give them: list boxes, radio groups, tabs, menus, and those that
a combobox or a button opens, at once or when their answers have come."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

from agentic.browser.dom import Node
from agentic.browser.driver.aim import aim, face
from agentic.browser.driver.find import ancestors, check_usable, describe, is_own, is_rendered
from agentic.browser.driver.focus import active_element, holding
from agentic.browser.driver.keys import stroke
from agentic.browser.driver.match import find_option, listed, names_it, one_line
from agentic.browser.driver.pace import comes_true, frame, turn
from agentic.browser.driver.pointer import press
from agentic.browser.driver.write import type_text
from agentic.browser.ffi import to_browser
from agentic.errors import Detached, DriverError, NotWritable, ValueRefused

OPTION, TAB, RADIO = "[role=option]", "[role=tab]", "[role=radio], input[type=radio]"
MENU = "[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]"
STANDING = MappingProxyType(
    {"listbox": OPTION, "tablist": TAB, "radiogroup": RADIO, "menu": MENU, "menubar": MENU, "tree": "[role=treeitem]"}
)
OPENED = MappingProxyType({"listbox": OPTION, "menu": MENU, "true": MENU, "tree": "[role=treeitem]", "grid": OPTION})
LISTS = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=option], datalist, script, style"
ON, TELLS = ":checked, [aria-checked=true], [aria-selected=true]", "input, [aria-checked], [aria-selected]"
DISABLED = ":disabled, [aria-disabled=true]"
OPENS_WITHIN_MS = 1000
# Suggestions come from afar: half a second after the last key, and the time of an answer.
ANSWERS_WITHIN_MS = 4000
STAYS_FOR_MS = 400
TAKEN_WITHIN_MS = 300
MOST_PRESSES = 3
MOST_SCROLLS = 300
KEPT_WITHIN_MS = 1000
CLOSES_WITHIN_MS = 500


@dataclass(frozen=True, slots=True)
class Choice:
    """One option in sight: its node, what a person reads, and the value it stands for."""

    node: Node
    name: str
    value: str


def is_list(el: Node) -> bool:
    """Whether something can be chosen here: a list of options, or what opens one."""
    return bool(_standing(el) or _opening(el))


def check_list(el: Node) -> None:
    """Refuse what is no list, or cannot be used."""
    check_usable(el, face(el))
    if not is_list(el):
        raise NotWritable(f"{describe(el)} is not a <select>, nor another list to choose from")
    if el.getAttribute("aria-readonly") == "true":
        raise NotWritable(f"{describe(el)} is read-only")


async def choose(el: Node, wanted: Sequence[str]) -> list[str]:
    """Choose these options, by the text a person sees; their texts are returned."""
    check_list(el)
    if kind := _standing(el):
        await _scroll_to(lambda: _choices(_group(el), kind), wanted)
        return await _set(el, lambda: _choices(_group(el), kind), wanted)
    before = _choices(el.ownerDocument, _opening(el))
    with holding(el):
        try:
            await _open(el, before)
            chosen = await _set_in_popup(el, before, wanted)
        finally:
            await _close(el, before)
    await frame()
    # A field that was typed into may only have shown that: what was not chosen is gone once it is left.
    for name in chosen if _is_typed_into(el) and el.isConnected else ():
        if not names_it(_said(el), name):
            raise ValueRefused(f"{describe(el)} did not keep {name!r}; it says {_said(el)!r}")
    return chosen


def chosen_in(el: Node) -> list[str] | None:
    """What is on in a list that stands open, by the texts a person sees; None where no option says whether it is."""
    root, option = _group(el), f":is({_standing(el) or OPTION})"
    on = [one_line(_name(node)) for node in _deep(root, f"{option}:is({ON})")]
    return on if on or next(_deep(root, f"{option}:is({TELLS})"), None) else None


async def suggestions(el: Node, *, within_ms: float = ANSWERS_WITHIN_MS) -> list[str]:
    """What a field that has the focus offers to choose from, once that has come and stays; nothing if nothing comes."""
    offered = await comes_true(lambda: _names(el), within_ms)
    # The answers to what was typed first may come first.
    while offered and await comes_true(lambda now=offered: _names(el) != now, STAYS_FOR_MS):
        offered = _names(el)
    return offered


def _names(el: Node) -> list[str]:
    has_focus = active_element(el.ownerDocument) == el
    return [choice.name for choice in (_offered(el, []) if has_focus else ())]


def _standing(el: Node) -> str:
    """What selects the options of a list that stands open; empty for what is none."""
    if el.localName == "input" and el.type == "radio":
        return RADIO
    if kind := STANDING.get(el.getAttribute("role") or ""):
        return kind
    return RADIO if el.localName == "fieldset" and el.querySelector(RADIO) else ""


def _opening(el: Node) -> str:
    """What selects the options of the list that this opens; empty for what opens none."""
    popup = el.getAttribute("aria-haspopup") or ""
    if el.getAttribute("role") == "combobox" or (el.localName == "input" and el.getAttribute("aria-autocomplete")):
        return OPENED.get(popup if popup != "true" else "listbox", OPTION)
    return OPENED.get(popup, "")


def _group(el: Node) -> Node:
    """Where the options are: for one radio button, the form or page that its group is in."""
    return (el.form or el.getRootNode()) if el.localName == "input" else el


def _choices(root: Node, kind: str) -> list[Choice]:
    found = []
    for node in _deep(root, kind):
        if is_rendered(face(node)) and not is_own(node):
            value = node.value if node.localName in ("input", "option") else node.getAttribute("data-value")
            found.append(Choice(node, _name(node), str(value or getattr(node, "value", "") or "")))
    return found


def _deep(root: Node, kind: str) -> Iterator[Node]:
    """The matching nodes, those put into the slots of an open shadow root too."""
    yield from root.querySelectorAll(kind)
    for slot in root.querySelectorAll("slot"):
        for node in slot.assignedElements(to_browser({"flatten": True})):
            if node.matches(kind):
                yield node
            yield from _deep(node, kind)


def _name(node: Node) -> str:
    labels = [label.innerText for label in getattr(node, "labels", None) or ()]
    written, shown = one_line(node.textContent), one_line(node.innerText)
    # A style may show it in capitals; what is hidden in it is not read.
    return one_line(node.getAttribute("aria-label") or " ".join(labels)) or (
        written if written.casefold() == shown.casefold() else shown
    )


def _offered(el: Node, before: Sequence[Choice]) -> list[Choice]:
    """The options that were opened: those of the list the element says it controls, or else those that are new."""
    kind, root = _opening(el) or OPTION, el.getRootNode()
    for names in (el.getAttribute("aria-controls"), el.getAttribute("aria-owns")):
        for name in (names or "").split():
            if (popup := root.getElementById(name)) and (found := _choices(popup, kind)):
                return found
    found = _choices(el.ownerDocument, kind)
    return [choice for choice in found if not any(choice.node == each.node for each in before)]


async def _open(el: Node, before: Sequence[Choice]) -> None:
    if _offered(el, before):
        return
    await press(aim(el))
    if not await comes_true(lambda: _offered(el, before), OPENS_WITHIN_MS) and not _is_typed_into(el):
        stroke(el, "ArrowDown")
        if not await comes_true(lambda: _offered(el, before), OPENS_WITHIN_MS):
            raise ValueRefused(f"{describe(el)} was pressed, but it opened no options")


async def _close(el: Node, before: Sequence[Choice]) -> None:
    """Leave no list open over the page: by Escape or, for those that only hear a real one, as it was opened."""

    def is_open() -> bool:
        # Where nothing was found there may be no option, but what says so is still open.
        says_so = not _is_typed_into(el) and el.getAttribute("aria-expanded") == "true"
        return says_so or bool(_offered(el, before))

    if not el.isConnected or not is_open():
        return
    stroke(el, "Escape")
    if not await comes_true(lambda: not is_open(), CLOSES_WITHIN_MS):
        # What was chosen counts, and why nothing could be: not that the list cannot be closed.
        with suppress(DriverError):
            await press(aim(el))
            await comes_true(lambda: not is_open(), CLOSES_WITHIN_MS)


async def _set_in_popup(el: Node, before: Sequence[Choice], wanted: Sequence[str]) -> list[str]:
    await comes_true(lambda: not _is_loading(_offered(el, before)), ANSWERS_WITHIN_MS)
    field = _search_field(el)
    if not field:
        await _scroll_to(lambda: _offered(el, before), wanted)
        return await _set(el, lambda: _offered(el, before), wanted)
    text, chosen = field.value, []
    try:
        for each in wanted:
            await _find(el, field, before, each)
            chosen += await _set(el, lambda: _offered(el, before), [each])
    except ValueRefused:
        # What was typed to find it was no choice: the field says again what it said.
        if field.isConnected and field.value != text:
            await type_text(field, text, 0)
        raise
    return chosen


def _search_field(el: Node) -> Node | None:
    """Where to type what is sought: the field itself, or one that came with its options and has the focus."""
    if _is_typed_into(el):
        return el
    active = active_element(el.ownerDocument)
    return active if active and active != el and _is_typed_into(active) and active.type in ("text", "search") else None


def _is_loading(offered: Sequence[Choice]) -> bool:
    """Whether what stands there only says that the options are still to come: nothing of it can be chosen."""
    return bool(offered) and all(choice.node.matches(DISABLED) for choice in offered)


async def _find(el: Node, field: Node, before: Sequence[Choice], wanted: str) -> None:
    """Have the option shown: type to find it where it is not among those that are there at first."""

    def is_there() -> bool:
        return _is_among(wanted, _offered(el, before))

    if is_there():
        return
    names = [each.name for each in _offered(el, before)]
    await type_text(field, wanted, 0)
    if not await comes_true(is_there, ANSWERS_WITHIN_MS):
        names = list(dict.fromkeys([*names, *(each.name for each in _offered(el, before))]))
        raise ValueRefused(f"{describe(el)} has no option {wanted!r}; {listed(names)}")


async def _scroll_to(offered: Callable[[], list[Choice]], wanted: Sequence[str]) -> None:
    """Have an option drawn that a long list draws only where it is scrolled to; where it has none it is as it was."""
    choices = offered()
    if len(wanted) != 1 or not choices or not (box := _scrolled(choices[0].node)):
        return
    start = box.scrollTop
    box.scrollTop = 0
    await frame()
    seen: set[str] = set()
    for _ in range(MOST_SCROLLS):
        choices = offered()
        if _is_among(wanted[0], choices) or seen.issuperset(each.name for each in choices):
            break
        seen.update(each.name for each in choices)
        box.scrollTop += box.clientHeight
        await frame()
        await comes_true(lambda: not _is_loading(offered()), ANSWERS_WITHIN_MS)
    if not _is_among(wanted[0], choices):
        box.scrollTop = start
        await frame()


def _scrolled(node: Node) -> Node | None:
    """The box that a list scrolls in."""
    style_of = node.ownerDocument.defaultView.getComputedStyle
    scrolls = (each for each in ancestors(node) if each.scrollHeight > each.clientHeight > 0)
    return next((each for each in scrolls if style_of(each).overflowY in ("auto", "scroll")), None)


def _is_among(wanted: str, choices: Sequence[Choice]) -> bool:
    sought = one_line(wanted).casefold()
    return any(wanted == each.value or sought == each.name.casefold() for each in choices)


def _is_typed_into(el: Node) -> bool:
    return el.localName == "input" and not el.readOnly


async def _set(el: Node, offered: Callable[[], list[Choice]], wanted: Sequence[str]) -> list[str]:
    choices, beside = offered(), _beside(el)
    names, values = [each.name for each in choices], [each.value for each in choices]
    says = Says(el, beside, names)
    meant = [choices[find_option(el, str(each), names, values)] for each in wanted]
    for choice in meant:
        if choice.node.matches(DISABLED):
            raise NotWritable(f"the option {choice.name!r} of {describe(el)} is disabled")
    switched_off = [each for each in choices if _takes_several(el, each) and _is_on(each.node) and each not in meant]
    for choice in switched_off:
        await _press(offered, choice, says)
    for choice in [await _press(offered, each, says) for each in meant if _is_on(each.node) is not True]:
        await _check_kept(choice, says)
    return [choice.name for choice in meant]


async def _press(offered: Callable[[], list[Choice]], choice: Choice, says: "Says") -> Choice:
    """Press an option; the one that was met is returned.

    A list that is filled from afar shows what it had the last time, and is drawn anew when the answers come: an option
    that left under the pointer is pressed where it stands then.
    """

    def drawn_anew() -> Choice | None:
        return next((each for each in offered() if (each.name, each.value) == (choice.name, choice.value)), None)

    met = choice
    for _ in range(MOST_PRESSES):
        if met.node.isConnected:
            met.node.scrollIntoView(to_browser({"block": "nearest", "behavior": "instant"}))
            await turn()
        if met.node.isConnected and await press(aim(met.node)):
            break
        # Some choose as soon as the button goes down, and are gone then.
        if await comes_true(lambda now=met: says.holds(now), TAKEN_WITHIN_MS):
            break
        if not (there := await comes_true(drawn_anew, ANSWERS_WITHIN_MS)):
            break
        met = there
    return met


def _takes_several(el: Node, choice: Choice) -> bool:
    box = choice.node.closest("[role=listbox]")
    return any(node and node.getAttribute("aria-multiselectable") == "true" for node in (el, box))


async def _check_kept(choice: Choice, says: "Says") -> None:
    """Refuse to call it chosen unless the page says so."""
    el = says.el
    if not await comes_true(lambda: says.holds(choice), KEPT_WITHIN_MS):
        if not el.isConnected:
            raise Detached(f"{describe(el)} left the page while an option was chosen")
        raise ValueRefused(f"{describe(el)} did not take {choice.name!r}; it says {_said(el)!r}")


@dataclass(frozen=True, slots=True)
class Says:
    """What a list says of its choice: itself, its options, or what stands beside it and did not before."""

    el: Node
    before: str
    names: Sequence[str]

    def holds(self, choice: Choice) -> bool:
        node, el = choice.node, self.el
        if node.isConnected and is_rendered(face(node)):
            if (state := _is_on(node)) is not None:
                return state
            if _is_typed_into(el):
                return False  # It says what was typed to find the option, which is still there to be chosen.
        if node.matches("[role=menuitem]"):
            return True  # A command has no state; that the press met it was seen when it was aimed at.
        if not el.isConnected:
            return False
        if own := _own_text(el):
            return names_it(own, choice.name, self.names)
        return names_it(_beside(el), choice.name, self.names) > names_it(self.before, choice.name, self.names)


def _is_on(node: Node) -> bool | None:
    """Whether an option is chosen; None for one that does not say."""
    if node.localName == "input":
        return bool(node.checked)
    said = node.getAttribute("aria-checked") or node.getAttribute("aria-selected")
    return said == "true" if said in ("true", "false") else None


def _said(el: Node) -> str:
    """What a combobox says that it holds; one that takes several says it in a row beside it."""
    return _own_text(el) or _beside(el)


def _own_text(el: Node) -> str:
    return one_line((el.value if el.localName == "input" else el.innerText) or "")


def _beside(el: Node) -> str:
    """What stands beside it, but the options themselves."""
    around = (node for node in el.parentNode.children if node != el and not node.matches(LISTS))
    texts = (getattr(node, "innerText", "") for node in around if not node.querySelector(LISTS))  # a drawing has none
    return one_line(" ".join(text for text in texts if text))
