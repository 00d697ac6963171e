"""The steps of a call that need no person; `way` says in which order they come."""

import difflib
import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from agentic.core.arguments import copied, excerpt
from agentic.core.callables import unrun
from agentic.core.cancel import CallCancelled
from agentic.core.capability import Outcome, Refusal, Risk
from agentic.core.checking import check
from agentic.core.entry import Entry
from agentic.core.fault import message_of
from agentic.core.foreign import GaveUp, called
from agentic.core.foresight import foresee
from agentic.core.pipeline import Attempt, Result
from agentic.errors import ArgumentError

TARGET = "_target"
TELL = "do not repeat it, but tell the user"

log = logging.getLogger("agentic")


def limited(attempt: Attempt) -> Result:
    """Refuse what exceeds the number of calls that one message of the user may start."""
    if attempt.turn.admits_another():
        return attempt
    most = attempt.turn.limits.calls
    return attempt.refuse(
        "denied", f"the limit of {most} calls for one message is reached; tell the user where you are"
    )


def resolve(attempt: Attempt) -> Result:
    """Find the capability, and the one of its targets that is meant."""
    entries = attempt.registry.find(attempt.call.name)
    if not entries:
        return attempt.refuse("unavailable", _no_such_name(attempt))
    target_id, arguments = attempt.call.target_id, attempt.input
    if TARGET in arguments and not all(_has_own_target(entry) for entry in entries):
        # The request's schema carries the target among the arguments; the capability's own schema knows nothing of it.
        arguments = {name: value for name, value in arguments.items() if name != TARGET}
        said = attempt.input[TARGET]
        if target_id is None:
            target_id = said
        elif said is not None and said != target_id:
            return attempt.refuse("invalid", two_targets(attempt.call.name, target_id, said))
    if target_id is None:
        target_id = attempt.call.only_target_id
    chosen = _choose(entries, target_id)
    if chosen and (target_id is not None or not attempt.call.needs_target):
        guesses = target_id is None and (len(entries) > 1 or chosen.target is not None)
        return replace(attempt, entry=chosen, input=arguments, guesses_target=guesses)
    return _no_such_target(attempt, entries, target_id)


def stale(attempt: Attempt) -> Result:
    """Refuse a call planned before the capability's last breaking change."""
    planned, entry, registry = attempt.call.revision, attempt.found, attempt.registry
    # A call that names no target means the one there was; another that took its place is not it.
    oldest = max(registry.broken_at(entry), registry.meant_since(entry) if attempt.guesses_target else 0)
    if planned is None or oldest <= planned <= registry.revision:
        return attempt
    return attempt.refuse("stale", f"{entry.name} changed after this call was planned; read the tools again first")


def available(attempt: Attempt) -> Result:
    """Refuse what is registered but cannot run at this moment."""
    entry = attempt.found
    if entry.state == "available":
        return attempt
    return attempt.refuse("unavailable", f"{entry.name} is not available at the moment; {instead(attempt)}")


async def validate(attempt: Attempt) -> Result:
    """Turn a model's output into input that fits the schema, compute its digest, and see what it would do."""
    entry = attempt.found
    if attempt.malformed:
        # The excerpt in the hint may hold a secret, and text that cannot be read cannot be masked.
        hint = "the arguments are not valid JSON; send one JSON object" if entry.hides else attempt.malformed.hint
        return attempt.refuse("invalid", hint)
    try:
        arguments, computed = check(entry, attempt.input)
    except ArgumentError as error:
        return attempt.refuse("invalid", f"{entry.name}: {error}")
    attempt = replace(attempt, input=arguments, digest=computed)
    seen = await foresee(attempt)
    if isinstance(seen, Refusal):
        return attempt.refuse(seen.status, seen.hint)
    attempt = replace(attempt, preview=seen)
    attempt.note("validated", shows_input=True)
    return attempt


def repeated(attempt: Attempt) -> Result:
    """Break off a model that makes the same call again and again."""
    if attempt.turn.admits_again(attempt.digest):
        return attempt
    name, most = attempt.call.name, attempt.turn.limits.identical
    hint = f"{name} was called {most} times with the same arguments, so it does not run again; do something else"
    return attempt.refuse("denied", f"{hint}, or tell the user where you are")


async def permission(attempt: Attempt) -> Result:
    """Ask the host whether the call is allowed at all, before any person is asked to confirm it."""
    for hook in attempt.registry.permissions():
        try:
            allowed = await called(attempt.cancellation, hook, attempt.proposal())
        except CallCancelled:
            raise
        except PermissionError as error:
            allowed = str(error)
        except Exception:
            log.exception("%s: the permission hook failed, so the call is refused", attempt.call.name)
            allowed = "the page's permission check failed"
        if allowed is not True:
            reason = allowed if isinstance(allowed, str) and allowed else "this page does not permit it"
            return attempt.refuse("denied", f"{attempt.call.name} was refused: {attempt.scrub(reason)}; {TELL}")
    attempt.note("permitted")
    return attempt


