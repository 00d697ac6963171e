"""The bridge: what crosses it, in which form, and that nothing stays behind."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from tests.browser.python import Python

PRELUDE = """
import asyncio, js
from agentic.browser import ffi
from pyodide.ffi import create_proxy
result = None
"""


Bridge = Callable[..., Any]


@pytest.fixture
def bridge(python: Python) -> Bridge:
    """Run Python in the page with the bridge at hand."""
    return lambda source: python(PRELUDE + dedent(source))


def test_null_and_undefined_are_none_at_any_depth_and_an_undefined_member_is_not_there(
    bridge: Bridge, python: Python
) -> None:
    python.page.evaluate(
        "globalThis.data = {a: null, b: [null, undefined, {c: undefined}], d: 1.5, e: Object.create(null)};"
        "data.e.f = null; data.e.g = undefined"
    )
    assert bridge("result = ffi.to_python(js.data)") == {
        "a": None,
        "b": [None, None, {}],
        "d": 1.5,
        "e": {"f": None},
    }


def test_data_that_contains_itself_comes_across(bridge: Bridge, python: Python) -> None:
    python.page.evaluate("globalThis.loop = {}; loop.self = loop; loop.list = [loop]")
    assert bridge("""
        data = ffi.to_python(js.loop)
        result = [data["self"] is data, data["list"][0] is data]
        """) == [True, True]


def test_nodes_functions_and_files_pass_through_unchanged(bridge: Bridge, python: Python) -> None:
    python.page.evaluate("globalThis.bag = {node: document.body, run: () => 7, file: new File(['x'], 'x.txt')}")
    assert bridge("""
        bag = ffi.to_python(js.bag)
        back = ffi.to_browser(bag)
        result = [back.node.tagName, back.run(), back.file.name, bag["node"].tagName]
        """) == ["BODY", 7, "x.txt", "BODY"]


def test_a_dict_becomes_a_plain_object_and_none_becomes_null(bridge: Bridge, python: Python) -> None:
    bridge("js.made = ffi.to_browser({'x': None, 'y': [None, {'z': 1}], 'w': ('a', True)})")
    assert python.page.evaluate("JSON.stringify(made)") == '{"x":null,"y":[null,{"z":1}],"w":["a",true]}'
    assert python.page.evaluate("made.constructor === Object && made.y[1].constructor === Object")


def test_a_promise_is_real_and_its_coroutine_starts_in_the_same_turn(bridge: Bridge, python: Python) -> None:
    bridge("""
        async def work():
            js.started = True
            await asyncio.sleep(0.01)
            return {"done": None}
        js.work = create_proxy(lambda: ffi.promise(work()))
        """)
    assert python.page.evaluate(
        "async () => { globalThis.started = false; const p = work(); const now = started;"
        " return [p instanceof Promise, now, JSON.stringify(await p)] }"
    ) == [True, True, '{"done":null}']


def test_the_callers_mistake_is_a_type_error_and_others_are_errors_without_traceback(
    bridge: Bridge, python: Python
) -> None:
    bridge("""
        from agentic.errors import UsageError, TransportError
        kinds = {"usage": UsageError("give a name"), "far": TransportError("lost"), "bug": KeyError("k")}
        async def fail(kind):
            raise kinds[kind]
        js.fail = create_proxy(lambda kind: ffi.promise(fail(kind)))
        """)
    seen = python.page.evaluate(
        "async () => { const seen = []; for (const kind of ['usage', 'far', 'bug']) {"
        " try { await fail(kind) } catch (e) { seen.push([e instanceof TypeError, e instanceof Error, e.message]) } }"
        " return seen }"
    )
    assert seen == [[True, True, "give a name"], [False, True, "lost"], [False, True, "'k'"]]


def test_an_error_thrown_by_javascript_goes_back_as_itself(bridge: Bridge, python: Python) -> None:
    python.page.evaluate(
        "globalThis.mine = new RangeError('mine'); globalThis.thrower = async () => { throw mine }; null"
    )
    bridge("""
        js.again = create_proxy(lambda: ffi.promise(ffi.callback(js.thrower)()))
        """)
    assert python.page.evaluate("again().catch(error => error === mine)")


def test_aborting_the_signal_cancels_the_coroutine_and_rejects(bridge: Bridge, python: Python) -> None:
    bridge("""
        js.trace = ffi.to_browser([])
        async def endless():
            try:
                await asyncio.sleep(3600)
            finally:
                js.trace.push("left")
        js.endless = create_proxy(lambda signal: ffi.promise(endless(), signal))
        """)
    assert python.page.evaluate(
        "async () => { const c = new AbortController(); const p = endless(c.signal); c.abort();"
        " return [await p.catch(e => e.name), trace.join(), await endless(c.signal).catch(e => e.name)] }"
    ) == ["AbortError", "left", "AbortError"]


def test_a_javascript_function_gets_plain_objects_and_answers_in_python(bridge: Bridge, python: Python) -> None:
    python.page.evaluate(
        "void (globalThis.handler = async ({name, tags}) =>"
        " ({name: name + '!', plain: tags.constructor === Object, no: null}))"
    )
    assert bridge("result = await ffi.callback(js.handler)({'name': 'a', 'tags': {'b': 1}})") == {
        "name": "a!",
        "plain": True,
        "no": None,
    }


def test_closing_a_scope_frees_every_proxy_and_stops_every_task(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        before = ffi.live_proxies()
        heard = []
        scope = ffi.Scope()
        scope.listen(js.window, "ping", lambda event: heard.append(event.type))
        js.borrowed = scope.lend(lambda: 1)
        scope.frame(lambda: heard.append("frame"))
        child = scope.child()
        child.listen(js.window, "ping", lambda event: heard.append("child"))
        task = scope.spawn(asyncio.sleep(3600))
        scope.defer(lambda: heard.append("deferred"))
        js.window.dispatchEvent(js.Event.new("ping"))
        open_count = ffi.live_proxies() - before
        scope.close()
        scope.close()
        js.window.dispatchEvent(js.Event.new("ping"))
        await asyncio.sleep(0.05)
        del js.borrowed
        result = [open_count, heard, task.cancelled(), ffi.live_proxies() - before, child.is_open]
        """) == [4, ["ping", "child", "deferred"], True, 0, False]


