"""The words of the interface: a flat table, with {token} filling, plural pairs and overrides."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core import assets
from agentic.errors import UsageError

_TOKEN = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """Translated text by key. `words("confirmRun", tool="Save")` fills the template's {tool}."""

    table: Mapping[str, str]

    def __call__(self, key: str, **tokens: Any) -> str:
        if key not in self.table:
            raise UsageError(f"there are no words for {key!r}")
        return fill(self.table[key], **tokens)

    def __contains__(self, key: object) -> bool:
        return key in self.table

    def first(self, *keys: str, **tokens: Any) -> str:
        """The words of the first key that has some: the special case before the general one."""
        return self(next((key for key in keys if key in self), keys[-1]), **tokens)

    def count(self, key: str, n: int, **tokens: Any) -> str:
        """A plural pair: `key.one` for one, `key.other` for any other number; both may hold {n}."""
        return self(f"{key}.one" if n == 1 else f"{key}.other", n=n, **tokens)

    def merged(self, *overrides: Mapping[str, Any] | None) -> "Words":
        """These words with others in their place, the last override winning; what is no text is left out."""
        table = dict(self.table)
        for override in overrides:
            table.update((key, text) for key, text in (override or {}).items() if isinstance(text, str))
        return Words(table)


def fill(template: str, **tokens: Any) -> str:
    """Put values in place of {token}. A token without a value stays; braces inside a value are just text."""
    return _TOKEN.sub(lambda match: str(tokens.get(match[1], match[0])), template)


def load_words(locale: str = "en") -> Words:
    """The words of a locale such as `de` or `pt-BR`, over its language's, over the English ones."""
    english = Words(_table("en"))
    known = {name.removesuffix(".json") for name in assets.names("words")}
    wanted = (locale.split("-")[0], locale)
    return english.merged(*(_table(name) for name in wanted if name in known and name != "en"))


def parse_overrides(text: str) -> dict[str, str]:
    """The table a page wrote as JSON, in `data-strings`."""
    try:
        table = json.loads(text)
    except ValueError as error:
        raise UsageError(f"the words are not valid JSON: {error}") from None
    if not isinstance(table, dict):
        raise UsageError("the words must be one JSON object of keys and texts")
    return {key: value for key, value in table.items() if isinstance(value, str)}


def _table(locale: str) -> dict[str, str]:
    return json.loads(assets.read(f"words/{locale}.json"))
