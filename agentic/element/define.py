"""Hands the element's tag, attributes, methods and properties to the shim, which makes the class."""

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject, Scope, to_browser
from agentic.browser.ports import Ports
from agentic.element import surface
from agentic.element.peer import Peer
from agentic.element.settings import settings


def define(page: JsObject, ports: Ports) -> JsObject:
    """Make the class; what comes back has it as `element`, and `register()`, which registers it once.

    `page` is what the loader hands over: the shim's `define`, and `prepare(host)`, which attaches the shell.
    """
    scope = Scope()

    def make_peer(element: Node) -> Peer:
        return Peer(element, ports)

    return page.define(
        to_browser(
            {
                "tag": surface.TAG,
                "observed": [each.attribute for each in settings()],
                "methods": list(surface.methods()),
                "properties": list(surface.properties()),
                "makePeer": scope.lend(make_peer),
                "prepare": page.prepare,
            }
        )
    )
