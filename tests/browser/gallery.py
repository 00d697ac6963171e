"""Components people use, from npm: bundled once a session, put on the stage, driven, and asked what they would send."""

import json
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any

from building.environment import node
from building.paths import NODE_MODULES, ROOT, WORK
from tests.browser.driving import PRELUDE
from tests.browser.python import Python

FOLDER = WORK / "gallery"
DEFINED = {
    "process.env.NODE_ENV": "production",
    "__VUE_OPTIONS_API__": True,
    "__VUE_PROD_DEVTOOLS__": False,
    "__VUE_PROD_HYDRATION_MISMATCH_DETAILS__": False,
}
MOUNT = """async ([name, options]) => {
  document.body.innerHTML = "<main></main>";
  scrollTo(0, 0);
  delete globalThis.sent;
  await (await import(`/gallery/${name}.js`)).mount(document.querySelector("main"), ...options);
}"""
HELPERS = """
def by(name, kind="*"):
    # What a person would call so, in open shadow roots too; the element that was labelled.
    def seek(root):
        for el in root.querySelectorAll(kind):
            labels = [label.textContent for label in getattr(el, "labels", None) or ()]
            said = [el.getAttribute("aria-label") or "", *labels, el.getAttribute("label") or "", el.textContent]
            for referred in (el.getAttribute("aria-labelledby") or "").split():
                label = root.getElementById(referred) if hasattr(root, "getElementById") else None
                said.append(label.textContent if label else "")
            if name in [" ".join(each.split()) for each in said]:
                return el
            if el.shadowRoot and (found := seek(el.shadowRoot)):
                return found
    return seek(js.document)

async def send():
    await driver.click_element(by("Send", "button, sl-button"), highlight_ms=0)
    for _ in range(100):
        if hasattr(js, "sent"):
            return js.sent.to_py()
        await asyncio.sleep(0.01)

"""


def bundle() -> Path:
    """Every script of `tests/gallery` as a module that a page can import; where they are."""
    entries = sorted(path for path in (ROOT / "tests" / "gallery").iterdir() if path.suffix in (".js", ".jsx"))
    flags = ["--bundle", "--format=esm", "--splitting", "--jsx=automatic", "--loader:.css=text", "--log-level=warning"]
    defined = [f"--define:{name}={json.dumps(value)}" for name, value in DEFINED.items()]
    esbuild = NODE_MODULES / "esbuild" / "bin" / "esbuild"
    subprocess.run([node(), esbuild, *entries, *flags, *defined, f"--outdir={FOLDER}"], cwd=ROOT, check=True)
    return FOLDER


class Gallery:
    """Called with a component, Python that works it, and what its `mount` takes, it gives back Python's `result`."""

    def __init__(self, python: Python) -> None:
        self.python = python

    def __call__(self, component: str, source: str, *options: Any) -> Any:
        self.python.page.evaluate(MOUNT, [component, list(options)])
        return self.python(PRELUDE + HELPERS + dedent(source))
