"""What a page's code gives a chat, checked where it is given: a mistake is told at once, and by its name."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.errors import UsageError


def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function of the page's gives in this very turn."""
    return getattr(function, "at_once", function)(*arguments)


def as_it_is(_name: str, value: Any) -> Any:
    """For what is checked by whoever gets it."""
    return value


def or_empty(_name: str, value: Any) -> Any:
    """None is an empty object."""
    return {} if value is None else value


def function_or_none(name: str, value: Any) -> Callable[..., Any] | None:
    if value is None or callable(value):
        return value
    raise UsageError(f"{name}: it must be a function, not {value!r}")


def mapping(name: str, value: Any) -> Mapping[str, Any]:
    """None is an empty one; whatever has keys will do, such as the browser's own Headers."""
    if value is None or hasattr(value, "keys"):
        return value or {}
    raise UsageError(f"{name}: it must be an object, not {value!r}")


def text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise UsageError(f"{name}: it must be a text, not {value!r}")


def texts(name: str, value: Any) -> tuple[str, ...]:
    """None is an empty list."""
    if value is None or (isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value)):
        return tuple(value or ())
    raise UsageError(f"{name}: it must be a list of texts, not {value!r}")


def flag(_name: str, value: Any) -> bool:
    """What counts as true to a page."""
    return bool(value)
