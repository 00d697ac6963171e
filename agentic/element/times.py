"""How long ago something was, in words that need no locale."""

from agentic.core.words import Words

UNITS = (("daysAgo", 86400), ("hoursAgo", 3600), ("minutesAgo", 60))


def relative_time(then: float, now: float, words: Words) -> str:
    """`5m ago`, for seconds since the epoch; what lies ahead, as clocks differ, is just now."""
    for key, seconds in UNITS:
        if now - then >= seconds:
            return words(key, n=int((now - then) // seconds))
    return words("justNow")
