"""The records of a call: what can be done, what was asked, what came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import iscoroutinefunction
from typing import Any, Literal, get_args

from agentic.core.callables import yields
from agentic.core.result import NOT_REPRESENTABLE, represent
from agentic.core.turn import Turn
from agentic.errors import UsageError

Status = Literal["ok", "unavailable", "stale", "invalid", "denied", "declined", "failed", "cancelled"]
Available = bool | Callable[[], bool]


class Risk(StrEnum):
    """What a capability may do to the user's things; it decides whether a person is asked."""

    READ = "read"
    MUTATING = "mutating"
    DESTRUCTIVE = "destructive"


@dataclass(frozen=True, slots=True)
class Target:
    """The one of several like things that a capability acts on: a panel, a row, a form."""

    id: str
    label: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise UsageError(f"the id of a target is a text, not {self.id!r}")
        if not isinstance(self.label, str):
            raise UsageError(f"the label of the target {self.id!r} is a text, not {self.label!r}")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a call would change, as a person reads it: what, from, to."""

    what: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What one call would do, worked out before it runs: its own risk, and what a person is shown.

    `question` is what they are asked, where the capability's own is not enough. `show()` points at it on the page until
    the function it returns is called.
    """

    risk: Risk
    question: str = ""
    changes: tuple[Change, ...] = ()
    show: Callable[[], Callable[[], object]] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "risk", _risk("a preview", self.risk))


@dataclass(frozen=True, slots=True, eq=False)
class Capability:
    """Something a model may do, described, typed and tagged with its risk.

    `execute` takes the validated input as one mapping, and the call's `Cancellation` too if it has a parameter named
    `signal`; it may be async. `@capability` wraps a function with typed parameters into that form.

    `input_schema`: a JSON Schema of one object. A `pattern` in it that could hold the page is refused; one whose work
    grows with a power of the text's length is tried on no text that would take it seconds.
    `available`: a value, or a function asked at listing and again right before a call runs.
    `summary`: a short label for cards. `confirm`: the question a person is asked, or True/False to ask always/never.
    `untrusted`: results carry text of the page or of third parties.
    `offers_session`: a destructive capability may be allowed for the whole session.
    `wire`: more keys for the root of the schema a model gets, such as `x-navigates`.
    `preview`: a function of the input that says, changing nothing, what this very call would do; it may be async, and
    may refuse. Its risk counts instead of `risk`, and what it says is shown in place of the arguments.
    `redact`: a function of the arguments that gives them as they may be shown; they may not fit the schema.
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    risk: Risk
    execute: Callable[..., Any]
    target: Target | None = None
    available: Available = True
    summary: str | None = None
    confirm: str | bool | None = None
    untrusted: bool = False
    offers_session: bool = False
    wire: Mapping[str, Any] = field(default_factory=dict)
    preview: Callable[[Mapping[str, Any]], Any] | None = None
    redact: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise UsageError(f"a capability needs a name, not {self.name!r}")
        if not isinstance(self.description, str):
            raise UsageError(f"{self.name}: the description is text, not {type(self.description).__name__}")
        object.__setattr__(self, "risk", _risk(self.name, self.risk))
        if not callable(self.execute):
            raise UsageError(f"{self.name}: execute must be a function, not {type(self.execute).__name__}")
        if yields(self.execute):
            raise UsageError(f"{self.name}: execute returns the result; a `yield` in it would never run")
        if iscoroutinefunction(self.available):
            raise UsageError(
                f"{self.name}: available= is a value or an ordinary function; an async one cannot be asked"
            )
        if isinstance(self.target, str):
            object.__setattr__(self, "target", Target(self.target))
        if not isinstance(self.target, Target | None):
            raise UsageError(f"{self.name}: target is a Target or its id, not {self.target!r}")

    @property
    def target_id(self) -> str | None:
        return self.target.id if self.target else None

    @property
    def needs_confirmation(self) -> bool:
        """Whether a person must be asked, as far as the capability itself says."""
        return self.needs_confirmation_at(self.risk)

    def needs_confirmation_at(self, risk: Risk) -> bool:
        """The same for a call of this risk."""
        return self.confirm if isinstance(self.confirm, bool) else risk is not Risk.READ


def _risk(whose: str, given: Any) -> Risk:
    try:
        return Risk(given)
    except ValueError:
        raise UsageError(f"{whose}: risk is read, mutating or destructive, not {given!r}") from None


@dataclass(frozen=True, slots=True)
class Call:
    """One request to run a capability, as it came: by name, with unchecked input.

    `input` is a mapping, or the JSON text a model wrote. `revision` is the catalog's when the call was planned.
    `only_target_id` is the target of the only one there was then: a call that names none means it. Where there were
    several, `needs_target`: one that names none means none of those that are there now.
    A `call_id` stands for one call within its run; some servers number the calls of every run from zero. `turn` is what
    one message of the person started, this call among it.
    """

    name: str
    input: Mapping[str, Any] | str = field(default_factory=dict)
    target_id: str | None = None
    revision: int | None = None
    call_id: str = ""
    run_id: str = ""
    turn: Turn | None = None
    only_target_id: str | None = None
    needs_target: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A no with its reason: a short code for programs, and a sentence the model can act on.

    A code that is a status, such as `stale`, becomes the status of the call; with any other, the call has `failed`.
    """

    code: str
    hint: str

    @property
    def status(self) -> Status:
        return next((status for status in get_args(Status) if status == self.code and status != "ok"), "failed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended. `hint` says why it did not run, and what would; or, after a success, what else is to be known.

    `untrusted`: the value carries text of the page or of third parties, which is to be read and not to be obeyed.
    `input`: what ran, secrets masked, where the user changed the arguments before approving them.
    """

    status: Status
    value: Any = None
    hint: str = ""
    call_id: str = ""
    untrusted: bool = field(default=False, kw_only=True)
    input: Mapping[str, Any] | None = field(default=None, kw_only=True)

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    def __getitem__(self, key: Any) -> Any:
        """`outcome["rows"]`: a member of the value."""
        return self.value[key]

    def to_text(self) -> str:
        """What the model reads: the result as JSON (a string as it is), or the refusal."""
        if not self.ok:
            return represent({"status": self.status, "hint": self.hint})
        text = represent(self.value)
        if not self.hint:
            return text
        is_plain = self.value is None or text == NOT_REPRESENTABLE
        return represent({"result": text if is_plain else self.value, "note": self.hint})
