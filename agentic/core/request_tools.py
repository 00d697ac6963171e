"""The catalog as a model's request carries it: one tool a name, targets as an argument."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core.capability import Risk
from agentic.core.entry import Entry
from agentic.core.registry import Registry
from agentic.core.steps import TARGET
from agentic.core.wire_names import WireNames
from agentic.errors import UsageError

X_DESTRUCTIVE = "x-destructive"
X_CONFIRM = "x-confirm"
X_SUMMARY = "x-summary"


@dataclass(frozen=True, slots=True)
class RequestTool:
    """One tool of a request. `name` is the wire's, `capability` the catalog's."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    capability: str


def build_request_tools(registry: Registry, mode: str = "full") -> tuple[RequestTool, ...]:
    """What a model may call now. The same tuple comes back until the catalog, or what is available of it, changes."""
    if mode != "full":
        raise UsageError(f"build_request_tools: mode is full, not {mode!r}")
    offered = registry.offered()
    entries, tools = registry.kept.get(mode, (None, ()))
    if entries != offered:
        tools = _build(offered)
        registry.kept[mode] = (offered, tools)
    return tools


def _build(offered: tuple[Entry, ...]) -> tuple[RequestTool, ...]:
    by_name: dict[str, list[Entry]] = {}
    for entry in offered:
        by_name.setdefault(entry.name, []).append(entry)
    names = WireNames(by_name)
    return tuple(
        RequestTool(names.to_wire(name), entries[0].capability.description, _parameters(entries), name)
        for name, entries in by_name.items()
    )


def _parameters(entries: list[Entry]) -> dict[str, Any]:
    described = entries[0].capability
    parameters = {**described.input_schema, **described.wire}
    if described.risk is Risk.DESTRUCTIVE:
        parameters[X_DESTRUCTIVE] = True
    if isinstance(described.confirm, str):
        parameters[X_CONFIRM] = described.confirm
    if described.summary:
        parameters[X_SUMMARY] = described.summary
    return _with_target(parameters, entries) if len(entries) > 1 else parameters


def _with_target(parameters: dict[str, Any], entries: list[Entry]) -> dict[str, Any]:
    targets = [entry.target for entry in entries if entry.target]
    labels = ", ".join(f"{target.id}: {target.label}" for target in targets if target.label)
    choice = {
        "type": "string",
        "enum": [target.id for target in targets],
        "description": f"Which one to act on. {labels}".strip(),
    }
    required = list(parameters.get("required", ()))
    if len(targets) == len(entries):  # otherwise leaving it out means the one without a target
        required.append(TARGET)
    return {**parameters, "properties": {**parameters.get("properties", {}), TARGET: choice}, "required": required}
