"""A view of Markdown in the page, at hand for a test's Python."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

from tests.browser.python import Python

LOAD = """async () => {
  globalThis.marked ??= await import('/dist/vendor/marked.esm.js');
  globalThis.purify ??= (await import('/dist/vendor/purify.es.mjs')).default;
  globalThis.hacked = 0;
}"""

PRELUDE = """
import js, json
from agentic.browser.markdown import MarkdownView, Renderer
renderer = Renderer(js.marked, js.purify)
node = js.document.createElement("div")
js.document.body.append(node)
view = MarkdownView(node, renderer)
"""

Markdown = Callable[..., Any]


def markdown_in(python: Python) -> Markdown:
    """Run Python in the page with a view at hand."""
    python.page.evaluate(LOAD)
    return lambda source, given=None: python(PRELUDE + dedent(source), given)