def test_a_frame_runs_once_and_frees_its_proxy(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        before = ffi.live_proxies()
        scope, drawn = ffi.Scope(), []
        for _ in range(50):
            scope.frame(lambda: drawn.append(1))
        call_off = scope.frame(lambda: drawn.append("never"))
        call_off()
        while len(drawn) < 50:
            await asyncio.sleep(0.01)
        result = [len(drawn), "never" in drawn, ffi.live_proxies() - before]
        """) == [50, False, 0]


def test_a_handler_may_close_its_own_scope(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        before = ffi.live_proxies()
        scope, heard = ffi.Scope(), []
        def once(event):
            scope.close()
            heard.append(event.type)
        async def later():
            await asyncio.sleep(0)
            inner.close()
            await asyncio.sleep(0)
            heard.append("went on")
        scope.listen(js.window, "ping", once)
        js.window.dispatchEvent(js.Event.new("ping"))
        js.window.dispatchEvent(js.Event.new("ping"))
        inner = ffi.Scope()
        await inner.spawn(later())
        result = [heard, ffi.live_proxies() - before]
        """) == [["ping", "went on"], 0]


def test_a_closed_scope_starts_nothing(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        scope, heard = ffi.Scope(), []
        async def work():
            heard.append("ran")
        def last(event):
            scope.close()
            return work()
        scope.listen(js.window, "ping", last)
        js.window.dispatchEvent(js.Event.new("ping"))
        coroutine = work()
        try:
            scope.spawn(coroutine)
        except RuntimeError as error:
            heard.append(str(error))
        import inspect
        result = [heard, inspect.getcoroutinestate(coroutine)]
        """) == [["this scope is closed; open things on a scope that is alive"], "CORO_CLOSED"]


def test_a_closed_scope_makes_no_proxy_and_asks_for_no_frame(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        scope, drawn, kept = ffi.Scope(), [], []
        make = ffi.create_proxy
        ffi.create_proxy = lambda function: kept.append(function) or make(function)
        scope.close()
        refused = 0
        for open_it in (
            lambda: scope.lend(lambda: 1),
            lambda: scope.listen(js.window, "ping", lambda event: None),
            lambda: scope.frame(lambda: drawn.append(1)),
        ):
            try:
                open_it()
            except RuntimeError:
                refused += 1
        ffi.create_proxy = make
        result = [refused, len(kept), drawn]
        """) == [3, 0, []]


def test_errors_of_handlers_and_tasks_reach_the_scope_that_owns_them(bridge: Bridge, python: Python) -> None:
    assert bridge("""
        told = []
        scope = ffi.Scope(on_error=lambda error: told.append(type(error).__name__))
        def bad(event):
            raise LookupError("x")
        async def worse(event):
            await asyncio.sleep(0)
            raise ArithmeticError("y")
        scope.listen(js.window, "ping", bad)
        scope.child().listen(js.window, "ping", worse)
        js.window.dispatchEvent(js.Event.new("ping"))
        await asyncio.sleep(0.02)
        scope.close()
        result = told
        """) == ["LookupError", "ArithmeticError"]


def test_two_hundred_rounds_of_opening_and_closing_leave_nothing(bridge: Bridge, python: Python) -> None:
    assert (
        bridge("""
        before = ffi.live_proxies()
        for _ in range(200):
            scope = ffi.Scope()
            scope.listen(js.document.body, "click", lambda event: None)
            scope.child().lend(lambda: scope)
            scope.spawn(asyncio.sleep(60))
            scope.frame(lambda: None)
            scope.close()
        await asyncio.sleep(0.02)
        result = ffi.live_proxies() - before
        """)
        == 0
    )
