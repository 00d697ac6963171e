"""The open view of a session: the parts of one shell, drawn at most once a frame."""

from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope
from agentic.browser.layout import watch_visible_window
from agentic.browser.ports import Ports
from agentic.core.words import Words
from agentic.element.neighbours import lies_on_another
from agentic.element.part import Part, translate
from agentic.element.parts.announcer import Announcer
from agentic.element.parts.checkpoints import Checkpoints
from agentic.element.parts.composer import Composer
from agentic.element.parts.greeting import Greeting
from agentic.element.parts.header import Header
from agentic.element.parts.launcher import Launcher
from agentic.element.parts.quoting import Quoting
from agentic.element.parts.suggestions import Starters
from agentic.element.parts.transcript import Transcript
from agentic.element.pointing import Pointing
from agentic.element.session import Session

PARTS: tuple[type[Part], ...] = (
    *(Header, Checkpoints, Transcript, Greeting, Starters, Composer, Launcher, Quoting, Announcer),
)

KEY_EVENTS = ("keydown", "keypress", "keyup")
TYPED_INTO = ("textarea", "input", "select")
PRESSED = ("button", "a", "summary")
PRESSES = ("Enter", " ")
SCROLLS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", " ")


class View:
    """Opens the parts when made, closes them and lets go of every node when closed."""

    def __init__(self, element: Node, session: Session, page: Ports) -> None:
        self.scope = Scope()
        self._element: Node = element
        self._root: Node = element.shadowRoot
        self._session = session
        self._words: Words | None = None
        self._is_due = False
        self._parts = [
            make(self._root.querySelector(f'[data-part="{make.name}"]'), session, self.scope, page) for make in PARTS
        ]
        for part in self._parts:
            part.opened()
        Pointing(self._root, session.registry, self.scope)
        watch_visible_window(self._show_hidden, self.scope)
        for kind in KEY_EVENTS:
            self.scope.listen(self._root, kind, keep_inside)
        for source in (session.changed, session.chat.conversation):
            self.scope.defer(source.subscribe(self.schedule))
        if lies_on_another(element):
            session.host.warn("it lies on another chat; give one of them another placement, or set --ag-ui-inset")
        self._draw()

    def schedule(self, _: object = None) -> None:
        """Draw in the next frame. A hidden tab has none; it draws when it is seen again."""
        if not self._is_due:
            self._is_due = True
            self.scope.frame(self._draw)

    def close(self) -> None:
        self.scope.close()
        # Python would free the cycles among parts at some later time; nodes must be free now.
        for part in self._parts:
            vars(part).clear()
        self._parts = []
        self._element = self._root = None

    def _show_hidden(self, top: float, bottom: float) -> None:
        """Publish what a keyboard hides of the window, for the style sheet and for the page's own."""
        for edge, pixels in (("top", top), ("bottom", bottom)):
            self._element.style.setProperty(f"--ag-ui-visual-viewport-inset-{edge}", f"{pixels}px")

    def _draw(self) -> None:
        self._is_due = False
        if self._words is not self._session.words:
            self._words = self._session.words
            translate(self._root, self._words)
        focused = self._root.activeElement
        for part in self._parts:
            part.update()
        # What was pressed may have gone with what it did: who works by keyboard is to go on from somewhere.
        if focused and not (focused.isConnected and focused.checkVisibility()):
            self._session.wants_focus.set(None)


def keep_inside(event: Any) -> None:
    """Keys that are typed into the chat, or work one of its controls, are not the page's shortcuts.

    The page sees them come from the element, and cannot know. Those with Ctrl or Meta are not typed; AltGr types
    characters, and is told as Ctrl and Alt together by Windows. What the page has put into a slot is its own.
    """
    node = event.composedPath()[0]
    is_command = (event.ctrlKey or event.metaKey) and not event.getModifierState("AltGraph")
    if takes(node, event.key) and not is_command and not event.currentTarget.host.contains(node):
        event.stopPropagation()


def takes(node: Node, key: str) -> bool:
    """Whether a key does something where it was pressed."""
    if node.localName in TYPED_INTO or getattr(node, "isContentEditable", False):
        return True
    if key in PRESSES and node.localName in PRESSED:
        return True
    return key in SCROLLS and node.hasAttribute("tabindex")
