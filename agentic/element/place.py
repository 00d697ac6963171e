"""Place: where one element keeps its conversations, which no other element of the page shares."""

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from agentic.core.claims import Claims
from agentic.core.clock import Clock
from agentic.element.remote_store import Ask, RemoteStore
from agentic.element.settings import Settings
from agentic.element.stores import NEW, SessionStorageStore, Store, Texts, namespace_of


class Page(Protocol):
    """What of the page's it takes to keep something."""

    @property
    def clock(self) -> Clock: ...
    @property
    def storage(self) -> Texts: ...
    @property
    def namespaces(self) -> Claims: ...
    @property
    def adopt_store(self) -> Callable[[Any], Store]: ...


class Place:
    """The element's namespace and the store in it. `user` is whose the place is."""

    def __init__(
        self, settings: Settings, page: Page, ask: Ask, spawn: Callable[[Coroutine[Any, Any, Any]], object]
    ) -> None:
        self.clock = page.clock
        self.user = ""
        self.page_store: Any = None
        self._given: Store | None = None
        self._settings = settings
        self._page = page
        self._ask = ask
        self._spawn = spawn
        self._name = ""
        self.tab = self._in_tab("")

    @property
    def store(self) -> Store:
        """The page's own store, else the server's where it has one, else the tab's."""
        if self._given:
            return self._given
        url, mirrors = self._settings.threads_url, self._settings.threads_cache
        if not url:
            return self.tab
        return RemoteStore(url, self._ask, self.tab, self._spawn, self._settings.host.warn, mirrors=mirrors)

    @property
    def is_servers(self) -> bool:
        """Whether a server keeps the conversations: what it has may be more than what was shown here."""
        return not self._given and bool(self._settings.threads_url)

    def use(self, store: Any) -> None:
        """Keep conversations in a store of the page's own; None is the tab's again. `UsageError` for what is none."""
        self._given = None if store is None else self._page.adopt_store(store)
        self.page_store = store

    def claim(self) -> None:
        """Take the place that the settings name, or one of its own where another element has that."""
        name = self._wanted()
        if not self._page.namespaces.claim(name, self):
            self._settings.host.warn(
                "another chat of this page keeps its conversation in the same place, so this one's will not be found"
                " again after a reload; give each chat an id"
            )
            name = f"{name} {self.clock.new_id()}"
            self._page.namespaces.claim(name, self)
        self._name, self.tab = name, self._in_tab(name)

    def claim_again(self) -> None:
        """Take the place that was let go of, or another if somebody else has it now."""
        if not self._page.namespaces.claim(self._name, self):
            self.claim()

    @property
    def is_ours(self) -> bool:
        """Whether no other element has taken the place meanwhile: what is there then is newer than what is here."""
        return self._page.namespaces.is_free(self._name, self)

    def release(self) -> None:
        self._page.namespaces.release(self)

    def move_to(self, user: str) -> None:
        """The same conversations, as this user's."""
        self.user = user
        self.tab.move_to(self._wanted())
        self.claim()

    def hand_over_to(self, user: str) -> tuple[str, ...]:
        """Another user's place; of the last one's threads, whose ids these are, nothing is left in the tab."""
        gone = tuple(each.thread_id for each in self.tab.list_threads())
        self.tab.purge()
        self.user = user
        self.claim()
        return gone

    def is_new(self, thread_id: str) -> bool:
        """Whether nothing was said in this thread yet, as far as the tab knows."""
        return not self._given and bool(self.tab.get(NEW, thread_id))

    def _wanted(self) -> str:
        return namespace_of(self._settings.identity, self.user)

    def _in_tab(self, namespace: str) -> SessionStorageStore:
        return SessionStorageStore(self._page.storage, namespace, self.clock, self._settings.host.warn)
