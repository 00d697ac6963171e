"""What functions of the page draw: the activities of a server, and the arguments of a tool."""

from typing import Any

from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.browser.rendered import rendered
from agentic.element.activities import CHART, Render, Renderer
from agentic.element.labels import named_arguments
from agentic.element.part import Row
from agentic.element.parts.notice import QuietNotice
from agentic.element.session import Session
from agentic.protocol.messages import Message, ToolCall


class ActivityRow(Row):
    """One activity: the node its renderer makes, in the place of the one before."""

    template = "activity"

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._drawn: tuple[Any, ...] = ()
        self._node: Node = None

    def update(self, source: Message) -> None:
        kind = source.activity_type or ""
        renderer = self.session.activities.renderer(kind)
        was_drawn = bool(self._node)
        self._draw(renderer and renderer.render, source.content, f"the renderer of {kind!r} activities")
        if was_drawn and renderer and not self._node:
            self._tell(*self._farewell(kind, renderer))

    def _farewell(self, kind: str, renderer: Renderer) -> tuple[str, str]:
        """What is told in the place of what was drawn and cannot be any more: as which kind of notice, and the text."""
        if kind == CHART:
            return "chart-undrawable", renderer.removed_notice or self.session.words("chartUndrawable")
        return "removed", renderer.removed_notice

    def _tell(self, kind: str, text: str) -> None:
        if text:
            notice = QuietNotice(self.session, self.page)
            notice.show(kind, "info", text)
            self.node.append(notice.node)
            self.node.hidden = False

    def _draw(self, render: Render | None, content: Any, whose: str) -> None:
        if self._drawn == (render, content):
            return
        self._drawn = (render, content)
        self._node = self._made(render, content, whose) if render else None
        self.node.replaceChildren(*([self._node] if self._node else []))
        self.node.hidden = not self._node

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
