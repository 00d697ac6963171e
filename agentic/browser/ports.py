"""Ports: what boot builds once and every element is given."""

import asyncio
from dataclasses import dataclass

from agentic.agents.function import AgentCatalog
from agentic.browser.markdown import Renderer
from agentic.browser.storage import TabStore
from agentic.core.clock import Clock
from agentic.core.registry import Registry
from agentic.protocol.transport import Transport


@dataclass(frozen=True, slots=True)
class Ports:
    """The page's services, its registry of capabilities and its catalog of agents.

    `settled` is set when the page's own scripts have ended, or have been waited for long enough.
    """

    transport: Transport
    clock: Clock
    storage: TabStore
    renderer: Renderer
    registry: Registry
    agents: AgentCatalog
    settled: asyncio.Event
