"""A capability as it stands in a catalog."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable, iscoroutine
from typing import Any, Literal

from agentic.core.capability import Capability, Risk, Target
from agentic.core.schema import Schema

State = Literal["available", "unavailable", "suspended"]

log = logging.getLogger("agentic")


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A registered capability; every change makes a new entry.

    `revision` is the catalog's at the last breaking change: registration, a new schema or a new risk. A new `execute`
    or wording does not break a plan. `shown_at` is the catalog's when the entry last came into it, or came back; None
    stands for the change that is being made. `origin` is the same for all entries of one registration. `is_present`
    asks whether the element it is bound to is in the document; `element` gives that element as long as it lives.
    """

    capability: Capability
    owner: str
    origin: object
    revision: int
    schema: Schema
    takes_signal: bool
    suspended: bool = False
    shown_at: int | None = None
    is_present: Callable[[], bool] | None = None
    element: Callable[[], Any] | None = None

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
    def description(self) -> str:
        return self.capability.description

    @property
    def input_schema(self) -> Mapping[str, Any]:
        return self.capability.input_schema

    @property
    def untrusted(self) -> bool:
        return self.capability.untrusted

    @property
    def needs_confirmation(self) -> bool:
        """Whether a person must be asked, as far as the capability itself says."""
        return self.capability.needs_confirmation

    @property
    def secrets(self) -> tuple[str, ...]:
        """The paths of the values that are masked wherever they are shown: `login.pin`, `rows[].token`."""
        return self.schema.secrets

    @property
    def hides(self) -> bool:
        """Whether something in the arguments may not be shown."""
        return bool(self.secrets) or self.capability.redact is not None

    def masked(self, input: Mapping[str, Any]) -> Mapping[str, Any]:
        """A deep copy as it may be shown: what the capability itself redacts, and every secret, masked."""
        redact = self.capability.redact
        return self.schema.masked(redact(input) if redact and isinstance(input, Mapping) else input)

    @property
    def state(self) -> State:
        """What it is right now; a capability with a function for `available` is asked."""
        if self.suspended or (self.is_present and not self.is_present()):
            return "suspended"
        available = self.capability.available
        if callable(available):
            available = self._asked(available)
        return "available" if available else "unavailable"

    def _asked(self, available: Callable[[], Any]) -> bool:
        try:
            said = available()
        except Exception:
            log.exception("%s: the function given as available= failed, so it counts as unavailable", self.name)
            return False
        if isawaitable(said):
            log.error("%s: the function given as available= is async, so it counts as unavailable", self.name)
            if iscoroutine(said):
                said.close()
            return False
        return bool(said)
