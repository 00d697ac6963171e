"""The Python API as the JavaScript API: names, options, promises, errors."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from tests.browser.python import Python

PRELUDE = """
import asyncio, js
from agentic.browser import exports, ffi
from agentic.errors import UsageError

async def type_slowly(el, value, *, char_delay_ms=30, on_step=None):
    await asyncio.sleep(0)
    if value == "bad":
        raise UsageError("type_slowly: no")
    step = await on_step({"n": None}) if on_step else None
    return {"tag": el.tagName, "value": value, "delay": char_delay_ms, "step": step}

def count(first, second=2, *, by=1):
    if by == 0:
        raise UsageError("by must not be 0")
    return (first + second) * by

def register_tool(*, name, handler, parameters=None):
    return {"name": name, "parameters": parameters, "handler": handler is not None}

def mark():
    js.isMarked = True
    def unmark():
        js.isMarked = False
    return unmark

result = None
"""
EXPOSE = """
scope = ffi.Scope()
functions = {"typeSlowly": type_slowly, "count": count, "registerTool": register_tool, "mark": mark}
js.api = ffi.to_browser({name: exports.js_function(function, scope) for name, function in functions.items()})
"""


Api = Callable[..., Any]


@pytest.fixture
def api(python: Python) -> Api:
    """The functions above as JavaScript sees them: evaluate a script that uses `api`."""
    python(dedent(PRELUDE) + EXPOSE)
    return python.page.evaluate


def test_options_are_camel_case_and_functions_in_them_can_be_awaited(api: Api) -> None:
    assert api(
        "api.typeSlowly(document.body, 'hi',"
        " {charDelayMs: 5, unknown: 1, onStep: async d => d.n === null ? {ok: true} : 0})"
    ) == {"tag": "BODY", "value": "hi", "delay": 5, "step": {"ok": True}}


def test_an_absent_option_and_an_undefined_one_have_the_default(api: Api) -> None:
    assert api("api.typeSlowly(document.body, 'x', {charDelayMs: undefined})")["delay"] == 30
    assert api("[api.count(1), api.count(1, undefined, {by: 3}), api.count(1, 1, {by: 3}), api.count(1, 1, 1, 1)]") == [
        3,
        9,
        6,
        2,
    ]


def test_keyword_only_parameters_are_one_options_object(api: Api) -> None:
    assert api("api.registerTool({name: 'a', handler: () => 1, parameters: {type: 'object', properties: {}}})") == {
        "name": "a",
        "parameters": {"type": "object", "properties": {}},
        "handler": True,
    }


def test_an_async_function_gives_a_real_promise_and_rejects_with_a_type_error(api: Api) -> None:
    assert api("api.typeSlowly(document.body, 'x') instanceof Promise")
    assert api("api.typeSlowly(document.body, 'bad').catch(e => [e instanceof TypeError, e.message])") == [
        True,
        "type_slowly: no",
    ]
    assert api("api.typeSlowly().catch(e => [e instanceof TypeError, e.message])") == [
        True,
        "typeSlowly: el is missing",
    ]


def test_a_synchronous_function_returns_the_error_that_javascript_is_to_throw(api: Api) -> None:
    assert api("(e => [e instanceof TypeError, e.message])(api.count(1, 1, {by: 0}))") == [True, "by must not be 0"]


def test_a_function_that_python_returns_can_be_called_more_than_once(api: Api) -> None:
    assert api("() => { const undo = api.mark(), on = isMarked; undo(); undo(); return [on, isMarked] }") == [
        True,
        False,
    ]


def test_an_abort_signal_stops_an_async_function(api: Api) -> None:
    assert (
        api("""() => { const c = new AbortController();
               const p = api.typeSlowly(document.body, 'x', {signal: c.signal, onStep: () => new Promise(() => {})});
               setTimeout(() => c.abort(), 5); return p.catch(e => e.name) }""")
        == "AbortError"
    )
