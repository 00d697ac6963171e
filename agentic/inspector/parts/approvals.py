"""What was allowed beyond one call, and the way to take it back."""

from agentic.browser.dom import Node
from agentic.core.approvals import Approval
from agentic.core.registry import Registry
from agentic.element.labels import unmasked
from agentic.inspector.labels import RISKS
from agentic.inspector.pane import Pane


class ApprovalsPane(Pane):
    """The remembered approvals. They end with the page; revoking ends one before that."""

    name = "approvals"
    actions = ("revoke", "revoke_all")

    def opened(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._approvals: tuple[tuple[Registry, Approval], ...] = ()

    def update(self) -> None:
        if self.session.settings.view != self.name:
            return
        self._approvals = self.session.approvals
        shown = (self._approvals, self.session.words)
        if shown != self._shown:
            self._shown = shown
            self.refs.list.replaceChildren(*[self._row(approval) for _, approval in self._approvals])
            self.refs.empty.hidden = bool(self._approvals)
            self.refs.revoke_all.hidden = not self._approvals

    def revoke(self, button: Node) -> None:
        at = [*self.refs.list.children].index(button.closest("[data-approval]"))
        self.session.revoke(*self._approvals[at])
        self.session.wants_focus.set(None)

    def revoke_all(self, _button: Node) -> None:
        self.session.revoke_all()
        self.session.wants_focus.set(None)

    def _row(self, approval: Approval) -> Node:
        node, cells = self.made("approval")
        words = self.session.words
        cells.name.textContent = unmasked(approval.name)
        cells.target.textContent = unmasked(approval.target_id or "")
        cells.risk.textContent = words(RISKS[approval.risk])
        cells.risk.setAttribute("data-risk", approval.risk)
        cells.kind.textContent = words(f"approved.{approval.kind}")
        cells.digest.textContent = approval.digest
        cells.digest.hidden = not approval.digest
        cells.revoke.setAttribute("aria-label", words("revokeNamed", name=unmasked(approval.name)))
        return node
