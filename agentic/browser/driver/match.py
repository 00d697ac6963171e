"""Which of several options is meant: by its value, or by the text that a person sees; never a neighbour."""

import re
from collections.abc import Iterable, Sequence

from agentic.browser.dom import Node
from agentic.browser.driver.find import describe
from agentic.errors import ValueRefused

MOST_NAMED = 20


def find_option(el: Node, wanted: str, names: Sequence[str], values: Sequence[str]) -> int:
    """The index of the option meant; where there is none, or more than one, the options there are are told."""
    seen = one_line(wanted)
    if wanted in values:
        return values.index(wanted)
    for said, alike in ((seen, names), (seen.casefold(), [name.casefold() for name in names])):
        if alike.count(said) == 1:
            return alike.index(said)
        if said in alike:
            same = [value for value, name in zip(values, alike, strict=True) if name == said]
            raise ValueRefused(f"{describe(el)} has {len(same)} options {seen!r}; choose one by its value: {same}")
    raise ValueRefused(f"{describe(el)} has no option {wanted!r}; {listed(names)}")


def names_it(said: str, name: str, others: Iterable[str] = ()) -> int:
    """How often a text says a name, as whole words; what is a part of the longer name of another is none."""
    text, sought = said.casefold(), name.casefold()
    for other in sorted({each.casefold() for each in others}, key=len, reverse=True):
        if len(other) > len(sought) and sought in other:
            text = text.replace(other, "\0")
    before, after = (r"(?<!\w)" if sought[:1].isalnum() else ""), (r"(?!\w)" if sought[-1:].isalnum() else "")
    return len(re.findall(f"{before}{re.escape(sought)}{after}", text)) if sought else 0


def listed(names: Sequence[str]) -> str:
    """A sentence of the options there are."""
    if not names:
        return "it has none"
    return f"it has {', '.join(map(repr, names[:MOST_NAMED]))}" + ("…" if len(names) > MOST_NAMED else "")


def one_line(text: str) -> str:
    """The text as it reads on one line."""
    return " ".join(str(text).split())
