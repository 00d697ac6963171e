"""When a person is asked before a call: what the page decides, before the risk does."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.core.confirmation import Proposal
from agentic.core.registry import Registry

Predicate = Callable[[str, Mapping[str, Any]], Any | Awaitable[Any]]


class Gate:
    """The element's own policy, set on its registry only while the page has said something."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._never_asks = False
        self._predicate: Predicate | None = None

    @property
    def never_asks(self) -> bool:
        return self._never_asks

    @never_asks.setter
    def never_asks(self, never: bool) -> None:
        self._never_asks = bool(never)
        self._settle()

    @property
    def predicate(self) -> Predicate | None:
        return self._predicate

    @predicate.setter
    def predicate(self, predicate: Predicate | None) -> None:
        self._predicate = predicate
        self._settle()

    def _settle(self) -> None:
        # Without a policy of its own, the registry follows the page's.
        self._registry.policy = self._policy if self._never_asks or self._predicate else None

    async def _policy(self, proposal: Proposal) -> bool:
        if self._never_asks or self._predicate is None:
            return False
        asks = self._predicate(proposal.capability.name, dict(proposal.input))
        return bool(await asks if isawaitable(asks) else asks)
