"""A capability as it stands in a catalog."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable, iscoroutine
from typing import Any, Literal

from agentic.core.arguments import copied
from agentic.core.capability import Capability, Risk, Target
from agentic.core.foreign import contained
from agentic.core.schema import Schema
from agentic.core.secrets import Scrub, hidden_in, mask_all, scrubber

State = Literal["available", "unavailable", "suspended"]

log = logging.getLogger("agentic")


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A registered capability; every change makes a new entry.

    `revision` is the catalog's at the last breaking change: registration, a new schema or a new risk. A new `execute`
    or wording does not break a plan. `unchanged_since` is the catalog's when anything last changed that a yes rests on:
    the words too. `shown_at` is the catalog's when the entry last came into it, or came back; None
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
    unchanged_since: int = 0
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

    def masked(self, input: Any) -> Any:
        """A deep copy as it may be shown: what the capability itself redacts, and every secret, masked."""
        return self.schema.masked(self._redacted(input))

    def scrub(self, input: Any) -> Scrub:
        """A function that masks what `masked` hides of these arguments wherever a text quotes it."""
        return scrubber(*hidden_in(input, self.masked(input))) if self.hides else str

    def _redacted(self, input: Any) -> Any:
        redact = self.capability.redact
        if redact is None:
            return input
        try:
            with contained():
                shown = redact(copied(input)) if isinstance(input, Mapping) else None
        except Exception as error:
            # What it says may quote what it was to hide.
            log.error("%s: the function given as redact= failed (%s)", self.name, type(error).__name__)
            shown = None
        return shown if isinstance(shown, Mapping) else mask_all(input)

    @property
    def state(self) -> State:
        """What it is right now; a capability with a function for `available` is asked."""
        if self.suspended or (self.is_present and not self.is_present()):
            return "suspended"
        return "available" if self._is_available() else "unavailable"

    def _is_available(self) -> bool:
        available = self.capability.available
        if isinstance(available, bool):
            return available
        try:
            said = available() if callable(available) else available
            if not isawaitable(said):
                return bool(said)
        except BaseException:  # also what exit() raises: nothing that is said of one may end the listing of all
            log.exception("%s: what was given as available= failed, so it counts as unavailable", self.name)
            return False
        log.error("%s: the function given as available= is async, so it counts as unavailable", self.name)
        if iscoroutine(said):
            said.close()
        return False
