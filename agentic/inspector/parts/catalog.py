"""The live catalog: every capability with its target, risk, state and revision, and a filter."""

from typing import Any

from agentic.core.entry import Entry
from agentic.element.labels import unmasked
from agentic.inspector.inspection import Inspection, Key
from agentic.inspector.labels import RISKS, STATES, found, target_text
from agentic.inspector.list_pane import ListPane
from agentic.inspector.pane import fresh

Source = tuple[Entry, str]


class CapabilityRow:
    """One line of the catalog."""

    def __init__(self, session: Inspection) -> None:
        self.node, self.refs = fresh("capability_row", session)
        self._words = session.words

    def update(self, source: Source) -> None:
        entry, state = source
        self.refs.name.textContent = unmasked(entry.name)
        self.refs.target.textContent = target_text(entry.target)
        self.refs.risk.textContent = self._words(RISKS[entry.risk])
        self.refs.risk.setAttribute("data-risk", entry.risk)
        self.refs.state.textContent = self._words(STATES[state])
        self.refs.state.setAttribute("data-state", state)
        self.refs.revision.textContent = str(entry.revision)


class Catalog(ListPane):
    """Sorted by name, so that a capability that comes or goes moves no other."""

    name = "catalog"
    row = CapabilityRow
    nothing = "nothingRegistered"

    @property
    def chosen(self) -> Key | None:
        return self.session.chosen

    def choose_key(self, key: Key | None) -> None:
        self.session.choose(key)

    def items(self) -> list[tuple[Key, Source]]:
        entries = self.session.registry.list() if self.session.registry else ()
        ordered = sorted(entries, key=lambda entry: (entry.name, entry.target_id or ""))
        return [((entry.name, entry.target_id), (entry, entry.state)) for entry in ordered]

    def passes(self, source: Any, written: str, *choices: str) -> bool:
        (entry, state), (risk, wanted) = source, choices
        if (risk and entry.risk != risk) or (wanted and state != wanted):
            return False
        return found(written, (entry.name, entry.description, target_text(entry.target), entry.owner))
