"""The steps of the pipeline, in order: resolve, stale, available, validate, permission, confirmation, execute.

Two more hold a turn within its limits: `limited` before all others, `repeated` where it is known what the call is.
"""

import asyncio
import difflib
import logging
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from inspect import isawaitable
from typing import Any

from agentic.core.arguments import copied, excerpt
from agentic.core.cancel import CallCancelled, race
from agentic.core.capability import Outcome, Refusal, Risk
from agentic.core.checking import check, revise
from agentic.core.confirmation import Answer, Proposal
from agentic.core.digest import digest
from agentic.core.entry import Entry
from agentic.core.fault import message_of, named
from agentic.core.foresight import foresee
from agentic.core.pipeline import Attempt
from agentic.errors import ArgumentError

TARGET = "_target"
_TELL, _ASK = "do not repeat it, but tell the user", "ask the user whether to try again"
Result = Attempt | Outcome

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
        target_id = target_id or attempt.input[TARGET]
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
    return attempt.refuse("unavailable", f"{entry.name} is not available at the moment; {_instead(attempt)}")


async def validate(attempt: Attempt) -> Result:
    """Turn a model's output into input that fits the schema, compute its digest, and see what it would do."""
    entry = attempt.found
    if attempt.malformed:
        # The excerpt in the hint may hold a secret, and text that cannot be read cannot be masked.
        hint = "the arguments are not valid JSON; send one JSON object" if entry.secrets else attempt.malformed.hint
        return attempt.refuse("invalid", hint)
    try:
        arguments, computed = check(entry, attempt.input)
    except ArgumentError as error:
        return attempt.refuse("invalid", f"{entry.name}: {error}")
    return await _checked(replace(attempt, input=arguments, digest=computed))


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
            allowed = hook(_proposal(attempt))
            if isawaitable(allowed):
                allowed = await race(allowed, attempt.cancellation)
        except CallCancelled:
            raise
        except PermissionError as error:
            allowed = str(error)
        except Exception:
            log.exception("%s: the permission hook failed, so the call is refused", attempt.call.name)
            allowed = "the page's permission check failed"
        if allowed is not True:
            reason = allowed if isinstance(allowed, str) and allowed else "this page does not permit it"
            return attempt.refuse("denied", f"{attempt.call.name} was refused: {reason}; {_TELL}")
    attempt.note("permitted")
    return attempt


async def confirmation(attempt: Attempt) -> Result:
    """Ask a person, where the risk or the host demands it and nobody said yes to this before."""
    registry, entry = attempt.registry, attempt.found
    try:
        decided = await _host_decides(attempt)
    except CallCancelled:
        raise
    except Exception:
        log.exception("%s: the confirmation policy failed, so the call is refused", entry.name)
        return attempt.refuse("declined", f"the check whether to ask the user failed; {_TELL}")
    if not (entry.capability.needs_confirmation_at(attempt.risk) if decided is None else decided):
        return attempt
    # Where the host's policy demands the question, no earlier yes may silence it.
    offers_session = decided is None and _offers_session(attempt)
    counts_session = offers_session and not (attempt.risk is Risk.DESTRUCTIVE and attempt.turn.has_read_untrusted)
    if decided is None and (known := registry.approvals.find(entry, attempt.digest, offers_session=counts_session)):
        attempt.note("confirmed", hint=f"remembered for this {'call' if known.kind == 'digest' else 'session'}")
        return attempt
    if attempt.turn.declined(attempt.digest):
        return attempt.refuse("declined", "the user declined this very call already; ask what they want instead")
    answer = await _ask(attempt, offers_session=offers_session)
    if answer.kind == "cancel":
        return attempt.refuse("cancelled", f"the question was closed before the user answered; {_ASK}")
    if not answer.approves:
        attempt.turn.decline(attempt.digest)
        reason = f": {answer.reason}" if answer.reason else ""
        return attempt.refuse("declined", f"the user declined{reason}; do not repeat the call unless they ask for it")
    revised = await _as_answered(attempt, answer)
    if isinstance(revised, Outcome):
        return revised
    attempt = revised
    if answer.kind in ("digest", "session"):
        registry.approvals.remember(answer.kind, entry, attempt.digest)
    attempt.note("confirmed", hint=answer.kind)
    return attempt


async def execute(attempt: Attempt) -> Outcome:
    """Run the handler on exactly what was checked and confirmed."""
    planned, entry = attempt.found, attempt.registry.current(attempt.found)
    # A person may have taken minutes to answer: what was true before is asked again.
    if entry is None or entry.state != "available":
        return attempt.refuse("unavailable", f"{planned.name} went away before it could run; {_instead(attempt)}")
    asks_more = entry.needs_confirmation and not planned.needs_confirmation
    if entry.revision != planned.revision or asks_more:
        return attempt.refuse("stale", f"{planned.name} changed before it could run; read the tools again")
    if not _is_unchanged(attempt):
        return attempt.refuse("stale", "the arguments changed after they were checked; make the call again")
    attempt.registry.starting.set(replace(attempt, entry=entry))
    try:
        value = await _run(entry, attempt)
    except CallCancelled as stopped:
        hint = f"stopped while it ran, so part of it may have happened: {stopped}; look before you repeat it"
        return attempt.refuse("cancelled", hint)
    except ArgumentError as error:
        return attempt.refuse("invalid", f"{entry.name}: {error}")
    except Exception as error:
        log.warning("%s failed", entry.name, exc_info=error)
        failed = attempt.refuse("failed", message_of(error, attempt.scrub))
        return replace(failed, untrusted=entry.untrusted)  # the message may be somebody else's, as the result would be
    finally:
        if attempt.risk is not Risk.READ:
            attempt.turn.changed(attempt.digest)
    outcome = _outcome(entry, value, attempt)
    attempt.turn.has_read_untrusted |= outcome.untrusted
    return outcome


