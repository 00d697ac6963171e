"""The other chats on the page, as far as they are in the way. Those beside each other make room by style alone."""

from agentic.browser.dom import Node
from agentic.element.surface import TAG


def lies_on_another(element: Node) -> bool:
    """Whether another chat rests where this one does; those with another parent can."""
    place = _resting_place(element)
    others = element.ownerDocument.querySelectorAll(TAG) if place else ()
    return any(other != element and _resting_place(other) == place for other in others)


def _resting_place(element: Node) -> tuple[float, float] | None:
    """The middle of its launcher; None where it has none, or is not shown."""
    launcher = element.shadowRoot and element.shadowRoot.querySelector(".launcher")
    box = launcher.getBoundingClientRect() if launcher else None
    return (round(box.left + box.width / 2), round(box.top + box.height / 2)) if box and box.width else None
