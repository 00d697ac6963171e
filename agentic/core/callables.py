"""What a callable comes down to, and whether calling it runs anything."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

_DEEPEST, _MOST_LOOKED_AT = 3, 1000


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
    """What is in a value that stands for work which nothing has done, and nothing would do; empty if there is none.

    A generator expression is a value like others. Of a large value only the beginning is looked at: what is made in a
    loop is all alike.
    """
    found = map(_unrun, islice(_within(value, _DEEPEST), _MOST_LOOKED_AT))
    return next((each for each in found if each), "")


def _within(value: Any, depth: int) -> Iterator[Any]:
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for each in inner if depth else ():
        yield from _within(each, depth - 1)


def _unrun(value: Any) -> str:
    if inspect.isgenerator(value):
        return "" if value.gi_code.co_name == "<genexpr>" else "a generator"
    if inspect.isasyncgen(value):
        return "" if value.ag_code.co_name == "<genexpr>" else "an async generator"
    is_unstarted = inspect.iscoroutine(value) and inspect.getcoroutinestate(value) == inspect.CORO_CREATED
    return "a coroutine that nobody awaited" if is_unstarted else ""
