"""Nodes that a page's own function makes of data: a function of Python's or of JavaScript's, called there and then."""

from collections.abc import Callable
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.keep import Held


def rendered(render: Callable[[Any], Any], content: Any) -> Node:
    """The node that `render` makes of the content, None where it made none. Its errors are the caller's."""
    made = render.now(content) if isinstance(render, Held) else render(content)
    return made if getattr(made, "nodeType", None) else None
