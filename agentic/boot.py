"""What the page runs first: build the ports, make the element, and hand JavaScript its API."""

import asyncio
from collections.abc import Awaitable

from agentic import driver, registry
from agentic.agents import catalog
from agentic.browser import console
from agentic.browser.abort import abort_signal
from agentic.browser.chart import Charts
from agentic.browser.chats import Chats
from agentic.browser.colours import Colours
from agentic.browser.elements import PageElements
from agentic.browser.exports import js_function
from agentic.browser.fetch import FetchTransport
from agentic.browser.ffi import JsObject, Scope, to_browser
from agentic.browser.here import here
from agentic.browser.js_agent import JsAgent
from agentic.browser.markdown import Renderer
from agentic.browser.origins import foreign_origin, go
from agentic.browser.ports import Ports
from agentic.browser.selection import quotable_selection
from agentic.browser.storage import TabStore
from agentic.core.camel import camel
from agentic.core.clock import SystemClock
from agentic.element import built_in, surface
from agentic.element.define import define


def start(page: JsObject) -> JsObject:
    """Bring agentic to life on a page, once; the names it returns are those of the ES module.

    `page` is what the loader has: the shim's `define`, `prepare(host)` for the shell, the modules `marked` and
    `DOMPurify`, `module(file)` for those that few pages need, `autodefine`, true where the element is wanted without
    anyone calling `defineAgUiChat`, and `settled`, a promise that ends the waiting for the page's own scripts.
    """
    console.show_log("agentic")
    scope = Scope()
    registry.elements = PageElements()
    ports = _ports(page, scope)
    catalog.here = here(ports.transport)
    scope.spawn(_settle(page.settled, ports.settled))
    made = define(page, ports)
    if page.autodefine:
        made.register()
    functions = {
        **{name: getattr(driver, name) for name in driver.__all__},
        **surface.functions(),
        **built_in.FUNCTIONS,
        "render_markdown": ports.renderer.render,
        "render_chart": ports.charts.draw,
        "quotable_selection": quotable_selection,
        "define_agentic_inspector": lambda: define_inspector(page, ports),
    }
    return to_browser(
        {
            **surface.constants(),
            **{camel(name): js_function(function, scope) for name, function in functions.items()},
            "AgUiChat": made.element,
            "defineAgUiChat": made.register,
        }
    )


def _ports(page: JsObject, scope: Scope) -> Ports:
    """What every element is given."""
    renderer = Renderer(page.marked, page.DOMPurify)
    return Ports(
        transport=FetchTransport(),
        clock=SystemClock(),
        storage=TabStore(),
        renderer=renderer,
        colours=Colours(page.module, renderer),
        charts=Charts(scope),
        registry=registry,
        agents=catalog,
        foreign_origin=foreign_origin,
        go=go,
        abort_signal=abort_signal,
        adopt_agent=JsAgent,
        settled=asyncio.Event(),
        chats=Chats(),
        load_module=page.module,
    )


async def _settle(page_has: Awaitable[object], settled: asyncio.Event) -> None:
    await page_has
    settled.set()


def define_inspector(page: JsObject, ports: Ports) -> None:
    """Register <agentic-inspector>, once the loader has put its files in place."""
    # Imported here, for a page that has no inspector does not load it.
    from agentic.inspector.define import define

    define(page, ports)
