"""The transcript: the rows of the conversation in their order, and the reader's place in it."""

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType

from agentic.browser.dom import Node, clone
from agentic.browser.layout import watch_size
from agentic.element.follow import Follow
from agentic.element.outline import Item, outline, settled
from agentic.element.part import Part, Row
from agentic.element.parts.approval_card import ApprovalCard
from agentic.element.parts.confirm_card import ConfirmCard
from agentic.element.parts.message import AssistantMessage, Thinking, UserMessage
from agentic.element.parts.notice import NoticeRow
from agentic.element.parts.question_card import QuestionCard
from agentic.element.parts.tool_card import ToolCard
from agentic.protocol.messages import Message

ROWS: Mapping[str, type[Row]] = MappingProxyType(
    {
        "user": UserMessage,
        "assistant": AssistantMessage,
        "call": ToolCard,
        "approval": ApprovalCard,
        "question": QuestionCard,
        "confirm": ConfirmCard,
        "notice": NoticeRow,
        "thinking": Thinking,
    }
)


class Transcript(Part):
    """Has one row for each item of the outline, and keeps what did not change."""

    name = "transcript"
    actions = ("latest",)

    def opened(self) -> None:
        self._is_empty: bool | None = None
        self._forget_rows()
        watch_size(self.refs.messages, self._publish_room, self.scope)
        self._follow = Follow(self.refs.messages, self.refs.turns, self.scope, self._show_latest)

    def update(self) -> None:
        if self.session.words is not self._words:
            self._forget_rows()
        conversation = self.session.chat.conversation.get()
        start = settled(self._drawn, conversation.messages)
        kept = self._items[: self._keys.index(conversation.messages[start].id)] if start else ()
        live = outline(conversation, self.session.questions, start, self.session.waiting)
        self._place((*kept, *live))
        for item in live:
            self._rows[item.key].update(item.source)
        self._drawn = conversation.messages
        self._follow.hold(self._open_question())
        self._mark_empty(not self._items)

    def latest(self, _button: Node) -> None:
        self._follow.to_end()

    def act(self, action: str, node: Node) -> None:
        """An action inside a row is the row's."""
        holder = node.closest("[data-row]")
        row = self._rows.get(holder.getAttribute("data-row")) if holder else None
        if row and action in row.actions:
            getattr(row, action)(node)
        else:
            super().act(action, node)

    def _place(self, items: tuple[Item, ...]) -> None:
        """Have the rows in order, those that answer one message together in one answer."""
        keys = [item.key for item in items]
        self._items = items
        if keys == self._keys:
            return
        before = set(self._keys)
        for key in before.difference(keys):
            self._rows.pop(key).node.remove()
        shown = []
        for (group, is_user), block in groupby(items, key=lambda item: (item.group, item.kind == "user")):
            nodes = [self._row(item).node for item in block]
            if not is_user:
                arrange(self._answer(group), nodes)
                nodes = [self._answer(group)]
            shown.extend(nodes)
        for group in self._answers.keys() - {item.group for item in items if item.kind != "user"}:
            self._answers.pop(group).remove()
        arrange(self.refs.turns, shown)
        if any(item.kind == "user" and item.key not in before for item in items):
            self._follow.to_end()
        self._keys = keys

    def _open_question(self) -> Node | None:
        """The first question that waits: behind it may stand the cards of the calls that come after."""
        waiting = (item for item in self._items if self._waits(item))
        return next((self._rows[item.key].node for item in waiting), None)

    def _waits(self, item: Item) -> bool:
        if item.kind == "confirm":
            return item.source.answer is None
        approval = self.session.approving.about(item.source) if item.kind == "call" else None
        return item.kind in ("approval", "question") or bool(approval and approval.is_carded and not approval.decision)

    def _row(self, item: Item) -> Row:
        row = self._rows.get(item.key)
        if row is None:
            row = self._rows[item.key] = ROWS[item.kind](self.session, self.page)
            row.node.setAttribute("data-row", item.key)
        return row

    def _answer(self, group: str) -> Node:
        if group not in self._answers:
            self._answers[group] = clone("answer").firstElementChild
        return self._answers[group]

    def _forget_rows(self) -> None:
        """Draw every row anew: this view is new, or its words are others."""
        self._words = self.session.words
        self._drawn: tuple[Message, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._keys: list[str] = []
        self._rows: dict[str, Row] = {}
        self._answers: dict[str, Node] = {}
        self.refs.turns.replaceChildren()

    def _publish_room(self) -> None:
        """Say how high the view is, for the rows that may not be higher."""
        self.refs.messages.style.setProperty("--_room", f"{self.refs.messages.clientHeight}px")

    def _mark_empty(self, is_empty: bool) -> None:
        if is_empty != self._is_empty:
            self._is_empty = is_empty
            self.session.host.set_attribute("data-empty", "" if is_empty else None)

    def _show_latest(self, is_away: bool) -> None:
        self.refs.latest.hidden = not is_away


def arrange(parent: Node, nodes: list[Node]) -> None:
    """Have `nodes` in `parent` in this order; one in its place is not touched, so it keeps focus and selection."""
    following = parent.firstChild
    for node in nodes:
        if following and following == node:
            following = following.nextSibling
        else:
            parent.insertBefore(node, following)
