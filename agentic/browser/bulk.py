"""Many nodes read in one crossing: a function of the browser's runs over all of them, and its answers come as JSON.

To ask each of a thousand nodes one thing from Python takes milliseconds; to have the browser ask them, a fraction.
"""

import json
from typing import Any

import js

from agentic.browser.ffi import JsObject


def each(nodes: JsObject, function: JsObject) -> list[Any]:
    """What the function says of each node; its answers are text, numbers, booleans or null."""
    return json.loads(js.JSON.stringify(js.Array.from_(nodes, function)))


def method(prototype: JsObject, name: str) -> JsObject:
    """A method of nodes, or of what belongs to them, as a function of one."""
    return js.Function.prototype.call.bind(getattr(prototype, name))


def getter(prototype: JsObject, name: str) -> JsObject:
    """A property of nodes as a function of one."""
    return js.Function.prototype.call.bind(js.Object.getOwnPropertyDescriptor(prototype, name).get)
