"""Drag and drop as a mouse does it: by the browser's own events with one store of data, or by the pointer's alone.

Which of the two a page listens to it says itself: what is draggable, at the latest once it is pressed, gets the first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.driver.aim import Aim, aim, topmost
from agentic.browser.driver.find import ancestors, check_usable, describe
from agentic.browser.driver.native import fire
from agentic.browser.driver.overlay import highlight
from agentic.browser.driver.pace import comes_true, frame, pause
from agentic.browser.driver.pointer import down, hover, move, tell, up
from agentic.browser.driver.show import scroll_into_center_view
from agentic.browser.ffi import to_browser
from agentic.browser.motion import prefers_reduced_motion
from agentic.errors import DropRefused, UsageError

HOLD_MS = 400
STEPS = 12
# A list that sorts itself is asked where it is over more than once, as it makes room in between.
RESTS = 3
# Things slide into place, or back, before it can be seen which; a page that saves first takes longer.
SETTLES_WITHIN_MS = 2000
STAYS_FOR_FRAMES = 20
ANNOUNCED = "[aria-live], [role=status], [role=alert], [role=log]"

Standing = tuple[Any, ...]


async def drag_and_drop(source: Node, target: Node, *, hold_ms: float = HOLD_MS, color: str | None = None) -> str:
    """Drag one element onto another; a sentence of what came of it is returned.

    A page that does not accept it there, or on which nothing has changed after it, raises `DropRefused`.
    """
    check_usable(source)
    check_usable(target)
    if source == target:
        raise UsageError("the source and the target of a drag are the same element")
    await scroll_into_center_view(source)
    await _show(source, hold_ms, color)
    places = _Places(source, target)
    before, what = places.now(), f"{describe(source)} was let go on {describe(target)}"
    grip = aim(source)
    _bring_near(target)
    grip, goal = aim(source) if source.getClientRects().length else grip, aim(target)
    hover(grip)
    takes_mouse = await down(grip)
    await frame()
    dragged = next((node for node in ancestors(grip.node) if bool(getattr(node, "draggable", False))), None)
    native = _Native(dragged, grip) if dragged else None
    if native and not native.start():
        native = None  # The page has its own way of dragging it.
    way = _path(grip, goal, places)
    refusal = await (native.drag(way) if native else _drag_by_pointer(way, takes_mouse))
    if await places.changed(before) or not refusal:
        return f"{what}; {places.told(before)}"
    raise DropRefused(f"{what}, but {refusal}")


async def _show(source: Node, hold_ms: float, color: str | None) -> None:
    if hold_ms > 0 and not prefers_reduced_motion():
        ring = highlight(source, color=color)
        try:
            await pause(hold_ms)
        finally:
            ring.close()


def _bring_near(target: Node) -> None:
    """Have the target in the window too, as far as both fit."""
    target.scrollIntoView(to_browser({"block": "nearest", "inline": "nearest", "behavior": "instant"}))


def _path(grip: Aim, goal: Aim, places: "_Places") -> Iterator[Aim]:
    """Where the pointer is on its way, with what it is over then; at its end it rests."""
    document = goal.node.ownerDocument
    for step in [*range(1, STEPS + 1), *[STEPS] * RESTS]:
        x, y = (start + (end - start) * step / STEPS for start, end in ((grip.x, goal.x), (grip.y, goal.y)))
        met = topmost(document, x, y) or document.documentElement
        yield Aim(met, x, y)
    # What was taken up has left room, and the target may have moved into it.
    if places.target.isConnected and not places.source.contains(met) and not places.target.contains(met):
        box = places.target.getBoundingClientRect()
        x, y = box.left + box.width / 2, box.top + box.height / 2
        for _ in range(RESTS):
            yield Aim(topmost(document, x, y) or document.documentElement, x, y)


async def _drag_by_pointer(way: Iterator[Aim], takes_mouse: bool) -> str:
    """Nothing in a pointer's events says whether the page made something of them: only what has changed does."""
    for at in way:
        move(at)
        await frame()
    await up(at, takes_mouse)
    return "nothing has changed there"


class _Native:
    """The browser's own drag and drop: one store of data from its start to its end."""

    def __init__(self, dragged: Node, grip: Aim) -> None:
        self._dragged = dragged
        self._grip = grip
        self._data = grip.node.ownerDocument.defaultView.DataTransfer.new()
        self._data.effectAllowed = "all"

    def start(self) -> bool:
        """Take it up; False when the page prevents that."""
        if not self._tell(Aim(self._dragged, self._grip.x, self._grip.y), "dragstart"):
            return False
        tell(self._grip, "pointercancel")
        return True

    async def drag(self, way: Iterator[Aim]) -> str:
        """Why the page has not taken it; empty where it accepted it and dealt with the drop."""
        over, accepts = None, False
        for at in way:
            self._tell(Aim(self._dragged, at.x, at.y), "drag")
            if at.node != over:
                self._tell(at, "dragenter", relatedTarget=over)
                if over and over.isConnected:
                    self._tell(Aim(over, at.x, at.y), "dragleave", relatedTarget=at.node)
            over = at.node
            accepts = not self._tell(at, "dragover")
            await frame()
        is_taken = not self._tell(at, "drop" if accepts else "dragleave")
        if self._dragged.isConnected:
            self._tell(Aim(self._dragged, at.x, at.y), "dragend")
        if not accepts:
            return f"{describe(at.node)} does not accept it"
        return "" if is_taken else "nothing has changed there"

    def _tell(self, at: Aim, event: str, **settings: Any) -> bool:
        where = {"clientX": at.x, "clientY": at.y, "view": at.node.ownerDocument.defaultView}
        return fire(at.node, event, "DragEvent", dataTransfer=self._data, **where, **settings)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where the source stands, and what stands where it came from and where it goes."""

    source: Node
    target: Node
    boxes: list[Node] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", [self.source.parentNode, self.target, self.target.parentNode])

    def now(self) -> Standing:
        parent, before = self.source.parentNode, self.source.previousElementSibling
        box = self.source.getBoundingClientRect()
        origin = self.boxes[0].getBoundingClientRect()
        place = (round(box.left - origin.left), round(box.top - origin.top))
        texts = [_text(box) for box in self.boxes]
        children = [box.childElementCount for box in self.boxes]
        return (self.source.isConnected, parent, before, place, *texts, *children)

    async def changed(self, before: Standing) -> bool:
        """Whether it is another picture than before, and stays so: what flies back was not taken."""
        last, still = self.now(), 0

        def has_settled() -> bool:
            nonlocal last, still
            now = self.now()
            still, last = (still + 1 if now == last else 0), now
            return now != before and still >= STAYS_FOR_FRAMES

        await comes_true(has_settled, SETTLES_WITHIN_MS)
        return self.now() != before

    def told(self, before: Standing) -> str:
        if self.now() == before:
            return "the page has accepted it, and shows no change yet"
        if not self.source.isConnected:
            return "the page has drawn it anew"
        if _stands(self.now()) == _stands(before):
            return "it stands where it stood, though the page says something else there now; read it to see what"
        siblings = list(self.source.parentNode.children)
        place = next(index for index, node in enumerate(siblings, 1) if node == self.source)
        return f"it is number {place} of {len(siblings)} there"


def _stands(now: Standing) -> Standing:
    """Where the source stands, and among how many; not what is written there, which may change of itself."""
    return *now[:4], *now[-3:]


def _text(box: Node) -> str:
    """What it says, less what is only announced: that something was let go is no sign that it was taken."""
    text = box.textContent
    for region in box.querySelectorAll(ANNOUNCED):
        text = text.replace(region.textContent, "", 1)
    return text
