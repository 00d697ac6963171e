"""A plan: what an action would do, found out before anything is touched; the same plan is shown, tried dry, done."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from agentic.browser.page.changes import watching
from agentic.browser.page.hands import ringing
from agentic.browser.page.private import masked
from agentic.browser.page.refs import Found
from agentic.core.capability import Change, Preview, Risk

NOTHING = "nothing that shows"


@dataclass(frozen=True, slots=True)
class Plan:
    """`do` does it and says what came of it; `on` is what it is done to."""

    risk: Risk
    question: str
    on: tuple[Found, ...]
    do: Callable[[], Awaitable[str]]
    changes: tuple[Change, ...] = ()
    private: tuple[str, ...] = ()

    def preview(self) -> Preview:
        """What a person is shown of it."""
        return Preview(self.risk, self.question, self.changes, ringing([found.node for found in self.on]))

    def dry(self) -> dict[str, Any]:
        """What it would do, for the model."""
        table = [{"what": each.what, "before": each.before, "after": each.after} for each in self.changes]
        return {"would": self.question, "risk": self.risk.value, **({"changes": table} if table else {})}

    async def carried_out(self) -> dict[str, str]:
        """Do it, and say what it changed on the page."""
        with watching(*(found.node for found in self.on)) as watch:
            done = await self.do()
            await watch.settled()
            return {"done": masked(done, self.private), "page": masked(watch.told(), self.private) or NOTHING}
