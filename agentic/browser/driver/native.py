"""Writing controls past what a framework put over them, and telling it so with the events it listens to."""

from types import MappingProxyType
from typing import Any

import js

from agentic.browser.dom import Node

INTERFACES = MappingProxyType(
    {"input": "HTMLInputElement", "textarea": "HTMLTextAreaElement", "select": "HTMLSelectElement"}
)


def set_native_value(el: Node, value: str) -> None:
    """Set a control's value through its native setter and send `input` and `change`, so that React takes it over."""
    write(el, "value", value)
    announce(el)


def set_native_checked(el: Node, checked: bool) -> None:
    """Set a checkbox or radio button through its native setter, and send the events a framework listens to."""
    write(el, "checked", checked)
    # React hears a checkbox by `click`. This one is no MouseEvent, so it does not toggle what was just set.
    fire(el, "click")
    announce(el)


def write(el: Node, name: str, value: Any) -> None:
    """Assign a property by the setter of the element's own realm.

    React and others shadow `value` on the element to notice what the page writes; a person's typing goes past that.
    """
    prototype = getattr(el.ownerDocument.defaultView, INTERFACES[el.localName]).prototype
    js.Object.getOwnPropertyDescriptor(prototype, name).set.call(el, value)


def announce(el: Node) -> None:
    """Say that the control was changed, and that the change is complete."""
    fire(el, "input")
    fire(el, "change")


def fire(el: Node, event: str, kind: str = "Event", **settings: Any) -> bool:
    """Send an event from the element; False when the page prevented what it stands for."""
    options = {"bubbles": True, "composed": True, "cancelable": True, **settings}
    # Of the element's own realm: a page in a frame asks whether this is an instance of its classes.
    return el.dispatchEvent(getattr(el.ownerDocument.defaultView, kind).new(event, **options))
