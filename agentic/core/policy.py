"""What a host decides about asking a person, before the risk does."""

from collections.abc import Awaitable, Callable, Mapping

from agentic.core.confirmation import Proposal

Policy = Callable[[Proposal], bool | Awaitable[bool | None] | None]
PolicyTable = Mapping[str, bool | None]


def as_policy(given: Policy | PolicyTable) -> Policy:
    """A policy given as a table: `{"mutating": False, "orders.delete": True}`, by risk or by name; a name wins."""
    return _look_up(given) if isinstance(given, Mapping) else given


def _look_up(table: PolicyTable) -> Policy:
    def policy(proposal: Proposal) -> bool | None:
        name, risk = proposal.entry.name, proposal.risk
        return table[name] if name in table else table.get(risk)

    return policy
