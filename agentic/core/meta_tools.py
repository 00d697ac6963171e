"""Three tools instead of hundreds: search the catalog, describe a capability, execute it."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentic.core.arguments import excerpt
from agentic.core.cancel import Cancellation
from agentic.core.capability import Call, Capability, Outcome, Risk
from agentic.core.entry import Entry
from agentic.core.kept import Told, keep
from agentic.core.search import Index
from agentic.core.showing import ADDRESS, EXECUTE, meant_by, real_name, shown_call
from agentic.core.steps import TARGET, needs_target, two_targets
from agentic.core.wire_names import to_wire_name
from agentic.errors import UsageError

if TYPE_CHECKING:
    from agentic.core.registry import Registry

SEARCH, DESCRIBE = "agent.search_capabilities", "agent.describe"
MODES = ("full", "meta-tools", "auto")
# What a model is told to call is spelled as it has to be called.
_SEARCH, _DESCRIBE = to_wire_name(SEARCH), to_wire_name(DESCRIBE)
SHOWN, MOST_SHOWN = 10, 50
LONGEST_QUERY = 300
"""Characters: every word is looked for in everything, which would hold the page."""
LONGEST_DESCRIPTION = 200
GROUPS_SHOWN = 20

Run = Callable[["Registry", Call, Mapping[str, Any], Cancellation], Outcome | Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class MetaTool:
    """A tool about the catalog. `run` gets the registry and the call itself beside its checked arguments."""

    description: str
    input_schema: Mapping[str, Any]
    run: Run


def as_mode(mode: str) -> str:
    """How a request carries the catalog, if there is such a way."""
    if mode not in MODES:
        raise UsageError(f"the tools of a request are full, meta-tools or auto, not {mode!r}")
    return mode


def meta_capability(registry: "Registry", call: Call) -> Capability:
    """The meta tool that a call names, as a capability made for this one call."""
    tool = META_TOOLS[call.name]

    def execute(values: Mapping[str, Any], *, signal: Cancellation) -> Outcome | Awaitable[Outcome]:
        return tool.run(registry, call, values, signal)

    def redact(values: Mapping[str, Any]) -> Mapping[str, Any]:
        return shown_call(call.name, values, meant_by(call.name, values, registry), registry)

    return Capability(call.name, tool.description, _as_checked(tool.input_schema), Risk.READ, execute, redact=redact)


def _as_checked(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema as calls are checked against it: a target may be called `_target` too, as hints about targets do."""
    properties = schema["properties"]
    return {**schema, "properties": {**properties, TARGET: properties["target"]}} if "target" in properties else schema


def _find(registry: "Registry", call: Call, values: Mapping[str, Any], signal: Cancellation) -> Outcome:
    query, limit = values.get("query", ""), values.get("limit", SHOWN)
    index = keep(registry, "search", Index)
    found = index.find(query)
    for each in found[:limit]:
        # Where it was described before, the model knows more of it than is told here.
        registry.told.setdefault(each.name, _telling(registry, each.name))
    result: dict[str, Any] = {"found": len(found), "capabilities": [_line(registry, each) for each in found[:limit]]}
    hint = _more(index, found, limit) if found else _nothing(index, query)
    return Outcome("ok", {**result, "hint": hint} if hint else result)


def _line(registry: "Registry", entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, **_by_target(registry, entry.name, _summed_up)}


def _summed_up(entry: Entry) -> dict[str, Any]:
    return {"description": _short(entry.description), "risk": entry.risk.value}


def _short(description: str) -> str:
    first = description.strip().partition("\n\n")[0]
    return first if len(first) <= LONGEST_DESCRIPTION else first[:LONGEST_DESCRIPTION].rsplit(" ", 1)[0] + "…"


def _more(index: Index, found: list[Entry], limit: int) -> str:
    if len(found) <= limit:
        return ""
    more = len(found) - limit
    return f"{more} more match; say it in more words, or raise limit (at most {MOST_SHOWN}). {_there(index)}"


def _nothing(index: Index, query: str) -> str:
    if not len(index):
        return "nothing can be done on this page at the moment; it may be later"
    close = index.close_to(query)
    meant = f"did you mean {' or '.join(close)}?" if close else "try other words for it."
    return f"nothing matches {excerpt(repr(query))}; {meant} {_there(index)}"


def _there(index: Index) -> str:
    groups = index.groups()
    shown = ", ".join(f"{name} ({count})" for name, count in groups[:GROUPS_SHOWN])
    return f"There is {shown}{', …' if len(groups) > GROUPS_SHOWN else ''}."


def _describe(registry: "Registry", call: Call, values: Mapping[str, Any], signal: Cancellation) -> Outcome:
    name = real_name(registry, values["name"])
    if not _offered(registry, name):
        return Outcome("unavailable", hint=_unknown(registry, name))
    registry.told[name] = _telling(registry, name)
    return Outcome("ok", {"name": name, **_by_target(registry, name, _told), "revision": registry.revision})


def _told(entry: Entry) -> dict[str, Any]:
    """What there is to know of one target."""
    return {"description": entry.description, "risk": entry.risk.value, "input_schema": entry.input_schema}


