"""The languages that code is coloured in, and the other names they go by."""

import json
from functools import cache

from agentic.core import assets


def language_of(name: str) -> str:
    """The language that goes by this name; "" for one that has no colours."""
    return _by_name().get(name.lower(), "")


@cache
def _by_name() -> dict[str, str]:
    languages = json.loads(assets.read("code/languages.json"))
    return {name: language for language, others in languages.items() for name in (language, *others)}
