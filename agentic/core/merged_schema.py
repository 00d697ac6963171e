"""Several schemas as one that takes what any of them takes, for one tool that stands for several targets."""

from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any
from urllib.parse import quote, unquote

from agentic.core.schema_walk import SHARED, schemas_in, with_references

_WHOLE = "self"
_ABSENT = object()


def merged(schemas: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A schema that every object fits which fits one of these; and the same one where they are all the same.

    What they say of a property stands side by side; what they say of the whole object stays only where all say it. What
    they refer to is in `$defs`, two of one name under names of their own.
    """
    different: list[Mapping[str, Any]] = []
    for schema in schemas:
        if schema not in different:
            different.append(schema)
    shared: dict[str, Any] = {}
    apart = [_apart(schema, shared) for schema in different]
    common = {word: value for word, value in apart[0].items() if word[:2] == "x-" or _all_say(apart, word, value)}
    if len(apart) > 1:
        common |= {"properties": _properties(apart), "required": _required(apart)}
    return {**common, "$defs": shared} if shared else common


def _all_say(schemas: list[dict[str, Any]], word: str, value: Any) -> bool:
    return all(schema.get(word, _ABSENT) == value for schema in schemas)


def _properties(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    several: dict[str, list[Any]] = {}
    for schema in schemas:
        for name, described in schema.get("properties", {}).items():
            if described not in several.setdefault(name, []):
                several[name].append(described)
    return {name: each[0] if len(each) == 1 else {"anyOf": each} for name, each in several.items()}


def _required(schemas: list[dict[str, Any]]) -> list[str]:
    """Only what all of them demand is demanded."""
    first, *others = (schema.get("required", []) for schema in schemas)
    return [name for name in first if all(name in other for other in others)]


def _apart(schema: Mapping[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """The schema without what it refers to: that joins `shared`, and the references follow it there."""
    names = {f"#/{word}/{_escaped(name)}": name for word in SHARED for name in schema.get(word, {})}
    rest, found = _split(schema, names, _WHOLE)
    # What a reference to anything but the definitions leads to is another thing in a schema of several.
    loops = any(_place(reference, names) is None for reference in _references(schema))
    if loops or len(found) < len(names) or any(shared.get(name, each) != each for name, each in found.items()):
        taken = set(shared)
        names = {place: _claimed(name, taken) for place, name in names.items()}
        whole = _claimed(_WHOLE, taken)
        rest, found = _split(schema, names, whole)
        found |= {whole: rest} if loops else {}
    shared |= found
    return rest


def _split(schema: Mapping[str, Any], names: Mapping[str, str], whole: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema and its definitions apart, these under the names given for their places; `whole` is its own."""

    def moved(reference: str) -> str:
        if not _is_local(reference):
            return reference
        place = _place(reference, names)
        name, rest = (whole, reference[1:]) if place is None else (names[place], unquote(reference)[len(place) :])
        return f"#/$defs/{quote(_escaped(name))}{rest}"

    rest = with_references(schema, moved)
    definitions = [(f"#/{word}/{_escaped(name)}", each) for word in SHARED for name, each in rest.pop(word, {}).items()]
    return rest, {names[place]: each for place, each in definitions}


def _references(schema: Mapping[str, Any]) -> list[str]:
    found = [each.get("$ref") for each in schemas_in(schema)]
    return [reference for reference in found if isinstance(reference, str) and _is_local(reference)]


def _place(reference: str, names: Mapping[str, str]) -> str | None:
    """The place of the definition that a reference leads into; None if it leads into none."""
    read = unquote(reference)
    return next((place for place in names if read == place or read.startswith(f"{place}/")), None)


def _is_local(reference: str) -> bool:
    return reference == "#" or reference.startswith("#/")


def _claimed(name: str, taken: set[str]) -> str:
    """The name, or with a number if it is taken; it is taken from now on."""
    free = next(each for each in chain([name], (f"{name}_{number}" for number in count(2))) if each not in taken)
    taken.add(free)
    return free


def _escaped(name: str) -> str:
    """A name as a JSON pointer spells it."""
    return name.replace("~", "~0").replace("/", "~1")
