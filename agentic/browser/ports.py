"""Ports: what boot builds once and every element is given."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agentic.agents.agent import Agent
from agentic.agents.function import AgentCatalog
from agentic.browser.chart import Charts
from agentic.browser.chats import Chats
from agentic.browser.colours import Colours
from agentic.browser.ffi import JsObject
from agentic.browser.markdown import Renderer
from agentic.browser.storage import TabStore
from agentic.core.cancel import Cancellation
from agentic.core.clock import Clock
from agentic.core.registry import Registry
from agentic.protocol.transport import Transport


@dataclass(frozen=True, slots=True)
class Ports:
    """The page's services, its registry of capabilities, its catalog of agents and its chats.

    `go(path)` leads the page to another place. `settled` is set when the page's own scripts have ended, or have been
    waited for long enough. `load_module` imports a module of `dist/` by its path there, such as one under `vendor/`.
    """

    transport: Transport
    clock: Clock
    storage: TabStore
    renderer: Renderer
    colours: Colours
    charts: Charts
    registry: Registry
    agents: AgentCatalog
    foreign_origin: Callable[[str], str | None]
    go: Callable[[str], object]
    abort_signal: Callable[[Cancellation], Any]
    adopt_agent: Callable[[Any, Mapping[str, Any]], Agent]
    settled: asyncio.Event
    chats: Chats
    load_module: Callable[[str], Awaitable[JsObject]]
