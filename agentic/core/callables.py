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


def yields(function: Callable[..., Any]) -> bool:
    """Whether a call would give a generator, and run nothing of it: then it can be no handler."""
    routine = routine_of(function)
    return inspect.isgeneratorfunction(routine) or inspect.isasyncgenfunction(routine)


def is_generator(value: Any) -> bool:
    """Whether a value is what a function with a `yield` gave; a generator expression is a value like others."""
    if inspect.isgenerator(value):
        return value.gi_code.co_name != "<genexpr>"
    return inspect.isasyncgen(value) and value.ag_code.co_name != "<genexpr>"
