"""A Python function's parameters as JSON Schema, and its call from JSON."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any, get_type_hints

from agentic.core.callables import routine_of, underneath, yields
from agentic.core.cancel import Cancellation
from agentic.core.docstring import read_docstring
from agentic.core.fault import named
from agentic.core.fields import REQUIRED, Field
from agentic.core.form import Names, Where, record_form
from agentic.core.schema import check_schema
from agentic.errors import SchemaError, SignatureError

try:
    import annotationlib  # annotations are evaluated when they are read, since Python 3.14
except ImportError:
    annotationlib = None

Function = Callable[..., Any]
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class Described:
    """What a model needs to know of a function, and `execute`, which takes the validated input as one mapping."""

    description: str
    input_schema: Mapping[str, Any]
    execute: Function


def describe(function: Function) -> Described:
    """Read a function's annotations, defaults and docstring.

    SignatureError names the parameter that cannot be described. A parameter `signal: Cancellation` is not part of the
    schema; it receives the call's cancellation.
    """
    parameters, hints = _read(function)
    takes_signal = "signal" in parameters and hints.get("signal", Cancellation) in (Cancellation, Cancellation | None)
    fields = [
        _field(parameter, hints, _name(function))
        for parameter in parameters.values()
        if not (takes_signal and parameter.name == "signal")
    ]
    description, explained = read_docstring(_documentation(function), parameters)
    names = Names()
    try:
        form = record_form(fields, Where("", names))
    except SignatureError as error:
        raise SignatureError(f"{_name(function)}: parameter {error}") from None
    for name, text in explained.items():
        if name in form.schema["properties"]:
            # What stands right at the parameter (Annotated) wins over the docstring.
            form.schema["properties"][name].setdefault("description", text)
    schema = names.with_defs(form.schema)
    _require_sound(schema, _name(function))
    return Described(description, schema, as_execute(function, form.build, takes_signal=takes_signal))


def as_execute(function: Function, build: Callable[[Any], Any] | None = None, *, takes_signal: bool) -> Function:
    """A function with named parameters as one that takes its arguments as a mapping."""
    if yields(function):
        raise SignatureError(f"{_name(function)}: a capability returns its result; a `yield` in it would never run")
    if takes_signal:

        def execute(values: Mapping[str, Any], *, signal: Cancellation) -> Any:
            # Not as a keyword of its own: a model may send an argument of that name where any is allowed.
            return function(**{**(build(values) if build else values), "signal": signal})
    else:

        def execute(values: Mapping[str, Any]) -> Any:
            return function(**(build(values) if build else values))

    execute.build = build  # type: ignore[attr-defined]  # so that what it refuses is refused before anybody is asked
    # Whose it is, for messages. Not functools.wraps: the wrapper's own signature must stay visible.
    execute.__module__, execute.__qualname__ = underneath(function).__module__ or "", _name(function)
    return execute


def accepts_signal(function: Function) -> bool:
    """Whether a function has a parameter named `signal`."""
    if isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
        code = function.__code__  # a thousand signatures would take too long to make
        return "signal" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    try:
        return "signal" in inspect.signature(function).parameters
    except (TypeError, ValueError):  # built-in functions may have no signature to read
        return False


def _require_sound(schema: Mapping[str, Any], function: str) -> None:
    """What was written into an annotation may be no schema; then the parameter is named."""
    try:
        check_schema(schema)
    except SchemaError as found:
        for name, described in schema["properties"].items():
            try:
                check_schema(described)
            except SchemaError as error:
                raise SignatureError(f"{function}: parameter {name}: {error}") from None
        raise SignatureError(f"{function}: {found}") from None


def _field(parameter: inspect.Parameter, hints: Mapping[str, Any], function: str) -> Field:
    if parameter.kind not in _NAMED:
        raise SignatureError(
            f"{function}: parameter {str(parameter).split(':')[0]!r} has no name of its own; "
            "a capability takes named parameters, or give input_schema="
        )
    if parameter.name not in hints:
        raise SignatureError(f"{function}: parameter {parameter.name!r} has no type; write {parameter.name}: str")
    default = REQUIRED if parameter.default is inspect.Parameter.empty else parameter.default
    return Field(parameter.name, hints[parameter.name], default)


def _read(function: Function) -> tuple[Mapping[str, inspect.Parameter], Mapping[str, Any]]:
    """The parameters, and their annotations evaluated."""
    annotated = routine_of(function)
    try:
        hints = get_type_hints(annotated, include_extras=True)
    except Exception:
        # One of them cannot be evaluated, perhaps only what it returns, which no model needs to know.
        unread = {"annotation_format": annotationlib.Format.FORWARDREF} if annotationlib else {}
        parameters = _parameters(function, **unread)
        scope = getattr(inspect.unwrap(annotated), "__globals__", {})
        return parameters, {
            name: _hint(parameter, scope, _name(function))
            for name, parameter in parameters.items()
            if parameter.annotation is not parameter.empty
        }
    return _parameters(function), hints


def _parameters(function: Function, **how: Any) -> Mapping[str, inspect.Parameter]:
    try:
        parameters = inspect.signature(function, **how).parameters
    except ValueError:
        raise SignatureError(f"{_name(function)}: its parameters cannot be read; wrap it in a function") from None
    # What a partial gives by name is given: to Python it could be given anew, but not by a model.
    given = function.keywords if isinstance(function, partial) else {}
    return {name: parameter for name, parameter in parameters.items() if name not in given}


def _hint(parameter: inspect.Parameter, scope: Mapping[str, Any], function: str) -> Any:
    alone = SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    try:
        return get_type_hints(alone, globalns=dict(scope), include_extras=True)[parameter.name]
    except NameError as error:
        why = f"{error.name!r} in its annotation is not known where the module ends; define it there"
    except Exception as error:
        why = f"its annotation cannot be read ({named(error)})"
    raise SignatureError(f"{function}: parameter {parameter.name}: {why}")


def _documentation(function: Function) -> str | None:
    """Of an object that can be called, what its class says of it, else what its `__call__` does."""
    return underneath(function).__doc__ or routine_of(function).__doc__


def _name(function: Function) -> str:
    function = underneath(function)
    return getattr(function, "__qualname__", type(function).__qualname__)
