"""Arguments checked against a capability: as its handler gets them, with the digest that a person confirms."""

from collections.abc import Mapping
from typing import Any

from agentic.core.arguments import fit
from agentic.core.digest import digest
from agentic.core.entry import Entry
from agentic.core.secrets import unmask
from agentic.errors import ArgumentError

Checked = tuple[Mapping[str, Any], str]


def check(entry: Entry, arguments: Mapping[str, Any]) -> Checked:
    """The arguments and their digest; ArgumentError says what does not fit."""
    if entry.schema.problem(arguments):
        arguments = fit(arguments, entry.input_schema)
        if problem := entry.schema.problem(arguments, quotes=not entry.hides):
            raise ArgumentError(problem)
    return arguments, digest(entry.name, entry.target_id, arguments)


def revise(entry: Entry, original: Mapping[str, Any], edited: Any) -> Checked:
    """The arguments as a person changed them, checked like a model's; a mask stands for the secret it hid."""
    if not isinstance(edited, Mapping):
        raise ArgumentError("the arguments must be one object")
    return check(entry, unmask(edited, original, entry.input_schema))
