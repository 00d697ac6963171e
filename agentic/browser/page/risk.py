"""How dangerous it is to use a control, read from it: what it is, what it is called, what it sends, and where."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

import js

from agentic.browser.dom import Node
from agentic.browser.driver.keyboard import parse_keys, sender_of
from agentic.browser.page.inside import one_line, visible_text
from agentic.browser.page.refs import Found
from agentic.browser.page.roles import CHOICE, TEXT
from agentic.browser.page.standing import Standing
from agentic.core.capability import Risk
from agentic.core.destructive import is_destructive_name, is_destructive_path

# Using these shows something else of the page, and changes nothing.
LOOKING = frozenset(("tab", "treeitem"))
# What is chosen in these is pressed.
PRESSING = frozenset(("menu", "menubar", "tree"))
LEAVING_KEYS = frozenset(("Tab", "Escape"))
# Keys that move about a page, and keep off its content.
MOVING_KEYS = frozenset(("Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"))
# But not in these: here they choose another value.
STEPPED = frozenset(("spinbutton", "slider", "date", "radio", "radiogroup", "listbox"))

# By these names forms tell a server what to do.
TOLD = ":is([type=hidden], select, :checked):is([name=action], [name=_action], [name=_method], [name=operation])"


@dataclass(frozen=True, slots=True)
class Effect:
    """What using a control comes to, and what a person should know of it beside its name."""

    risk: Risk
    host: str = ""
    """The other site that it leads to."""
    is_sent: bool = False
    """Whether what is filled in goes there."""


def press_effect(found: Found, words: Iterable[str] = ()) -> Effect:
    """Of clicking it."""
    node = found.node
    form, address = node if node.localName == "form" else _sent_by(node), _address(node)
    host = _elsewhere(_action(form, node) if form else address)
    paths = (_path(address), _path(_action(form, node)))
    if is_destructive_name(*_said(found), *_told(form), more=words) or any(map(is_destructive_path, paths)):
        return Effect(Risk.DESTRUCTIVE, host, is_sent=bool(form))
    if form:
        is_closing = form.method == "dialog" or node.getAttribute("formmethod") == "dialog"
        return Effect(Risk.READ if is_closing else Risk.MUTATING, host, is_sent=True)
    if found.role in LOOKING or _discloses(node):
        return Effect(Risk.READ)
    if found.role == "link" and address:
        return Effect(Risk.READ, host)
    return Effect(Risk.MUTATING)


def write_effect(found: Found, words: Iterable[str] = (), chosen: Iterable[str] = ()) -> Effect:
    """Of writing into it, setting it, letting something go on it, or having these options chosen in it."""
    pressed = chosen if found.role in PRESSING else ()
    is_destructive = is_destructive_name(*_said(found), *pressed, more=words)
    return Effect(Risk.DESTRUCTIVE if is_destructive else Risk.MUTATING)


def keys_effect(found: Found | None, keys: str, words: Iterable[str] = ()) -> Effect:
    """Of pressing keys there."""
    _, key = parse_keys(keys)
    is_stepped = bool(found) and (found.role in STEPPED or found.node.localName == "select")
    if key in LEAVING_KEYS or (key in MOVING_KEYS and not is_stepped):
        return Effect(Risk.READ)
    if found and key in ("Enter", " ") and found.role not in ("textbox", "searchbox", "combobox"):
        return press_effect(found, words)
    if found and key == "Enter" and found.node.localName == "input" and (form := found.node.form):
        return press_effect(_sender(form), words)
    # In a list or a table this key takes away what is chosen.
    is_taken_away = key == "Delete" and bool(found) and found.role not in TEXT | CHOICE
    return Effect(Risk.DESTRUCTIVE if is_taken_away else Risk.MUTATING)


def _sender(form: Node) -> Found:
    """What Enter in a field presses: the button of its form or, where that has none, the form itself."""
    node = sender_of(form) or form
    name = "" if node == form else node.getAttribute("aria-label") or node.value or visible_text(node)
    return Found(node, "button", one_line(name), Standing(), "")


def _said(found: Found) -> tuple[str, ...]:
    """Everything by which a page may say what a control does."""
    node = found.node
    return (found.name, *(node.getAttribute(each) or "" for each in ("title", "value", "name", "id", "data-action")))


def _told(form: Node | None) -> tuple[str, ...]:
    """What a form tells the server to do, beside what its button says: `_method=DELETE`, an action that is chosen."""
    return tuple(field.value for field in form.querySelectorAll(TOLD)) if form else ()


def _sent_by(node: Node) -> Node | None:
    """The form that a click on it sends."""
    is_submit = node.localName == "button" and node.type == "submit"
    is_submit = is_submit or (node.localName == "input" and node.type in ("submit", "image"))
    return (getattr(node, "form", None) or None) if is_submit else None


def _address(node: Node) -> str:
    """Where a link leads, if it leads anywhere else than to this page or to a script."""
    link = node.closest("a[href], area[href]")
    if not link:
        return ""
    written = link.getAttribute("href").strip()
    return "" if written.startswith("#") or link.protocol not in ("http:", "https:") else link.href


def _action(form: Node | None, node: Node) -> str:
    """Where a form is sent: a button may say so for itself."""
    if not form:
        return ""
    written = node.getAttribute("formaction") if node != form else None
    # `form.action` is a field of the form, if one has that name.
    written = written or form.getAttribute("action") or js.location.href
    base = node.ownerDocument.baseURI  # a frame has its own, which may be none that anything is relative to
    return js.URL.new(written, base).href if js.URL.canParse(written, base) else ""


def _elsewhere(address: str) -> str:
    """The host of an address that is of another site."""
    if not address or js.URL.new(address).origin == js.location.origin:
        return ""
    return one_line(js.URL.new(address).host)


def _path(address: str) -> str:
    return unquote(js.URL.new(address).pathname) if address else ""


def _discloses(node: Node) -> bool:
    """Whether it opens or closes a part of the page: a menu, a section, a popover."""
    if node.localName == "summary" or node.getAttribute("popovertarget"):
        return True
    popup = node.getAttribute("aria-haspopup")
    return node.hasAttribute("aria-expanded") or bool(popup and popup != "false")
