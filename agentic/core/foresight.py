"""What a call would do, asked of its capability before it runs and again before what was confirmed runs."""

import logging

from agentic.core.arguments import copied
from agentic.core.cancel import CallCancelled
from agentic.core.capability import Preview, Refusal
from agentic.core.fault import message_of
from agentic.core.foreign import called
from agentic.core.pipeline import Attempt

log = logging.getLogger("agentic")


async def foresee(attempt: Attempt) -> Preview | Refusal | None:
    """What the capability says of this call; None where it has nothing to say beforehand."""
    capability = attempt.found.capability
    if capability.preview is None:
        return None
    try:
        seen = await called(attempt.cancellation, capability.preview, copied(attempt.input))
        if not isinstance(seen, Preview | Refusal | None):
            raise TypeError(f"preview= gives a Preview, a Refusal or None, not a value of type {type(seen).__name__}")
    except CallCancelled:
        raise
    except Exception as error:
        log.warning("%s could not be previewed", capability.name, exc_info=error)
        return Refusal("failed", message_of(error, attempt.scrub))
    return Refusal(seen.code, attempt.scrub(seen.hint)) if isinstance(seen, Refusal) else seen
