"""A sub-agent at work: one row that tells what it does now, over the calls it has made."""

from types import MappingProxyType

from agentic.browser.dom import Node, clone, refs
from agentic.browser.ports import Ports
from agentic.element.delegations import Delegation, Step
from agentic.element.part import Row
from agentic.element.session import Session

STATES = MappingProxyType({None: "running", True: "done", False: "error"})
ENDINGS = MappingProxyType({"finished": "done", "failed": "error"})


class SubagentRow(Row):
    """Folded, it is the server's one line; unfolded, the sub-agent's own calls stand below."""

    template = "subagent"

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._shown: tuple[Delegation, bool] | None = None
        self._steps: tuple[Step, ...] = ()

    def update(self, source: tuple[Delegation, bool]) -> None:
        """`source`: what is delegated, and whether the call that did so is over."""
        if source == self._shown:
            return
        self._shown = source
        delegation, is_over = source
        words = self.session.words
        state = ENDINGS.get(delegation.ending) or ("interrupted" if is_over else "running")
        self.node.setAttribute("data-state", state)
        self.refs.state.textContent = words(f"tool{state.capitalize()}")
        agent = self.session.cards.labels.label(delegation.agent) if delegation.agent else ""
        self.refs.status.textContent = delegation.status or words("subAgentWorking", agent=agent).strip()
        self.refs.row.disabled = not delegation.steps
        if delegation.steps:
            self.refs.row.setAttribute("aria-expanded", "false" if self.refs.steps.hidden else "true")
            self.refs.steps.setAttribute("aria-label", words("subAgentSteps", agent=agent))
        self._show_steps(delegation.steps, is_over=is_over)

    def toggle(self, button: Node) -> None:
        hidden = self.refs.steps.toggleAttribute("hidden")
        button.setAttribute("aria-expanded", "false" if hidden else "true")

    def _show_steps(self, steps: tuple[Step, ...], *, is_over: bool) -> None:
        """Draw those that are new or have changed; what stands stays, so that a long job costs no more each time."""
        for index, step in enumerate(steps):
            if index < len(self._steps) and self._steps[index] == step and not is_over:
                continue
            if index >= self.refs.steps.children.length:
                self.refs.steps.append(clone("subagent_step").firstElementChild)
            self._show_step(self.refs.steps.children[index], step, is_over=is_over)
        for node in list(self.refs.steps.children)[len(steps) :]:
            node.remove()
        self._steps = steps

    def _show_step(self, node: Node, step: Step, *, is_over: bool) -> None:
        state = "interrupted" if step.ok is None and is_over else STATES[step.ok]
        made = refs(node)
        node.setAttribute("data-state", state)
        made.name.textContent = self.session.cards.labels.label(step.name)
        made.state.textContent = self.session.words(f"tool{state.capitalize()}")
