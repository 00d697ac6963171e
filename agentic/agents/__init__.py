"""Who answers a conversation: agents, and the headless chat that talks to one."""

from agentic.agents.function import AgentCatalog

__all__ = ["AgentCatalog", "catalog"]

catalog = AgentCatalog()
"""The page's named agents: one page, one catalog, as with `agentic.registry`."""
