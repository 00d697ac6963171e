"""The host element as its session sees it, held weakly: a peer never keeps its element alive."""

from collections.abc import Mapping
from typing import Any

from agentic.browser import console
from agentic.browser.dom import Node, emit
from agentic.browser.keep import weak


class ElementHost:
    """Attributes of the element, and events out of it."""

    def __init__(self, element: Node) -> None:
        self.node = weak(element)
        self._tag = element.localName
        self._warned: set[str] = set()

    def attribute(self, name: str) -> str | None:
        node = self.node()
        return node.getAttribute(name) if node.hasAttribute(name) else None

    def set_attribute(self, name: str, value: str | None) -> None:
        if value is None:
            self.node().removeAttribute(name)
        else:
            self.node().setAttribute(name, value)

    def address(self) -> str:
        """The page's address now; empty once the element is gone."""
        node = self.node()
        return node.ownerDocument.location.href if node else ""

    def emit(self, event: str, detail: Mapping[str, Any]) -> None:
        # A run that was stopped because its element is gone still reports; there is nobody left to hear it.
        if node := self.node():
            emit(node, event, detail)

    def error(self, sentence: str) -> None:
        """Tell the page's author what does not work."""
        console.error(f"<{self._tag}>: {sentence}")

    def warn(self, sentence: str) -> None:
        """Tell the page's author, once."""
        if sentence not in self._warned:
            self._warned.add(sentence)
            console.warn(f"<{self._tag}>: {sentence}")
