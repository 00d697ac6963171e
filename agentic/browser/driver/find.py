"""Finding out whether a target can be acted upon as a person could, and what is in the way if not."""

from collections.abc import Iterator
from types import MappingProxyType

from agentic.browser.dom import Node
from agentic.errors import Covered, Detached, NotWritable, UsageError

OWN_TAGS = MappingProxyType({"ag-ui-chat": "chat", "agentic-inspector": "inspector"})
"""Our own elements, outside of everything the driver does: an agent must not press its own buttons."""

ELEMENT_NODE = 1
LONGEST_NAME = 40
# Where a pointer could meet the target, as shares of its width and height; the middle first.
POINTS = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))


def check_target(el: Node) -> None:
    """Refuse what is no element of the page, is not on it any more, or belongs to the chat or the inspector."""
    if not el or getattr(el, "nodeType", None) != ELEMENT_NODE:
        raise UsageError("the target is not an element of the page; was it found?")
    if not el.isConnected:
        raise Detached(f"{describe(el)} is not on the page any more; look for it again")
    if own := _own(el):
        raise NotWritable(f"this is a part of the {own} itself, and not for the agent to use")


def check_usable(el: Node, shown: Node | None = None) -> None:
    """Refuse a target that a person could not use now; `shown` is what they see of it, where that is another node."""
    check_target(el)
    if el.matches(":disabled") or el.getAttribute("aria-disabled") == "true":
        raise NotWritable(f"{describe(el)} is disabled")
    if any(node.hasAttribute("inert") for node in ancestors(el)):
        raise NotWritable(f"{describe(el)} is inert: the page has switched off this part of itself")
    if not is_rendered(shown or el):
        raise NotWritable(f"{describe(el)} is not visible")


def check_uncovered(el: Node) -> None:
    """Refuse a target that no pointer could meet: it lies under something else, or scrolling does not bring it in."""
    met = _met(el)
    if not met:
        raise NotWritable(f"{describe(el)} is outside of the window, where no pointer reaches it")
    if not any(_belongs(top, el) for top in met):
        raise Covered(f"{describe(el)} is covered by {describe(met[0])}")


def is_own(el: Node) -> bool:
    """Whether the node is an element of our own, or inside one."""
    return bool(_own(el))


def is_rendered(el: Node) -> bool:
    """Whether the node has a box that is not hidden, at a place that can be seen."""
    box = el.getBoundingClientRect()
    style = el.ownerDocument.defaultView.getComputedStyle(el)
    return box.width > 0 and box.height > 0 and style.visibility == "visible" and not _is_put_aside(el)


def _is_put_aside(el: Node) -> bool:
    """Whether it stands before the beginning of the page: pages put there what no person is to see, such as a trap."""
    box = el.getBoundingClientRect()
    _, *around = ancestors(el)
    if box.bottom + sum(node.scrollTop for node in around) <= 0:
        return True
    style_of = el.ownerDocument.defaultView.getComputedStyle
    # What runs from the right can be scrolled to the left.
    runs_left = any(style_of(node).direction == "rtl" for node in around)
    return not runs_left and box.right + sum(node.scrollLeft for node in around) <= 0


def _met(el: Node) -> list[Node]:
    """What a pointer meets where it aims at the target; nothing where that is outside of the window."""
    box = el.getBoundingClientRect()
    aims = [(box.left + box.width * across, box.top + box.height * down) for across, down in POINTS]
    return [top for x, y in aims if (top := _topmost(el.ownerDocument, x, y))]


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


def _own(el: Node) -> str:
    """Which of our own elements the node is in; empty if in none."""
    return next((OWN_TAGS[node.localName] for node in ancestors(el) if node.localName in OWN_TAGS), "")


def _topmost(document: Node, x: float, y: float) -> Node | None:
    """The innermost node at a point, our own element left out: it is ours to move, and no obstacle of the page's."""
    top = next((node for node in document.elementsFromPoint(x, y) if not is_own(node)), None)
    while top and top.shadowRoot:
        inner = top.shadowRoot.elementFromPoint(x, y)
        if not inner or inner == top:
            break
        top = inner
    return top


def _belongs(top: Node, el: Node) -> bool:
    """Whether meeting `top` is meeting the target: its inside, its label, or the host whose shadow it is in."""
    around = list(ancestors(top))
    if any(node == el for node in around):
        return True
    labels = getattr(el, "labels", None) or ()
    if any(node == label for label in labels for node in around):
        return True
    return bool(top.shadowRoot) and any(node == top for node in ancestors(el))
