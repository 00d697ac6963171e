"""The steps about a person's yes: asking for it, and seeing that it is still one to what would run."""

import logging
from dataclasses import replace

from agentic.core.cancel import CallCancelled
from agentic.core.capability import Refusal, Risk
from agentic.core.checking import revise
from agentic.core.confirmation import Answer, Consent
from agentic.core.digest import digest
from agentic.core.foreign import called
from agentic.core.foresight import foresee
from agentic.core.pipeline import Attempt, Back, Result
from agentic.core.steps import TELL, instead, validate
from agentic.errors import ArgumentError

MOST_EDITS = 20
"""A confirm hook that changes the arguments each time it is asked must come to an end."""
_ASK = "ask the user whether to try again"
_NO_MORE = "do not repeat the call unless they ask for it"
DECLINED = f"the user declined; {_NO_MORE}"
CHECK_FAILED = f"the check whether to ask the user failed; {TELL}"

log = logging.getLogger("agentic")


async def confirmation(attempt: Attempt) -> Result:
    """Ask a person, where the risk or the host demands it and nobody said yes to this before."""
    if attempt.consent:
        if _covers(attempt.consent, attempt):
            return _confirmed(attempt, attempt.consent.kind)
        # It was given to what they saw, which this is not: nothing of it is kept, whatever lets this call run.
        attempt = replace(attempt, consent=None)
    try:
        decided = await _host_decides(attempt)
    except CallCancelled:
        raise
    except Exception:
        log.exception("%s: the confirmation policy failed, so the call is refused", attempt.call.name)
        return attempt.refuse("declined", CHECK_FAILED)
    if not (attempt.found.capability.needs_confirmation_at(attempt.risk) if decided is None else decided):
        return attempt
    # Where the host's policy demands the question, no earlier yes may silence it.
    offers_session = decided is None and _offers_session(attempt)
    counts_session = offers_session and not (attempt.risk is Risk.DESTRUCTIVE and attempt.turn.has_read_untrusted)
    approvals = attempt.registry.approvals
    if decided is None and (known := approvals.find(attempt.proposal(offers_session=counts_session))):
        return _confirmed(attempt, f"remembered for this {'call' if known.kind == 'digest' else 'session'}")
    if attempt.turn.declined(attempt.digest):
        return attempt.refuse("declined", "the user declined this very call already; ask what they want instead")
    return _answered(attempt, await _ask(attempt, offers_session=offers_session))


async def unchanged(attempt: Attempt) -> Result:
    """Look once more, right before it runs, at all that was decided about: a person may have taken minutes.

    What was permitted and confirmed was this very call, of this capability with its words and schema, with what it
    would do as it was shown. Anything else needs another decision.
    """
    planned, asked = attempt.found, attempt.registry.current(attempt.found)
    # Asked of what would run: a page that draws itself anew has put another in its place, which may do something else.
    seen = await foresee(replace(attempt, entry=asked or planned))
    entry = attempt.registry.current(planned)
    if entry is None or entry.state != "available":
        return attempt.refuse("unavailable", f"{planned.name} went away before it could run; {instead(attempt)}")
    if entry is not asked or entry.unchanged_since != planned.unchanged_since:
        return attempt.refuse("stale", f"{planned.name} changed before it could run; read the tools again")
    if isinstance(seen, Refusal):
        return attempt.refuse(seen.status, seen.hint)
    if seen != attempt.preview:
        return attempt.refuse("stale", f"what this would do changed before it could run; {_ASK}")
    if not _has_its_digest(attempt):
        return attempt.refuse("stale", "the arguments changed after they were checked; make the call again")
    if attempt.consent and attempt.consent.kind in ("digest", "session"):
        attempt.registry.approvals.remember(attempt.consent.kind, attempt.proposal())
    return replace(attempt, entry=entry)


def _answered(attempt: Attempt, answer: Answer) -> Result:
    """The attempt with the person's yes. Where they changed the arguments, it goes the way of any arguments again."""
    if answer.kind == "cancel":
        return attempt.refuse("cancelled", f"the question was closed before the user answered; {_ASK}")
    if not answer.approves:
        attempt.turn.decline(attempt.digest)
        reason = answer.reason and attempt.scrub(answer.reason)
        return attempt.refuse("declined", f"the user declined: {reason}; {_NO_MORE}" if reason else DECLINED)
    arguments, computed = attempt.input, attempt.digest
    if answer.input is not None:
        try:
            arguments, computed = revise(attempt.found, attempt.input, answer.input)
        except ArgumentError as error:
            problem = f"as the user changed them, the arguments do not fit: {attempt.scrub(str(error))}"
            return attempt.refuse("invalid", f"{attempt.call.name}: {problem}; {_ASK}")
    attempt = replace(attempt, consent=Consent(answer.kind, computed, attempt.preview))
    if computed == attempt.digest:
        return _confirmed(attempt, answer.kind)
    if attempt.edits == MOST_EDITS:
        return attempt.refuse("declined", f"the arguments were changed {MOST_EDITS} times without a yes; {TELL}")
    return Back(replace(attempt, input=arguments, edits=attempt.edits + 1), validate)


def _confirmed(attempt: Attempt, how: str) -> Attempt:
    attempt.note("confirmed", hint=how)
    return attempt


def _covers(consent: Consent, attempt: Attempt) -> bool:
    """Whether it was given to this: a person who changes the arguments has not seen what else that would do."""
    return (consent.digest, consent.preview) == (attempt.digest, attempt.preview)


async def _host_decides(attempt: Attempt) -> bool | None:
    """Whether the host's policy wants the question asked; None leaves it to the capability's risk.

    Only False skips the question: what a policy says by mistake, such as 0 or a text, must not.
    """
    policy = attempt.registry.confirmation_policy()
    decided = await called(attempt.cancellation, policy, attempt.proposal()) if policy else None
    return decided if decided is None else decided is not False


async def _ask(attempt: Attempt, *, offers_session: bool) -> Answer:
    """The person's answer; a confirm hook may also say True, False or the kind's name."""
    proposal = attempt.proposal(offers_session=offers_session)
    try:
        said = await called(attempt.cancellation, attempt.registry.confirming(), proposal)
    except CallCancelled:
        raise
    except Exception:
        log.exception("%s: the confirm hook failed, so nobody approved the call", attempt.call.name)
        return Answer("deny", "the question could not be asked")
    if isinstance(said, str):
        said = Answer(said)
    answer = said if isinstance(said, Answer) else Answer("once" if said is True else "deny")
    return replace(answer, kind="once") if answer.kind == "session" and not offers_session else answer


def _offers_session(attempt: Attempt) -> bool:
    entry = attempt.found
    if attempt.risk is not Risk.DESTRUCTIVE or entry.capability.offers_session:
        return True
    return attempt.registry.offers_session_for_destructive()


def _has_its_digest(attempt: Attempt) -> bool:
    try:
        return digest(attempt.found.name, attempt.found.target_id, attempt.input) == attempt.digest
    except ArgumentError:
        return False
