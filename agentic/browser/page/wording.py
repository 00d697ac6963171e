"""What a person reads of the page tools: the question, and each control as it stands, in the words of the chat."""

from dataclasses import dataclass
from typing import Any

from agentic.browser.page.private import MASK, PrivateFields
from agentic.browser.page.refs import Found
from agentic.browser.page.risk import Effect
from agentic.browser.page.roles import TOGGLE
from agentic.browser.page.state import value_of
from agentic.core.capability import Change
from agentic.core.words import Words


@dataclass(frozen=True, slots=True)
class Wording:
    """Speaks of what was found; nothing private is in it."""

    words: Words
    private: PrivateFields

    def __call__(self, key: str, **tokens: Any) -> str:
        return self.words(f"page.{key}", **tokens)

    def count(self, key: str, n: int) -> str:
        return self.words.count(f"page.{key}", n)

    def of(self, found: Found) -> str:
        """A control, and the row it is in: `button “Delete” in “Order 3”`."""
        what = self.words.first(f"page.role.{found.role}", "page.role")
        if found.name:
            what = self("named", role=what, name=found.name)
        return self("namedIn", what=what, row=found.standing.title) if found.standing.title else what

    def asked(self, question: str, effect: Effect) -> str:
        """A question, with where it would lead."""
        if not effect.host:
            return question
        return self("sendsAway" if effect.is_sent else "leadsAway", question=question, host=effect.host)

    def change(self, found: Found, value: Any) -> Change:
        """What a control says now, and what it would say with this in it."""
        held = value_of(found.node, found.role, found.name, self.private) or ""
        if found.role in TOGGLE:
            return Change(self.of(found), self(held), self("on" if value else "off"))
        if self.private.has(found.node, found.name):
            return Change(self.of(found), self("filled") if held == "filled" else "", MASK)
        return Change(self.of(found), held, ", ".join(value) if isinstance(value, list) else str(value))
