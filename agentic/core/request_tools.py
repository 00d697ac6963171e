"""The catalog as a model's request carries it: one tool a name, targets as an argument; or three tools about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core.capability import Risk
from agentic.core.entry import Entry
from agentic.core.kept import by_name, keep
from agentic.core.merged_schema import merged
from agentic.core.meta_tools import META_TOOLS, as_mode
from agentic.core.registry import Registry
from agentic.core.schema_walk import SHARED
from agentic.core.steps import TARGET, needs_target
from agentic.core.subschemas import root_of
from agentic.core.wire_names import WireNames, to_wire_name

X_DESTRUCTIVE = "x-destructive"
X_CONFIRM = "x-confirm"
X_SUMMARY = "x-summary"
MOST_IN_FULL = 50
_COUNTS = frozenset({"minProperties", "maxProperties", "propertyNames"})
_OTHERS = frozenset({"additionalProperties", "unevaluatedProperties"})
_OF_ALL = _COUNTS | _OTHERS | {"patternProperties"}
_BESIDE = frozenset({"properties", "minProperties", *_OTHERS, *SHARED})
"""Words at the root that refuse nothing once the target is among the properties, or say nothing by themselves."""


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
            needs_target(entries),
        )
        for name, entries in tools.items()
    )


def _only_target(entries: list[Entry]) -> str | None:
    return entries[0].target_id if len(entries) == 1 else None


def _description(entries: list[Entry]) -> str:
    return "\n".join(dict.fromkeys(entry.capability.description for entry in entries))


def _parameters(entries: list[Entry]) -> dict[str, Any]:
    described = entries[0].capability
    several = len(entries) > 1
    schema = _beside_target(merged(entry.input_schema for entry in entries)) if several else described.input_schema
    # Some providers refuse parameters that do not say it.
    parameters = {"type": "object", **schema, **described.wire}
    if any(entry.risk is Risk.DESTRUCTIVE for entry in entries):
        parameters[X_DESTRUCTIVE] = True
    if isinstance(described.confirm, str):
        parameters[X_CONFIRM] = described.confirm
    if described.summary:
        parameters[X_SUMMARY] = described.summary
    return _with_target(parameters, entries) if several else parameters


def _beside_target(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What a schema says of the capability's own arguments, so that the target among them is none of its business.

    Some of its words would judge the target too, such as how many arguments there may be. Without those a model is told
    less, and each call is checked by the target's own schema.
    """
    kept = {word: said for word, said in schema.items() if word in _BESIDE or not _judges_all(word, schema)}
    # What describes properties may be among those that went; what is said of the others would be said of them then.
    is_whole = schema.keys() - kept.keys() <= _COUNTS
    return kept if is_whole else {word: said for word, said in kept.items() if word not in _OTHERS}


def _judges_all(word: str, schema: Mapping[str, Any]) -> bool:
    """Whether a word says something of whatever is among the arguments, itself or by what it refers to."""
    alone = root_of({each: schema[each] for each in ("$schema", *SHARED, word) if each in schema})
    return alone.is_lost or any(not _OF_ALL.isdisjoint(part.schema) for part in alone.parts)


def _with_target(parameters: dict[str, Any], entries: list[Entry]) -> dict[str, Any]:
    targets = [entry.target for entry in entries if entry.target]
    labels = ", ".join(f"{target.id}: {target.label}" for target in targets if target.label)
    choice = {
        "type": "string",
        "enum": [target.id for target in targets],
        "description": f"Which one to act on. {labels}".strip(),
    }
    required = list(parameters.get("required", ()))
    if needs_target(entries):
        required.append(TARGET)
    return {**parameters, "properties": {**parameters.get("properties", {}), TARGET: choice}, "required": required}
