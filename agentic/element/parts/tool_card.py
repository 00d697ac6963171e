"""The card of one call: its label, how far it is, its arguments and its result."""

from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.core.confirmation import Answer
from agentic.core.entry import Entry
from agentic.element.approving import Approval
from agentic.element.labels import (
    argument_rows,
    entries_of,
    has_arguments,
    named_arguments,
    pretty_json,
    shown_arguments,
    tool_label,
)
from agentic.element.part import Row
from agentic.element.parts.approval_card import ApprovalCard
from agentic.element.parts.arguments import show_rows
from agentic.element.session import Session
from agentic.protocol.messages import ToolCall

RESULT_LABELS = MappingProxyType({"error": "resultError", "declined": "resultDeclined"})
DECISIONS = MappingProxyType(
    {"once": "approvedByYou", "digest": "approvedByYou", "session": "alwaysByYou", "deny": "declinedByYou"}
)


class ToolCard(Row):
    """One call, from its first argument to its result."""

    template = "tool_card"
    actions = ("toggle", *ApprovalCard.actions)

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._shown: tuple[Any, ...] = ()
        # Kept, for what it hides must stay hidden when the capability itself is gone.
        self._meant: tuple[Entry, ...] = ()
        self._approval: ApprovalCard | None = None

    def update(self, source: ToolCall) -> None:
        status, result = self.session.status(source), self.session.result(source)
        decision = self.session.decision(source)
        approval = self.session.approving.about(source)
        if approval and approval.is_carded:
            self._show_approval(approval)
        shown = (source, status, result, decision)
        if shown == self._shown:
            return
        has_moved_on = self._shown[1:2] != (status,)
        self._shown = shown
        if has_moved_on:
            # What the tool that executes others is about, it says in its arguments.
            self._meant = self._meant or entries_of(source, self.session.registry)
            self._name(tool_label(source.name, next(iter(self._meant), None)))
        self._show_status(status, decision)
        self._show_arguments(source, is_complete=status != "streaming")
        self.refs.result_label.textContent = self.session.words(RESULT_LABELS.get(status, "toolResult"))
        self._fill("result", pretty_json(result.text) if result else "", bool(result and result.text))

    def toggle(self, button: Node) -> None:
        expanded = self.node.toggleAttribute("data-expanded")
        button.setAttribute("aria-expanded", "true" if expanded else "false")

    def approve(self, button: Node) -> None:
        if self._approval:
            self._approval.approve(button)

    def deny(self, button: Node) -> None:
        if self._approval:
            self._approval.deny(button)

    def _show_approval(self, approval: Approval) -> None:
        """The server's question about this call, in the card that shows what it is about."""
        if self._approval is None:
            self._approval = ApprovalCard(self.session, self.page)
            self.refs.approval.append(self._approval.node)
            self.refs.approval.hidden = False
        self._approval.update(approval)

    def _name(self, label: str) -> None:
        self.refs.name.textContent = label
        self.refs.toggle.setAttribute("aria-label", self.session.words("toolDetails", tool=label))

    def _show_status(self, status: str, decision: Answer | None) -> None:
        words = self.session.words
        self.node.setAttribute("data-status", status)
        self.refs.status.textContent = words(f"tool{status.capitalize()}")
        said = DECISIONS.get(decision.kind) if decision else None
        self.refs.decision.hidden = not said
        if decision and said:
            self.refs.decision.textContent = words(said)
            self.refs.decision.setAttribute("data-decision", "approved" if decision.approves else "declined")

    def _show_arguments(self, call: ToolCall, *, is_complete: bool) -> None:
        """As a table, where they are whole; as they come, until then. Secrets are masked in both."""
        text = shown_arguments(call, self._meant, self.session.registry, is_complete=is_complete)
        known = named_arguments(text) if is_complete else {}
        show_rows(self.refs.pairs, argument_rows(known))
        self._fill("args", "" if known else text, has_arguments(call.arguments))

    def _fill(self, region: str, text: str, is_there: bool) -> None:
        """Show a region, and say on the card that it is there: the style sheet decides when it is seen."""
        getattr(self.refs, region).textContent = text
        getattr(self.refs, f"{region}_section").hidden = not is_there
        self.node.toggleAttribute(f"data-{region}", is_there)
