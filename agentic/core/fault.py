"""An exception in words, for a person or a model, whatever the exception itself has to say."""

from collections.abc import Callable

LONGEST = 2000


def text_of(error: BaseException, scrub: Callable[[str], str] = str) -> str:
    """Its own text; empty if it has none, or cannot say it. `scrub` takes out what nobody may read before it is cut."""
    try:
        text = scrub(str(error))
    except Exception:
        return ""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def named(error: BaseException, scrub: Callable[[str], str] = str) -> str:
    """`ValueError: no such row`, or the bare name."""
    text = text_of(error, scrub)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def message_of(error: Exception, scrub: Callable[[str], str] = str) -> str:
    """What an error says, for the model."""
    # The text of a KeyError is the bare key, which tells a model nothing.
    text = text_of(error, scrub)
    return named(error, scrub) if not text or isinstance(error, KeyError) else text