STEPS = (limited, resolve, stale, available, validate, repeated, permission, confirmation, execute)


async def _checked(attempt: Attempt) -> Result:
    """The attempt with what it would do, now that its arguments are known."""
    seen = await foresee(attempt)
    if isinstance(seen, Refusal):
        return attempt.refuse(seen.status, seen.hint)
    attempt = replace(attempt, preview=seen)
    attempt.note("validated", shows_input=True)
    return attempt


async def _as_answered(attempt: Attempt, answer: Answer) -> Result:
    """The attempt as the person approved it: with arguments of theirs, or with what they saw, if that still holds."""
    if answer.input is not None:
        return await _revised(attempt, answer.input)
    seen = await foresee(attempt)
    if isinstance(seen, Refusal):
        return attempt.refuse(seen.status, seen.hint)
    if seen != attempt.preview:
        return attempt.refuse("stale", f"what this would do changed while the user was asked; {_ASK}")
    return attempt


async def _revised(attempt: Attempt, edited: Mapping[str, Any]) -> Result:
    """The attempt with the arguments the user put in place of the model's: checked, and permitted, like those."""
    try:
        arguments, computed = revise(attempt.found, attempt.input, edited)
    except ArgumentError as error:
        return attempt.refuse(
            "invalid", f"{attempt.call.name}: as the user changed them, the arguments do not fit: {error}; {_ASK}"
        )
    if computed == attempt.digest:
        return attempt
    revised = await _checked(replace(attempt, input=arguments, digest=computed, edited=True))
    return revised if isinstance(revised, Outcome) else await permission(revised)


async def _run(entry: Entry, attempt: Attempt) -> Any:
    handler, options = entry.capability.execute, {"signal": attempt.cancellation} if entry.takes_signal else {}
    try:
        with _contained():
            # A copy of its own: what it takes out must still be known when its error is masked, or the call replayed.
            value = handler(copied(attempt.input), **options)
    except asyncio.CancelledError:
        raise CallCancelled("it gave up by itself") from None
    return await race(_awaited(value), attempt.cancellation) if isawaitable(value) else value


async def _awaited(value: Awaitable[Any]) -> Any:
    with _contained():
        return await value


@contextmanager
def _contained() -> Iterator[None]:
    """Make `exit()` in a handler the end of its call: in a task, it would be the end of the page's event loop."""
    try:
        yield
    except (SystemExit, KeyboardInterrupt) as error:
        raise RuntimeError(named(error)) from error


def _outcome(entry: Entry, value: Any, attempt: Attempt) -> Outcome:
    call_id, untrusted = attempt.call.call_id, entry.capability.untrusted
    if isinstance(value, Refusal):
        return Outcome(value.status, hint=attempt.scrub(value.hint), call_id=call_id, untrusted=untrusted)
    if isinstance(value, Outcome):
        # A handler may mark its result itself, or pass on that of another call, whose own secrets are masked already.
        hint = value.hint if value.call_id else attempt.scrub(value.hint)
        return replace(value, hint=hint, call_id=call_id, untrusted=untrusted or value.untrusted)
    return Outcome("ok", value, call_id=call_id, untrusted=untrusted)


def _is_unchanged(attempt: Attempt) -> bool:
    try:
        return digest(attempt.found.name, attempt.found.target_id, attempt.input) == attempt.digest
    except ArgumentError:
        return False


def _proposal(attempt: Attempt, *, offers_session: bool = False) -> Proposal:
    return Proposal(attempt.call, attempt.found, attempt.input, attempt.digest, offers_session, attempt.preview)


async def _host_decides(attempt: Attempt) -> bool | None:
    """Whether the host's policy wants the question asked; None leaves it to the capability's risk.

    Only False skips the question: what a policy says by mistake, such as 0 or a text, must not.
    """
    policy = attempt.registry.confirmation_policy()
    decided = policy(_proposal(attempt)) if policy else None
    if isawaitable(decided):
        decided = await race(decided, attempt.cancellation)
    return decided if decided is None else decided is not False


async def _ask(attempt: Attempt, *, offers_session: bool) -> Answer:
    """The person's answer; a confirm hook may also say True, False or the kind's name."""
    try:
        said = attempt.registry.confirming()(_proposal(attempt, offers_session=offers_session))
        if isawaitable(said):
            said = await race(said, attempt.cancellation)
    except CallCancelled:
        raise
    except Exception:
        log.exception("%s: the confirm hook failed, so nobody approved the call", attempt.call.name)
        return Answer("deny", "the question could not be asked")
    if isinstance(said, bool) or not said:
        said = Answer("once" if said else "deny")
    answer = said if isinstance(said, Answer) else Answer(said)
    return Answer("once") if answer.kind == "session" and not offers_session else answer


def _offers_session(attempt: Attempt) -> bool:
    entry = attempt.found
    if attempt.risk is not Risk.DESTRUCTIVE or entry.capability.offers_session:
        return True
    return attempt.registry.offers_session_for_destructive()


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
        return attempt.refuse("invalid", f"{name} has several targets; say which one in {TARGET}: {names}")
    there = _others(entries) or "there is none now; read the tools again"
    return attempt.refuse("unavailable", f"{name} has no target {excerpt(repr(target_id))}; {there}")


def _instead(attempt: Attempt) -> str:
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
