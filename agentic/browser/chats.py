"""The chats of a page: which registry belongs to which element, both held weakly."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass

from agentic.browser.dom import Node
from agentic.browser.keep import weak
from agentic.core.registry import Registry
from agentic.core.signal import Signal


@dataclass(frozen=True, slots=True)
class PageChat:
    """One chat; `id` is its element's, empty where that has none."""

    id: str
    registry: Registry


class Chats:
    """Every chat that is on the page now; `changed` tells that one came or went."""

    def __init__(self) -> None:
        self.changed: Signal[None] = Signal(None)
        self._elements: weakref.WeakKeyDictionary[Registry, Callable[[], Node]] = weakref.WeakKeyDictionary()

    def came(self, element: Node, registry: Registry) -> None:
        self._elements[registry] = weak(element)
        self.changed.set(None)

    def went(self, registry: Registry) -> None:
        self._elements.pop(registry, None)
        self.changed.set(None)

    def list(self) -> tuple[PageChat, ...]:
        """The chats in the order in which they came."""
        found = [(element(), registry) for registry, element in self._elements.items()]
        return tuple(PageChat(element.id, registry) for element, registry in found if element)
