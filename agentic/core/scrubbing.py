"""Scrubbing: values and JSON texts in which a secret is masked wherever it is quoted, however deep it stands."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from agentic.core.secrets import MASK, Scrub


def scrubbed(value: Any, scrub: Scrub, other: Callable[[Any], Any] = lambda value: value) -> Any:
    """A copy of JSON data with every text, name and number in it scrubbed; `other` makes one of anything else in it.

    A number is secret as a whole or not at all: part of one would be no number any more.
    """
    if isinstance(value, str):
        # In JSON within JSON a secret may be written in other characters, such as \u0068.
        return scrubbed_json(value, scrub) if value.lstrip()[:1] in ("{", "[", '"') else scrub(value)
    if isinstance(value, Mapping):
        return {scrub(name): scrubbed(each, scrub, other) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(scrubbed(each, scrub, other) for each in value)
    if type(value) in (int, float):
        return MASK if scrub(str(value)) == MASK else value
    return other(value)


def scrubbed_json(text: str, scrub: Scrub) -> str:
    """JSON text that stays JSON, a number in it being masked as a text; any other text is scrubbed as it is."""
    try:
        value = json.loads(text)
        kept = scrubbed(value, scrub)
        return text if kept == value else json.dumps(kept, ensure_ascii=False)
    except (ValueError, RecursionError):
        return scrub(text)
