"""The card of one call: its label, how far it is, its arguments and its result."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.core.camel import camel
from agentic.core.entry import Entry
from agentic.element.approving import Approval
from agentic.element.labels import (
    argument_rows,
    clipped,
    compared,
    entries_of,
    has_arguments,
    named_arguments,
    newest,
    result_text,
    runs_here,
    shown_arguments,
)
from agentic.element.part import Row
from agentic.element.parts.approval_card import ApprovalCard
from agentic.element.parts.arguments import show_rows
from agentic.element.parts.subagent import SubagentRow
from agentic.element.session import Session
from agentic.protocol.messages import ToolCall

RESULT_LABELS = MappingProxyType({"error": "errorLabel", "declined": "declinedLabel"})
DECISIONS = MappingProxyType(
    {"approved": "decisionApproved", "always": "decisionAlways", "declined": "decisionDeclined"}
)


class ToolCard(Row):
    """One call, from its first argument to its result."""

    template = "tool_card"
    actions = ("toggle", "show_all", "steps", *ApprovalCard.actions)

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._shown: tuple[Any, ...] = ()
        self._whole: frozenset[str] = frozenset()
        # Kept, for what it hides must stay hidden when the capability itself is gone.
        self._meant: tuple[Entry, ...] = ()
        self._approval: ApprovalCard | None = None
        self._subagent: SubagentRow | None = None

    def update(self, source: ToolCall) -> None:
        session = self.session
        approval = session.approving.about(source)
        if approval and approval.is_carded:
            self._show_approval(approval)
        status = session.status(source)
        if self._shown[1:2] != (status,):
            # What the tool that executes others is about, it says in its arguments.
            self._meant = self._meant or entries_of(source, session.registry)
        entry = next(iter(self._meant), None)
        label = session.cards.labels.of(source, entry)
        if status == "pending" and not approval and not runs_here(source, entry):
            status = "running"
        self._show_subagent(source, is_over=status not in ("streaming", "pending", "running", "deferred"))
        told = (session.result(source), session.decision(source), approval)
        shown = (source, status, label, *told, session.cards.formatter)
        if (*shown, self._whole) == self._shown:
            return
        self._shown = (*shown, self._whole)
        self._name(label)
        self._show_status(status, session.decision(source))
        self._show_arguments(source, approval, is_complete=status != "streaming")
        self._show_result(source, status)

    def toggle(self, button: Node) -> None:
        expanded = self.node.toggleAttribute("data-expanded")
        button.setAttribute("aria-expanded", "true" if expanded else "false")

    def show_all(self, button: Node) -> None:
        """Show the whole of a region that was cut; the button goes, so the focus moves on to what it has shown."""
        region = button.getAttribute("data-region")
        self._whole |= {region}
        getattr(self.refs, region).focus(preventScroll=True)
        self.session.changed.set(None)

    def steps(self, button: Node) -> None:
        if self._subagent:
            self._subagent.toggle(button)

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

    def _show_subagent(self, call: ToolCall, *, is_over: bool) -> None:
        """What a sub-agent does for this call, however little else the card shows."""
        delegation = self.session.cards.delegations.about(call.id)
        if delegation is None:
            return
        if self._subagent is None:
            self._subagent = SubagentRow(self.session, self.page)
            self.refs.subagent.append(self._subagent.node)
            self.refs.subagent.hidden = False
        self._subagent.update((delegation, is_over))

    def _name(self, label: str) -> None:
        self.refs.name.textContent = label
        self.refs.toggle.setAttribute("aria-label", self.session.words("toolDetails", tool=label))

    def _show_status(self, status: str, decision: str) -> None:
        words = self.session.words
        self.node.setAttribute("data-status", status)
        self.refs.status.textContent = words(f"tool{status.capitalize()}")
        self.refs.decision.hidden = not decision
        if decision:
            self.refs.decision.textContent = words(DECISIONS[decision])
            self.refs.decision.setAttribute("data-decision", "declined" if decision == "declined" else "approved")

    def _show_arguments(self, call: ToolCall, approval: Approval | None, *, is_complete: bool) -> None:
        """As a table, where they are whole; as they come, until then. Secrets are masked in both."""
        text = shown_arguments(call, self._meant, self.session.registry, is_complete=is_complete)
        known = named_arguments(text) if is_complete else {}
        lines = argument_rows(known)
        if before := approval and not approval.decision and self.session.approving.before(approval):
            earlier = shown_arguments(before, self._meant, self.session.registry, is_complete=True)
            lines = compared(lines, argument_rows(named_arguments(earlier)), self.session.words)
        is_there = has_arguments(call.arguments)
        self._region("args", is_there)
        payload = {"kind": "arguments", camel("tool_name"): call.name, "args": known}
        if is_there and is_complete and self._is_drawn("args", payload):
            lines, text = [], ""
        shown = lines if "args" in self._whole else [replace(line, text=clipped(line.text)) for line in lines]
        show_rows(self.refs.pairs, shown, self.session.words)
        self._write("args", "" if known else text if is_complete else newest(text))
        if shown != lines:
            self._offer_all("args", text)

    def _show_result(self, call: ToolCall, status: str) -> None:
        result = self.session.result(call)
        text = result.text if result else ""
        self.refs.result_label.textContent = self.session.words(RESULT_LABELS.get(status, "resultLabel"))
        self._region("result", bool(text))
        payload = {"kind": "result", camel("tool_name"): call.name, "status": status, "text": text}
        is_drawn = bool(text) and self._is_drawn("result", payload)
        self._write("result", "" if is_drawn else result_text(text, status, self.session.words))

    def _region(self, region: str, is_there: bool) -> None:
        """Say on the card that a region is there: the style sheet decides when it is seen."""
        getattr(self.refs, f"{region}_section").hidden = not is_there
        self.node.toggleAttribute(f"data-{region}", is_there)

    def _is_drawn(self, region: str, payload: Mapping[str, Any]) -> bool:
        """Whether the page has drawn this region itself; a text of its own is a text, never markup."""
        made = self.session.cards.drawn(payload)
        frame = getattr(self.refs, region)
        frame.toggleAttribute("data-formatted", made is not None)
        own = getattr(self.refs, f"{region}_own")
        own.replaceChildren(*([] if made is None else [made]))
        own.hidden = made is None
        return made is not None

    def _write(self, region: str, text: str) -> None:
        shown = text if region in self._whole else clipped(text)
        getattr(self.refs, f"{region}_text").textContent = shown
        getattr(self.refs, f"{region}_more").hidden = True
        if shown != text:
            self._offer_all(region, text)

    def _offer_all(self, region: str, text: str) -> None:
        more = getattr(self.refs, f"{region}_more")
        more.hidden = False
        more.textContent = self.session.words("showAll", n=f"{len(text):,}")
