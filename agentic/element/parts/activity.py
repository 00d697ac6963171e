"""What functions of the page draw: the activities of a server, and the arguments of a tool."""

from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.browser.rendered import rendered
from agentic.element.activities import Render
from agentic.element.labels import named_arguments
from agentic.element.part import Row
from agentic.element.session import Session
from agentic.protocol.messages import Message, ToolCall


class ActivityRow(Row):
    """One activity: the node its renderer makes, in the place of the one before."""

    template = "activity"

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._drawn: tuple[Any, ...] = ()

    def update(self, source: Message) -> None:
        kind = source.activity_type or ""
        self._draw(self.session.activities.renderer(kind), source.content, f"the renderer of {kind!r} activities")

    def _draw(self, render: Render | None, content: Any, whose: str) -> None:
        if self._drawn == (render, content):
            return
        self._drawn = (render, content)
        node = self._made(render, content, whose) if render else None
        self.node.replaceChildren(*([node] if node else []))
        self.node.hidden = not node

    def _made(self, render: Render, content: Any, whose: str) -> Node:
        try:
            return rendered(render, content)
        except Exception as error:
            self.session.host.warn(f"{whose} failed, so nothing is shown: {error}")
            return None


class DrawingRow(ActivityRow):
    """What a tool shows of the arguments of a call that is done. It is given the function alone, never the tool."""

    def update(self, source: ToolCall) -> None:
        render = self.session.activities.tool_renderer(source.name)
        self._draw(render, named_arguments(source.arguments), f"the render of {source.name!r}")
