"""What the shim talks to: one peer per element. Errors become values here, and the shim throws them.

The peer holds the session and no node; only the view, open while the element is in a document, holds nodes.
"""

from typing import Any

from agentic.browser.dom import Node, select
from agentic.browser.ffi import Scope
from agentic.browser.keep import Keeper
from agentic.browser.ports import Ports
from agentic.element import events, surface
from agentic.element.ag_ui_chat import AgUiChat
from agentic.element.face import Face
from agentic.element.host import ElementHost
from agentic.element.moved import MovedByAgent
from agentic.element.page_actions import PageActions
from agentic.element.page_tools import PageTools
from agentic.element.view import View

CATALOGS = ("data-skills", "data-skills-url", "data-tools-url")


class Peer(Face):
    """The Python side of one element."""

    def __init__(self, element: Node, page: Ports) -> None:
        self._host = ElementHost(element)
        self._page = page
        self._chat = AgUiChat(self._host, page, Scope().spawn)
        super().__init__(self._chat, surface.methods(), surface.properties(), Keeper(element))
        self._session = self._chat.session
        registry, strings = self._session.registry, lambda: self._session.words
        self._page_tools = PageTools(self._chat, registry, page.load_module, strings)
        self._page_actions = PageActions(self._chat, registry, MovedByAgent(self._chat), self._page_target, strings)
        self._session.reworded.subscribe(lambda _: self._offer())
        self._view: View | None = None
        self._was_collapsed = False
        self._chat.whereabouts.corner.subscribe(lambda corner: self._keep("corner", corner))

    def connected(self) -> None:
        """The element entered a document: draw the conversation into its shell."""
        element = self._host.node()
        self._was_collapsed = self._chat.collapsed
        self._session.registry.come_back()
        self._session.reword()
        self._read_catalogs()
        self._session.keeping.begin()
        self._view = View(element, self._session, self._page)
        self._page.chats.came(element, self._session.registry)

    def disconnected(self) -> None:
        """The element left its document, perhaps only to be put elsewhere: the run goes on, nodes are let go."""
        self._session.keeping.let_go()
        if self._view:
            self._view.close()
            self._view = None

    def removed(self) -> None:
        """It did not come back."""
        self._session.removed()
        self._session.registry.leave()
        self._page.chats.went(self._session.registry)

    def changed(self, attribute: str) -> None:
        """An attribute was written."""
        self._chat.check(attribute)
        if attribute == "data-strings":
            self._session.reword()
        if attribute == "page-tools":
            self._page_tools.settle()
        if attribute == "data-page-actions":
            self._page_actions.settle()
        if attribute == "user-key":
            self._session.keeping.user_changed()
        if attribute in CATALOGS and self._view:
            self._read_catalogs()
        if attribute == "placement":
            self._chat.whereabouts.settle()
        if attribute == "collapsed" and self._view:
            self._toggled()
        self._session.changed.set(None)

    def _read_catalogs(self) -> None:
        self._session.skills.embed(self._chat.data_skills)
        self._chat.catalogs.settle()

    def _offer(self) -> None:
        """Have the page's tools offered as the attributes say, under the names that a person reads now."""
        self._page_tools.settle()
        self._page_actions.settle()

    def _page_target(self, target: str) -> Any:
        """What an agent means by a name of its own, as the page resolves it."""
        return (self._chat.resolve_page_target or select)(target)

    def _toggled(self) -> None:
        """Tell the page, and keep the choice for this tab."""
        collapsed = self._chat.collapsed
        if collapsed == self._was_collapsed:
            return
        self._was_collapsed = collapsed
        if not collapsed:
            self._session.reader.seen()
        self._keep("collapsed", "true" if collapsed else "false")
        self._host.emit(events.TOGGLE, {"collapsed": collapsed})

    def _keep(self, what: str, value: str) -> None:
        """Keep how the panel stands for this tab; the loader reads it before there is Python."""
        self._page.storage.set(self._session.storage_key(what), value)
