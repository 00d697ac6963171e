"""What one inspector looks at and remembers.

It holds no node, so it lives on while the panel is closed or the element is out of the document.
"""

import weakref
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from agentic.core import assets
from agentic.core.approvals import Approval
from agentic.core.cancel import Cancellation
from agentic.core.capability import Outcome
from agentic.core.clock import Clock
from agentic.core.confirmation import Pending
from agentic.core.entry import Entry
from agentic.core.registry import Registry
from agentic.core.secrets import Scrub
from agentic.core.signal import Signal
from agentic.core.words import Words, load_words, parse_overrides
from agentic.element.labels import unmasked
from agentic.element.session import Host
from agentic.errors import UsageError
from agentic.inspector.settings import Settings

if TYPE_CHECKING:
    from agentic.browser.chats import Chats

Key = tuple[str, str | None]


class Surroundings(Protocol):
    """What the page gives every inspector on it."""

    @property
    def clock(self) -> Clock: ...
    @property
    def registry(self) -> Registry: ...
    @property
    def chats(self) -> "Chats": ...


@dataclass(frozen=True, slots=True)
class Subject:
    """A registry that can be looked at: a chat's, or the page's, which has no `chat_id`."""

    registry: Registry
    chat_id: str | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """One call made by hand, and what came of it. `scrub` masks its secrets where a result repeats them."""

    call_id: str
    cancellation: Cancellation
    started: float
    scrub: Scrub
    outcome: Outcome | None = None
    seconds: float = 0.0


class Inspection:
    """The registry that is looked at, what is chosen in it, and the calls made by hand."""

    def __init__(
        self,
        host: Host,
        settings: Settings,
        page: Surroundings,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        self.host = host
        self.settings = settings
        self.words: Words = inspector_words()
        self.is_reworded = False
        self.chosen: Key | None = None
        self.record: int | None = None
        self.tries: dict[Key, Try] = {}
        self.changed: Signal[None] = Signal(None)
        self.announced: Signal[str] = Signal("")
        self.wants_focus: Signal[None] = Signal(None)
        self.wants_call: Signal[str] = Signal("")
        self._page = page
        self._spawn = spawn
        self._picked: Callable[[], Registry | None] = lambda: None

    # What is looked at.

    def subjects(self) -> tuple[Subject, ...]:
        """What there is to look at: the page, then its chats."""
        chats = (Subject(chat.registry, chat.id) for chat in self._page.chats.list())
        return (Subject(self._page.registry), *chats)

    @property
    def subject(self) -> Subject | None:
        """What is looked at; None where the chat that `for` names is not there."""
        subjects, wanted = self.subjects(), self.settings.html_for
        if picked := self._picked():
            return next((each for each in subjects if each.registry is picked), None)
        return next((each for each in subjects if (each.chat_id or "") == wanted), None)

    @property
    def registry(self) -> Registry | None:
        return self.subject.registry if self.subject else None

    def look_at(self, subject: Subject) -> None:
        """Look at another registry; a chat without an id cannot be named by the attribute, so it is kept here."""
        self.settings.html_for = subject.chat_id or None
        self._picked = weakref.ref(subject.registry)
        self.changed.set(None)

    def retarget(self) -> None:
        """The attribute `for` was written: what was picked before counts no more."""
        self._picked = lambda: None
        self.chosen = self.record = None
        self.tries = {}

    # What is in it.

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What waits for an answer, here and in the registries below."""
        branches = self.registry.branches() if self.registry else ()
        return tuple(question for each in branches for question in each.queue.pending)

    @property
    def approvals(self) -> tuple[tuple[Registry, Approval], ...]:
        """What was allowed beyond one call, each with the registry that remembers it."""
        branches = self.registry.branches() if self.registry else ()
        return tuple((each, approval) for each in branches for approval in each.approvals.list())

    @property
    def entry(self) -> Entry | None:
        """The capability that is chosen, as it stands now; None if there is none, or not any more."""
        if not self.chosen or not self.registry:
            return None
        name, target_id = self.chosen
        return next((each for each in self.registry.find(name) if each.target_id == target_id), None)

    # What a person does.

    def show(self, view: str) -> None:
        self.settings.view = view

    def choose(self, key: Key | None) -> None:
        self.chosen = key
        self.changed.set(None)

    def choose_record(self, number: int | None) -> None:
        self.record = number
        self.changed.set(None)

    def follow_call(self, call_id: str) -> None:
        """Show what the timeline has of one call."""
        self.show("timeline")
        self.wants_call.set(call_id)

    def close(self) -> None:
        self.settings.open = False

    def run(self, entry: Entry, arguments: Mapping[str, Any] | str, revision: int) -> None:
        """Call a capability as an agent would: through the pipeline, its questions included."""
        registry = self.registry
        if registry is None:
            return
        clock, scrub = self._page.clock, entry.scrub(arguments)
        attempt = Try(clock.new_id(), Cancellation(), clock.now(), scrub)
        self.tries[entry.name, entry.target_id] = attempt
        self.changed.set(None)
        self._spawn(self._finish(registry, entry, arguments, revision, attempt))

    def stop(self, entry: Entry) -> None:
        """Cancel the call made by hand."""
        if attempt := self.tries.get((entry.name, entry.target_id)):
            attempt.cancellation.cancel(self.words("stoppedByHand"))

    def revoke(self, registry: Registry, approval: Approval) -> None:
        registry.approvals.revoke(approval)

    def revoke_all(self) -> None:
        for registry in {registry for registry, _ in self.approvals}:
            registry.approvals.clear()

    def reword(self) -> None:
        """Take the words from the attribute."""
        overrides: Mapping[str, str] = {}
        if written := self.settings.data_strings:
            try:
                overrides = parse_overrides(written)
            except UsageError as error:
                self.host.warn(f"data-strings is ignored: {error}")
        self.words = inspector_words().merged(overrides)
        self.is_reworded = bool(overrides)
        self.changed.set(None)

    async def _finish(
        self, registry: Registry, entry: Entry, arguments: Mapping[str, Any] | str, revision: int, attempt: Try
    ) -> None:
        outcome = await registry.execute(
            entry.name, arguments, entry.target_id, revision, attempt.call_id, attempt.cancellation
        )
        key = (entry.name, entry.target_id)
        if self.tries.get(key) is attempt:
            self.tries[key] = replace(attempt, outcome=outcome, seconds=self._page.clock.now() - attempt.started)
            self.announced.set(self.words("announceOutcome", name=unmasked(entry.name), status=outcome.status))
        self.changed.set(None)


def inspector_words() -> Words:
    """The chat's words, whose cards this borrows, and the inspector's own."""
    return load_words().merged(parse_overrides(assets.read("words/inspector/en.json")))
