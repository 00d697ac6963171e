"""Where a pointer can meet a target: the point, what it meets there, and what is in the way if it cannot."""

from collections.abc import Iterator
from dataclasses import dataclass

from agentic.browser.dom import Node
from agentic.browser.driver.find import ancestors, check_target, describe, is_own, is_rendered
from agentic.browser.driver.pace import comes_true
from agentic.errors import Covered, NotWritable

# Where to aim, as shares of a box's width and height; the middle first.
SHARES = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
# A link that wraps has a box for each line; a paragraph of them need not be aimed at line by line.
MOST_BOXES = 4
CONTROLS = (
    "a[href], button, input, select, textarea, summary, [role=button], [role=link], [tabindex], [contenteditable]"
)
# What pages hide and draw anew. A field to type into that nobody sees is no such thing: it is a trap.
DRAWN_OVER = ("checkbox", "radio", "range")
# What is smaller or clearer than this is not what a person sees of a control.
SEEN_PIXELS = 4
FREE_WITHIN_MS = 1000


@dataclass(frozen=True, slots=True)
class Aim:
    """A point of the window (pixels), and the node that a pointer meets there."""

    node: Node
    x: float
    y: float


def aim(el: Node) -> Aim:
    """Where to press to press the element; what lies over it, or that it is out of sight, is told."""
    # What left the page meanwhile has no place in it.
    check_target(el)
    shown = face(el)
    over, inside = None, None
    for x, y in _points(shown):
        met = _meets(el, x, y)
        if met and (_belongs(met, el) or _belongs(met, shown)):
            # Rather beside another control in it than on that one.
            if not _is_another_control(met, el, shown):
                return Aim(_receiver(met, el), x, y)
            inside = inside or Aim(el, x, y)
        elif met:
            over = over or met
    if inside:
        return inside
    if over and any(node == over for node in ancestors(shown)):
        raise NotWritable(f"{describe(el)} does not take the pointer: the page has switched that off")
    if over:
        raise Covered(f"{describe(el)} is covered by {describe(over)}")
    raise NotWritable(f"{describe(el)} is outside of the window, where no pointer reaches it")


async def aim_once_free(el: Node) -> Aim:
    """The same, once nothing lies over it any more: pages draw a veil over what they load, and take it away again.

    What covers it for longer is told.
    """

    def found() -> Aim | None:
        try:
            return aim(el)
        except Covered:
            return None

    return await comes_true(found, FREE_WITHIN_MS) or aim(el)


def face(el: Node) -> Node:
    """What a person sees of a control: pages often hide a box to tick, and draw its label or a box round it."""
    if el.localName != "input" or el.type not in DRAWN_OVER or _is_seen(el):
        return el
    for label in getattr(el, "labels", None) or ():
        if _is_seen(label):
            return label
    for node in ancestors(el):
        if node.querySelectorAll("input, select, textarea").length > 1:
            break
        if _is_seen(node):
            return node
    return el


def _is_seen(el: Node) -> bool:
    box, style = el.getBoundingClientRect(), el.ownerDocument.defaultView.getComputedStyle(el)
    if min(box.width, box.height) < SEEN_PIXELS or not is_rendered(el):
        return False
    return float(style.opacity) > 0 and style.clip == "auto" and "inset(5" not in style.clipPath


def _points(el: Node) -> Iterator[tuple[float, float]]:
    whole = el.getBoundingClientRect()
    boxes = [box for box in el.getClientRects() if box.width and box.height]
    for box in [whole] if len(boxes) == 1 else boxes[:MOST_BOXES]:
        for across, down in SHARES:
            yield box.left + box.width * across, box.top + box.height * down


def _meets(el: Node, x: float, y: float) -> Node | None:
    """What a pointer meets at a point of the element's window, there or, of a frame, in the windows round it."""
    met = topmost(el.ownerDocument, x, y)
    frame = el.ownerDocument.defaultView.frameElement
    while met and frame:
        box = frame.getBoundingClientRect()
        x, y = box.left + frame.clientLeft + x, box.top + frame.clientTop + y
        over = topmost(frame.ownerDocument, x, y)
        if over != frame:
            return over
        frame = frame.ownerDocument.defaultView.frameElement
    return met


def topmost(document: Node, x: float, y: float) -> Node | None:
    """The innermost node at a point, our own element left out: it is ours to move, and no obstacle of the page's."""
    top = next((node for node in document.elementsFromPoint(x, y) if not is_own(node)), None)
    while top and top.shadowRoot:
        # Text that is put into a slot answers as its host; what a pointer meets is what is drawn round the slot.
        met = top.shadowRoot.elementsFromPoint(x, y)
        inner = next((node for node in met if node.getRootNode() == top.shadowRoot), None)
        if not inner:
            break
        top = inner
    return top


def _belongs(met: Node, el: Node) -> bool:
    """Whether meeting this node is meeting the target: its inside, its label, or the host whose shadow it is in."""
    around = list(ancestors(met))
    if any(node == el for node in around):
        return True
    labels = getattr(el, "labels", None) or ()
    if any(node == label for label in labels for node in around):
        return True
    return bool(met.shadowRoot) and any(node == met for node in ancestors(el))


def _receiver(met: Node, el: Node) -> Node:
    """Whom a real pointer's events would go to: what it meets, unless that is only the shell of the target."""
    return el if met.shadowRoot and any(node == met for node in ancestors(el)) else met


def _is_another_control(met: Node, el: Node, shown: Node) -> bool:
    """Whether pressing this node would work some other control inside the target, such as a link in its label."""
    own = [el, shown, *(getattr(el, "labels", None) or ())]
    for node in ancestors(met):
        if any(node == each for each in own):
            return False
        # What is in the target's own shadow is the target.
        if node.matches(CONTROLS) and node.getRootNode() == el.getRootNode():
            return True
    return False
