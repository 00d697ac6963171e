"""A mouse's events as a page gets them: where it goes, what it presses, one after the other with time in between."""

from typing import Any

from agentic.browser.driver.aim import Aim
from agentic.browser.driver.find import ancestors
from agentic.browser.driver.focus import follow_press
from agentic.browser.driver.native import fire
from agentic.browser.driver.pace import turn

POINTER = 1
HELD_DOWN = 1


async def press(at: Aim, times: int = 1) -> bool:
    """Press and let go, once or twice in a row. As with a real mouse, what left the page meanwhile is not clicked.

    False where it left before it could be clicked.
    """
    hover(at)
    for count in range(1, times + 1):
        takes_mouse = await down(at, count)
        await turn()
        await up(at, takes_mouse, count)
        if not at.node.isConnected:
            return count > 1
        tell(at, "click", detail=count)
        await turn()
    if times > 1 and at.node.isConnected:
        tell(at, "dblclick", detail=times)
    return True


def hover(at: Aim) -> None:
    """Arrive over a node, and over all that is round it."""
    around = list(ancestors(at.node))
    for kind in ("pointer", "mouse"):
        tell(at, f"{kind}over")
        for node in reversed(around):
            tell(Aim(node, at.x, at.y), f"{kind}enter", bubbles=False, cancelable=False)
    move(at, buttons=0)


def move(at: Aim, buttons: int = HELD_DOWN) -> None:
    """Be moved to a point."""
    tell(at, "pointermove", buttons=buttons)
    tell(at, "mousemove", buttons=buttons)


async def down(at: Aim, count: int = 1) -> bool:
    """Press; whether the page wants the mouse's own events of this press too."""
    await turn()
    takes_mouse = tell(at, "pointerdown", buttons=HELD_DOWN, detail=count)
    await turn()
    if takes_mouse and at.node.isConnected and tell(at, "mousedown", buttons=HELD_DOWN, detail=count):
        follow_press(at.node)
    return takes_mouse


async def up(at: Aim, takes_mouse: bool = True, count: int = 1) -> None:
    """Let go."""
    for event in ("pointerup", "mouseup") if takes_mouse else ("pointerup",):
        if at.node.isConnected:
            tell(at, event, detail=count)
            await turn()


def tell(at: Aim, event: str, **settings: Any) -> bool:
    """Send one event from a point; False when the page prevented what it stands for."""
    where = {"clientX": at.x, "clientY": at.y, "view": at.node.ownerDocument.defaultView}
    if event.startswith("mouse") or event == "dblclick":
        return fire(at.node, event, "MouseEvent", **where, **settings)
    mouse = {"pointerId": POINTER, "pointerType": "mouse", "isPrimary": True}
    return fire(at.node, event, "PointerEvent", **mouse, **where, **settings)
