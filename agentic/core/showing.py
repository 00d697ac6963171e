"""A model's call as anybody may see it, whatever it turns out to mean: it is shown before it is checked."""

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from agentic.core.arguments import parse_arguments
from agentic.core.entry import Entry
from agentic.core.private_fields import is_private
from agentic.core.secrets import MASK, mask_all
from agentic.core.steps import TARGET
from agentic.core.wire_names import to_wire_name

if TYPE_CHECKING:
    from agentic.core.registry import Registry

EXECUTE = "agent.execute"
ADDRESS = frozenset({"name", "input", "target", "revision", TARGET})
"""The arguments of the tool that executes others; a capability's own are in `input`."""
CLOSE = 0.75

_KEY = re.compile(r'"([^"\\]+)\\*"\s*:')
_ESCAPE = re.compile(r"\\+u([0-9a-fA-F]{4})")


def real_name(registry: "Registry", name: str) -> str:
    """The catalog's name, also where a model wrote it as it is spelled on the wire."""
    if registry.find(name):
        return name
    return next((entry.name for entry in registry.list() if to_wire_name(entry.name) == name), name)


def meant_by(name: str, arguments: Any, registry: "Registry") -> tuple[Entry, ...]:
    """What a call may mean, one entry a target; by the tool that executes others, what that one executes."""
    if _executes_another(name):
        name = arguments.get("name") if isinstance(arguments, Mapping) else ""
    return registry.find(real_name(registry, name)) if isinstance(name, str) else ()


def shown_text(
    name: str, text: str, meant: tuple[Entry, ...], registry: "Registry", *, is_complete: bool = True
) -> str:
    """A call's arguments as they may be shown: the text itself where nothing in it is hidden.

    What cannot be read cannot be masked, so of a text that is no object, or not whole yet, nothing is shown.
    """
    catalog = registry.list()
    if not _may_hide(name, text, meant, catalog):
        return text
    arguments = parse_arguments(text) if is_complete else None
    if not isinstance(arguments, dict):
        return MASK
    return json.dumps(shown_call(name, arguments, meant, registry), ensure_ascii=False)


def shown_of(registry: "Registry", name: str, text: str) -> str:
    """The same for a call that is whole, by what it means to this catalog now."""
    return shown_text(name, text, meant_by(name, parse_arguments(text), registry), registry)


def shown_call(
    name: str, arguments: Mapping[str, Any], meant: tuple[Entry, ...], registry: "Registry"
) -> Mapping[str, Any]:
    """The arguments with all masked that is a secret to what the call may mean; of what means nothing, only names."""
    catalog = registry.list()
    if _executes_another(name):
        return _shown_execution(arguments, meant, catalog)
    if not meant:
        hiding = [entry for entry in catalog if entry.hides]
        return mask_all(arguments) if _is_close(name, hiding) else _without_private(arguments, _secret_names(hiding))
    return _shown_by(meant, arguments)


def _shown_execution(
    arguments: Mapping[str, Any], meant: tuple[Entry, ...], catalog: Iterable[Entry]
) -> Mapping[str, Any]:
    hiding = [entry for entry in (*meant, *catalog) if entry.hides]
    if not hiding:
        return arguments if meant else _without_private(arguments, frozenset())
    given = arguments.get("input", {})
    given = parse_arguments(given) if isinstance(given, str) else given
    is_addressed = arguments.keys() <= ADDRESS and type(arguments.get("revision", 0)) is int
    named = [arguments[each] for each in ("target", TARGET) if arguments.get(each) is not None]
    if named:
        also = [_target_in(given)] if _target_in(given) is not None else []
        meant = tuple(entry for entry in meant if entry.target_id in (*named, *also))
    if not (meant and is_addressed and isinstance(given, Mapping)):
        return mask_all(arguments)
    return {**arguments, "input": _shown_by(meant, given, *named)} if "input" in arguments else arguments


def _shown_by(meant: tuple[Entry, ...], arguments: Mapping[str, Any], *named: Any) -> Mapping[str, Any]:
    """Masked by every target that is named, or else by each there is: one hides what another shows."""
    target = _target_in(arguments)
    chosen = [entry for entry in meant if entry.target_id is not None and entry.target_id in (target, *named)]
    is_known = any(entry.target_id == target for entry in chosen)
    # The target is no argument of the capability's; its own schema knows nothing of it.
    shown: Any = {name: value for name, value in arguments.items() if not (is_known and name == TARGET)}
    for entry in chosen or meant:
        shown = entry.masked(shown)
    return {**shown, TARGET: target} if is_known else shown


def _target_in(arguments: Any) -> Any:
    return arguments.get(TARGET) if isinstance(arguments, Mapping) else None


def _may_hide(name: str, text: str, meant: tuple[Entry, ...], catalog: Iterable[Entry]) -> bool:
    if meant and not _executes_another(name):
        return any(entry.hides for entry in meant)
    hiding = [entry for entry in (*meant, *catalog) if entry.hides]
    if _executes_another(name) and (hiding or meant):
        return bool(hiding)
    # What is not there any more, or never was here, hid what its names say that it did.
    private = _secret_names(hiding)
    return _is_close(name, hiding) or any(_is_secret(key, private) for key in _keys(text))


def _keys(text: str) -> list[str]:
    """The names in a JSON text, and in the JSON texts in it, however their characters are written."""
    return _KEY.findall(_ESCAPE.sub(lambda found: chr(int(found[1], 16)), text))


def _executes_another(name: str) -> bool:
    return to_wire_name(name) == to_wire_name(EXECUTE)


def _is_close(name: str, hiding: Iterable[Entry]) -> bool:
    """Whether a name that nothing has may be a misspelled one of something that hides its arguments."""
    return bool(difflib.get_close_matches(to_wire_name(name), [to_wire_name(each.name) for each in hiding], 1, CLOSE))


def _secret_names(hiding: Iterable[Entry]) -> frozenset[str]:
    """What the secrets of a catalog are called: of `login.pin` and `rows[].token` the last part."""
    return frozenset(name for entry in hiding for path in entry.secrets for name in re.findall(r"\w+", path)[-1:])


def _is_secret(name: str, private: frozenset[str]) -> bool:
    return name in private or is_private("", "", name)


def _without_private(value: Any, private: frozenset[str]) -> Any:
    """A copy without what is called as secrets are: the call may be somebody else's, and then it is to be seen."""
    if isinstance(value, Mapping):
        return {
            name: MASK if _is_secret(name, private) else _without_private(item, private) for name, item in value.items()
        }
    return [_without_private(each, private) for each in value] if isinstance(value, list) else value
