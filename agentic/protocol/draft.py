"""The conversation while it is being written: what the reducers change, and what `Conversation` is made from.

An event costs the same however long the answer or the thread is: deltas are collected in lists, messages are found
by id, and the tuple of messages a reader sees is made when a reader asks.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agentic.protocol.conversation import Conversation, Notice
from agentic.protocol.messages import Interrupt, Message, ToolCall

WARNINGS_KEPT = 200

Metadata = Mapping[str, Any] | None


class Draft:
    """A thread's messages and state, changed in place."""

    def __init__(self, thread_id: str, messages: Iterable[Message] = (), state: Any = None) -> None:
        self.thread_id = thread_id
        self.state: Any = {} if state is None else state
        self.notices: tuple[Notice, ...] = ()
        self.pending_interrupts: tuple[Interrupt, ...] = ()
        self.progress: dict[str, str] = {}
        self.is_running = False
        self.is_silent = False
        self.warnings: deque[str] = deque(maxlen=WARNINGS_KEPT)
        self._deltas: dict[str, list[str]] = {}
        self._argument_deltas: dict[str, list[str]] = {}
        self.replace_all(messages)

    def view(self) -> Conversation:
        """What a reader sees now."""
        self._are_results_seen = True
        return Conversation(
            thread_id=self.thread_id,
            messages=self.messages(),
            state=self.state,
            notices=self.notices,
            progress=dict(self.progress),
            is_running=self.is_running,
            is_silent=self.is_silent,
            pending_interrupts=self.pending_interrupts,
            results=self._results,
            warnings=tuple(self.warnings),
        )

    def messages(self) -> tuple[Message, ...]:
        """Every message, deltas joined."""
        for message_id in tuple(self._deltas):
            self._join_text(message_id)
        for call_id in tuple(self._argument_deltas):
            self._join_arguments(call_id)
        return tuple(self._messages)

    def find(self, message_id: str) -> Message | None:
        """The first message of this id; text that has just arrived may not be joined to it yet."""
        position = self._positions.get(message_id)
        return None if position is None else self._messages[position]

    def append(self, message: Message) -> None:
        self._positions.setdefault(message.id, len(self._messages))
        self._messages.append(message)
        self._note_calls(message)

    def put(self, message: Message) -> None:
        """The message instead of the one that has its id."""
        position = self._positions[message.id]
        held, self._messages[position] = self._messages[position], message
        self._note_calls(message)
        if held.role != message.role:
            self._find_calls()

    def replace_all(self, messages: Iterable[Message]) -> None:
        """These messages instead of all there are."""
        self._deltas.clear()
        self._argument_deltas.clear()
        self._messages: list[Message] = []
        self._positions: dict[str, int] = {}
        self._owners: dict[str, str] = {}
        self._results: dict[str, Message] = {}
        self._are_results_seen = False
        for message in messages:
            self.append(message)

    def insert_result(self, message: Message) -> None:
        """A tool message, behind the message that owns its call and the results already there; else at the end."""
        owner = self._owners.get(message.tool_call_id or "")
        if owner is None:
            self.append(message)
            return
        index = self._positions[owner] + 1
        while index < len(self._messages) and self._messages[index].role == "tool":
            index += 1
        self._messages.insert(index, message)
        self._note_calls(message)
        # Backwards, so that of two messages with one id the first is found.
        for position in range(len(self._messages) - 1, index - 1, -1):
            moved = self._messages[position].id
            if self._positions.get(moved, index) >= index:
                self._positions[moved] = position

    def forget_result(self, call_id: str) -> None:
        """Take back what answered a call; nothing happens where nothing did."""
        self.replace_all(each for each in self.messages() if each.role != "tool" or each.tool_call_id != call_id)

    def call(self, call_id: str) -> ToolCall | None:
        """The call of this id; arguments that have just arrived may not be joined to it yet."""
        owner = self._owners.get(call_id)
        if owner is None or not (message := self.find(owner)):
            return None
        return next((call for call in message.tool_calls if call.id == call_id), None)

    def put_call(self, call: ToolCall) -> None:
        """The call instead of the one that has its id."""
        message = self._messages[self._positions[self._owners[call.id]]]
        calls = tuple(call if held.id == call.id else held for held in message.tool_calls)
        self.put(replace(message, tool_calls=calls))

    def has_result(self, call_id: str) -> bool:
        return call_id in self._results

    def answered(self) -> frozenset[str]:
        """The ids of the calls that have a result."""
        return frozenset(self._results)

    def knows_call(self, call_id: str) -> bool:
        """Whether a call of this id is in the thread."""
        return call_id in self._owners

    def open_calls(self) -> list[ToolCall]:
        """Every call without a result, in the order of the messages."""
        calls = {call.id: call for message in reversed(self.messages()) for call in reversed(message.tool_calls)}
        return [call for call in reversed(calls.values()) if call.id not in self._results]

    def is_followed_by_text(self, call_id: str) -> bool:
        """Whether the agent went on talking after the message that holds this call."""
        owner = self._owners.get(call_id)
        later = self.messages()[self._positions[owner] + 1 :] if owner else ()
        return any(message.role == "assistant" and message.content for message in later)

    def add_text(self, message_id: str, delta: str) -> None:
        """Text for a message; nothing happens where there is none to take it."""
        deltas = self._deltas.get(message_id)
        if deltas is None:
            message = self.find(message_id)
            if message is None or message.role == "activity":
                return
            if not isinstance(message.content, str):
                self.put(replace(message, content=""))
            deltas = self._deltas[message_id] = []
        deltas.append(delta)

    def add_arguments(self, call_id: str, delta: str) -> None:
        """Argument text for a call."""
        deltas = self._argument_deltas.get(call_id)
        if deltas is None:
            if call_id not in self._owners:
                return
            deltas = self._argument_deltas[call_id] = []
        deltas.append(delta)

    def close(self, message_id: str) -> None:
        """No more text for this message."""
        self._join_text(message_id)
        message = self.find(message_id)
        if message and message.is_open:
            content = whole(message.content) if isinstance(message.content, str) else message.content
            self.put(replace(message, content=content, is_open=False))

    def close_call(self, call_id: str) -> None:
        """No more arguments for this call."""
        self._join_arguments(call_id)
        call = self.call(call_id)
        if call and call.arguments != (arguments := whole(call.arguments)):
            self.put_call(replace(call, arguments=arguments))

    def close_all(self) -> None:
        """The stream is over: what is still open keeps what it got."""
        for message in self.messages():
            if message.is_open:
                self.close(message.id)

    def add_notice(self, notice: Notice) -> None:
        self.notices = (*self.notices, notice)

    def warn(self, text: str) -> None:
        self.warnings.append(text)

    def truncate(self, message_id: str) -> None:
        """Forget whatever came after this message; nothing while a question is open about a call.

        Its answer has to travel, and a server refuses the answer to a call that is not in the history, for ever.
        """
        if any(self.knows_call(question.tool_call_id or "") for question in self.pending_interrupts):
            return
        messages = self.messages()
        kept = messages[: self._positions[message_id] + 1]
        ids = {message.id for message in kept[:-1]}
        self.replace_all(kept)
        self.notices = tuple(notice for notice in self.notices if notice.after in ids or not notice.after)

    def _note_calls(self, message: Message) -> None:
        for call in message.tool_calls:
            self._owners.setdefault(call.id, message.id)
        if message.role == "tool" and message.tool_call_id:
            if self._are_results_seen:  # what was read never changes; to copy them for each result would cost ever more
                self._results, self._are_results_seen = dict(self._results), False
            self._results[message.tool_call_id] = message

    def _find_calls(self) -> None:
        """Look anew who made and who answered each call: a message that did was turned into another."""
        made = ((call.id, message.id) for message in reversed(self._messages) for call in message.tool_calls)
        self._owners = dict(made)
        self._are_results_seen = False
        self._results = {
            each.tool_call_id: each for each in self._messages if each.role == "tool" and each.tool_call_id
        }

    def _join_text(self, message_id: str) -> None:
        deltas = self._deltas.pop(message_id, None)
        message = self.find(message_id) if deltas else None
        if deltas and message and isinstance(message.content, str):
            self.put(replace(message, content=join(message.content, deltas)))

    def _join_arguments(self, call_id: str) -> None:
        deltas = self._argument_deltas.pop(call_id, None)
        call = self.call(call_id) if deltas else None
        if deltas and call:
            self.put_call(replace(call, arguments=join(call.arguments, deltas)))


SURROGATE = re.compile("[\ud800-\udfff]")


def join(text: str, deltas: list[str]) -> str:
    """The text with its deltas. The two halves of a character may come in two deltas, as JavaScript escapes them."""
    added = "".join(deltas)
    if added.isascii() or not SURROGATE.search(added):
        return text + added
    return (text + added).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def whole(text: str) -> str:
    """Text that can be sent: half a character whose other half never came is replaced."""
    return text if text.isascii() else SURROGATE.sub("�", text)


def merge(held: Metadata, added: Metadata) -> Metadata:
    """Metadata key by key; the newer value of a key stays, whole."""
    return {**(held or {}), **added} if added else held
