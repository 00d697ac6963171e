"""Finding out whether a target can be acted upon as a person could, and what is in the way if not."""

from collections.abc import Iterator

from agentic.browser.dom import Node
from agentic.errors import Detached, NotWritable, UsageError

OWN = "ag-ui-chat, agentic-inspector"
"""Our own elements, outside of everything the driver does: an agent must not press its own buttons."""

ELEMENT_NODE = 1
LONGEST_NAME = 40
CONTROLS = (
    "input:not([type=hidden]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider],"
    " [role=checkbox], [role=switch], [role=radiogroup]"
)


def check_target(el: Node) -> None:
    """Refuse what is no element of the page, is not on it any more, or belongs to the chat or the inspector."""
    if not el or getattr(el, "nodeType", None) != ELEMENT_NODE:
        raise UsageError("the target is not an element of the page; was it found?")
    # A node of a frame that was loaded anew is still in a document, though that is shown nowhere.
    if not el.isConnected or not el.ownerDocument.defaultView:
        raise Detached(f"{describe(el)} is not on the page any more; look for it again")
    if own := _own(el):
        name = "chat" if own.localName == "ag-ui-chat" else "inspector"
        raise NotWritable(f"this is a part of the {name} itself, and not for the agent to use")


def check_usable(el: Node, shown: Node | None = None) -> None:
    """Refuse a target that a person could not use now; `shown` is what they see of it, where that is another node."""
    check_target(el)
    if el.matches(":disabled") or nearest(el, "[aria-disabled=true]"):
        raise NotWritable(f"{describe(el)} is disabled")
    if is_inert(el):
        raise NotWritable(f"{describe(el)} is inert: the page has switched off this part of itself")
    if not is_rendered(shown or el):
        raise NotWritable(f"{describe(el)} is not visible")


def control_of(el: Node) -> Node:
    """The control meant by a label, or by an element that keeps its control in an open shadow root."""
    if not el or getattr(el, "nodeType", None) != ELEMENT_NODE:
        return el
    if el.localName == "label" and el.control:
        return el.control
    if el.shadowRoot and not is_own(el) and (inner := el.shadowRoot.querySelector(CONTROLS)):
        return control_of(inner)
    return el


def is_own(el: Node) -> bool:
    """Whether the node is an element of ours, or inside one."""
    return bool(_own(el))


def _own(el: Node) -> Node:
    """The element of ours that the node is, or is in; falsy if in none."""
    return nearest(el, OWN)


def is_rendered(el: Node) -> bool:
    """Whether the node has a box that is not hidden, at a place that can be seen."""
    box = el.getBoundingClientRect()
    if not box.width or not box.height:
        return False
    style = el.ownerDocument.defaultView.getComputedStyle(el)
    return style.visibility == "visible" and not _is_put_aside(el, box)


def _is_put_aside(el: Node, box: Node) -> bool:
    """Whether it stands before the beginning of the page: pages put there what no person is to see, such as a trap."""
    if box.bottom > 0 and box.right > 0:
        return False
    _, *around = ancestors(el)
    if box.bottom + sum(node.scrollTop for node in around) <= 0:
        return True
    style_of = el.ownerDocument.defaultView.getComputedStyle
    # What runs from the right can be scrolled to the left.
    runs_left = any(style_of(node).direction == "rtl" for node in around)
    return not runs_left and box.right + sum(node.scrollLeft for node in around) <= 0


def nearest(el: Node | None, selector: str) -> Node | None:
    """The element itself, or the nearest around it, that fits a selector; out of shadow roots too.

    What is put into a slot stands where the slot is: what is round that is round it.
    """
    while el:
        if found := el.closest(selector):
            return found
        el = _slot(el) or getattr(el.getRootNode(), "host", None)
    return None


def _slot(el: Node) -> Node | None:
    """The slot that the element, or what it is in, is put into."""
    while el and not el.assignedSlot:
        el = el.parentElement
    return el and el.assignedSlot


def is_inert(el: Node) -> bool:
    """Whether the page has switched off the part of it that the element is in, or the frame that shows it."""
    while el:
        if nearest(el, "[inert]"):
            return True
        el = el.ownerDocument.defaultView.frameElement
    return False


def ancestors(el: Node) -> Iterator[Node]:
    """The element itself and the elements around it, out of shadow roots too."""
    while el:
        yield el
        parent = el.parentNode
        # A shadow root is the parent of its topmost elements, and its host is around it; a document has none.
        el = parent if parent and parent.nodeType == ELEMENT_NODE else getattr(parent, "host", None)


def describe(el: Node) -> str:
    """A few words by which a person or a model recognises the element: `button "Save order"`."""
    kind = el.localName if el.localName != "input" else f"{el.type} input"
    name = " ".join(str(_name(el)).split())
    if len(name) > LONGEST_NAME:
        name = name[:LONGEST_NAME] + "…"
    return f'{kind} "{name}"' if name else f"{kind}{'#' + el.id if el.id else ''}"


def _name(el: Node) -> str:
    labels = getattr(el, "labels", None)
    if el.getAttribute("aria-label"):
        return el.getAttribute("aria-label")
    if labels and labels.length:
        return labels[0].textContent
    if el.localName in ("input", "select", "textarea"):
        return el.getAttribute("placeholder") or el.getAttribute("name") or el.id
    return getattr(el, "innerText", "") or el.id
