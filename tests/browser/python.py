"""Python in the page, for tests of what only a browser can run."""

import json
from textwrap import dedent
from typing import Any

from playwright.sync_api import Page

RUN = """async ([source, given]) => {
  const python = await globalThis[Symbol.for("agentic")].loadPyodide({});
  const globals = python.toPy({ __name__: "__main__", given });
  try {
    return await python.runPythonAsync(source, { globals });
  } finally {
    globals.destroy();
  }
}"""


class Python:
    """Called with source it runs it in the page's interpreter, top-level await and all, and gives back its `result`."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __call__(self, source: str, given: Any = None) -> Any:
        told = f"import json\n{dedent(source)}\njson.dumps(result)"
        return json.loads(self.page.evaluate(RUN, [told, given]))
