"""What a person has selected, read through shadow roots, and told apart from what they are typing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import to_browser

FIELDS = ("input", "textarea", "select")


@dataclass(frozen=True, slots=True)
class Selected:
    """Selected text, and the box of the line it ended on, in pixels of the window."""

    text: str
    rect: Any


def selected_in(container: Node, roots: Sequence[Node] = (), near: float | None = None) -> Selected | None:
    """The selection, where all of it lies inside `container`; nothing while the person is in a field.

    `roots` are the shadow roots it may lie in; `near` is the height in the window where the gesture ended.
    """
    if _is_in_a_field():
        return None
    found = _range(js.document.getSelection(), roots)
    if not found or found.collapsed:
        return None
    if not all(_holds(container, node) for node in (found.startContainer, found.endContainer)):
        return None
    text = found.toString().strip()
    rects = [rect for rect in found.getClientRects() if rect.width and rect.height]
    if not text or not rects:
        return None
    line = min(rects, key=lambda rect: abs((rect.top + rect.bottom) / 2 - near)) if near is not None else rects[-1]
    return Selected(text, line)


def quotable_selection(container: Node, roots: Any = (), near: Any = None) -> Mapping[str, Any] | None:
    """The same for JavaScript, as `{text, rect}`."""
    height = near.get("y", near.get("clientY")) if isinstance(near, Mapping) else near
    found = selected_in(container, list(roots or ()), height)
    return {"text": found.text, "rect": found.rect} if found else None


def _range(selection: Any, roots: Sequence[Node]) -> Node:
    """The selected range. Only the composed one is the same in every browser where shadow roots are concerned."""
    if not selection or not selection.rangeCount:
        return None
    if not hasattr(selection, "getComposedRanges"):
        return selection.getRangeAt(0)
    given = next(iter(selection.getComposedRanges(to_browser({"shadowRoots": list(roots)}))), None)
    if not given:
        return None
    made = js.document.createRange()
    made.setStart(given.startContainer, given.startOffset)
    made.setEnd(given.endContainer, given.endOffset)
    return made


def _holds(container: Node, node: Node) -> bool:
    """Whether the node is in the container, or in a shadow root that is."""
    while node:
        if container.contains(node):
            return True
        node = getattr(node.getRootNode(), "host", None)
    return False


def _is_in_a_field() -> bool:
    """Chrome reports what is selected within a field as a range around it: only focus tells them apart."""
    active = js.document.activeElement
    while active and active.shadowRoot and active.shadowRoot.activeElement:
        active = active.shadowRoot.activeElement
    return bool(active) and (active.localName in FIELDS or active.isContentEditable)
