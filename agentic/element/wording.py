"""The words of one element: the English ones, with those that the page puts in their place."""

from collections.abc import Callable, Mapping

from agentic.core.words import Words, load_words, parse_overrides
from agentic.errors import UsageError


def wording(written: str, given: Mapping[str, str], warn: Callable[[str], object]) -> tuple[Words, bool]:
    """The words, and whether any is the page's: those `written` in its attribute, and over them those `given`."""
    overrides: Mapping[str, str] = {}
    if written:
        try:
            overrides = parse_overrides(written)
        except UsageError as error:
            warn(f"data-strings is ignored: {error}")
    return load_words().merged(overrides, given), bool(overrides or given)
