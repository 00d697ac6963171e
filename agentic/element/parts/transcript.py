"""The transcript: the rows of the conversation in their order, and the reader's place in it."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from time import perf_counter
from types import MappingProxyType

from agentic.browser.dom import Node, clone
from agentic.browser.layout import watch_size
from agentic.element.follow import Follow
from agentic.element.outline import Extras, Item, outline, settled
from agentic.element.part import Part, Row
from agentic.element.parts.activity import ActivityRow, DrawingRow
from agentic.element.parts.approval_card import ApprovalCard
from agentic.element.parts.confirm_card import ConfirmCard
from agentic.element.parts.message import AssistantMessage, Thinking, UserMessage
from agentic.element.parts.message_actions import MessageActions
from agentic.element.parts.notice import CompactionRow, NoticeRow, SkillRow
from agentic.element.parts.question_card import QuestionCard
from agentic.element.parts.suggestions import SuggestionsRow
from agentic.element.parts.thoughts import ThoughtsRow
from agentic.element.parts.tool_card import ToolCard
from agentic.protocol.messages import Message

MOST_A_FRAME = 0.010
"""Seconds of drawing, after which the page has its turn."""

ROWS: Mapping[str, type[Row]] = MappingProxyType(
    {
        "user": UserMessage,
        "thoughts": ThoughtsRow,
        "assistant": AssistantMessage,
        "actions": MessageActions,
        "call": ToolCard,
        "drawing": DrawingRow,
        "skill": SkillRow,
        "approval": ApprovalCard,
        "question": QuestionCard,
        "confirm": ConfirmCard,
        "notice": NoticeRow,
        "activity": ActivityRow,
        "compaction": CompactionRow,
        "suggestions": SuggestionsRow,
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
        self._new = 0
        self._returning = self.session.reader.place
        self._follow = Follow(self.refs.messages, self.refs.turns, self.scope, self._show_latest, self._keep_place)

    def update(self) -> None:
        if self.session.words is not self._words:
            self._forget_rows()
        extras, offered = self.session.extras, self.session.settings.message_actions
        if (extras, offered) != self._look:
            self._look = (extras, offered)
            self._drawn = ()  # What is shown of every message is another.
        conversation = self.session.chat.conversation.get()
        start = settled(self._drawn, conversation.messages)
        kept = self._items[: self._keys.index(conversation.messages[start].id)] if start else ()
        live = outline(conversation, self.session.questions, start, self.session.waiting, extras)
        self._place((*kept, *live))
        self._draw(live)
        self._drawn = conversation.messages
        self._follow.hold(self._open_question())
        self._return()
        self.session.reader.watches = True
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

    def _draw(self, live: Iterable[Item]) -> None:
        """Draw the rows that may show something else now, the newest first; what is left has the next frame."""
        late = {item.key: item for item in self._late if item.key in self._rows}
        waiting = list((late | {item.key: item for item in live}).values())
        end = perf_counter() + MOST_A_FRAME
        while waiting:
            item = waiting.pop()
            self._rows[item.key].update(item.source)
            if perf_counter() > end:
                break
        self._late = tuple(waiting)
        if waiting:
            self.session.changed.set(None)

    def _return(self) -> None:
        """Bring the reader back to where they were, until all around it has its height."""
        if not self._returning:
            return
        key, offset = self._returning
        if row := self._rows.get(key):
            self._follow.to(row.node, offset)
        if not self._late and all(each.is_whole for each in self._rows.values()):
            self._returning = None

    def _keep_place(self) -> None:
        """Remember which row is at the top of the view: this view may go, and the reader come back."""
        if self._follow.follows or self._returning:
            self.session.reader.place = self._returning
            return
        view = self.refs.messages.getBoundingClientRect()
        found = self.node.getRootNode().elementFromPoint(view.left + view.width / 2, view.top + 1)
        if found and (row := found.closest("[data-row]")):
            self.session.reader.place = (row.getAttribute("data-row"), row.getBoundingClientRect().top - view.top)

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
        if not self._returning and any(item.kind == "user" and item.key not in before for item in items):
            self._follow.to_end()
        self._count_new(sum(item.kind == "assistant" and item.key not in before for item in items))
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
        self.session.reader.watches = False
        self._look: tuple[Extras, tuple[str, ...]] | None = None
        self._drawn: tuple[Message, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._keys: list[str] = []
        self._rows: dict[str, Row] = {}
        self._late: tuple[Item, ...] = ()
        self._answers: dict[str, Node] = {}
        self.refs.turns.replaceChildren()

    def _publish_room(self) -> None:
        """Say how high the view is, for the rows that may not be higher."""
        self.refs.messages.style.setProperty("--_room", f"{self.refs.messages.clientHeight}px")

    def _mark_empty(self, is_empty: bool) -> None:
        if is_empty != self._is_empty:
            # Only what a person sends slides the composer to its place; what is restored is simply there.
            is_sent = self._is_empty is True and self.session.is_busy
            self.node.parentElement.toggleAttribute("data-docking", is_sent)
            self._is_empty = is_empty
            self.session.host.set_attribute("data-empty", "" if is_empty else None)

    def _show_latest(self, is_away: bool) -> None:
        self.refs.latest.hidden = not is_away
        if not is_away:
            self._new = 0
            self._count_new(0)

    def _count_new(self, more: int) -> None:
        """Say on the button how many answers began below while the reader was away from the end."""
        if self.refs.latest.hidden and more:
            return
        self._new += more
        self.refs.count.hidden = not self._new
        self.refs.count.textContent = str(self._new)
        words, new = self.session.words, self._new
        label = words("jumpLatestNew", count=new) if new else words("jumpLatest")
        self.refs.latest.setAttribute("aria-label", label)
        self.refs.latest.title = label


def arrange(parent: Node, nodes: list[Node]) -> None:
    """Have `nodes` in `parent` in this order; one in its place is not touched, so it keeps focus and selection."""
    following = parent.firstChild
    for node in nodes:
        if following and following == node:
            following = following.nextSibling
        else:
            parent.insertBefore(node, following)
