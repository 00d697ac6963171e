"""What a person allowed beyond one call; in memory only, listed and revocable."""

from dataclasses import dataclass
from typing import Literal

from agentic.core.capability import Risk
from agentic.core.entry import Entry
from agentic.core.signal import Signal


@dataclass(frozen=True, slots=True)
class Approval:
    """A remembered yes: for one exact call (`digest`), or for a capability until the page is left (`session`).

    It was given to this owner's capability, for this target, at this risk, and holds for nothing else. `revision` is
    the capability's: after a breaking change it is another one, that the person has not seen.
    """

    kind: Literal["digest", "session"]
    name: str
    owner: str
    target_id: str | None
    risk: Risk
    revision: int
    digest: str = ""


class Approvals:
    """The remembered approvals of one registry. They end with the page; nothing stores them."""

    def __init__(self) -> None:
        self.changed: Signal[tuple[Approval, ...]] = Signal(())

    def list(self) -> tuple[Approval, ...]:
        return self.changed.get()

    def remember(self, kind: Literal["digest", "session"], entry: Entry, digest: str) -> None:
        approval = _approval(kind, entry, digest if kind == "digest" else "")
        if approval not in self.list():
            self.changed.set((*self.list(), approval))

    def find(self, entry: Entry, digest: str, *, offers_session: bool) -> Approval | None:
        """The approval that covers this call."""
        covering = [_approval("digest", entry, digest)]
        if offers_session:
            covering.append(_approval("session", entry, ""))
        return next((approval for approval in self.list() if approval in covering), None)

    def revoke(self, approval: Approval) -> None:
        self.changed.set(tuple(kept for kept in self.list() if kept != approval))

    def end(self, entry: Entry) -> None:
        """Forget what was allowed to a capability that is gone, or not what it was."""
        kept = tuple(approval for approval in self.list() if approval.revision != entry.revision)
        if kept != self.list():
            self.changed.set(kept)

    def clear(self, name: str | None = None) -> None:
        """Forget all approvals, or those of one capability."""
        self.changed.set(tuple(kept for kept in self.list() if name is not None and kept.name != name))


def _approval(kind: Literal["digest", "session"], entry: Entry, digest: str) -> Approval:
    return Approval(kind, entry.name, entry.owner, entry.target_id, entry.risk, entry.revision, digest)
