"""`@capability`: a Python function described as a capability."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from agentic.core.capability import Available, Capability, Risk, Target
from agentic.core.docstring import read_docstring
from agentic.core.signature import Described, accepts_signal, as_execute, describe
from agentic.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])


def capability(
    name: str,
    *,
    risk: Risk | str,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    target: Target | str | None = None,
    available: Available = True,
    summary: str | None = None,
    confirm: str | bool | None = None,
    untrusted: bool = False,
    offers_session: bool = False,
    wire: Mapping[str, Any] | None = None,
) -> Callable[[F], F]:
    """Describe a function as a capability; its schema and description come from the function.

    This only describes: `registry.register(function)` adds it to a catalog, and `@registry.capability(...)`, with the
    same arguments, does both. The function stays what it was, and carries its `Capability` as `function.capability`.
    With `input_schema=`, it gets the properties as keyword arguments, unchanged.
    """

    def described(function: F) -> F:
        found = describe(function) if input_schema is None else _described_by_hand(function, input_schema)
        made = Capability(
            name=name,
            description=found.description if description is None else description,
            input_schema=found.input_schema,
            risk=risk,  # type: ignore[arg-type]  # Capability turns a text into a Risk, and says what is wrong
            execute=found.execute,
            target=target,  # type: ignore[arg-type]  # and a text into a Target
            available=available,
            summary=summary,
            confirm=confirm,
            untrusted=untrusted,
            offers_session=offers_session,
            wire=wire or {},
        )
        return _carry(function, made)

    return described


def capability_of(described: Capability | Callable[..., Any]) -> Capability:
    """The capability itself, or the one a decorated function carries."""
    found = described if isinstance(described, Capability) else getattr(described, "capability", None)
    if not isinstance(found, Capability):
        raise UsageError(f"{described!r} is no capability; decorate it with @capability(name, risk=...)")
    return found


def _described_by_hand(function: Callable[..., Any], input_schema: Mapping[str, Any]) -> Described:
    # Where the schema has a `signal` of its own, that is what a parameter of this name takes.
    properties = input_schema.get("properties") if isinstance(input_schema, Mapping) else None
    has_own = isinstance(properties, Mapping) and "signal" in properties
    execute = as_execute(function, takes_signal=not has_own and accepts_signal(function))
    return Described(read_docstring(function.__doc__, ())[0], input_schema, execute)


def _carry(function: F, made: Capability) -> F:
    try:
        function.capability = made  # type: ignore[attr-defined]
    except AttributeError:  # a bound method takes no attributes; a function around it does

        @wraps(function)
        def carrier(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        carrier.capability = made  # type: ignore[attr-defined]
        return carrier  # type: ignore[return-value]
    return function
