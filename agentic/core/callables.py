"""What a callable comes down to, and whether calling it runs anything."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any


def underneath(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a partial gives some arguments of."""
    while isinstance(function, partial):
        function = function.func
    return function


def routine_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """What has the code and the annotations: the function, or the `__call__` of an object."""
    function = underneath(function)
    return function if inspect.isroutine(function) else type(function).__call__


def where_defined(function: Callable[..., Any]) -> str:
    """The module and name of a callable, for people; of an object that can be called, those of its type."""
    function = underneath(function)
    named = function if isinstance(getattr(function, "__qualname__", None), str) else type(function)
    module = getattr(named, "__module__", None)
    return f"{module}.{named.__qualname__}" if isinstance(module, str) else named.__qualname__


def yields(function: Callable[..., Any]) -> bool:
    """Whether a call would give a generator, and run nothing of it: then it can be no handler."""
    routine = routine_of(function)
    return inspect.isgeneratorfunction(routine) or inspect.isasyncgenfunction(routine)


def unrun(value: Any) -> str:
    """What a value is, if it stands for work that nothing has done, and nothing would do; empty for any other.

    A generator expression is a value like others.
    """
    if inspect.isgenerator(value):
        return "" if value.gi_code.co_name == "<genexpr>" else "a generator"
    if inspect.isasyncgen(value):
        return "" if value.ag_code.co_name == "<genexpr>" else "an async generator"
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return "coroutines that nobody awaited" if any(map(_is_unstarted, inner)) else ""


def _is_unstarted(value: Any) -> bool:
    return inspect.iscoroutine(value) and inspect.getcoroutinestate(value) == inspect.CORO_CREATED
