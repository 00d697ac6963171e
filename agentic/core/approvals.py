"""What a person allowed beyond one call; in memory only, listed and revocable."""

from dataclasses import dataclass, field, replace
from typing import Literal

from agentic.core.capability import Preview, Risk
from agentic.core.confirmation import Proposal
from agentic.core.entry import Entry
from agentic.core.signal import Signal

Kind = Literal["digest", "session"]


@dataclass(frozen=True, slots=True)
class Approval:
    """A remembered yes: for one exact call (`digest`), or for a capability until the page is left (`session`).

    It was given to this owner's capability, for this target, at this risk, and holds for nothing else: not once it is
    registered by another, nor once its words or its schema changed (`unchanged_since` is the catalog's revision then),
    and for one exact call only while that would do what the person was shown (`preview`).
    """

    kind: Kind
    name: str
    owner: str
    target_id: str | None
    risk: Risk
    unchanged_since: int
    digest: str = ""
    preview: Preview | None = field(default=None, repr=False)


class Approvals:
    """The remembered approvals of one registry. They end with the page; nothing stores them."""

    def __init__(self) -> None:
        self.changed: Signal[tuple[Approval, ...]] = Signal(())

    def list(self) -> tuple[Approval, ...]:
        return self.changed.get()

    def remember(self, kind: Kind, proposal: Proposal) -> None:
        approval = _approval(kind, proposal)
        if approval not in self.list():
            self.changed.set((*self.list(), approval))

    def find(self, proposal: Proposal) -> Approval | None:
        """The approval that covers this call; one for the session counts where the proposal offers that."""
        kinds: tuple[Kind, ...] = ("digest", "session") if proposal.offers_session else ("digest",)
        covering = [_approval(kind, proposal) for kind in kinds]
        return next((approval for approval in self.list() if approval in covering), None)

    def revoke(self, approval: Approval) -> None:
        self.changed.set(tuple(kept for kept in self.list() if kept != approval))

    def end(self, entry: Entry) -> None:
        """Forget what was allowed to a capability that is gone, or not what it was."""
        kept = tuple(approval for approval in self.list() if approval.unchanged_since != entry.unchanged_since)
        if kept != self.list():
            self.changed.set(kept)

    def clear(self, name: str | None = None) -> None:
        """Forget all approvals, or those of one capability."""
        self.changed.set(tuple(kept for kept in self.list() if name is not None and kept.name != name))


def _approval(kind: Kind, proposal: Proposal) -> Approval:
    entry, preview = proposal.entry, proposal.preview
    approval = Approval(kind, entry.name, entry.owner, entry.target_id, proposal.risk, entry.unchanged_since)
    if kind == "session":
        return approval
    # What points at it on the page would keep that page's nodes.
    return replace(approval, digest=proposal.digest, preview=preview and replace(preview, show=None))