async def execute(attempt: Attempt) -> Outcome:
    """Run the handler on exactly what was checked and confirmed."""
    entry = attempt.found
    attempt.registry.starting.set(attempt)
    try:
        value = await _run(entry, attempt)
    except (CallCancelled, GaveUp) as stopped:
        hint = f"stopped while it ran, so part of it may have happened: {attempt.scrub(str(stopped))}"
        return attempt.refuse("cancelled", f"{hint}; look before you repeat it")
    except ArgumentError as error:
        return attempt.refuse("invalid", f"{entry.name}: {attempt.scrub(str(error))}")
    except Exception as error:
        log.warning("%s failed", entry.name, exc_info=error)
        failed = attempt.refuse("failed", message_of(error, attempt.scrub))
        return replace(failed, untrusted=entry.untrusted)  # the message may be somebody else's, as the result would be
    outcome = _outcome(entry, value, attempt)
    if outcome.ok and attempt.risk is not Risk.READ:
        attempt.turn.changed(attempt.digest)
    attempt.turn.has_read_untrusted |= outcome.untrusted
    return outcome


async def _run(entry: Entry, attempt: Attempt) -> Any:
    options = {"signal": attempt.cancellation} if entry.takes_signal else {}
    # A copy of its own: what it takes out must still be known when its error is masked, or the call replayed.
    return await called(attempt.cancellation, entry.capability.execute, copied(attempt.input), **options)


def _outcome(entry: Entry, value: Any, attempt: Attempt) -> Outcome:
    call_id, untrusted = attempt.call.call_id, entry.capability.untrusted
    if left := unrun(value.value if isinstance(value, Outcome) else value):
        said = f"{entry.name} gave {left}: what it did before that has happened, what is in there has not"
        return attempt.refuse("failed", f"{said}; {TELL}")
    if isinstance(value, Refusal):
        return Outcome(value.status, hint=attempt.scrub(value.hint), call_id=call_id, untrusted=untrusted)
    if isinstance(value, Outcome):
        # A handler may mark its result itself, or return that of another call, which knows nothing of these secrets.
        hint = value.hint if attempt.passes_on else attempt.scrub(value.hint)
        return replace(value, hint=hint, call_id=call_id, untrusted=untrusted or value.untrusted)
    return Outcome("ok", value, call_id=call_id, untrusted=untrusted)


def needs_target(entries: Collection[Entry]) -> bool:
    """Whether each of several has a target; otherwise leaving it out means the one without."""
    return len(entries) > 1 and all(entry.target for entry in entries)


def two_targets(name: str, one: Any, other: Any) -> str:
    """The hint for a call that says two things at once."""
    return f"{name} was called on two targets, {excerpt(repr(one))} and {excerpt(repr(other))}; name the one you mean"


def _choose(entries: tuple[Entry, ...], target_id: str | None) -> Entry | None:
    if target_id is not None:
        return next((entry for entry in entries if entry.target_id == target_id), None)
    if without := next((entry for entry in entries if entry.target is None), None):
        return without
    offered = _offered(entries)
    if len(offered) == 1:
        return offered[0]
    return None if offered else entries[0]  # the next step says that it cannot run now


def _has_own_target(entry: Entry) -> bool:
    """Whether `_target` is an argument like any other."""
    return not entry.target and TARGET in entry.input_schema.get("properties", ())


def _offered(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.state == "available"]


def _no_such_target(attempt: Attempt, entries: tuple[Entry, ...], target_id: str | None) -> Outcome:
    name, names = attempt.call.name, _target_names(_offered(entries))
    if target_id is None:
        has = "has several targets" if len(entries) > 1 else "acts on a target"
        return attempt.refuse("invalid", f"{name} {has}; say which one in {TARGET}: {names}")
    there = _others(entries) or "there is none now; read the tools again"
    return attempt.refuse("unavailable", f"{name} has no target {excerpt(repr(target_id))}; {there}")


def instead(attempt: Attempt) -> str:
    """What a model can do when the one it meant is not there."""
    return _others(attempt.registry.find(attempt.call.name)) or "read the tools again"


def _others(entries: Iterable[Entry]) -> str:
    """Which of these can be called now; empty if none can."""
    offered = _offered(entries)
    ways = [f"there is {names}"] if (names := _target_names(offered)) else []
    if any(entry.target is None for entry in offered):
        ways.append(f"leave {TARGET} out to act without one")
    return ", or ".join(ways)


def _target_names(entries: Iterable[Entry]) -> str:
    targets = [entry.target for entry in entries if entry.target]
    return ", ".join(f"{target.id} ({target.label})" if target.label else target.id for target in targets)


def _no_such_name(attempt: Attempt) -> str:
    name, names = attempt.call.name, sorted({entry.name for entry in _offered(attempt.registry.list())})
    asked, close = excerpt(repr(name)), difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        return f"there is no {asked}; did you mean {' or '.join(close)}?"
    shown = ", ".join(names[:12]) + ("…" if len(names) > 12 else "")
    return (
        f"there is no {asked}; there is {shown}"
        if names
        else f"there is no {asked}, nor any other tool now; tell the user"
    )
