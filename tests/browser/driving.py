"""Driving a page from a test: markup on the stage, then Python with the driver at hand."""

from textwrap import dedent
from typing import Any

from tests.browser.python import Python

PRELUDE = """
import asyncio, js
from agentic.browser import driver
from agentic.errors import DriverError, UsageError

def find(selector):
    return js.document.querySelector(selector)

async def outcome(action):
    try:
        return [type(value := await action).__name__, value]
    except (DriverError, UsageError) as refusal:
        return [type(refusal).__name__, str(refusal)]

async def refusal(action):
    return (await outcome(action))[0]

def hear(selector, *kinds):
    # Everything of these kinds that happens to the node is kept as `type:value`.
    from pyodide.ffi import create_proxy
    heard = []
    note = create_proxy(lambda event: heard.append(f"{event.type}:{event.target.value}"))
    for kind in kinds:
        find(selector).addEventListener(kind, note)
    return heard

result = None
"""
SET = """([markup, script]) => {
  document.body.innerHTML = markup;
  scrollTo(0, 0);
  return (0, eval)(`{${script}}`) && null;
}"""


class Driving:
    """Called with a page's body, Python, and a script of the page's own, it gives back Python's `result`."""

    def __init__(self, python: Python) -> None:
        self._python = python

    def __call__(self, markup: str, source: str, script: str = "") -> Any:
        self._python.page.evaluate(SET, [markup, script])
        return self._python(PRELUDE + dedent(source))
