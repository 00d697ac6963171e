"""What a host tells of its own page: the map it gives, and the guard for a page that moved under a round."""

import json
from collections.abc import Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.core.capability import Capability, Risk
from agentic.core.confirmation import Proposal
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.element.given import at_once
from agentic.element.navigating import navigates

GetPageMap = Callable[[], Any]

READ_PAGE = "read_page"
DESCRIPTION = "page_map"
# These look at the page as it is, so there is nothing they could do to the wrong one.
EXEMPT = frozenset((READ_PAGE, "page.read", "page.find", "page.wait_for"))


class PageSeam:
    """Sends the host's map with every round, offers `read_page`, and refuses what was meant for another page.

    `address()` is the page's now; `refusal()` is what the model is told. All of it rests while the host gives no map.
    """

    def __init__(self, registry: Registry, address: Callable[[], str], refusal: Callable[[], str]) -> None:
        self.auto_inject = True
        self._registry = registry
        self._address = address
        self._refusal = refusal
        self._get: GetPageMap | None = None
        self._reading: Registration | None = None
        self._known = ""

    @property
    def get_page_map(self) -> GetPageMap | None:
        return self._get

    @get_page_map.setter
    def get_page_map(self, get: GetPageMap | None) -> None:
        self._get = get
        if self._reading:
            self._reading.dispose()
        self._reading = self._registry.register(self._tool(), owner="getPageMap") if get else None
        self._registry.permission = self._permits if get else None

    def context(self) -> list[Mapping[str, str]]:
        """What a round is sent with; the page it was made for is remembered."""
        if self._get is None:
            return []
        self._known = self._address()
        return [page_map_context(self._now())] if self.auto_inject else []

    def _tool(self) -> Capability:
        async def read_page(_given: Mapping[str, Any]) -> Any:
            self._known = self._address()
            found = self._get() if self._get else None
            return await found if isawaitable(found) else found

        schema = {"type": "object", "properties": {}}
        description = "What is on the page now: its fields and buttons."
        return Capability(READ_PAGE, description, schema, Risk.READ, read_page, untrusted=True)

    def _permits(self, proposal: Proposal) -> bool | str:
        capability = proposal.capability
        is_exempt = capability.name in EXEMPT or navigates(capability)
        return True if is_exempt or not self._known or self._known == self._address() else self._refusal()

    def _now(self) -> Any:
        """The map, in this very turn: what a round is sent with cannot be waited for."""
        return at_once(self._get) if self._get else None


def page_map_context(page_map: Any) -> dict[str, str]:
    """A map of the page as a round is sent with it."""
    return {"description": DESCRIPTION, "value": json.dumps(page_map)}
