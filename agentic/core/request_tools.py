"""The catalog as a model's request carries it: one tool a name, targets as an argument; or three tools about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core.capability import Risk
from agentic.core.entry import Entry
from agentic.core.kept import by_name, keep
from agentic.core.meta_tools import META_TOOLS, as_mode
from agentic.core.registry import Registry
from agentic.core.steps import TARGET
from agentic.core.wire_names import WireNames, to_wire_name

X_DESTRUCTIVE = "x-destructive"
X_CONFIRM = "x-confirm"
X_SUMMARY = "x-summary"
MOST_IN_FULL = 50
_SAME = ("$schema", "title", "description", "additionalProperties")
_BESIDE = frozenset({*_SAME, "properties", "$defs", "definitions", "unevaluatedProperties"})
_OF_ALL = frozenset(
    {"minProperties", "maxProperties", "propertyNames", "patternProperties"}
    | {"additionalProperties", "unevaluatedProperties"}
)


@dataclass(frozen=True, slots=True)
class RequestTool:
    """One tool of a request. `name` is the wire's, `capability` the catalog's.

    `only_target` is what it acts on, where there is one; `needs_target` where there are several, and a call must say
    which.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    capability: str
    only_target: str | None = None
    needs_target: bool = False


_META = tuple(
    RequestTool(to_wire_name(name), tool.description, tool.input_schema, name) for name, tool in META_TOOLS.items()
)


def build_request_tools(registry: Registry, mode: str | None = None) -> tuple[RequestTool, ...]:
    """What a model may call now. The same tuple comes back until the catalog, or what is available of it, changes.

    `mode`: `full`, every capability with its schema; `meta-tools`, three tools that search, describe and execute them;
    `auto`, the three where there would be more than `MOST_IN_FULL`; by default what `registry.tool_mode` says.
    """
    mode = registry.tool_mode if mode is None else as_mode(mode)
    if mode == "meta-tools":
        return _META
    tools = keep(registry, "tools", _build)
    return _META if mode == "auto" and len(tools) > MOST_IN_FULL else tools


def _build(offered: tuple[Entry, ...]) -> tuple[RequestTool, ...]:
    tools = by_name(offered)
    names = WireNames(tools)
    return tuple(
        RequestTool(
            names.to_wire(name),
            _description(entries),
            _parameters(entries),
            name,
            _only_target(entries),
            _needs_target(entries),
        )
        for name, entries in tools.items()
    )


def _only_target(entries: list[Entry]) -> str | None:
    return entries[0].target_id if len(entries) == 1 else None


def _needs_target(entries: list[Entry]) -> bool:
    """Whether each of several has a target; otherwise leaving it out means the one without."""
    return len(entries) > 1 and all(entry.target for entry in entries)


def _description(entries: list[Entry]) -> str:
    return "\n".join(dict.fromkeys(entry.capability.description for entry in entries))


def _parameters(entries: list[Entry]) -> dict[str, Any]:
    described = entries[0].capability
    # Some providers refuse parameters that do not say it.
    several = len(entries) > 1
    schema = _common([entry.input_schema for entry in entries]) if several else described.input_schema
    parameters = {"type": "object", **schema, **described.wire}
    if any(entry.risk is Risk.DESTRUCTIVE for entry in entries):
        parameters[X_DESTRUCTIVE] = True
    if isinstance(described.confirm, str):
        parameters[X_CONFIRM] = described.confirm
    if described.summary:
        parameters[X_SUMMARY] = described.summary
    return _with_target(parameters, entries) if several else parameters


def _common(schemas: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The properties of any of the schemas; only what all of them demand is demanded.

    What one says of its arguments as a whole, such as how many there may be, does not bind the others, and knows
    nothing of the target among them: each call is checked by its own.
    """
    if all(schema == schemas[0] for schema in schemas):
        return {word: said for word, said in schemas[0].items() if word in _BESIDE or not _judges_all({word: said})}
    several: dict[str, list[Any]] = {}
    for schema in schemas:
        for name, described in schema.get("properties", {}).items():
            if described not in several.setdefault(name, []):
                several[name].append(described)
    kept = {word: schemas[0][word] for word in _SAME if all(_same(word, schema, schemas[0]) for schema in schemas)}
    common = {
        **kept,
        "properties": {name: each[0] if len(each) == 1 else {"anyOf": each} for name, each in several.items()},
        "required": [name for name in several if all(name in schema.get("required", ()) for schema in schemas)],
    }
    shared = {name: each for schema in schemas for name, each in schema.get("$defs", {}).items()}
    return {**common, "$defs": shared} if shared else common


def _judges_all(said: Any) -> bool:
    """Whether a word says something of whatever is among the arguments, and so would of the target."""
    if isinstance(said, Mapping):
        return not _OF_ALL.isdisjoint(said) or any(map(_judges_all, said.values()))
    return isinstance(said, list) and any(map(_judges_all, said))


def _same(word: str, schema: Mapping[str, Any], first: Mapping[str, Any]) -> bool:
    return word in schema and word in first and schema[word] == first[word]


def _with_target(parameters: dict[str, Any], entries: list[Entry]) -> dict[str, Any]:
    targets = [entry.target for entry in entries if entry.target]
    labels = ", ".join(f"{target.id}: {target.label}" for target in targets if target.label)
    choice = {
        "type": "string",
        "enum": [target.id for target in targets],
        "description": f"Which one to act on. {labels}".strip(),
    }
    required = list(parameters.get("required", ()))
    if _needs_target(entries):
        required.append(TARGET)
    return {**parameters, "properties": {**parameters.get("properties", {}), TARGET: choice}, "required": required}
