"""`@capability`: a Python function described as a capability."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from agentic.core.capability import Available, Capability, Risk, Target
from agentic.core.docstring import read_docstring
from agentic.core.signature import as_execute, describe
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
    """Describe a function as a capability; name, schema and description come from the function.

    This only describes. `registry.register(function)` adds it to a catalog, and `@registry.capability(...)`, with the
    same arguments, does both at once. The function stays the function it was, and carries its `Capability` as
    `function.capability`.

    With `input_schema=`, the function gets the properties as keyword arguments, unchanged.
    """

    def described(function: F) -> F:
        if input_schema is None:
            found = describe(function)
            text, schema, execute = found.description, found.input_schema, found.execute
        else:
            text, schema, execute = read_docstring(function.__doc__, ())[0], input_schema, as_execute(function)
        made = Capability(
            name,
            text if description is None else description,
            schema,
            Risk(risk) if risk in tuple(Risk) else risk,  # type: ignore[arg-type]  # Capability says what is wrong
            execute,
            target,  # type: ignore[arg-type]  # a text becomes a Target
            available,
            summary,
            confirm,
            untrusted,
            offers_session,
            dict(wire or {}),
        )
        return _carry(function, made)

    return described


def capability_of(described: Capability | Callable[..., Any]) -> Capability:
    """The capability itself, or the one a decorated function carries."""
    found = described if isinstance(described, Capability) else getattr(described, "capability", None)
    if not isinstance(found, Capability):
        raise UsageError(f"{described!r} is no capability; decorate it with @capability(name, risk=...)")
    return found


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
