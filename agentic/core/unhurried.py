"""What in a schema, fed with a model's values, could hold the page: patterns, and lists of different things."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import rfc8785
from jsonschema.exceptions import ValidationError

from agentic.core.arguments import excerpt
from agentic.core.patterns import UNBOUNDED, longest_text
from agentic.core.schema_walk import schemas_in
from agentic.errors import SchemaError

Check = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]

SHORTEST = 40
"""Characters that every pattern of a schema must be able to be tried on."""


def check_patterns(source: Any) -> int:
    """How long a property's name may be where names are tried; SchemaError for a pattern that could hold the page."""
    names = UNBOUNDED
    for schema in schemas_in(source):
        for pattern in _mapping(schema.get("patternProperties")):
            names = min(names, _tried_on(pattern))
        if isinstance(pattern := schema.get("pattern"), str):
            _tried_on(pattern)
    return names


def unhurried(words: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a validator's words that a value could keep busy for seconds, as ones that none can."""
    return {"pattern": _pattern(words["pattern"]), "uniqueItems": _unique_items}


def _pattern(try_it: Check) -> Check:
    """A text that its pattern could try for seconds is an error unread."""

    def check(validator: Any, pattern: str, text: Any, schema: Any) -> Iterator[ValidationError]:
        longest = longest_text(pattern)
        if isinstance(text, str) and len(text) > longest:
            yield ValidationError(f"{text!r} is longer than the {longest} characters that its pattern is tried on")
        else:
            yield from try_it(validator, pattern, text, schema) or ()

    return check


def _unique_items(validator: Any, unique: bool, items: Any, schema: Any) -> Iterator[ValidationError]:
    """Each item is looked at once, where jsonschema compares every one with every other."""
    if unique and isinstance(items, list) and len({*map(_spelled, items)}) < len(items):
        yield ValidationError(f"{items!r} has non-unique elements")


def _spelled(item: Any) -> Any:
    """One spelling for all that JSON Schema calls equal."""
    try:
        return rfc8785.dumps(item)
    except ValueError:  # what has none is refused when its digest is computed
        return repr(item)


def longer_name(value: Any, longest: int) -> str:
    """The name of a property, at any depth, that is longer than that; empty if none is."""
    names = list(value) if isinstance(value, dict) else []
    inner = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    too_long = (name for name in names if isinstance(name, str) and len(name) > longest)
    deeper = (found for each in inner if (found := longer_name(each, longest)))
    return next(too_long, None) or next(deeper, "")


def _mapping(value: Any) -> Mapping[str, Any]:
    """An author's own words may hold anything under a name that a schema uses."""
    return value if isinstance(value, Mapping) else {}


def _tried_on(pattern: str) -> int:
    try:
        longest = longest_text(pattern)
    except (re.error, OverflowError):
        return UNBOUNDED  # no expression, so never tried: one of the schema's own is refused as unsound
    if longest < SHORTEST:
        why = "could hold the page for seconds: it reads one text in too many ways; let no loop of it repeat another"
        raise SchemaError(f"not a JSON Schema to be used: the pattern {excerpt(repr(pattern))} {why}")
    return longest
