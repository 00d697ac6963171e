"""Hands the inspector's tag, attributes, methods and properties to the shim, which makes its class."""

from agentic.browser.dom import Node, attach
from agentic.browser.ffi import JsObject, Scope, to_browser
from agentic.browser.ports import Ports
from agentic.core import assets
from agentic.element.settings import settings
from agentic.element.surface import methods_of, properties_of
from agentic.inspector.agentic_inspector import AgenticInspector
from agentic.inspector.peer import Peer
from agentic.inspector.settings import Settings

TAG = "agentic-inspector"


def define(page: JsObject, ports: Ports) -> None:
    """Register the element; once is enough. `page` is what the loader hands over: the shim's `define`."""
    scope = Scope()

    def make_peer(element: Node) -> Peer:
        return Peer(element, ports)

    def prepare(element: Node) -> None:
        attach(element, "inspector/shell", assets.stylesheet("css/inspector"))

    made = page.define(
        to_browser(
            {
                "tag": TAG,
                "observed": [each.attribute for each in settings(Settings)],
                "methods": list(methods_of(AgenticInspector)),
                "properties": list(properties_of(AgenticInspector, Settings)),
                "makePeer": scope.lend(make_peer),
                "prepare": scope.lend(prepare),
            }
        )
    )
    made.register()
