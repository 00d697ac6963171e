"""A capability as it stands in a catalog."""

import logging
from dataclasses import dataclass
from typing import Literal

from agentic.core.capability import Capability, Risk, Target
from agentic.core.schema import Schema

State = Literal["available", "unavailable", "suspended"]

log = logging.getLogger("agentic")


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A registered capability; every change makes a new entry.

    `revision` is the catalog's at the last breaking change: registration, a new schema or a new risk. A new `execute`
    or wording does not break a plan. `origin` is the same for all entries of one registration.
    """

    capability: Capability
    owner: str
    origin: object
    revision: int
    schema: Schema
    takes_signal: bool
    suspended: bool = False

    @property
    def name(self) -> str:
        return self.capability.name

    @property
    def target(self) -> Target | None:
        return self.capability.target

    @property
    def target_id(self) -> str | None:
        return self.capability.target_id

    @property
    def risk(self) -> Risk:
        return self.capability.risk

    @property
    def state(self) -> State:
        """What it is right now; a capability with a function for `available` is asked."""
        if self.suspended:
            return "suspended"
        available = self.capability.available
        if not callable(available):
            return "available" if available else "unavailable"
        try:
            return "available" if available() else "unavailable"
        except Exception:
            log.exception("%s: the function given as available= failed, so it counts as unavailable", self.name)
            return "unavailable"
