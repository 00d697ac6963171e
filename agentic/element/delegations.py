"""Sub-agents at work: what a server tells of them while they are, for a row in the card that delegated to them.

The custom event `ag_ui.subagent` is a convention on top of AG-UI. Nothing of it is kept: what was delegated an hour ago
is not going on now.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agentic.core.camel import camel

NAME = "ag_ui.subagent"
CLOSING = ("finished", "failed")
PHASES = ("started", "tool_call", "tool_result", *CLOSING)


@dataclass(frozen=True, slots=True)
class Step:
    """A call of the sub-agent's own; `ok` is None while it runs."""

    call_id: str
    name: str
    ok: bool | None = None


@dataclass(frozen=True, slots=True)
class Delegation:
    """What one call delegated: to whom, how far it is, and the server's own line about it."""

    agent: str = ""
    status: str = ""
    ending: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def is_open(self) -> bool:
        return not self.ending

    def after(self, phase: str, told: Mapping[str, Any]) -> "Delegation":
        """This delegation when the server has told of its next phase."""
        known = Delegation() if phase == "started" else self
        agent, status, step = told.get("agent"), told.get("status"), step_of(told)
        return Delegation(
            agent=agent if isinstance(agent, str) else known.agent,
            status=status if isinstance(status, str) and status.strip() else known.status,
            ending=phase if phase in CLOSING else "",
            steps=put(known.steps, step) if step else known.steps,
        )


class Delegations:
    """Those of the conversation that is shown, by the id of the call that delegates."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._known: dict[str, Delegation] = {}
        self._changed = changed

    def about(self, call_id: str) -> Delegation | None:
        return self._known.get(call_id)

    def hear(self, told: Any) -> None:
        """Take in one event's value; what makes no sense changes nothing."""
        if not isinstance(told, dict):
            return
        call_id, phase = told.get(camel("delegation_id")), told.get("phase")
        if isinstance(call_id, str) and call_id and phase in PHASES:
            self._known[call_id] = self._known.get(call_id, Delegation()).after(phase, told)
            self._changed()

    def forget(self) -> None:
        self._known.clear()


def step_of(told: Mapping[str, Any]) -> Step | None:
    """The call of the sub-agent's that an event tells of."""
    tool = told.get("tool")
    if not isinstance(tool, dict) or not isinstance(call_id := tool.get(camel("tool_call_id")), str):
        return None
    name, ok = tool.get("name"), tool.get("ok")
    return Step(call_id, name if isinstance(name, str) else "", ok if isinstance(ok, bool) else None)


def put(steps: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    """The steps with this one in its place, or at the end."""
    if all(known.call_id != step.call_id for known in steps):
        return (*steps, step)
    return tuple(_told(known, step) if known.call_id == step.call_id else known for known in steps)


def _told(known: Step, step: Step) -> Step:
    return replace(step, name=step.name or known.name)
