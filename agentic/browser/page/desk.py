"""What the page tools of one chat work with: the reader, the references given so far, and the hands."""

from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Any

import js

from agentic.browser.dom import Node
from agentic.browser.driver.find import is_own
from agentic.browser.ffi import JsObject
from agentic.browser.keep import nothing, weak
from agentic.browser.page.hands import Hands, Written
from agentic.browser.page.inside import focused, is_inside
from agentic.browser.page.page_map import PageMap
from agentic.browser.page.private import PrivateFields, masked
from agentic.browser.page.refs import Found, Refs
from agentic.browser.page.scan import Reader
from agentic.browser.page.standing import Standing
from agentic.browser.page.targets import Targets, spoken
from agentic.browser.page.unfound import open_names
from agentic.browser.page.wording import Wording
from agentic.core.capability import Refusal
from agentic.core.private_fields import is_private
from agentic.core.words import Words, load_words

MOST_UNDONE = 20
LIBRARY = "vendor/dom-accessibility-api/index.mjs"

Load = Callable[[str], Awaitable[JsObject]]


class Desk:
    """Made when the first page tool is used.

    `words` are those a page adds to the destructive ones, `strings` those of the chat.
    """

    def __init__(
        self, library: JsObject, words: Callable[[], Iterable[str]], strings: Callable[[], Words] = load_words
    ) -> None:
        self.words = words
        self._strings = strings
        self.reader = Reader(library)
        self.refs = Refs(self.reader)
        self.private = PrivateFields()
        self.targets = Targets(self.reader, self.refs, self.private)
        self.map = PageMap(self.reader, self.refs, self.private)
        self.hands = Hands(self.private)
        self.written: list[tuple[Written, ...]] = []
        self._attended: Callable[[], Node] = nothing

    def wording(self) -> Wording:
        """What a person is told, in the words that the chat has now."""
        return Wording(self._strings(), self.private)

    def keep(self, written: tuple[Written, ...]) -> None:
        """Remember what was written, so that it can be put back; what was in a private field is not known."""
        if known := tuple(each for each in written if not self.hands.is_private(each.found)):
            self.written = [*self.written, known][-MOST_UNDONE:]

    def hides(self, said: str) -> bool | None:
        """Whether what is written there is not to be shown; None of what nobody has found yet."""
        if self.private.knows(said):
            return self.private.hides(said)
        seen = self.refs.seen(said)
        return self.private.has(*seen) if seen else None

    def attended(self) -> Found | Refusal | None:
        """What has the focus; None where nothing of the page has it.

        A person who answers a question takes the focus into the chat: what had it when it was asked is still meant.
        """
        active = focused(js.document)
        if is_own(active):
            active = self._attended()
        if not active or active.localName in ("body", "html"):
            self.private.meet("", js.document.body, "")
            return None
        if not is_inside(active):
            self.private.meet("", js.document.body, "")
            return Refusal("unavailable", "the focus is in a part of the page that is not for an agent; name a control")
        self._attended = weak(active)
        role = self.reader.role(active)
        found = Found(active, role or "clickable", self.reader.name(active, role), Standing(), "")
        self.private.meet("", active, found.name)
        return found

    def let_go(self) -> None:
        """What had the focus once is not meant any more."""
        self._attended = nothing

    def secrets(self) -> tuple[str, ...]:
        """What the private fields met so far hold, to be kept out of all that is told."""
        return tuple(self.private.values())


class LazyDesk:
    """The desk, and the library it needs, fetched when it is asked for the first time."""

    def __init__(
        self, load: Load, words: Callable[[], Iterable[str]], strings: Callable[[], Words] = load_words
    ) -> None:
        self._load = load
        self._words = words
        self._strings = strings
        self.made: Desk | None = None

    def without_secrets(self, answer: Any) -> Any:
        """A refusal without the private values that a page repeats in its names; any other answer as it is."""
        if self.made and isinstance(answer, Refusal):
            return Refusal(answer.status, masked(answer.hint, self.made.secrets()))
        return answer

    def hiding(self) -> Callable[[str], bool]:
        """A function that tells whether what is written into a field of that name or reference is not to be shown.

        Of one that nobody has found yet it is shown where it is certain that no private field is called so now.
        """
        names = cache(lambda: open_names(self.made.private if self.made else PrivateFields()))

        def hides(said: str) -> bool:
            known = self.made.hides(said) if self.made else None
            return is_private("", "", said) or (spoken(said) not in names() if known is None else known)

        return hides

    async def __call__(self) -> Desk:
        if self.made is None:
            library = await self._load(LIBRARY)
            # Another call may have been waiting for it too.
            self.made = self.made or Desk(library, self._words, self._strings)
        return self.made
