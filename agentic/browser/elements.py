"""Elements of the page that capabilities are bound to: whether they are in the document, and when that changes."""

from collections.abc import Callable
from typing import Any

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope, to_browser
from agentic.browser.keep import weak
from agentic.errors import UsageError

Weak = Callable[[], Node]
"""An element as long as it lives, then something falsy."""
_ELEMENT = 1  # Node.ELEMENT_NODE


class PageElements:
    """Follows elements in and out of the document, those in shadow trees too. One observer serves all of them."""

    def __init__(self) -> None:
        self._watched: dict[object, _Watched] = {}
        self._scope: Scope | None = None
        self._observer: Node = None

    def weak(self, element: Any) -> Weak:
        if getattr(element, "nodeType", None) != _ELEMENT:
            raise UsageError(f"bind: an element of the page is needed, not {element!r}")
        return weak(element)

    def is_present(self, element: Weak) -> bool:
        living = element()
        return bool(living) and living.isConnected

    def watch(self, element: Weak, moved: Callable[[], object]) -> Callable[[], None]:
        key = object()
        self._open()
        self._watched[key] = _Watched(element, moved, self.is_present(element))
        self._observe(element())

        def leave() -> None:
            self._watched.pop(key, None)
            if not self._watched:
                self._close()

        return leave

    def _open(self) -> None:
        if self._scope is None:
            self._scope = Scope()
            self._observer = js.MutationObserver.new(self._scope.lend(self._changed))

    def _close(self) -> None:
        if self._scope:
            self._observer.disconnect()
            self._scope.close()
            self._scope = self._observer = None

    def _observe(self, element: Node) -> None:
        """Hear of every change in the trees above the element: its own, and those around the hosts of shadow roots."""
        options = to_browser({"childList": True, "subtree": True})
        self._observer.observe(js.document, options)
        root = element.getRootNode()
        while host := getattr(root, "host", None):
            self._observer.observe(root, options)
            root = host.getRootNode()

    def _changed(self, *_: object) -> None:
        for watched in tuple(self._watched.values()):
            before, watched.was_present = watched.was_present, self.is_present(watched.element)
            if before != watched.was_present:
                if watched.was_present:
                    self._observe(watched.element())  # it may have come into another shadow tree
                watched.moved()


class _Watched:
    """One element, and whether it was in the document when somebody last looked."""

    __slots__ = ("element", "moved", "was_present")

    def __init__(self, element: Weak, moved: Callable[[], object], was_present: bool) -> None:
        self.element = element
        self.moved = moved
        self.was_present = was_present
