"""A notice: one sentence about the run itself, with Retry where asking again could help."""

from types import MappingProxyType

from agentic.browser.dom import Node, icon
from agentic.browser.ports import Ports
from agentic.element.activities import removed_count, skill_name
from agentic.element.labels import notice_text
from agentic.element.part import Row
from agentic.element.parts.copying import copy_by
from agentic.element.session import Session
from agentic.protocol.conversation import Notice
from agentic.protocol.messages import Message, ToolCall

QUIET = ("stopped", "rounds", "interrupted", "history-replaced", "surface")
ICONS = MappingProxyType(
    {
        "stopped": "stopped",
        "rounds": "info",
        "interrupted": "stopped",
        "history-replaced": "info",
        "surface": "info",
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
    actions = ("retry", "copy", "undo")

    def __init__(self, session: Session, page: Ports) -> None:
        super().__init__(session, page)
        self._notice: Notice | None = None

    def update(self, source: Notice) -> None:
        offered = self.session.settings.message_actions
        self.refs.retry.hidden = "retry" not in offered or not self.session.can_retry(source)
        self.refs.copy.hidden = "copy" not in offered or source.kind in QUIET
        self.refs.undo.hidden = not self._can_undo(source)
        self.refs.actions.hidden = self.refs.retry.hidden and self.refs.copy.hidden and self.refs.undo.hidden
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

    def undo(self, _button: Node) -> None:
        put_back, self.session.reader.put_back = self.session.reader.put_back, None
        if put_back:
            put_back()
            self.session.cards.renew()

    def _can_undo(self, source: Notice) -> bool:
        """What was moved last can be put back."""
        moves = [notice for notice in self.session.chat.conversation.get().notices if notice.kind == "surface"]
        return bool(self.session.reader.put_back) and moves[-1:] == [source]

    def copy(self, button: Node) -> None:
        self.session.spawn(copy_by(button, self.session, self.page, self.refs.text.textContent))


class QuietNotice(Row):
    """A line about something that a run did: it settles nothing, and nobody is to answer it."""

    template = "quiet_notice"

    def show(self, kind: str, glyph: str, text: str) -> None:
        if self.node.getAttribute("data-kind") != kind:
            self.node.setAttribute("data-kind", kind)
            self.node.part.add(f"run-notice-{kind}")
            self.refs.icon.replaceChildren(icon(glyph))
        if self.refs.text.textContent != text:
            self.refs.text.textContent = text


class CompactionRow(QuietNotice):
    """The server condensed what was said before, to make room."""

    def update(self, source: Message) -> None:
        words, count = self.session.words, removed_count(source.content)
        text = words("historyCompactedSome") if count is None else words("historyCompacted", count=count)
        self.show("compaction", "compaction", text)


class SkillRow(QuietNotice):
    """The model took up a skill of its own."""

    def update(self, source: ToolCall) -> None:
        self.show("skill", "spark", self.session.words("usingSkill", name=skill_name(source)))
