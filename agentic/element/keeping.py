"""Keeping: the conversation an element shows is kept as it grows, and shown again when the page is.

What belongs to the page, such as the shared state, is not kept, and no secret is.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.agents.chat import Chat
from agentic.core.camel import camel
from agentic.core.clock import Clock
from agentic.core.fault import message_of
from agentic.core.signal import Signal
from agentic.element.discretion import discreet
from agentic.element.place import Place
from agentic.element.settings import Settings
from agentic.element.stores import DAMAGED, DRAFT, NEW, QUESTIONS, RUNNING, resolved
from agentic.protocol.conversation import Conversation
from agentic.protocol.messages import Message
from agentic.protocol.stored import Stored, Thread, Writer, read_questions, read_thread, write_questions

TITLE, PREVIEW = 60, 100
"""Characters of a list's title and preview of a thread."""

CALL = camel("tool_call_id")
"""What a checkpoint names: the call that leads to another page."""


class Keeping:
    """Keeps one chat. `left` tells that another conversation is about to be shown, `shown` that it is, `changed` that
    loading began or ended.

    Nothing is kept before `begin`: it takes an element in a page to know whose conversation it is.
    """

    def __init__(
        self,
        chat: Chat,
        settings: Settings,
        place: Place,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        self.left: Signal[None] = Signal(None)
        self.shown: Signal[None] = Signal(None)
        self.changed: Signal[None] = Signal(None)
        self.is_loading = False
        self._chat = chat
        self._settings = settings
        self._place = place
        self._spawn = spawn
        self._has_begun = self._had_user = False
        self._active = ""
        self._writers: dict[str, Writer] = {}
        self._forgotten: set[str] = set()
        self._ticket = object()
        chat.recorded.subscribe(self._keep)

    @property
    def thread_id(self) -> str:
        """The thread that is shown."""
        return self._chat.conversation.get().thread_id

    @property
    def draft(self) -> str:
        """What is written for this thread and not sent yet."""
        return self._place.tab.get(DRAFT, self.thread_id) or ""

    @draft.setter
    def draft(self, text: str) -> None:
        if self._has_begun:
            self._place.tab.put(DRAFT, self.thread_id, text)

    @property
    def checkpoint(self) -> Mapping[str, Any] | None:
        """What is kept of a call that leads to another page, to be answered there."""
        return self._place.store.load_checkpoint(self.thread_id)

    @checkpoint.setter
    def checkpoint(self, checkpoint: Mapping[str, Any] | None) -> None:
        if self._has_begun and self._place.is_ours:
            self._try(lambda: self._place.store.save_checkpoint(self.thread_id, checkpoint))

    def landed(self) -> Mapping[str, Any] | None:
        """The checkpoint of the call that led to this page, once: a page that fails must not come back for ever."""
        call_id = self._waiting(self.thread_id)
        if not call_id:
            return None
        checkpoint, self.checkpoint = self.checkpoint, None
        return checkpoint if checkpoint and self.is_waiting(checkpoint) else None

    def is_waiting(self, checkpoint: Mapping[str, Any]) -> bool:
        """Whether the call of a checkpoint is shown and has no result."""
        return self._chat.conversation.get().progress.get(checkpoint[CALL]) == "pending"

    def begin(self) -> None:
        """The element is on a page: show what was kept there, or keep what was said before."""
        if self._has_begun:
            self._place.claim_again()
            self.keep()
            return
        self._has_begun = True
        self._place.user = self._settings.user_key
        self._had_user = bool(self._place.user)
        self._place.claim()
        self._settle()

    def let_go(self) -> None:
        """The element left its page, perhaps to come back; another one may take its place, in the very same task."""
        self.keep()
        self._place.release()

    def keep(self) -> None:
        """Keep what is shown as it stands: the page may be about to go."""
        self._keep(self._chat.conversation.get())

    def new(self) -> None:
        """Begin a new thread. The one that is left stays where it is kept; what is being written goes along."""
        written, self.draft = self.draft, ""
        self._leave()
        self._chat.new()
        if self._has_begun:
            self._make_active()
            self._place.tab.put(NEW, self.thread_id, NEW)
        self.draft = written
        self.shown.set(None)

    async def open(self, thread_id: str) -> None:
        """Show another thread. A run that is going on ends, and what it did stays with its own."""
        if thread_id != self.thread_id:
            self.keep()
            self._leave()
            await self._bring(thread_id)

    async def reload(self) -> None:
        """Show the thread anew, as it is kept where the settings say now. A run that is going on ends."""
        if not self._has_begun:
            return
        self._leave()
        ticket = self._ticket
        await self._chat.rest()
        if ticket is not self._ticket:
            return  # another thread was asked for meanwhile
        self.keep()
        self._place.claim()
        await self._bring()

    async def threads(self) -> tuple[Thread, ...]:
        """The threads that can be opened, the newest first; none, with a word to the page's author, if that fails."""
        try:
            return await resolved(self._place.store.list_threads())
        except Exception as error:
            self._warn(f"the list of conversations cannot be read: {message_of(error)}")
            return ()

    def rename(self, thread_id: str, title: str) -> None:
        self._try(lambda: self._place.store.rename_thread(thread_id, title))

    def delete(self, thread_id: str) -> None:
        """Forget a thread; of the one that is shown, a run that is going on too."""
        self._forgotten.add(thread_id)
        self._try(lambda: self._place.store.clear(thread_id))
        if thread_id == self.thread_id:
            self.new()

    @property
    def page_store(self) -> Any:
        """The page's own store, None where it has none."""
        return self._place.page_store

    @page_store.setter
    def page_store(self, store: Any) -> None:
        self._place.use(store)
        if self._has_begun:
            self._settle()

    def user_changed(self) -> None:
        """The page says who uses it. Who is named first was there before; nobody else finds anything of theirs."""
        user = self._settings.user_key
        if not self._has_begun or user == self._place.user:
            return
        if self._had_user:
            self._handed_over(user)
        else:
            self._place.move_to(user)
            self._settle()
        self._had_user = True

    def _handed_over(self, user: str) -> None:
        """What the last user allowed, and the state made with them, go with their conversations."""
        self._forgotten.update((self.thread_id, *self._place.hand_over_to(user)))
        self._leave()
        self._chat.new()
        self._chat.state = {}
        self._chat.registry.approvals.clear()
        self.shown.set(None)
        self._spawn(self._bring())

    @property
    def _is_empty(self) -> bool:
        return not self._chat.conversation.get().messages

    def _settle(self) -> None:
        """Keep what is shown in its place from now on, or show what is there if nothing was said yet."""
        if self._is_empty:
            self._spawn(self._bring())
        else:
            self._make_active()
            self.keep()

    def _make_active(self) -> None:
        """What is shown is what comes back when the page is loaded again."""
        self._active = self.thread_id
        self._try(lambda: self._place.store.set_active_thread(self.thread_id))

    async def _bring(self, thread_id: str = "") -> None:
        """Show a thread as it is kept, the last one if none is named. What comes too late is not shown."""
        ticket = self._ticket = object()
        stored, trouble = Stored(), ""
        try:
            thread_id = thread_id or self._place.store.thread_id()
            text = None if self._place.is_new(thread_id) else self._place.store.load_messages(thread_id)
            if isawaitable(text):
                self._set_loading(True)
                text = await text
            stored = self._read(thread_id, text)
        except Exception as error:
            trouble = message_of(error)
        if ticket is not self._ticket:
            return
        self._show(thread_id, stored, trouble)
        self._set_loading(False)

    def _read(self, thread_id: str, text: str | None) -> Stored:
        if not text:
            return Stored()
        stored = read_thread(text)
        if stored.lost:
            self._place.tab.put(DAMAGED, thread_id, text)
            self._warn(f"{stored.lost} of the messages kept of {thread_id} cannot be read; see {DAMAGED}:{thread_id}")
        return stored

    def _show(self, thread_id: str, stored: Stored, trouble: str) -> None:
        if trouble:
            self._warn(f"the conversation {thread_id} cannot be shown again: {trouble}")
        is_here = thread_id == self.thread_id and not self._is_empty
        if not (trouble and is_here):
            self._open(thread_id, stored, is_readable=not trouble)
        if trouble:
            self._chat.tell("not-restored")
        elif self._was_cut_off(thread_id):
            self._chat.tell("interrupted")
        elif stored.lost:
            self._chat.tell("restored-in-part", count=stored.lost)
        if not trouble:
            self._make_active()
        if self._chat.conversation.get().messages != stored.messages:
            self.keep()
        self.shown.set(None)

    def _open(self, thread_id: str, stored: Stored, *, is_readable: bool) -> None:
        """Show it; what cannot be read stays where it is, and nothing is written over it.

        What is being written goes along if nothing was said where it was begun: nobody would find it there.
        """
        written = self.draft if self._is_empty else ""
        if is_readable:
            questions = read_questions(self._place.tab.get(QUESTIONS, thread_id) or "")
            self._writers = {thread_id: self._writer().know(stored)}
            waiting = self._waiting(thread_id)
            self._chat.open(thread_id, stored.messages, questions, [waiting])
        else:
            self._chat.new()
        self.draft = written or self.draft

    def _was_cut_off(self, thread_id: str) -> bool:
        """Whether the page was left in the middle of a run that does not go on here."""
        was_running = bool(self._place.tab.get(RUNNING, thread_id)) and not self._is_empty
        return was_running and not self._place.is_servers and not self._waiting(thread_id)

    def _waiting(self, thread_id: str) -> str:
        """The call that led to this page, if one did."""
        try:
            found = (self._place.store.load_checkpoint(thread_id) or {}).get(CALL)
        except Exception as error:
            self._warn(f"the checkpoint of {thread_id} cannot be read: {message_of(error)}")
            return ""
        return found if isinstance(found, str) else ""

    def _keep(self, conversation: Conversation | None) -> None:
        if not conversation or not conversation.messages or not self._has_begun or not self._place.is_ours:
            return
        thread_id = conversation.thread_id
        if thread_id in self._forgotten:
            return
        if thread_id == self.thread_id != self._active:
            self._make_active()
        writer = self._writers.get(thread_id) or self._writer()
        if thread_id == self.thread_id:
            self._writers = {thread_id: writer}
        text = writer.text(conversation.messages)
        thread = described(thread_id, conversation.messages, self._place.clock, writer.scrub)
        self._try(lambda: self._place.store.save_messages(thread, text))
        self._place.tab.put(RUNNING, thread_id, RUNNING if conversation.is_running else "")
        questions = conversation.pending_interrupts
        self._place.tab.put(QUESTIONS, thread_id, write_questions(questions) if questions else "")

    def _writer(self) -> Writer:
        return Writer(discreet(self._chat.registry))

    def _try(self, keep: Callable[[], object]) -> None:
        """A store that fails must not fail the conversation."""
        try:
            keep()
        except Exception as error:
            self._warn(f"the conversation cannot be kept: {message_of(error)}")

    def _leave(self) -> None:
        """What is said from now on belongs to another conversation."""
        self._ticket = object()
        self._chat.stop()
        self._writers = {}
        self.left.set(None)
        self._set_loading(False)

    def _set_loading(self, is_loading: bool) -> None:
        if is_loading != self.is_loading:
            self.is_loading = is_loading
            self.changed.set(None)

    def _warn(self, sentence: str) -> None:
        self._settings.host.warn(sentence)


def described(
    thread_id: str, messages: Iterable[Message], clock: Clock, scrub: Callable[[str], str] = lambda text: text
) -> Thread:
    """A thread in a list: called by what the person said first, with the beginning of what was said last."""
    said = [each for each in messages if each.role in ("user", "assistant") and each.text.strip()]
    first = next((each for each in said if each.role == "user"), None)
    title, preview = first.text if first else "", said[-1].text if said else ""
    return Thread(thread_id, _line(scrub(title), TITLE), clock.now() * 1000, _line(scrub(preview), PREVIEW))


def _line(text: str, longest: int) -> str:
    words = " ".join(text.split())
    return words if len(words) <= longest else f"{words[: longest - 1].rstrip()}…"
