"""The offer to quote what is selected, in the conversation or in the page; it floats beside the selection."""

from typing import Any

from agentic.browser.dom import Node
from agentic.browser.layout import place_beside
from agentic.browser.selection import Selected, selected_in
from agentic.element.part import Part


class Quoting(Part):
    """One button for both. It takes no focus, so that the selection stays."""

    name = "quoting"
    actions = ("quote",)

    def opened(self) -> None:
        self._root = self.node.getRootNode()
        self._messages = self._root.querySelector('[part~="messages"]')
        self._selected: Selected | None = None
        document = self.node.ownerDocument
        for event in ("pointerup", "keyup"):
            self.scope.listen(document, event, self._settled)
        self.scope.listen(document, "selectionchange", self._changed)
        self.scope.listen(document, "scroll", self._scrolled, capture=True, passive=True)
        self.scope.listen(self._messages, "scroll", self._scrolled, passive=True)
        self.scope.listen(self.node, "pointerdown", lambda event: event.preventDefault())

    def quote(self, _button: Node) -> None:
        selected = self._selected
        self._retire()
        if selected:
            self.session.quote(selected.text)

    def _settled(self, event: Any) -> None:
        """A selection is made when the hand or the key is lifted: until then it may still grow."""
        if any(node == self.node for node in event.composedPath()):
            return
        near = getattr(event, "clientY", None)
        selected = self._in_conversation(near) or self._in_page(near)
        if selected:
            self._offer(selected)
        else:
            self._retire()

    def _changed(self, _event: Any) -> None:
        """The browser tells of every step of a selection; only one that came to nothing ends the offer."""
        if self._selected and not (self._in_conversation(None) or self._in_page(None)):
            self._retire()

    def _scrolled(self, _event: Any) -> None:
        self._retire()

    def _in_conversation(self, near: float | None) -> Selected | None:
        if not self.session.settings.quote_selection:
            return None
        return selected_in(self._messages, [self._root], near)

    def _in_page(self, near: float | None) -> Selected | None:
        """What is selected in a region the page offered, but never what is ours."""
        regions = self.session.reader.regions
        if not regions or selected_in(self._root.host, [self._root]):
            return None
        body = self.node.ownerDocument.body
        found = (selected_in(region or body, [], near) for (region,) in regions)
        return next(filter(None, found), None)

    def _offer(self, selected: Selected) -> None:
        self._selected = selected
        if not self.node.matches(":popover-open"):
            self.node.showPopover()
        place_beside(self.node, selected.rect)

    def _retire(self) -> None:
        if self._selected:
            self._selected = None
            self.node.hidePopover()
