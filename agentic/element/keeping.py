"""Keeping: the conversation an element shows is kept as it grows, and shown again when the page is.

What belongs to the page, such as the shared state, is not kept, and no secret is.
"""

from collections.abc import Callable, Coroutine, Iterable
from inspect import isawaitable
from typing import Any, Protocol

from agentic.agents.chat import Chat
from agentic.core.claims import Claims
from agentic.core.clock import Clock
from agentic.core.fault import named, text_of
from agentic.core.signal import Signal
from agentic.element.discretion import discreet
from agentic.element.remote_store import Ask, RemoteStore
from agentic.element.settings import Settings
from agentic.element.stores import DAMAGED, DRAFT, NEW, QUESTIONS, SessionStorageStore, Store, Texts, namespace_of
from agentic.protocol.conversation import Conversation
from agentic.protocol.messages import Message
from agentic.protocol.stored import Stored, Thread, Writer, read_questions, read_thread, write_questions

TITLE, PREVIEW = 60, 100
"""Characters of a list's title and preview of a thread."""


class Page(Protocol):
    """What of the page's it takes to keep something."""

    @property
    def clock(self) -> Clock: ...
    @property
    def storage(self) -> Texts: ...
    @property
    def namespaces(self) -> Claims: ...


class Keeping:
    """Keeps one chat. `left` tells that another conversation is about to be shown, `shown` that it is, `changed` that
    loading began or ended.

    Nothing is kept before `begin`: it takes an element in a page to know whose conversation it is.
    """

    def __init__(
        self,
        chat: Chat,
        settings: Settings,
        page: Page,
        ask: Ask,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        self.left: Signal[None] = Signal(None)
        self.shown: Signal[None] = Signal(None)
        self.changed: Signal[None] = Signal(None)
        self.is_loading = False
        self._chat = chat
        self._settings = settings
        self._page = page
        self._ask = ask
        self._spawn = spawn
        self._has_begun = False
        self._place, self._user, self._had_user = "", "", False
        self._given: Store | None = None
        self._active = ""
        self._tab = self._tab_store("")
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
        return self._tab.get(DRAFT, self.thread_id) or ""

    @draft.setter
    def draft(self, text: str) -> None:
        if self._has_begun:
            self._tab.put(DRAFT, self.thread_id, text)

    def begin(self) -> None:
        """The element is on a page: show what was kept there, or keep what was said before."""
        if self._has_begun:
            self._come_back()
            return
        self._has_begun = True
        self._user = self._settings.user_key
        self._had_user = bool(self._user)
        self._claim()
        if self._chat.conversation.get().messages:
            self._adopt()
        else:
            self._spawn(self._bring())

    def end(self) -> None:
        """The element is gone; another one may keep its conversation in the same place."""
        self.keep()
        self._page.namespaces.release(self)

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
            self._tab.put(NEW, self.thread_id, NEW)
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
        await self._chat.rest()
        self.keep()
        self._claim()
        await self._bring()

    async def threads(self) -> tuple[Thread, ...]:
        """The threads that can be opened, the newest first; none, with a word to the page's author, if that fails."""
        try:
            found = self._store.list_threads()
            return await found if isawaitable(found) else found
        except Exception as error:
            self._warn(f"the list of conversations cannot be read: {text_of(error) or named(error)}")
            return ()

    def rename(self, thread_id: str, title: str) -> None:
        self._try(lambda: self._store.rename_thread(thread_id, title))

    def delete(self, thread_id: str) -> None:
        """Forget a thread; of the one that is shown, a run that is going on too."""
        self._forgotten.add(thread_id)
        self._try(lambda: self._store.clear(thread_id))
        if thread_id == self.thread_id:
            self.new()

    def use(self, store: Store | None) -> None:
        """Keep conversations in the page's own store; None is the tab's again."""
        self._given = store
        if not self._has_begun:
            return
        if self._chat.conversation.get().messages:
            self._adopt()
        else:
            self._spawn(self._bring())

    def user_changed(self) -> None:
        """The page says who uses it. Who is named first was there before; nobody else finds anything of theirs."""
        user, was = self._settings.user_key, self._user
        if not self._has_begun or user == was:
            return
        is_first = not self._had_user
        self._user, self._had_user = user, True
        if is_first:
            self._named()
        else:
            self._handed_over()

    def _come_back(self) -> None:
        if not self._page.namespaces.claim(self._place, self):
            self._claim()
        self.keep()

    def _named(self) -> None:
        if self._chat.conversation.get().messages:
            self._tab = self._tab.move_to(self._namespace())
            self._claim()
            self._adopt()
        else:
            self._tab.purge()
            self._claim()
            self._spawn(self._bring())

    def _handed_over(self) -> None:
        self._forgotten.update(each.thread_id for each in self._tab.list_threads())
        self._forgotten.add(self.thread_id)
        self._tab.purge()
        self._leave()
        self._chat.new()
        self.shown.set(None)
        self._chat.state = {}
        self._chat.registry.approvals.clear()
        self._claim()
        self._spawn(self._bring())

    @property
    def _store(self) -> Store:
        """The page's own store, else the server's where it has one, else the tab's."""
        if self._given:
            return self._given
        url, mirrors = self._settings.threads_url, self._settings.threads_cache
        if not url:
            return self._tab
        return RemoteStore(url, self._ask, self._tab, self._spawn, self._warn, mirrors=mirrors)

    def _namespace(self) -> str:
        host = self._settings.host
        return namespace_of(host.attribute("id") or self._settings.endpoint or self._settings.agent, self._user)

    def _claim(self) -> None:
        """Take the place where this element's conversations are kept, or one that no other has."""
        name = self._namespace()
        if not self._page.namespaces.claim(name, self):
            self._warn(
                "another chat of this page keeps its conversation in the same place, so this one's will not be found"
                " again after a reload; give each chat an id"
            )
            name = f"{name} {self._page.clock.new_id()}"
            self._page.namespaces.claim(name, self)
        self._place, self._tab = name, self._tab_store(name)

    def _tab_store(self, namespace: str) -> SessionStorageStore:
        return SessionStorageStore(self._page.storage, namespace, self._page.clock, self._warn)

    def _adopt(self) -> None:
        """What is shown is the thread of this store from now on."""
        self._make_active()
        self.keep()

    def _make_active(self) -> None:
        """What is shown is what comes back when the page is loaded again."""
        self._active = self.thread_id
        self._try(lambda: self._store.set_active_thread(self.thread_id))

    async def _bring(self, thread_id: str = "") -> None:
        """Show a thread as it is kept, the last one if none is named. What comes too late is not shown."""
        ticket = self._ticket = object()
        stored, trouble = Stored(), ""
        try:
            thread_id = thread_id or self._store.thread_id()
            text = None if self._is_new(thread_id) else self._store.load_messages(thread_id)
            if isawaitable(text):
                self._set_loading(True)
                text = await text
            stored = self._read(thread_id, text)
        except Exception as error:
            trouble = text_of(error) or named(error)
        if ticket is not self._ticket:
            return
        self._show(thread_id, stored, trouble)
        self._set_loading(False)

    def _is_new(self, thread_id: str) -> bool:
        return not self._given and bool(self._tab.get(NEW, thread_id))

    def _read(self, thread_id: str, text: str | None) -> Stored:
        if not text:
            return Stored()
        stored = read_thread(text)
        if stored.lost:
            self._tab.put(DAMAGED, thread_id, text)
            self._warn(f"{stored.lost} of the messages kept of {thread_id} cannot be read; see {DAMAGED}:{thread_id}")
        return stored

    def _show(self, thread_id: str, stored: Stored, trouble: str) -> None:
        if trouble:
            self._warn(f"the conversation {thread_id} cannot be shown again: {trouble}")
        is_here = thread_id == self.thread_id and bool(self._chat.conversation.get().messages)
        if not (trouble and is_here):
            self._open(thread_id, stored, is_readable=not trouble)
        if trouble:
            self._chat.tell("not-restored")
        elif stored.lost:
            self._chat.tell("restored-in-part", count=stored.lost)
        if not trouble:
            self._make_active()
        if self._chat.conversation.get().messages != stored.messages:
            self.keep()
        self.shown.set(None)

    def _open(self, thread_id: str, stored: Stored, *, is_readable: bool) -> None:
        """Show it; what cannot be read stays where it is, and nothing is written over it."""
        if is_readable:
            questions = read_questions(self._tab.get(QUESTIONS, thread_id) or "")
            self._writers = {thread_id: self._writer().know(stored)}
            self._chat.open(thread_id, stored.messages, questions)
        else:
            self._chat.new()

    def _keep(self, conversation: Conversation | None) -> None:
        if not conversation or not conversation.messages or not self._has_begun:
            return
        thread_id = conversation.thread_id
        if thread_id in self._forgotten:
            return
        if thread_id == self.thread_id != self._active:
            self._make_active()
        writer = self._writers.get(thread_id) or self._writer()
        self._writers = {thread_id: writer}
        text = writer.text(conversation.messages)
        thread = described(thread_id, conversation.messages, self._page.clock, writer.scrub)
        self._try(lambda: self._store.save_messages(thread, text))
        questions = conversation.pending_interrupts
        self._tab.put(QUESTIONS, thread_id, write_questions(questions) if questions else "")

    def _writer(self) -> Writer:
        return Writer(discreet(self._chat.registry))

    def _try(self, keep: Callable[[], object]) -> None:
        """A store that fails must not fail the conversation."""
        try:
            keep()
        except Exception as error:
            self._warn(f"the conversation cannot be kept: {text_of(error) or named(error)}")

    def _leave(self) -> None:
        """What is said from now on belongs to another conversation."""
        self._ticket = object()
        self._chat.stop()
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
