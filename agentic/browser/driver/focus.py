"""The page's focus events round an edit, and the person's focus kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from agentic.browser.dom import Node
from agentic.browser.driver.find import nearest
from agentic.browser.driver.native import fire
from agentic.browser.ffi import to_browser

TYPED_INTO = ("input", "textarea")
FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]"


@contextmanager
def visiting(el: Node, *, is_watched: bool = True) -> Iterator[None]:
    """Focus the element as a person would who edits it and leaves it, then give the focus back.

    While a person is in a text field, in the chat's or in the page's, the focus stays there: what they type would land
    in the middle of what is being written. So it does where nobody could follow it, as it costs more than all else. The
    element gets the events of a visit all the same. An editor is different: it edits where the focus is.
    """
    before = active_element(el.ownerDocument)
    if before == el:
        yield
    elif (is_typed_into(before) or not is_watched) and not el.isContentEditable:
        _tell(el, "focus", "focusin")
        try:
            yield
        finally:
            _tell(el, "blur", "focusout")
    else:
        _focus(el)
        try:
            yield
        finally:
            _leave(el, before)


@contextmanager
def holding(el: Node) -> Iterator[None]:
    """Keep the focus on the element while it is worked by keys, for what listens to nothing else; then give it back.

    Where the page has moved the focus on meanwhile it stays there, unless a person was typing somewhere.
    """
    before = active_element(el.ownerDocument)
    if before != el:
        _focus(el)
    try:
        yield
    finally:
        if before != el:
            _leave(el, before)
            if is_typed_into(before) and before.isConnected:
                before.focus(to_browser({"preventScroll": True}))


@contextmanager
def attending(el: Node) -> Iterator[None]:
    """Have the focus on the element for a key; it stays there, unless a person was typing somewhere."""
    before = active_element(el.ownerDocument)
    if is_typed_into(before) and before != el:
        with holding(el):
            yield
    else:
        if before != el and el.matches(FOCUSABLE):
            _focus(el)
        yield


def follow_press(node: Node) -> None:
    """Take the focus to what was pressed, as a mouse does; not out of a text field that a person is in."""
    document = node.ownerDocument
    found = nearest(node, FOCUSABLE)
    if found and not found.matches(":disabled") and not is_typed_into(active_element(document)):
        _focus(found)


def active_element(document: Node) -> Node | None:
    """What has the focus, in whichever shadow root it is."""
    active = document.activeElement
    while active and active.shadowRoot and active.shadowRoot.activeElement:
        active = active.shadowRoot.activeElement
    return active


def _focus(el: Node) -> None:
    # Scrolling was done before, at a pace that can be watched.
    el.focus(to_browser({"preventScroll": True}))
    if not el.ownerDocument.hasFocus():  # A window in the background sends no focus events.
        _tell(el, "focus", "focusin")


def _leave(el: Node, before: Node | None) -> None:
    if not el.ownerDocument.hasFocus():
        _tell(el, "blur", "focusout")
    # The page may have moved the focus on meanwhile, which is then its own.
    if active_element(el.ownerDocument) == el:
        el.blur()
        if before and before.isConnected:
            before.focus(to_browser({"preventScroll": True}))


def is_typed_into(el: Node | None) -> bool:
    return bool(el) and (el.localName in TYPED_INTO or bool(getattr(el, "isContentEditable", False)))


def _tell(el: Node, event: str, bubbling: str) -> None:
    fire(el, event, "FocusEvent", bubbles=False, cancelable=False)
    fire(el, bubbling, "FocusEvent", cancelable=False)
