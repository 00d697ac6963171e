"""A notice: one sentence about the run itself, with Retry where asking again could help."""

from types import MappingProxyType

from agentic.browser.dom import Node, icon
from agentic.browser.ports import Ports
from agentic.element.labels import notice_text
from agentic.element.part import Row
from agentic.element.session import Session
from agentic.protocol.conversation import Notice

QUIET = ("stopped", "rounds")
ICONS = MappingProxyType(
    {
        "stopped": "stopped",
        "rounds": "info",
        "not-connected": "unplugged",
        "agent-missing": "unplugged",
        "bad-address": "unplugged",
        "unreachable": "unplugged",
        "lost": "unplugged",
    }
)


class NoticeRow(Row):
    """One notice; only the last can be retried."""

    template = "notice"
    actions = ("retry",)

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._notice: Notice | None = None

    def update(self, source: Notice) -> None:
        self.refs.retry.hidden = not self.session.can_retry(source)
        if source is self._notice:
            return
        self._notice = source
        self.refs.text.textContent = notice_text(source, self.session.words)
        self.refs.icon.replaceChildren(icon(ICONS.get(source.kind, "alert")))
        self.node.setAttribute("data-kind", source.kind)
        self.node.setAttribute("data-tone", "quiet" if source.kind in QUIET else "error")
        self.node.part.add("stopped" if source.kind == "stopped" else f"run-notice-{source.kind}")

    def retry(self, _button: Node) -> None:
        self.session.retry()
