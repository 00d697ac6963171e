"""The bridge to JavaScript: values across, promises out, and the scope that owns every proxy.

Nothing else in `agentic` knows `create_proxy`, `to_js` or `jsnull`. Past this file there are Python values and nodes;
a node that is not there is falsy.
"""

import asyncio
import gc
import inspect
import json
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

import js
from pyodide.ffi import JsException, JsProxy, create_proxy, jsnull, to_js

from agentic.errors import AgenticError, UsageError

JsObject = Any
"""An object of the browser: a function, a promise, an event. Nodes have an alias of their own in `dom`."""


def to_python(value: Any) -> Any:
    """JavaScript data as Python data, null and undefined as None; nodes, functions and files stay what they are.

    A member that is undefined is not there, as JSON has it: JavaScript writes `{maximum: undefined}` for "no maximum".
    """
    if isinstance(value, JsProxy):
        return _replaced(value.to_py(), jsnull, None, {}, left_out=None)
    return _replaced(value, jsnull, None, {})


def to_browser(value: Any) -> Any:
    """Python data as JavaScript data: a dict is a plain Object, None is null; nodes, functions stay what they are."""
    prepared = _replaced(value, None, jsnull, {})
    return to_js(prepared, dict_converter=js.Object.fromEntries, create_pyproxies=False)


_NOTHING = object()


def _replaced(value: Any, old: Any, new: Any, seen: dict[int, Any], left_out: Any = _NOTHING) -> Any:
    """A deep copy with `old` replaced, and without members that are `left_out`.

    `seen` lets a structure that contains itself come through.
    """
    if value is old:
        return new
    if not isinstance(value, (Mapping, list, tuple)):
        return value
    if id(value) in seen:
        return seen[id(value)]
    if isinstance(value, Mapping):
        copy = seen[id(value)] = {}
        kept = ((key, item) for key, item in value.items() if item is not left_out)
        copy.update((key, _replaced(item, old, new, seen, left_out)) for key, item in kept)
    else:
        copy = seen[id(value)] = []
        copy.extend(_replaced(item, old, new, seen, left_out) for item in value)
    return copy


def js_error(exception: BaseException) -> JsObject:
    """The Error a JavaScript caller gets: a TypeError for its own mistake, our message, no traceback."""
    if isinstance(exception, JsException):
        return exception
    if isinstance(exception, asyncio.CancelledError):
        return js.DOMException.new("stopped before it was done", "AbortError")
    message = str(exception) or type(exception).__name__
    if isinstance(exception, (UsageError, TypeError, ValueError)):
        return js.TypeError.new(message)
    error = js.Error.new(message)
    if isinstance(exception, AgenticError):
        error.name = type(exception).__name__
    return error


