"""A page and the page tools over it: markup on the stage, then Python that calls the tools."""

from textwrap import dedent
from typing import Any

from tests.browser.driving import SET
from tests.browser.python import Python

PRELUDE = """
import asyncio, js, json, re
from agentic import Answer, Registry
from agentic.browser.page.tools import page_tools

asked = []

def confirm(proposal):
    asked.append(proposal)
    return answer(proposal)

def answer(proposal):
    return True

words = ()
registry = Registry(confirm=confirm)
load = js.eval("path => import('/dist/' + path)")
for made in page_tools(load, lambda: words).values():
    registry.register(made)

async def outcome(name, **given):
    return await registry.execute(f"page.{name}", given)

async def call(name, **given):
    # The value of a call that must succeed.
    done = await outcome(name, **given)
    assert done.ok, f"{done.status}: {done.hint}"
    return done.value

async def refused(name, **given):
    done = await outcome(name, **given)
    return [done.status, done.hint]

async def read(**given):
    return await call("read", **given)

async def ref(line):
    # The reference on the line of the map that has this in it.
    text = await read(budget=50000)
    return next(re.search(r"\\[(e\\d+)\\]", each)[1] for each in text.split("\\n") if line in each and "[e" in each)

def find(selector):
    return js.document.querySelector(selector)

result = None
"""


class Paging:
    """Called with a page's body, Python, and a script of the page's own, it gives back Python's `result`."""

    def __init__(self, python: Python) -> None:
        self._python = python

    def __call__(self, markup: str, source: str, script: str = "") -> Any:
        self._python.page.evaluate(SET, [markup, script])
        return self._python(PRELUDE + dedent(source))

    def read(self, markup: str, script: str = "") -> str:
        """The map of a page."""
        return self(markup, "result = await read()", script)
