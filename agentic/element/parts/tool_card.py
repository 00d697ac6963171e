"""The card of one call: its label, how far it is, its arguments and its result."""

from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.core.confirmation import Answer
from agentic.element.labels import has_arguments, named_arguments, pretty_json, tool_label
from agentic.element.part import Row
from agentic.element.parts.arguments import show_arguments
from agentic.element.session import Session
from agentic.protocol.messages import ToolCall

RESULT_LABELS = MappingProxyType({"error": "resultError", "declined": "resultDeclined"})
DECISIONS = MappingProxyType(
    {"once": "approvedByYou", "digest": "approvedByYou", "session": "alwaysByYou", "deny": "declinedByYou"}
)


class ToolCard(Row):
    """One call, from its first argument to its result."""

    template = "tool_card"
    actions = ("toggle",)

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._shown: tuple[Any, ...] = ()

    def update(self, source: ToolCall) -> None:
        status, result = self.session.status(source), self.session.result(source)
        decision = self.session.decision(source)
        shown = (source, status, result, decision)
        if shown == self._shown:
            return
        is_new = not self._shown
        self._shown = shown
        if is_new:
            self._name(source.name)
        self._show_status(status, decision)
        self._show_arguments(source.arguments, is_complete=status != "streaming")
        self.refs.result_label.textContent = self.session.words(RESULT_LABELS.get(status, "toolResult"))
        self._fill("result", pretty_json(result.text) if result else "", bool(result and result.text))

    def toggle(self, button: Node) -> None:
        expanded = self.node.toggleAttribute("data-expanded")
        button.setAttribute("aria-expanded", "true" if expanded else "false")

    def _name(self, name: str) -> None:
        label = tool_label(name, self.session.registry)
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

    def _show_arguments(self, text: str, *, is_complete: bool) -> None:
        """As a table, where they are whole; as they come, until then."""
        known = named_arguments(text) if is_complete else {}
        show_arguments(self.refs.pairs, known)
        self._fill("args", "" if known else pretty_json(text) if is_complete else text, has_arguments(text))

    def _fill(self, region: str, text: str, is_there: bool) -> None:
        """Show a region, and say on the card that it is there: the style sheet decides when it is seen."""
        getattr(self.refs, region).textContent = text
        getattr(self.refs, f"{region}_section").hidden = not is_there
        self.node.toggleAttribute(f"data-{region}", is_there)
