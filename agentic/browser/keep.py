"""Holding what belongs to an element without keeping the element alive.

Python and JavaScript collect garbage each for itself. An element that holds its Python peer, and a peer that holds a
function of the page whose scope has that element in it, would keep each other for ever. So Python holds both weakly,
and the element holds the function.
"""

import weakref
from collections.abc import Callable
from typing import Any

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject, call_at_once, callback, to_browser


def weak(thing: JsObject) -> Callable[[], JsObject]:
    """A function that gives the thing as long as it lives, then something falsy."""
    return js.WeakRef.new(thing).deref


def nothing() -> None:
    """What is held of nothing, as `weak` would give it."""
    return None


class Held:
    """A function of the page's as an async Python one, alive as long as the element it was given to."""

    def __init__(self, original: Callable[[], JsObject]) -> None:
        self.original = original

    async def __call__(self, *arguments: Any) -> Any:
        return await callback(self.original())(*arguments)

    def at_once(self, *arguments: Any) -> Any:
        """What it returns in this very turn, for one that is known not to be async."""
        return call_at_once(self.original(), *arguments)

    def now(self, *arguments: Any) -> JsObject:
        """The same as it is, such as a node."""
        return self.original()(*map(to_browser, arguments))


class Keeper:
    """Keeps functions in the care of an element, each for as long as Python has a use for it."""

    def __init__(self, element: Node) -> None:
        functions = js.Map.new()
        self._of_element = js.WeakMap.new()
        self._of_element.set(element, functions)
        self._functions = weak(functions)

    def hold(self, function: JsObject) -> Held:
        held = Held(weak(function))
        self._functions().set(id(held), function)
        weakref.finalize(held, _let_go, self._functions, id(held))
        return held


def _let_go(functions: Callable[[], JsObject], key: int) -> None:
    if kept := functions():
        kept.delete(key)