def _unknown(registry: "Registry", name: str) -> str:
    if registry.find(name):
        return f"{name} is not available at the moment; {_SEARCH} finds what is"
    close = keep(registry, "search", Index).find(name[:LONGEST_QUERY])[:3]
    meant = f"did you mean {' or '.join(entry.name for entry in close)}?" if close else f"{_SEARCH} finds what there is"
    return f"there is no {excerpt(repr(name))}; {meant}"


async def _execute(registry: "Registry", call: Call, values: Mapping[str, Any], signal: Cancellation) -> Outcome:
    if stray := [name for name in values if name not in ADDRESS]:
        hint = f"{', '.join(stray)}: the capability's own arguments belong into `input`, as one object"
        return Outcome("invalid", hint=hint)
    name = real_name(registry, values["name"])
    targets = [values[each] for each in ("target", TARGET) if each in values]
    if len(targets) == 2 and targets[0] != targets[1]:
        return Outcome("invalid", hint=two_targets(name, *targets))
    # A model need not repeat the revision it was told, and may mistake another for it: what it saw is known.
    told = registry.told.get(name)
    planned = (call.revision, values.get("revision"), told and told.revision)
    real = replace(
        call,
        name=name,
        input=values.get("input", {}),
        target_id=next(iter(targets), None),
        revision=min((each for each in planned if each is not None), default=None),
        **_unnamed(registry.find(name), told),
    )
    outcome = await registry.continue_with(real, signal)
    then = _THEN.get(outcome.status)
    return replace(outcome, hint=f"{outcome.hint} ({then})") if then else outcome


def _unnamed(entries: Collection[Entry], told: Told | None) -> dict[str, Any]:
    """What a call means that names no target: the one without, or the only one that was told of; else none.

    The one that is there now may have come in the place of the one that was described.
    """
    targets = told.targets if told else {entry.target_id for entry in entries}
    if needs_target(entries) or (None not in targets and (told is None or len(targets) > 1)):
        return {"needs_target": True}
    return {"only_target_id": next(iter(targets))} if len(targets) == 1 else {}


def _telling(registry: "Registry", name: str) -> Told:
    return Told(registry.revision, frozenset(entry.target_id for entry in _offered(registry, name)))


def _offered(registry: "Registry", name: str) -> list[Entry]:
    return [entry for entry in registry.find(name) if entry.state == "available"]


def _by_target(registry: "Registry", name: str, tell: Callable[[Entry], dict[str, Any]]) -> dict[str, Any]:
    """What is told of a capability, once, and which targets there are; where they differ, it is told of each.

    There is nothing to choose from where there is only one, and none that could take its place. One without a target
    is what a call means that names none; it is listed only where it differs.
    """
    entries = _offered(registry, name)
    told = [tell(entry) for entry in entries]
    differ = any(each != told[0] for each in told)
    targets = [
        {**_target(entry), **(each if differ else {})}
        for entry, each in zip(entries, told, strict=True)
        if entry.target or differ
    ]
    is_alone = len(registry.find(name)) == 1
    return {**({} if differ else told[0]), **({} if is_alone or not targets else {"targets": targets})}


def _target(entry: Entry) -> dict[str, Any]:
    target = entry.target
    return {"id": target.id, "label": target.label} if target else {"id": None, "label": "without a target"}


_THEN = MappingProxyType(
    {
        "unavailable": f"{_SEARCH} finds what there is now",
        "stale": f"{_DESCRIBE} tells what it takes now, and its revision",
        "invalid": f"{_DESCRIBE} tells what it takes",
    }
)

META_TOOLS: Mapping[str, MetaTool] = MappingProxyType(
    {
        SEARCH: MetaTool(
            "Find what can be done on this page, best match first, with the risk of each. There is more than fits into "
            "this list of tools: search before you say that something cannot be done.",
            {
                "type": "object",
                "properties": {
                    "query": {
                        "type": "string",
                        "maxLength": LONGEST_QUERY,
                        "description": "What is to be done, in a few words, such as `add todo`; empty lists anything.",
                    },
                    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_SHOWN, "default": SHOWN},
                },
                "required": ["query"],
                "additionalProperties": False,
            },
            _find,
        ),
        DESCRIBE: MetaTool(
            "Read what a capability takes (its JSON Schema), its risk and its targets, before executing it.",
            {
                "type": "object",
                "properties": {"name": {"type": "string", "description": f"A name that {_SEARCH} found."}},
                "required": ["name"],
                "additionalProperties": False,
            },
            _describe,
        ),
        EXECUTE: MetaTool(
            "Do something on this page: run one capability, as described. The user may be asked to confirm it first.",
            {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": f"A name that {_SEARCH} found."},
                    "input": {"type": "object", "description": f"Its arguments, as {_DESCRIBE} tells them."},
                    "target": {"type": "string", "description": "Which one to act on: the id of one of its targets."},
                    "revision": {"type": "integer", "description": f"The revision that {_DESCRIBE} told."},
                },
                "required": ["name"],
            },
            _execute,
        ),
    }
)

META_WIRE_NAMES: Mapping[str, str] = MappingProxyType({to_wire_name(name): name for name in META_TOOLS})
