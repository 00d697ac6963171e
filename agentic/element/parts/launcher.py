"""The launcher: what a collapsed widget rests at. It also sees that focus is never lost behind the panel."""

from agentic.browser.dom import Node
from agentic.element.part import Part

MOST_SHOWN = 9


class Launcher(Part):
    """The button that opens a collapsed panel."""

    name = "launcher"
    actions = ("expand",)

    def opened(self) -> None:
        self._collapsed = self.session.settings.collapsed

    def update(self) -> None:
        settings = self.session.settings
        self.refs.rail.textContent = settings.title_text or self.session.words("titleText")
        self._show_unread(settings.unread_badge)
        if settings.collapsed != self._collapsed:
            self._collapsed = settings.collapsed
            self._keep_focus()

    def expand(self, _button: Node) -> None:
        self.session.collapse(False)

    def _show_unread(self, has_badge: bool) -> None:
        count, words = self.session.reader.unread, self.session.words
        self.refs.badge.hidden = not (count and has_badge)
        self.refs.badge.textContent = f"{MOST_SHOWN}+" if count > MOST_SHOWN else str(count)
        label = words("expandUnread", count=count) if count else words("expand")
        if self.node.getAttribute("aria-label") != label:
            self.node.setAttribute("aria-label", label)
            self.node.title = label

    def _keep_focus(self) -> None:
        focused = self.node.getRootNode().activeElement
        if self._collapsed and focused:
            self.node.focus()
        elif focused == self.node:
            self.session.wants_focus.set(None)
