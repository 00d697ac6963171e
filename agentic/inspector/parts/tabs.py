"""The tabs, each with the number of things behind it, and the sheet that belongs to the chosen one."""

from agentic.browser.dom import Node
from agentic.inspector.pane import Pane, set_text
from agentic.inspector.roving import HORIZONTAL, Roving


class Tabs(Pane):
    """Catalog, timeline, pending, approvals."""

    name = "tabs"
    actions = ("show",)

    def opened(self) -> None:
        self._tabs = {tab.getAttribute("data-view"): tab for tab in self.node.children}
        root = self.node.getRootNode()
        self._sheets = {view: root.getElementById(f"sheet-{view}") for view in self._tabs}
        self._roving = Roving(self.node, self.scope, HORIZONTAL, self.show)
        self._view = ""

    def update(self) -> None:
        session = self.session
        registry, pending = session.registry, len(session.pending)
        set_text(self.refs.catalog, str(len(registry.list()) if registry else 0))
        set_text(self.refs.timeline, str(len(registry.audit.records) if registry else 0))
        set_text(self.refs.approvals, str(len(session.approvals)))
        set_text(self.refs.pending, str(pending))
        self.refs.pending.toggleAttribute("data-waiting", pending > 0)
        if session.settings.view != self._view:
            self._view = session.settings.view
            self._turn_to(self._view)

    def show(self, tab: Node) -> None:
        self.session.show(tab.getAttribute("data-view"))

    def _turn_to(self, view: str) -> None:
        for name, tab in self._tabs.items():
            tab.setAttribute("aria-selected", "true" if name == view else "false")
            self._sheets[name].hidden = name != view
        self._roving.stop_at(self._tabs[view])
