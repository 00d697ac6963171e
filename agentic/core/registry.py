"""The catalog: register, find, list, and the one way to run anything."""

import logging
import weakref
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from agentic.core.addressed import misaddressed
from agentic.core.approvals import Approvals
from agentic.core.audit import Audit
from agentic.core.callables import where_defined
from agentic.core.cancel import Cancellation
from agentic.core.capability import Call, Capability, Outcome, Target
from agentic.core.clock import Clock, SystemClock
from agentic.core.confirmation import Answer, ConfirmationQueue, Proposal
from agentic.core.declare import capability, capability_of
from agentic.core.entries import moves, new_entry, renewed
from agentic.core.entry import Entry
from agentic.core.kept import Told
from agentic.core.ledger import Ledger
from agentic.core.meta_tools import META_TOOLS, META_WIRE_NAMES, as_mode, meta_capability
from agentic.core.pipeline import Attempt, begin, run
from agentic.core.policy import Policy, PolicyTable, as_policy
from agentic.core.registration import Elements, Registration
from agentic.core.signal import Signal
from agentic.core.steps import limited
from agentic.core.turn import Limits, Turn
from agentic.core.way import STEPS
from agentic.core.wire_names import to_wire_name
from agentic.errors import NameTakenError, UsageError, WireNameError

log = logging.getLogger("agentic")

F = TypeVar("F", bound=Callable[..., Any])
Permission = Callable[[Proposal], bool | str | Awaitable[bool | str]]
Confirm = Callable[[Proposal], Answer | str | bool | Awaitable[Answer | str | bool]]


