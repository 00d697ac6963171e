"""A plan: what an action would do, found out before anything is touched; the same plan is shown, tried dry, done."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from agentic.browser.page.changes import QUIET, watching
from agentic.browser.page.hands import ringing
from agentic.browser.page.private import masked
from agentic.browser.page.refs import Found
from agentic.browser.page.roles import PRESSED
from agentic.core.capability import Change, Preview, Risk
from agentic.errors import DriverError

NOTHING = "nothing that shows"


@dataclass(frozen=True, slots=True)
class Plan:
    """`do` does it and says what came of it; `on` is what it is done to.

    `look` looks at it once the page is quiet, and says what came of it then. `private()` gives what is to be taken out
    of all that is told: the private values there are by then. The page is given `quiet` seconds in which nothing
    changes; where something `is_sent`, the answer is waited for, as far as anybody would.
    """

    risk: Risk
    question: str
    on: tuple[Found, ...]
    do: Callable[[], Awaitable[str]]
    private: Callable[[], Iterable[str]]
    changes: tuple[Change, ...] = ()
    look: Callable[[], Awaitable[str]] | None = None
    quiet: float = QUIET
    is_sent: bool = False

    def preview(self) -> Preview:
        """What a person is shown of it."""
        show = ringing([found.node for found in self.on])
        return Preview(self.risk, self._masked(self.question), tuple(self._shown()), show)

    def dry(self) -> dict[str, Any]:
        """What it would do, for the model."""
        table = [{"what": each.what, "before": each.before, "after": each.after} for each in self._shown()]
        return {"would": self._masked(self.question), "risk": self.risk.value, **({"changes": table} if table else {})}

    async def carried_out(self) -> dict[str, str]:
        """Do it, and say what it changed on the page."""
        written = [found.node for found in self.on if found.role not in PRESSED]
        with watching([found.node for found in self.on], written) as watch:
            try:
                done = await self.do()
                await watch.settled(self.quiet, is_awaited=self.is_sent)
                # What a page takes back, it may take back a moment later.
                done = await self.look() if self.look else done
            except DriverError as error:
                raise type(error)(self._masked(str(error))) from None
            return {"done": self._masked(done), "page": self._masked(watch.told()) or NOTHING}

    def _shown(self) -> Iterator[Change]:
        """What it would change, without what private fields hold and the page repeats elsewhere."""
        for each in self.changes:
            yield Change(self._masked(each.what), self._masked(each.before), each.after)

    def _masked(self, text: str) -> str:
        return masked(text, self.private())
