"""Find capabilities by words: what a name says counts more than what a description says."""

import difflib
import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from agentic.core.entry import Entry
from agentic.core.kept import by_name

# A word of the query found in a name, in full, at the start of a word, or anywhere; then the same elsewhere. The
# weakest place in a name outweighs the best one in a description.
IN_NAME, IN_PARAMETERS, IN_DESCRIPTION = (12, 9, 6), (3, 2, 1), (2, 1.5, 1)
SHORTEST_PART = 3
CLOSE = 0.75

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PLURALS = ((re.compile(r"ies$"), "y"), (re.compile(r"(?<=x|s|z)es$"), ""), (re.compile(r"(?<=[cs]h)es$"), ""))
_S = re.compile(r"(?<=[^su])s$")


def words(text: str) -> list[str]:
    """The words of a text as they are compared: small letters, the parts of `fillField`, one of several."""
    return [_singular(word) for word in _WORD.findall(_HUMP.sub(" ", text).casefold())]


@dataclass(frozen=True, slots=True)
class _Field:
    words: frozenset[str]
    text: str
    weights: tuple[float, float, float]

    def score(self, word: str) -> float:
        if word in self.words:
            return self.weights[0]
        # Short words are parts of many others; scripts without spaces between words have only parts.
        if (len(word) < SHORTEST_PART and word.isascii()) or word not in self.text:
            return 0
        return self.weights[1] if f" {word}" in self.text else self.weights[2]


@dataclass(frozen=True, slots=True)
class _Item:
    entry: Entry
    name: list[str]
    fields: tuple[_Field, ...]

    def score(self, word: str) -> float:
        return max(field.score(word) for field in self.fields)


class Index:
    """The capabilities that were offered when it was made, one item a name, ready to be searched."""

    def __init__(self, offered: Iterable[Entry]) -> None:
        self._items = [_item(entries) for entries in by_name(offered).values()]

    def __len__(self) -> int:
        return len(self._items)

    def find(self, query: str) -> list[Entry]:
        """One entry of every name that has to do with a word of the query, best first; all of them if it is empty."""
        asked = words(query)
        if not asked:
            return [item.entry for item in self._items]
        totals = [0.0] * len(self._items)
        for word in dict.fromkeys(asked):
            scores = [item.score(word) for item in self._items]
            # A word that says little, because it is nearly everywhere, decides little.
            rarity = math.log(1 + len(scores) / (1 + sum(map(bool, scores))))
            totals = [total + score * rarity for total, score in zip(totals, scores, strict=True)]
        ranked = sorted(zip(totals, self._items, strict=True), key=lambda scored: _rank(*scored, asked))
        return [item.entry for total, item in ranked if total]

    def groups(self) -> list[tuple[str, int]]:
        """The first parts of the names with how many names have each, the largest group first."""
        return Counter(item.entry.name.partition(".")[0] for item in self._items).most_common()

    def close_to(self, query: str) -> list[str]:
        """Words of names that are spelled much like one of the query."""
        known = sorted(set().union(*(item.fields[0].words for item in self._items)))
        close = [each for word in words(query) for each in difflib.get_close_matches(word, known, 1, CLOSE)]
        return list(dict.fromkeys(close))


def _rank(total: float, item: _Item, asked: list[str]) -> tuple[bool, float, int]:
    """The name itself before all else, and of what fits equally well the plainest."""
    return (item.name != asked, -total, len(item.entry.name))


def _item(entries: list[Entry]) -> _Item:
    name = entries[0].name
    targets = [text for entry in entries if entry.target for text in (entry.target.id, entry.target.label)]
    parameters = [text for entry in entries for text in entry.input_schema.get("properties", ())]
    summaries = [entry.capability.summary or "" for entry in entries]
    descriptions = dict.fromkeys(entry.description for entry in entries)
    return _Item(
        entries[0],
        words(name),
        (
            _field(name, IN_NAME),
            _field(" ".join([*parameters, *targets, *summaries]), IN_PARAMETERS),
            _field(" ".join(descriptions), IN_DESCRIPTION),
        ),
    )


def _field(text: str, weights: tuple[float, float, float]) -> _Field:
    found = words(text)
    return _Field(frozenset(found), f" {' '.join(found)}", weights)


def _singular(word: str) -> str:
    if len(word) <= SHORTEST_PART or not word.isascii():
        return word
    for ending, instead in _PLURALS:
        if ending.search(word):
            return ending.sub(instead, word)
    return _S.sub("", word)