class Registry:
    """What can be done on a page, or in one chat on it.

    A registry with a `parent` shows the parent's capabilities too; its own names win. Hooks, all optional, and each
    may be async; where a registry has none, its parent's counts:

    - `permission(proposal)`: True lets the call pass; False, a sentence or an exception refuses it. Asked before any
      person is, the parent's first: every registry of the line must agree.
    - `confirm(proposal)`: asks a person; by default the call waits in `queue` for a front to answer.
    - `policy(proposal)`: True always asks, False never does, None leaves it to the capability's risk. A table says the
      same by name or by risk: `{"mutating": False, "orders.delete": True}`.

    `limits` is how much one message of the person may start. `elements` is the document, for `bind`.
    `tool_mode` is how a model's request carries the catalog: `full`, `meta-tools` or `auto`; see `build_request_tools`.
    """

    def __init__(
        self,
        parent: "Registry | None" = None,
        *,
        permission: Permission | None = None,
        confirm: Confirm | None = None,
        policy: Policy | PolicyTable | None = None,
        allow_session_for_destructive: bool = False,
        limits: Limits | None = None,
        elements: Elements | None = None,
        clock: Clock | None = None,
        audit: Audit | None = None,
        tool_mode: str | None = None,
    ) -> None:
        self.parent = parent
        self.permission, self.confirm, self.policy = permission, confirm, policy
        self.allow_session_for_destructive = allow_session_for_destructive
        self.clock: Clock = clock or (parent.clock if parent else SystemClock())
        self.audit = audit or (parent.audit if parent else Audit())
        self.limits = limits or (parent.limits if parent else Limits())
        self.elements = elements
        self.approvals, self.queue = Approvals(), ConfirmationQueue()
        self._entries: dict[str, dict[str | None, Entry]] = {}
        self._wire_names: dict[str, str] = {}
        self._tool_mode = None if tool_mode is None else as_mode(tool_mode)
        self.kept: dict[str, Any] = {}  # what others computed from the catalog, such as a request's tools
        self.told: dict[str, Told] = {}  # by name, in the conversation that goes on
        self._uncovered: dict[tuple[str, str | None], int] = {}
        self._moved_at: dict[str, int] = {}
        self._ledger: Ledger = parent._ledger if parent else Ledger()
        # One line of registries counts on one counter, so that their revisions can be compared.
        self._revisions: Iterator[int] = parent._revisions if parent else count(1)
        self.changed: Signal[int] = Signal(parent.revision if parent else 0)
        self.news: Signal[None] = Signal(None)
        self.starting: Signal[Attempt | None] = Signal(None)  # a call whose handler is called next
        self._below: weakref.WeakSet[Registry] = weakref.WeakSet()
        for signal in (self.changed, self.queue.changed, self.approvals.changed):
            signal.subscribe(lambda _: self._tell())
        if parent:
            _follow(parent, self)

    @property
    def revision(self) -> int:
        """A number that every change of this catalog, or of its parent's, raises."""
        return self.changed.get()

    @property
    def tool_mode(self) -> str:
        """How a request carries the catalog; where nothing was said, as the parent says, and in the end `full`."""
        return self._tool_mode or (self.parent.tool_mode if self.parent else "full")

    @tool_mode.setter
    def tool_mode(self, mode: str) -> None:
        self._tool_mode = as_mode(mode)

    def register(
        self, described: Capability | Callable[..., Any], *, owner: str = "", replace: bool = False
    ) -> Registration:
        """Add a capability, or a function that `@capability` described, and return its handle.

        A name (with its target) is registered once: NameTakenError says who has it. `replace=True` lets an owner put a
        new one in place of its own. `owner` is a name for people; by default it is where the function is defined.
        """
        return Registration(self, self._add(described, owner, replace, None))

    def bind(self, element: Any, described: Capability | Callable[..., Any], *, owner: str = "") -> Registration:
        """Register a capability that is in the catalog while an element is in the document: gone with it, back with it.

        UsageError if it is no element, or where there is no document. The handle does not keep the element alive;
        dispose of it when the element will not come back.
        """
        elements = next((registry.elements for registry in self._line() if registry.elements), None)
        if elements is None:
            raise UsageError("bind: there is no document here; register the capability, and say when it is available=")
        element = elements.weak(element)
        entry = self._add(described, owner, False, lambda: elements.is_present(element), element)
        return Registration(self, entry, lambda moved: elements.watch(element, moved))

    def _add(
        self,
        described: Capability | Callable[..., Any],
        owner: str,
        replace: bool,
        is_present: Callable[[], bool] | None,
        element: Callable[[], Any] | None = None,
    ) -> Entry:
        made = capability_of(described)
        owner = owner or where_defined(made.execute)
        earlier = self._entries.get(made.name, {}).get(made.target_id)
        if earlier and not (replace and earlier.owner == owner):
            which = f"{made.name} (target {made.target_id})" if made.target else made.name
            raise NameTakenError(f"{which} is registered by {earlier.owner} already; {owner} cannot register it too")
        if made.name in META_TOOLS:
            raise NameTakenError(f"{made.name} is a tool of agentic's own; choose another name")
        entry = new_entry(made, owner, is_present, element)
        self._claim_wire_name(made.name)
        return self.put(earlier, entry)

    def capability(self, name: str, *, owner: str = "", **description: Any) -> Callable[[F], F]:
        """Describe a function and register it, in one step; the arguments are those of `capability`.

        The handle is on the function: `function.registration.suspend()`.
        """

        def registered(function: F) -> F:
            described = capability(name, **description)(function)
            described.registration = self.register(described, owner=owner)  # type: ignore[attr-defined]
            return described

        return registered

    def list(self) -> tuple[Entry, ...]:
        """Every entry of this registry and its parent's, whatever its state, in order of registration."""
        own = tuple(entry for by_target in self._entries.values() for entry in by_target.values())
        if not self.parent:
            return own
        hidden = self._hidden()
        above = (each for each in self.parent.list() if each.name not in hidden and not self._covers(each))
        return (*above, *own)

    def offered(self) -> tuple[Entry, ...]:
        """The entries that can be called right now."""
        return tuple(entry for entry in self.list() if entry.state == "available")

    def find(self, name: str) -> tuple[Entry, ...]:
        """The entries of one name, one for each target."""
        own = tuple(self._entries.get(name, {}).values())
        if not self.parent or self._wire_names.get(to_wire_name(name), name) != name:
            return own  # to a model, an own one has this name
        return (*(entry for entry in self.parent.find(name) if not self._covers(entry)), *own)

    async def execute(
        self,
        name: str,
        input: Mapping[str, Any] | str | None = None,
        target: Target | str | None = None,
        revision: int | None = None,
        call_id: str | None = None,
        signal: Cancellation | None = None,
        *,
        run_id: str = "",
        turn: Turn | None = None,
        only_target: str | None = None,
        needs_target: bool = False,
    ) -> Outcome:
        """Run a capability: the only way to do so, for a model, the page and tests alike.

        A refusal is an Outcome, never an exception.

        - `input`: a mapping, or a model's JSON text.
        - `revision`: the catalog's revision when the call was planned.
        - `call_id`: a repetition within the run `run_id` returns the first outcome.
        - `signal`: stops the call.
        - `turn`: what the calls of one message have in common; see `new_turn`.
        - `only_target`: the target of a call that names none, when there was exactly one at planning time.
        - `needs_target`: refuse such a call, because there were several.
        """
        target_id = target.id if isinstance(target, Target) else target
        turn, input = turn or self.new_turn(), {} if input is None else input
        if problem := misaddressed(name, target_id, revision, call_id, run_id):
            return await self._turn_away(name, turn, problem)
        named, is_named = (call_id or self.clock.new_id()), bool(call_id)
        call = Call(name, input, target_id, revision, named, run_id, turn, only_target, needs_target)
        attempt = self._begin(call, signal or Cancellation())
        if not is_named:
            return await run(attempt, STEPS)
        return await self._ledger.once(attempt, lambda: run(attempt, STEPS))

    async def _turn_away(self, name: Any, turn: Turn, problem: str) -> Outcome:
        """The outcome of what is no call at all; it is counted, and stands in the audit, like any other."""
        call = Call(name if isinstance(name, str) else "?", call_id=self.clock.new_id(), turn=turn)
        refusing = (limited, lambda attempt: attempt.refuse("invalid", problem))
        return await run(begin(call, self, Cancellation()), refusing)

    async def continue_with(self, call: Call, signal: Cancellation) -> Outcome:
        """Run a call that another one stands for, under the same id: the whole pipeline once more."""
        # The one that stands for it was counted already.
        return await run(begin(call, self, signal), tuple(step for step in STEPS if step is not limited))

    def _begin(self, call: Call, signal: Cancellation) -> Attempt:
        if call.name not in META_TOOLS:
            return begin(call, self, signal)
        # A tool about the catalog stands beside it, in a registry that is there for this call, and needs nobody's yes.
        beside = Registry(clock=self.clock, audit=self.audit)
        beside.put(None, new_entry(meta_capability(self, call), "agentic"))
        return replace(begin(replace(call, revision=None), beside, signal), passes_on=True)

    def new_turn(self) -> Turn:
        """What the calls between a message of the person and the end of its answer have in common."""
        return Turn(self.limits)

    def branches(self) -> "tuple[Registry, ...]":
        """This registry and every one below it that is alive: a page's, and those of its chats."""
        return (self, *(registry for below in tuple(self._below) for registry in below.branches()))

    def leave(self) -> None:
        """Hold no wire name against the parent any more: what this registry belongs to is gone, perhaps for good."""
        if self.parent:
            self.parent._below.discard(self)

    def come_back(self) -> None:
        """Belong to the parent again, after `leave`. What came to have the wire name of an own one is hidden here."""
        if self.parent and self not in self.parent._below:
            self.parent._below.add(self)
            for name in self._hidden():
                log.warning("%r is hidden in this chat: to a model it has the name of an own tool; rename one", name)

    # What the pipeline asks.

    def current(self, entry: Entry) -> Entry | None:
        """The entry as its owner has it now, also after registering it anew; None if it is gone or another's."""
        current = self._entries.get(entry.name, {}).get(entry.target_id)
        if current is None:
            return self.parent.current(entry) if self.parent else None
        return current if current.owner == entry.owner else None

    def broken_at(self, entry: Entry) -> int:
        """The revision before which no plan for this entry holds."""
        return max(entry.revision, self._uncovered.get((entry.name, entry.target_id), 0))

    def meant_since(self, entry: Entry) -> int:
        """The revision since which a call that names no target means this entry, and not another of its name."""
        moved_at = max(registry._moved_at.get(entry.name, 0) for registry in self._line()) if entry.target else 0
        return max(entry.shown_at or 0, moved_at)

    def permissions(self) -> tuple[Permission, ...]:
        return tuple(registry.permission for registry in reversed(self._line()) if registry.permission)

    def confirming(self) -> Confirm:
        return next((registry.confirm for registry in self._line() if registry.confirm), self.queue.ask)

    def confirmation_policy(self) -> Policy | None:
        return next((as_policy(registry.policy) for registry in self._line() if registry.policy), None)

    def offers_session_for_destructive(self) -> bool:
        return any(registry.allow_session_for_destructive for registry in self._line())

    # What a registration does.

    def held(self, entry: Entry) -> Entry | None:
        """The entry as it is now, for the handle of this very registration; None if it was disposed or replaced."""
        current = self._entries.get(entry.name, {}).get(entry.target_id)
        return current if current and current.origin is entry.origin else None

    def put(self, before: Entry | None, after: Entry | None) -> Entry:
        """Put one entry in the place of another, or of nothing, and count the change."""
        revision = next(self._revisions)
        entry = after or before
        assert entry is not None
        by_target = self._entries.setdefault(entry.name, {})
        is_alone = before is not None and all(len(each.find(entry.name)) == 1 for each in self.branches())
        if before and moves(before, after, is_alone=is_alone):
            self._moved_at[entry.name] = revision
        if after is None:
            self._remove(entry, by_target, revision)
        else:
            entry = by_target[entry.target_id] = renewed(before, after, revision, is_alone=is_alone)
        if before and (after is None or entry.unchanged_since != before.unchanged_since):
            for registry in self.branches():
                registry.approvals.end(before)
        self.changed.set(revision)
        return entry

    def _remove(self, entry: Entry, by_target: dict[str | None, Entry], revision: int) -> None:
        del by_target[entry.target_id]
        if not by_target:
            del self._entries[entry.name]
            del self._wire_names[to_wire_name(entry.name)]
        if self.parent and any(entry.target_id == other.target_id for other in self.parent.find(entry.name)):
            # The parent's entry is visible again: old to the parent, but new to whoever planned on the own one.
            self._uncovered[entry.name, entry.target_id] = revision

    def _tell(self) -> None:
        """Whoever looks on at this registry, or at one above it, has something to draw."""
        for registry in self._line():
            registry.news.set(None)

    def _covers(self, entry: Entry) -> bool:
        return entry.target_id in self._entries.get(entry.name, {})

    def _hidden(self) -> set[str]:
        """What others above have registered under a wire name of this registry while it was away."""
        above = [registry._wire_names for registry in self._line()[1:]]
        own = self._wire_names.items()
        return {names[wire_name] for names in above for wire_name, name in own if names.get(wire_name, name) != name}

    def _line(self) -> tuple["Registry", ...]:
        return (self, *(self.parent._line() if self.parent else ()))

    def _claim_wire_name(self, name: str) -> None:
        wire_name = to_wire_name(name)
        claimed = [registry._wire_names for registry in (*self._line(), *self.branches())]
        for names in (META_WIRE_NAMES, *claimed):
            taken = names.get(wire_name, name)
            if taken != name:
                raise WireNameError(f"{name!r} and {taken!r} are both {wire_name!r} to a model; rename one")
        self._wire_names[wire_name] = name


def _follow(parent: Registry, child: Registry) -> None:
    """Pass the parent's changes on. The parent does not keep the child alive: elements come and go."""
    reference = weakref.ref(child)

    def changed(revision: int) -> None:
        if registry := reference():
            registry.changed.set(revision)

    weakref.finalize(child, parent.changed.subscribe(changed))
    parent._below.add(child)
    parent._tell()