def eager_task(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """A task that takes its first step in the same turn, as an async function in JavaScript does."""
    return asyncio.Task(coroutine, loop=asyncio.get_event_loop(), eager_start=True)


def promise(coroutine: Coroutine[Any, Any, Any], signal: JsObject = None) -> JsObject:
    """A real Promise of what the coroutine returns; aborting `signal` (an AbortSignal) cancels it."""
    outcome = js.Promise.withResolvers()
    scope = Scope()
    task = eager_task(coroutine)

    def settle(done: asyncio.Task[Any]) -> None:
        scope.close()
        try:
            outcome.resolve(to_browser(done.result()))
        except (Exception, asyncio.CancelledError) as exception:
            outcome.reject(js_error(exception))

    if task.done():
        settle(task)
        return outcome.promise
    task.add_done_callback(settle)
    if signal and signal.aborted:
        task.cancel()
    elif signal:
        scope.listen(signal, "abort", lambda _event: task.cancel())
    return outcome.promise


def is_function(value: Any) -> bool:
    """Whether this is a function of JavaScript's, not of Python's."""
    return isinstance(value, JsProxy) and callable(value)


def is_service(value: Any) -> bool:
    """Whether this is an object that is used by its methods, and is no data: the page's own store."""
    return isinstance(value, JsProxy) and callable(getattr(value, "loadMessages", None))


def callback(function: JsObject) -> Callable[..., Awaitable[Any]]:
    """A JavaScript function as an async Python one: plain objects in, Python data out, promises awaited."""

    async def call(*arguments: Any) -> Any:
        return _answer(await _settled(function, [to_browser(argument) for argument in arguments]))

    return call


def call_at_once(function: JsObject, *arguments: Any) -> Any:
    """What a synchronous JavaScript function returns, as Python data."""
    return _answer(function(*[to_browser(argument) for argument in arguments]))


async def _settled(function: JsObject, arguments: list[Any]) -> Any:
    """What the function returns, or what its promise comes to.

    JavaScript makes the call and keeps the promise: of one that is rejected with anything but an Error, Pyodide would
    make a future that never ends.
    """
    apply = js.Reflect.apply.bind(None, function, None, to_js(arguments, depth=1))
    (settled,) = await js.Promise.allSettled(js.Array.from_(to_js([None]), apply))
    if settled.status == "fulfilled":
        return settled.value
    if isinstance(settled.reason, JsException):
        raise settled.reason
    raise js.Error.new(str(to_python(settled.reason) or "it was rejected without a reason"))


def _answer(value: Any) -> Any:
    """What a function of the page returned, as Python data; a Date, or an object of a class, as its JSON."""
    return to_python(value.to_py(default_converter=_from_json) if isinstance(value, JsProxy) else value)


def _from_json(thing: JsObject, _convert: object, _cache: object) -> Any:
    if getattr(thing, "nodeType", None):  # A framework may have put data on it; it is a node all the same.
        return thing
    with suppress(JsException):  # Such as one that contains itself.
        written = js.JSON.stringify(thing)
        if isinstance(written, str) and written != "{}":
            return json.loads(written)
    return thing


def report(exception: BaseException) -> None:
    """Tell the console of an error nobody waits for, with its Python traceback."""
    js.console.error("".join(traceback.format_exception(exception)))


class Scope:
    """Owns what was opened: listeners, tasks, frames, proxies. Closing it is the only teardown there is."""

    def __init__(self, on_error: Callable[[BaseException], None] = report) -> None:
        self.is_open = True
        self.on_error = on_error
        self._closers: dict[object, Callable[[], object]] = {}

    def defer(self, closer: Callable[[], object]) -> Callable[[], None]:
        """Have `closer` run once: when the scope closes, or before that when the returned function is called."""
        self._refuse_if_closed()
        key = object()
        self._closers[key] = closer

        def release() -> None:
            if found := self._closers.pop(key, None):
                found()

        return release

    def lend(self, function: Callable[..., Any]) -> JsObject:
        """A JavaScript function that calls `function`, until the scope closes."""
        self._refuse_if_closed()
        proxy = create_proxy(_Lent(function, self))
        self.defer(proxy.destroy)
        return proxy

    def listen(self, target: JsObject, event: str, handler: Callable[[Any], Any], **options: Any) -> Callable[[], None]:
        """Call `handler` for each event; the returned function stops it. An async handler runs as a task."""
        self._refuse_if_closed()
        proxy = create_proxy(_Lent(handler, self))
        settings = to_browser(options)

        def remove() -> None:
            target.removeEventListener(event, proxy, settings)
            proxy.destroy()

        release = self.defer(remove)
        target.addEventListener(event, proxy, settings)
        return release

    def frame(self, callback: Callable[[], Any]) -> Callable[[], None]:
        """Call `callback` once, in the next frame; the returned function calls it off."""
        self._refuse_if_closed()

        def run(_time: float) -> None:
            release()
            callback()

        proxy = create_proxy(_Lent(run, self))
        request = js.requestAnimationFrame(proxy)

        def call_off() -> None:
            js.cancelAnimationFrame(request)
            proxy.destroy()

        release = self.defer(call_off)
        return release

    def spawn(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine as a task that closing the scope cancels; its error is reported, not lost."""
        try:
            self._refuse_if_closed()
        except RuntimeError:
            coroutine.close()  # or Python would complain, far from here, that it was never awaited
            raise
        task = eager_task(coroutine)
        release = self.defer(lambda: _cancel(task))

        def ended(done: asyncio.Task[Any]) -> None:
            release()
            if not done.cancelled() and (exception := done.exception()):
                self.on_error(exception)

        task.add_done_callback(ended)
        return task

    def child(self) -> "Scope":
        """A scope that closes with this one, or before it."""
        inner = Scope(self.on_error)
        inner.defer(self.defer(inner.close))
        return inner

    def _refuse_if_closed(self) -> None:
        if not self.is_open:
            raise RuntimeError("this scope is closed; open things on a scope that is alive")

    def close(self) -> None:
        """Undo everything that is still open, the newest first."""
        self.is_open = False
        while self._closers:
            _, closer = self._closers.popitem()
            try:
                closer()
            except Exception as exception:
                self.on_error(exception)


def live_proxies() -> int:
    """How many Python functions the browser still holds through scopes; tests compare it before and after."""
    gc.collect()
    return sum(type(thing) is _Lent for thing in gc.get_objects())


class _Lent:
    """What a proxy calls: a Python function, with its errors told to the scope that lent it."""

    __slots__ = ("_function", "_scope")

    def __init__(self, function: Callable[..., Any], scope: Scope) -> None:
        self._function = function
        self._scope = scope

    def __call__(self, *arguments: Any) -> Any:
        try:
            result = self._function(*arguments)
        except Exception as exception:
            self._scope.on_error(exception)
            return None
        if inspect.iscoroutine(result):
            if self._scope.is_open:
                self._scope.spawn(result)
            else:  # The function closed the scope itself, so nothing of it is to go on.
                result.close()
            return None
        return result


def _cancel(task: asyncio.Task[Any]) -> None:
    # A task that closes its own scope goes on to its end.
    if task is not asyncio.current_task():
        task.cancel()
