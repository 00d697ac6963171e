"""The audit timeline: every decision about every call, with export and verification."""

from datetime import datetime
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.download import download
from agentic.core.audit import Audit, AuditRecord, Verdict
from agentic.element.follow import Follow
from agentic.element.labels import unmasked
from agentic.inspector.inspection import Inspection
from agentic.inspector.labels import clock_time, duration, found
from agentic.inspector.list_pane import ListPane
from agentic.inspector.pane import fresh


class RecordRow:
    """One line of the timeline; a record never changes."""

    def __init__(self, session: Inspection) -> None:
        self.node, self.refs = fresh("record_row", session)
        self._words = session.words

    def update(self, source: AuditRecord) -> None:
        self.refs.number.textContent = str(source.number)
        self.refs.time.textContent = clock_time(source.at)
        self.refs.kind.textContent = self._words(f"kind.{source.kind}")
        self.refs.kind.setAttribute("data-kind", source.kind)
        self.refs.name.textContent = unmasked(source.name)
        self.refs.target.textContent = unmasked(source.target_id or "")
        self.refs.status.textContent = self._words(f"status.{source.status}") if source.status else ""
        self.refs.status.setAttribute("data-status", source.status)
        self.refs.duration.textContent = duration(source.duration) if source.kind != "received" else ""


class Timeline(ListPane):
    """Oldest first; it follows its end while the reader is there."""

    name = "timeline"
    row = RecordRow
    nothing = "nothingHappened"
    actions = (*ListPane.actions, "latest", "verify", "verify_file", "export")

    def opened(self) -> None:
        super().opened()
        self._verified: AuditRecord | None = None
        self.refs.verdict.hidden = True
        self._follow = Follow(self.refs.viewport, self.refs.list, self.scope, self._show_latest)
        self.scope.listen(self.refs.file, "change", self._file_chosen)
        self.scope.defer(self.session.wants_call.subscribe(self.filter_by))

    def update(self) -> None:
        super().update()
        # A verdict is about the records of its time.
        if self._verified and self._latest() is not self._verified:
            self._verified = None
            self.refs.verdict.hidden = True

    @property
    def chosen(self) -> int | None:
        return self.session.record

    def choose_key(self, key: int | None) -> None:
        self.session.choose_record(key)

    def items(self) -> list[tuple[int, AuditRecord]]:
        return [(record.number, record) for record in self._audit.records] if self._audit else []

    def passes(self, source: Any, written: str, *choices: str) -> bool:
        if choices[0] and source.kind != choices[0]:
            return False
        texts = (source.name, source.target_id or "", source.status, source.call_id, source.digest, source.hint)
        return found(written, texts)

    def latest(self, _button: Node) -> None:
        self._follow.to_end()

    def verify(self, _button: Node) -> None:
        """Check the chain of hashes of the records that are kept."""
        if self._audit:
            self._say(self._audit.verify(), len(self._audit.records))

    def verify_file(self, _button: Node) -> None:
        """Check the chain of hashes in a file that was exported before."""
        self.refs.file.click()

    def export(self, _button: Node) -> None:
        """Save the records as JSON Lines."""
        if self._audit:
            name = f"agentic-audit-{datetime.now().strftime('%Y-%m-%d-%H%M%S')}.jsonl"
            download(name, self._audit.to_lines(), "application/jsonl")

    async def _file_chosen(self, _event: Any) -> None:
        file = self.refs.file.files.item(0)
        if file and self._audit:
            text = await file.text()
            self.refs.file.value = ""
            # One of its own knows nothing yet: a file may be of another page, or of before this one was loaded.
            self._say(Audit().verify(text), len(text.splitlines()), file.name)

    def _say(self, verdict: Verdict, count: int, file: str = "") -> None:
        """Tell what came of a check: in sight, and aloud."""
        words = self.session.words
        broken = words("chainBroken", line=verdict.line, reason=verdict.reason)
        said = words.count("chainHolds", count) if verdict else broken
        self.refs.verdict.textContent = f"{file}: {said}" if file else said
        self.refs.verdict.setAttribute("data-sound", "true" if verdict else "false")
        self.refs.verdict.hidden = False
        self._verified = self._latest()
        self.session.announced.set(said)

    @property
    def _audit(self) -> Audit | None:
        return self.session.registry.audit if self.session.registry else None

    def _latest(self) -> AuditRecord | None:
        return next(iter(self._audit.records[-1:]), None) if self._audit else None

    def _show_latest(self, is_away: bool) -> None:
        self.refs.latest.hidden = not is_away
