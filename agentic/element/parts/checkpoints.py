"""The panel "Continue a run": the server's runs, each resumed or branched with what is written in the composer."""

from typing import Any

from agentic.browser.dom import Node, clone, refs
from agentic.element.part import Part, translate
from agentic.element.runs import Pick, Run, told_apart

SHORT_ID = 8
"""Characters of a run's id that are shown; the whole of it shows when the mouse rests on them."""


class Checkpoints(Part):
    """Has one row for each run, drawn when the list or the words change.

    A run is called by what was asked in it; where that does not tell it from another, by when it was and its id.
    """

    name = "checkpoints"
    actions = ("close", "resume", "fork")

    def opened(self) -> None:
        self._shown: tuple[Any, ...] = ()
        self.scope.listen(self.node, "keydown", self._pressed)

    def update(self) -> None:
        runs, words = self.session.runs, self.session.words
        shown = (runs.is_open, runs.is_loading, runs.runs, runs.format_time, words)
        if shown == self._shown:
            return
        self._shown = shown
        self.node.hidden = not runs.is_open
        self.refs.empty.textContent = words("checkpointsLoading" if runs.is_loading else "checkpointsEmpty")
        self.refs.empty.hidden = bool(runs.runs)
        told = told_apart(runs.runs)
        rows = [self._row(run, run.id in told, number) for number, run in enumerate(runs.runs)]
        self.refs.list.replaceChildren(*rows)

    def close(self, _button: Node) -> None:
        self.session.runs.close()
        self.session.wants_focus.set(None)

    def resume(self, button: Node) -> None:
        self._pick("resume", button)

    def fork(self, button: Node) -> None:
        self._pick("fork", button)

    def _pick(self, verb: str, button: Node) -> None:
        row = list(self.refs.list.children).index(button.closest("li"))
        self.session.runs.picked.set(Pick(verb, self.session.runs.runs[row]))

    def _pressed(self, event: Any) -> None:
        if event.key == "Escape":
            event.stopPropagation()
            self.close(self.node)

    def _row(self, run: Run, is_told_apart: bool, number: int) -> Node:
        row, words = clone("checkpoint").firstElementChild, self.session.words
        cells = refs(row)
        if self.session.is_reworded:
            translate(row, words)
        now = self.page.clock.now()
        when = "" if run.started is None else self.session.runs.ago(run.started, now, words)
        cells.label.textContent = run.preview if is_told_apart else when or run.id[:SHORT_ID]
        cells.label.title = cells.label.textContent
        cells.time.textContent = when
        cells.time.hidden = not is_told_apart
        cells.id.textContent = run.id[:SHORT_ID]
        cells.id.title = run.id
        cells.id.hidden = is_told_apart
        cells.branch.hidden = not run.is_branch
        cells.label.id = f"checkpoint-{number}"
        for button in (cells.resume, cells.fork):
            button.setAttribute("aria-describedby", cells.label.id)
        return row
