"""How a control stands now: what it holds, what is chosen, what is on, and what keeps it from being used."""

from collections.abc import Iterator

from agentic.browser.dom import Node
from agentic.browser.driver.find import is_inert, nearest
from agentic.browser.driver.lists import chosen_in
from agentic.browser.page.inside import OUTSIDE, one_line, visible_text
from agentic.browser.page.private import PrivateFields
from agentic.browser.page.roles import CHOICE, STANDING, TEXT, TOGGLE

LONGEST_VALUE = 80
MOST_OPTIONS = 12


def value_of(node: Node, role: str, name: str, private: PrivateFields) -> str | None:
    """What a control holds, as text; None where it holds nothing. A private field is `filled` or `empty`."""
    if role in TOGGLE:
        return {True: "on", False: "off", None: "mixed"}[checked(node)]
    if role in STANDING and node.localName != "select":
        chosen = chosen_in(node)
        return None if chosen is None else ", ".join(chosen)
    if role not in TEXT and role not in CHOICE:
        return None
    if private.has(node, name):
        return "filled" if _held(node) else "empty"
    if node.localName == "select":
        return ", ".join(one_line(option.label, LONGEST_VALUE) for option in node.selectedOptions)
    return _held(node)


def checked(node: Node) -> bool | None:
    """On, off, or None for mixed."""
    if node.localName == "input":
        return None if node.indeterminate else node.checked
    written = node.getAttribute("aria-checked") or node.getAttribute("aria-pressed")
    return None if written == "mixed" else written == "true"


def states(node: Node, role: str) -> Iterator[str]:
    """What is to be said of a control beside its value."""
    if node.matches(":disabled") or nearest(node, "[aria-disabled=true]") or is_inert(node):
        yield "disabled"
    if node.getAttribute("aria-required") == "true" or getattr(node, "required", False):
        yield "required"
    if role in TEXT and (node.getAttribute("aria-readonly") == "true" or getattr(node, "readOnly", False)):
        yield "read-only"
    if node.getAttribute("aria-invalid") in ("true", "grammar", "spelling"):
        yield "invalid"
    yield from _expanded(node)
    for name in ("pressed", "selected", "current"):
        written = node.getAttribute(f"aria-{name}")
        if written not in (None, "", "false") and written:
            yield name if written == "true" else f"{name}: {written}"


def options(node: Node) -> list[str]:
    """The options of a list that is there with all of them."""
    if node.localName != "select":
        return []
    return [one_line(option.label, LONGEST_VALUE) for option in node.options if not option.matches(":disabled")]


def kind(node: Node) -> str:
    """The form in which a field takes its value, where it takes only one."""
    forms = {
        "date": "YYYY-MM-DD",
        "time": "HH:MM",
        "datetime-local": "YYYY-MM-DDTHH:MM",
        "month": "YYYY-MM",
        "week": "YYYY-Www",
        "color": "#rrggbb",
    }
    written = getattr(node, "type", "") if node.localName == "input" else ""
    if written == "range":
        return f"{node.min or 0} to {node.max or 100}"
    return forms.get(written, "")


def _expanded(node: Node) -> Iterator[str]:
    if node.localName == "summary" and node.parentElement and node.parentElement.localName == "details":
        yield "expanded" if node.parentElement.open else "collapsed"
    elif (written := node.getAttribute("aria-expanded")) in ("true", "false"):
        yield "expanded" if written == "true" else "collapsed"


def _held(node: Node) -> str:
    if node.localName in ("input", "textarea"):
        return node.value
    for name in ("aria-valuetext", "aria-valuenow"):
        if written := node.getAttribute(name):
            return written
    if node.querySelector(OUTSIDE):
        return ""
    inner = node.querySelector("input")
    return inner.value if inner else visible_text(node).strip()
