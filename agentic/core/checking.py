"""Arguments checked against a capability: as its handler gets them, with the digest that a person confirms."""

from collections.abc import Iterator, Mapping
from typing import Any

from agentic.core.arguments import LARGEST, copied, fit
from agentic.core.digest import TOO_LARGE, digest, is_canonical
from agentic.core.entry import Entry
from agentic.core.secrets import unmask
from agentic.core.subschemas import Place, root_of
from agentic.errors import ArgumentError

Checked = tuple[Mapping[str, Any], str]


def check(entry: Entry, arguments: Mapping[str, Any]) -> Checked:
    """The arguments and their digest; ArgumentError says what does not fit."""
    if entry.schema.problem(arguments):
        arguments = fit(arguments, entry.input_schema)
        if problem := entry.schema.problem(arguments, quotes=not entry.hides):
            raise ArgumentError(problem)
    _require_buildable(entry, arguments)
    try:
        return arguments, digest(entry.name, entry.target_id, arguments)
    except ArgumentError as error:
        raise ArgumentError(_located(str(error), arguments, entry.input_schema)) from None


def revise(entry: Entry, original: Mapping[str, Any], edited: Any) -> Checked:
    """The arguments as a person changed them, checked like a model's; a mask stands for the secret it hid."""
    if not isinstance(edited, Mapping):
        raise ArgumentError("the arguments must be one object")
    return check(entry, unmask(edited, original, entry.input_schema))


def _require_buildable(entry: Entry, arguments: Mapping[str, Any]) -> None:
    """What fits the schema may be no value of the annotated type: two names of one item of a set."""
    if build := getattr(entry.capability.execute, "build", None):
        try:
            build(copied(arguments))
        except ArgumentError as error:
            raise ArgumentError(entry.scrub(arguments)(str(error))) from None
        except Exception:
            return  # of a type's own code; it is told as what it is, when the call runs


def _located(reason: str, arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Why there is no canonical form, with the argument that has none, and what it would take instead."""
    try:
        path, value, place = next(_without_form(arguments, root_of(schema), ""), ("", None, None))
    except RecursionError:
        return reason
    if place and type(value) is int:
        takes_text = not place.types() or "string" in place.types()
        reason = f"{TOO_LARGE}; {'send it as text' if takes_text else f'it goes from -{LARGEST} to {LARGEST}'}"
    return f"{path.lstrip('.')}: {reason}" if path else reason


def _without_form(value: Any, place: Place, path: str) -> Iterator[tuple[str, Any, Place]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            # A name that has none either cannot be told.
            yield from _without_form(item, place.property(name), f"{path}.{name}" if is_canonical(name) else path)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _without_form(item, place.item(index), f"{path}[{index}]")
    elif not is_canonical(value):
        yield path, value, place
