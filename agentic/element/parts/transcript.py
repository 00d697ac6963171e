"""The transcript: the rows of the conversation in their order, and the reader's place in it."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile
from time import perf_counter
from types import MappingProxyType

from agentic.browser.dom import Node, clone
from agentic.browser.layout import watch_size
from agentic.element.blocks import Block, blocks_of, newest, same_at_both_ends
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

LEAST_DRAWN = 4
"""Rows that are drawn in a frame however long they take: on a busy machine time runs out before anything is done."""

MOST_NEW = 24
"""Rows that are put in at a time: a conversation of thousands is in sight at once, and complete a little later."""

NEAR = 8
"""Blocks at the end that are always laid out. What is farther up costs nothing until it is near the view."""

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
            self._returning = self.session.reader.place
            self._forget_rows()
        extras = self.session.extras
        look = (extras, self.session.settings.message_actions, self.session.reader.sees_images)
        if look != self._look:
            self._look = look
            self._drawn = ()  # What is shown of every message is another.
        conversation = self.session.chat.conversation.get()
        start = settled(self._drawn, conversation.messages) if self._edition == self.session.cards.edition else 0
        self._edition = self.session.cards.edition
        kept = self._before(conversation.messages[start].id) if start else ()
        live = outline(conversation, self.session.questions, start, self.session.waiting, extras)
        self._outlined = (*kept, *live)
        self._place(self._outlined)
        self._draw(live)
        self._drawn = conversation.messages
        self._follow.hold(self._open_question())
        self._return()
        self.session.reader.watches = True
        self._mark_empty(not self._items and not self.session.keeping.is_loading)

    def latest(self, button: Node) -> None:
        # The button goes as soon as the end is in sight: who pressed it by keyboard reads on.
        if self.node.getRootNode().activeElement == button:
            self.refs.messages.focus(preventScroll=True)
        self._follow.to_end()

    def act(self, action: str, node: Node) -> None:
        """An action inside a row is the row's."""
        holder = node.closest("[data-row]")
        row = self._rows.get(holder.getAttribute("data-row")) if holder else None
        if row and action in row.actions:
            getattr(row, action)(node)
            if action == "retry":
                self._follow.to_end()
        else:
            super().act(action, node)

    def _before(self, key: str) -> tuple[Item, ...]:
        """The rows before one: nothing in them has changed."""
        return tuple(takewhile(lambda item: item.key != key, self._outlined))

    def _draw(self, live: Iterable[Item]) -> None:
        """Draw the rows that may show something else now, the newest first; what is left has the next frame."""
        self._late |= {item.key: item for item in live}
        waiting = [item for item in self._late.values() if item.key in self._rows]
        end, due = perf_counter() + MOST_A_FRAME, len(waiting) - LEAST_DRAWN
        while waiting and (len(waiting) > due or perf_counter() < end):
            item = waiting.pop()
            self._rows[item.key].update(item.source)
        self._late = {item.key: item for item in waiting}
        if waiting or self._is_behind:
            self.session.changed.set(None)

    def _return(self) -> None:
        """Bring the reader back to where they were, until all around it has its height."""
        if not self._returning:
            return
        key, offset = self._returning
        if row := self._rows.get(key):
            self._follow.to(row.node, offset)
        if not self._late and not self._is_behind and all(each.is_whole for each in self._rows.values()):
            self._returning = None

    def _keep_place(self) -> None:
        """Remember which row is at the top of the view: this view may go, and the reader come back."""
        if self._follow.follows or self._returning:
            self.session.reader.place = self._returning
            return
        top = self.refs.messages.getBoundingClientRect().top
        if (row := self._row_at(top)) and (key := row.getAttribute("data-row")):
            self.session.reader.place = (key, row.getBoundingClientRect().top - top)

    def _row_at(self, height: float) -> Node | None:
        """The first row that ends below this height of the window."""

        def end(node: Node) -> float:
            return node.getBoundingClientRect().bottom

        at = bisect_right(self._blocks, height, key=lambda block: end(self._top(block)))
        rows = (self._rows[key].node for block in self._blocks[at : at + 1] for key in block.keys)
        return next((row for row in rows if end(row) > height), None)

    def _place(self, items: tuple[Item, ...]) -> None:
        """Have the rows in order, those that answer one message together in one answer; of very many the newest first.

        Only what is between the blocks that are in their places is touched, however long the conversation is.
        """
        if items != self._wanted_items:
            self._wanted_items, self._wanted = items, blocks_of(items)
        blocks = list(self._wanted)
        head, tail = same_at_both_ends(self._blocks, blocks)
        changed = blocks[head : len(blocks) - tail]
        due = newest(changed, self._rows.keys(), MOST_NEW)
        self._is_behind = len(due) < len(changed)
        blocks[head : len(blocks) - tail] = due
        gone = {key for block in self._blocks[head : len(self._blocks) - tail] for key in block.keys}
        known = frozenset(self._rows)
        for key in gone.difference(key for block in due for key in block.keys):
            self._rows.pop(key).node.remove()
        following = self._top(blocks[-tail]) if tail else None
        first = self._top(blocks[head - 1]).nextSibling if head else self.refs.turns.firstChild
        arrange(self.refs.turns, [self._filled(block) for block in due], first, following)
        self._blocks, self._items = blocks, tuple(item for block in blocks for item in block.items)
        self._mark_near()
        groups = {block.group for block in blocks if not block.is_user}
        for group in self._answers.keys() - groups if gone else ():
            self._answers.pop(group).remove()
        self._welcome(due, known, is_head=not head)

    def _mark_near(self) -> None:
        """Tell the style sheet which blocks are the last: a selector that counts would cost all of them for each."""
        near = [self._top(block) for block in self._blocks[-NEAR:]]
        for node in self._near:
            node.toggleAttribute("data-near", node in near)
        for node in near:
            node.toggleAttribute("data-near", True)
        self._near = near

    def _filled(self, block: Block) -> Node:
        """The node of a block, its rows in it."""
        nodes = [self._row(item).node for item in block.items]
        if block.is_user:
            return nodes[0]
        answer = self._answer(block.group)
        arrange(answer, nodes, answer.firstChild)
        return answer

    def _top(self, block: Block) -> Node:
        return self._rows[block.keys[0]].node if block.is_user else self._answers[block.group]

    def _welcome(self, due: Sequence[Block], known: Collection[str], *, is_head: bool) -> None:
        """Bring what the person just said into sight, and count what else is new below.

        Of a long conversation the older rows come later: what is above every known row is not new.
        """
        items: Iterable[Item] = (item for block in due for item in block.items)
        if is_head and known:
            items = dropwhile(lambda item: item.key not in known, items)
        new = [item for item in items if item.key not in known]
        if not self._returning and any(item.kind == "user" for item in new):
            self._follow.to_end()
        self._count_new(sum(item.kind == "assistant" for item in new))

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
            self._late[item.key] = item
        return row

    def _answer(self, group: str) -> Node:
        if group not in self._answers:
            self._answers[group] = clone("answer").firstElementChild
        return self._answers[group]

    def _forget_rows(self) -> None:
        """Draw every row anew: this view is new, or its words are others."""
        self._words = self.session.words
        self._edition = self.session.cards.edition
        self.session.reader.watches = False
        self._look: tuple[Extras, tuple[str, ...], bool] | None = None
        self._drawn: tuple[Message, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._blocks: list[Block] = []
        self._wanted_items: tuple[Item, ...] = ()
        self._wanted: list[Block] = []
        self._near: list[Node] = []
        self._is_behind = False
        self._rows: dict[str, Row] = {}
        self._late: dict[str, Item] = {}
        self._outlined: tuple[Item, ...] = ()
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


def arrange(parent: Node, nodes: list[Node], following: Node, end: Node = None) -> None:
    """Have `nodes` in `parent` in this order, from `following` on, before `end`.

    One in its place is not touched, so it keeps focus and selection.
    """
    for node in nodes:
        if following and following != end and following == node:
            following = following.nextSibling
        else:
            parent.insertBefore(node, following or end)
