"""Ports: what boot builds once and every element is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agentic.agents.function import AgentCatalog
from agentic.browser.ffi import JsObject
from agentic.browser.markdown import Renderer
from agentic.browser.storage import TabStore
from agentic.core.clock import Clock
from agentic.core.registry import Registry
from agentic.protocol.transport import Transport


@dataclass(frozen=True, slots=True)
class Ports:
    """The page's services, its registry of capabilities and its catalog of agents.

    `load_module` imports a module of `dist/` by its path there, such as one under `vendor/`.
    """

    transport: Transport
    clock: Clock
    storage: TabStore
    renderer: Renderer
    registry: Registry
    agents: AgentCatalog
    load_module: Callable[[str], Awaitable[JsObject]]
