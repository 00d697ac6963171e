"""What of the page an agent may see: the document, open shadow roots, frames of the same origin; nothing that is ours.

`data-agent="off"` takes an element, and everything in it, out of sight too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import js

from agentic.browser.bulk import getter
from agentic.browser.dom import Node
from agentic.browser.driver.find import OWN, nearest
from agentic.browser.driver.focus import active_element
from agentic.browser.ffi import JsObject

OFF = '[data-agent="off"]'
OUTSIDE = f"{OWN}, [data-agentic], {OFF}"
INSIDE = f":not({OUTSIDE}, :is({OUTSIDE}) *)"
FOLDED = "details:not([open]) > :not(summary)"
UNSEEN = f'[aria-hidden="true"], {FOLDED}, [hidden="until-found"]'
VEILED = f"slot:is({OFF}, {OFF} *)"
PERCEIVED = f":not({UNSEEN}, :is({UNSEEN}) *)"
FRAMES = "iframe, frame"
UNREAD = "style, script, template"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Nodes of one document in a row, from `start` on, and where that document lies in the window."""

    start: int
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Gathered:
    """Nodes in the order a person meets them: an array of the browser's, and which document each stretch is of.

    `has_gaps`: something among it is switched off; `has_veils`: a slot is, and with it what is put into it.
    """

    nodes: JsObject
    stretches: tuple[Stretch, ...]
    has_gaps: bool
    has_veils: bool = False


def gather(selector: str, is_hidden: JsObject, root: Node | None = None) -> Gathered:
    """Every node inside that fits the selector, out of shadow roots and frames too.

    `is_hidden(node)` says of a host or frame that nobody perceives it, nor what is in it.
    """
    found = Gathering(selector, is_hidden)
    found.visit(root or js.document, 0, 0)
    return Gathered(found.nodes, tuple(found.stretches), found.has_gaps, found.has_veils)


class Gathering:
    """One walk through the page."""

    def __init__(self, selector: str, is_hidden: JsObject) -> None:
        self._selector = selector
        self._is_hidden = is_hidden
        self._shadow_of = getter(js.Element.prototype, "shadowRoot")
        self.nodes = js.Array.new()
        self.stretches: list[Stretch] = []
        self.has_gaps = False
        self.has_veils = False

    def visit(self, root: Node, left: float, top: float) -> None:
        """Take the nodes of a document or shadow root, and what lies within them, each at its place."""
        self._stretch(left, top)
        self.has_gaps = self.has_gaps or bool(root.querySelector(OFF))
        self.has_veils = self.has_veils or bool(root.querySelector(VEILED))
        hosts = js.Array.from_(root.querySelectorAll("*")).filter(self._shadow_of)
        if not any(host.matches(f"*{INSIDE}") for host in hosts) and not root.querySelector(FRAMES):
            nodes = root.querySelectorAll(f":is({self._selector}){INSIDE}{PERCEIVED}")
            js.Reflect.apply(self.nodes.push, self.nodes, nodes)
            return
        tags = ", ".join({host.localName for host in hosts} | {FRAMES})
        for node in root.querySelectorAll(f":is({self._selector}, {tags}){INSIDE}{PERCEIVED}"):
            if node.matches(self._selector):
                self.nodes.push(node)
            self._enter(node, left, top)

    def _enter(self, node: Node, left: float, top: float) -> None:
        inner = node.shadowRoot
        if inner and not self._is_hidden(node):
            self.visit(inner, left, top)
            self._stretch(left, top)
        elif node.localName in ("iframe", "frame") and not self._is_hidden(node) and (inner := frame_document(node)):
            box = node.getBoundingClientRect()
            self.visit(inner, left + box.left + node.clientLeft, top + box.top + node.clientTop)
            self._stretch(left, top)

    def _stretch(self, left: float, top: float) -> None:
        if not self.stretches or (self.stretches[-1].left, self.stretches[-1].top) != (left, top):
            self.stretches.append(Stretch(self.nodes.length, left, top))


def frame_document(frame: Node) -> Node | None:
    """What a frame shows, where it is of our origin; None where the browser keeps it from us."""
    try:
        document = frame.contentDocument
        return document if document and document.documentElement else None
    except Exception:
        return None


def focused(document: Node) -> Node | None:
    """What has the focus, in whichever frame of the origin; the frame itself where that is of another origin."""
    active = active_element(document)
    while active and active.localName in ("iframe", "frame") and (inner := frame_document(active)):
        active = active_element(inner)
    return active


def is_inside(node: Node) -> bool:
    """Whether an agent may see the node: on the page, and in nothing that is ours or switched off."""
    if not node or not node.isConnected:
        return False
    while node:
        if nearest(node, OUTSIDE):
            return False
        # The search ends at the top of its document; the frame that shows it is around that.
        view = node.ownerDocument.defaultView
        if not view:  # of a frame that has another document now, or is gone
            return False
        node = view.frameElement
    return True


def contains(container: Node, node: Node) -> bool:
    """Whether the node is the container or within it, through shadow roots and frames."""
    while node:
        if container.contains(node):
            return True
        root = node.getRootNode()
        node = getattr(root, "host", None) or getattr(getattr(root, "defaultView", None), "frameElement", None)
    return False


def whole_text(node: Node, is_hidden: JsObject) -> Iterator[str]:
    """The texts a person reads in the node, those of open shadow roots and frames of the origin in it too."""
    hosts = js.Array.from_(node.querySelectorAll("*")).filter(getter(js.Element.prototype, "shadowRoot"))
    yield visible_text(node, [each for host in hosts for each in _veiled(host)])
    for host in [node, *hosts]:
        if host.shadowRoot and is_inside(host) and not is_hidden(host):
            for child in host.shadowRoot.children:
                is_filled = child.localName == "slot" and child.assignedNodes().length
                if not (is_filled or child.matches(UNREAD) or is_hidden(child)):
                    yield from whole_text(child, is_hidden)
    for frame in node.querySelectorAll(FRAMES):
        if is_inside(frame) and not is_hidden(frame) and (document := frame_document(frame)) and document.body:
            yield from whole_text(document.body, is_hidden)


def visible_text(node: Node, veiled: Sequence[Node] = ()) -> str:
    """The text a person reads in the node, lines kept, without what is outside, and without the `veiled` nodes."""
    if node.matches(OUTSIDE):
        return ""
    if not veiled and not node.querySelector(OUTSIDE):
        return getattr(node, "innerText", None) or node.textContent or ""
    parts = (_piece(child, veiled) for child in node.childNodes if not any(child == each for each in veiled))
    return "\n".join(part for part in parts if part.strip())


def _piece(child: Node, veiled: Sequence[Node]) -> str:
    if child.nodeType == js.Node.TEXT_NODE:
        return child.data
    is_shown = child.nodeType == js.Node.ELEMENT_NODE and child.checkVisibility()
    return visible_text(child, veiled) if is_shown else ""


def _veiled(host: Node) -> Iterator[Node]:
    """What is put into the slots of a host that are switched off."""
    for slot in host.shadowRoot.querySelectorAll(VEILED):
        yield from slot.assignedNodes()


def one_line(text: str, longest: int = 80) -> str:
    """A text in one line, its end cut off where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
