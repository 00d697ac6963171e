"""What the page runs first: build the ports, make the element, and hand JavaScript its API."""

import asyncio
from collections.abc import Awaitable

from agentic import driver, registry
from agentic.agents import catalog
from agentic.browser import console
from agentic.browser.exports import js_function
from agentic.browser.fetch import FetchTransport
from agentic.browser.ffi import JsObject, Scope, to_browser
from agentic.browser.here import here
from agentic.browser.markdown import Renderer
from agentic.browser.ports import Ports
from agentic.browser.storage import TabStore
from agentic.core.camel import camel
from agentic.core.clock import SystemClock
from agentic.element import surface
from agentic.element.define import define


def start(page: JsObject) -> JsObject:
    """Bring agentic to life on a page, once; the names it returns are those of the ES module.

    `page` is what the loader has: the shim's `define`, `prepare(host)` for the shell, the modules `marked` and
    `DOMPurify`, `autodefine`, true where the element is wanted without anyone calling `defineAgUiChat`, and `settled`,
    a promise that ends the waiting for the page's own scripts.
    """
    console.show_log("agentic")
    scope = Scope()
    ports = Ports(
        transport=FetchTransport(),
        clock=SystemClock(),
        storage=TabStore(),
        renderer=Renderer(page.marked, page.DOMPurify),
        registry=registry,
        agents=catalog,
        settled=asyncio.Event(),
    )
    catalog.here = here(ports.transport)
    scope.spawn(_settle(page.settled, ports.settled))
    made = define(page, ports)
    if page.autodefine:
        made.defineAgUiChat()
    functions = {
        **{name: getattr(driver, name) for name in driver.__all__},
        **surface.functions(),
        "render_markdown": ports.renderer.render,
    }
    return to_browser(
        {
            **surface.constants(),
            **{camel(name): js_function(function, scope) for name, function in functions.items()},
            "AgUiChat": made.AgUiChat,
            "defineAgUiChat": made.defineAgUiChat,
        }
    )


async def _settle(page_has: Awaitable[object], settled: asyncio.Event) -> None:
    await page_has
    settled.set()
