"""The page's focus events round an edit, and the person's focus kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from agentic.browser.dom import Node
from agentic.browser.driver.native import fire
from agentic.browser.ffi import to_browser

TYPED_INTO = ("input", "textarea")


@contextmanager
def visiting(el: Node) -> Iterator[None]:
    """Focus the element as a person would who edits it and leaves it, then give the focus back.

    While a person is in a text field, in the chat's or in the page's, the focus stays there: what they type would land
    in the middle of what is being written. The element gets the events of a visit all the same. An editor is different:
    it edits where the focus is.
    """
    before = active_element(el.ownerDocument)
    if before == el:
        yield
    elif _is_typed_into(before) and not el.isContentEditable:
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


def _is_typed_into(el: Node | None) -> bool:
    return bool(el) and (el.localName in TYPED_INTO or bool(getattr(el, "isContentEditable", False)))


def _tell(el: Node, event: str, bubbling: str) -> None:
    fire(el, event, "FocusEvent", bubbles=False, cancelable=False)
    fire(el, bubbling, "FocusEvent", cancelable=False)
