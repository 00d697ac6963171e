"""What a person allowed beyond one call; in memory only, listed and revocable."""

from dataclasses import dataclass
from typing import Literal

from agentic.core.entry import Entry
from agentic.core.signal import Signal


@dataclass(frozen=True, slots=True)
class Approval:
    """A remembered yes: for one exact call (`digest`), or for a capability until the page is left (`session`)."""

    kind: Literal["digest", "session"]
    name: str
    owner: str
    digest: str = ""


class Approvals:
    """The remembered approvals of one registry. They end with the page; nothing stores them."""

    def __init__(self) -> None:
        self.changed: Signal[tuple[Approval, ...]] = Signal(())

    def list(self) -> tuple[Approval, ...]:
        return self.changed.get()

    def remember(self, kind: Literal["digest", "session"], entry: Entry, digest: str) -> None:
        approval = Approval(kind, entry.name, entry.owner, digest if kind == "digest" else "")
        if approval not in self.list():
            self.changed.set((*self.list(), approval))

    def find(self, entry: Entry, digest: str, *, offers_session: bool) -> Approval | None:
        """The approval that covers this call. One given to another owner's capability of that name does not count."""
        for approval in self.list():
            if (approval.name, approval.owner) != (entry.name, entry.owner):
                continue
            if approval.digest == digest or (approval.kind == "session" and offers_session):
                return approval
        return None

    def revoke(self, approval: Approval) -> None:
        self.changed.set(tuple(kept for kept in self.list() if kept != approval))

    def clear(self, name: str | None = None) -> None:
        """Forget all approvals, or those of one capability."""
        self.changed.set(tuple(kept for kept in self.list() if name is not None and kept.name != name))
