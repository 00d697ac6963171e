"""Python functions as JavaScript ones: camelCase names, an options object, real promises, real Errors.

A function's positional parameters are the arguments, its keyword-only parameters the options object that follows them.
An option that the function does not know is ignored, as JavaScript does; an async function also takes an AbortSignal,
`signal`, that stops it.

Python cannot throw a JavaScript Error: what a synchronous function would throw it returns, as an Error, and the few
lines of JavaScript on the other side (the shim, the ES module) throw it.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from agentic.browser.ffi import (
    JsObject,
    Scope,
    callback,
    is_function,
    is_service,
    js_error,
    promise,
    to_browser,
    to_python,
)
from agentic.core.camel import camel
from agentic.errors import UsageError

Receive = Callable[[JsObject], Callable[..., Any]]
AsItIs = Annotated[JsObject, "not converted"]
"""Of a parameter: what JavaScript gave for it, not as Python data."""


def js_function(function: Callable[..., Any], scope: Scope) -> JsObject:
    """One JavaScript function that calls `function`, alive until `scope` closes."""
    return scope.lend(bridged(function))


def bridged(function: Callable[..., Any], receive: Receive = callback) -> Callable[..., Any]:
    """`function` taking JavaScript's arguments and giving JavaScript's answer.

    `receive` makes a Python function of each function among the arguments.
    """
    form = _Form.of(function)
    is_async = inspect.iscoroutinefunction(function)

    def call(*arguments: Any) -> Any:
        try:
            positional, options, signal = form.bind(arguments, receive)
            result = function(*positional, **options)
        except Exception as exception:
            return promise(_failed(exception)) if is_async else js_error(exception)
        if is_async:
            return promise(result, signal)
        return _outgoing(result)

    return call


@dataclass(frozen=True, slots=True)
class _Form:
    """How a Python function is called from JavaScript."""

    name: str
    positional: tuple[inspect.Parameter, ...]
    options: Mapping[str, str]

    @classmethod
    def of(cls, function: Callable[..., Any]) -> "_Form":
        parameters = inspect.signature(function).parameters.values()
        positional = tuple(each for each in parameters if each.kind < inspect.Parameter.VAR_POSITIONAL)
        options = {camel(each.name): each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}
        return cls(camel(function.__name__), positional, options)

    def bind(self, arguments: tuple[Any, ...], receive: Receive) -> tuple[list[Any], dict[str, Any], JsObject]:
        """The positional arguments, the options under their Python names, and the AbortSignal if there is one."""
        values = [self._value(index, argument, receive) for index, argument in enumerate(arguments)]
        given = values[len(self.positional)] if len(values) > len(self.positional) else None
        given = given if isinstance(given, dict) else {}
        options = {
            self.options[name]: _incoming(value, receive)
            for name, value in given.items()
            if name in self.options and value is not None
        }
        signal = None if "signal" in self.options else given.get("signal")
        return [*self._complete(values)], options, signal

    def _value(self, index: int, argument: Any, receive: Receive) -> Any:
        is_raw = index < len(self.positional) and self.positional[index].annotation == AsItIs
        return argument if is_raw else _incoming(argument, receive)

    def _complete(self, values: list[Any]) -> list[Any]:
        complete = []
        for index, parameter in enumerate(self.positional):
            value = values[index] if index < len(values) else None
            is_optional = parameter.default is not inspect.Parameter.empty
            if index >= len(values) and not is_optional:
                raise UsageError(f"{self.name}: {camel(parameter.name)} is missing")
            complete.append(parameter.default if value is None and is_optional else value)
        return complete


def _outgoing(value: Any) -> Any:
    """A result as JavaScript data.

    A function that is returned, such as to undo what was done, and each in a list of tools lives as long as JavaScript
    keeps it.
    """
    if isinstance(value, list):
        return to_browser([_outgoing(each) for each in value])
    if isinstance(value, dict) and any(map(inspect.isfunction, value.values())):
        made = to_browser({name: each for name, each in value.items() if not inspect.isfunction(each)})
        for name, each in value.items():
            if inspect.isfunction(each):
                setattr(made, name, bridged(each))
        return made
    return value if callable(value) else to_browser(value)


def constructed(made: Callable[..., Any], given: JsObject, receive: Receive = callback) -> Any:
    """What `made` makes of JavaScript's arguments, such as an object of a class."""
    positional, options, _signal = _Form.of(made).bind(tuple(given), receive)
    return made(*positional, **options)


async def _failed(exception: Exception) -> None:
    raise exception


def _incoming(value: Any, receive: Receive) -> Any:
    if is_service(value):
        return value
    return receive(value) if is_function(value) else to_python(value)
