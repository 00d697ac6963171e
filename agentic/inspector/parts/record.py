"""The details of the chosen record, and the way its whole call took."""

from agentic.browser.dom import Node
from agentic.core.audit import AuditRecord
from agentic.element.labels import pretty_json, unmasked
from agentic.inspector.labels import clock_time, duration
from agentic.inspector.pane import Pane, set_text

FACTS = ("number", "time", "duration", "outcome", "hint", "target", "call", "digest", "hash", "previous")


class RecordDetails(Pane):
    """Everything there is to know of one record."""

    name = "record"
    actions = ("back", "follow")

    def opened(self) -> None:
        self._shown: tuple[AuditRecord, int] | None = None

    def update(self) -> None:
        if self.session.settings.view != "timeline":
            return
        records = self.session.registry.audit.records if self.session.registry else ()
        record = next((each for each in records if each.number == self.session.record), None)
        self.refs.about.hidden = record is None
        self.refs.none.hidden = record is not None
        if record is None:
            chosen = self.session.record
            set_text(self.refs.none, self.session.words("recordGone" if chosen else "chooseRecord"))
            self._shown = None
            return
        steps = steps_of(record, records)
        if self._shown != (record, len(steps)):
            self._shown = (record, len(steps))
            self._describe(record, steps)

    def back(self, _button: Node) -> None:
        self.session.choose_record(None)
        self.session.wants_focus.set(None)

    def follow(self, _button: Node) -> None:
        if self._shown:
            self.session.follow_call(self._shown[0].call_id)

    def _describe(self, record: AuditRecord, steps: tuple[AuditRecord, ...]) -> None:
        words = self.session.words
        self.refs.title.textContent = unmasked(record.name)
        self.refs.badge.textContent = words(f"kind.{record.kind}")
        self.refs.badge.setAttribute("data-kind", record.kind)
        texts = (
            str(record.number),
            clock_time(record.at),
            duration(record.duration),
            words(f"status.{record.status}") if record.status else "",
            record.hint,
            record.target_id or "",
            record.call_id,
            record.digest,
            record.hash,
            record.previous,
        )
        for name, text in zip(FACTS, texts, strict=True):
            cell = getattr(self.refs, f"record_{name}")
            cell.textContent = unmasked(text)
            cell.parentElement.hidden = not text
        written = next((step.input for step in steps if step.input), "")
        self.refs.input_section.hidden = not written
        self.refs.input.textContent = unmasked(pretty_json(written))
        self.refs.steps.replaceChildren(*[self._step(step, record) for step in steps])

    def _step(self, step: AuditRecord, chosen: AuditRecord) -> Node:
        node, cells = self.made("step")
        cells.kind.textContent = self.session.words(f"kind.{step.kind}")
        cells.kind.setAttribute("data-kind", step.kind)
        cells.after.textContent = f"+{duration(step.duration)}"
        if step is chosen:
            node.setAttribute("aria-current", "step")
        return node


def steps_of(record: AuditRecord, records: tuple[AuditRecord, ...]) -> tuple[AuditRecord, ...]:
    """The records of the same call. An id may come again in a later run: a call begins where it was received."""
    same = [each for each in records if each.call_id == record.call_id]
    starts = [at for at, each in enumerate(same) if each.kind == "received"]
    begins = max((at for at in starts if same[at].number <= record.number), default=0)
    ends = next((at for at in starts if at > begins), len(same))
    return tuple(same[begins:ends])
