"""Opens the pages in Chromium, and reads what they measured."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from tests.bench.opening import FILL, OPENED, STORED_IN, THREAD, stored, watch
from tests.bench.server import Stream

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BOOT_MILLISECONDS = 120_000
MB = 1 << 20
PYTHON = """async (source) => {
  const python = await globalThis[Symbol.for("agentic")].loadPyodide({});
  const globals = python.toPy({ __name__: "catalog" });
  try {
    return await python.runPythonAsync(source, { globals });
  } finally {
    globals.destroy();
  }
}"""
QUESTIONS, PAUSE_MILLISECONDS, SETTLE_MILLISECONDS = 4, 7_000, 1_500
WARMING = Stream("markdown", deltas=1000, size=8)


@dataclass(frozen=True, slots=True)
class Boot:
    """Milliseconds from the start of the page's first script."""

    ready: float
    shell: float


@dataclass(frozen=True, slots=True)
class Events:
    """What events cost, in milliseconds: ten thousand, and a thousand of them near the beginning and far on."""

    many: float
    near: float
    far: float


@dataclass(frozen=True, slots=True)
class Run:
    """One streamed answer: milliseconds from send to finished and to its last words, and how smooth the page stayed."""

    took: float
    shown: float
    worst: float
    longTasks: int
    longest: float


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a thousand capabilities cost in the page: milliseconds, and bytes of Python's memory."""

    describing: float
    registering: float
    building: float
    again: float
    searching: float
    overhead: float
    before: int
    more: int


@dataclass(frozen=True, slots=True)
class Tools:
    """What the page tools take, in milliseconds: a map, its longest task, and a hundred fields filled in."""

    elements: int
    map: float
    task: float
    texts: float
    mixed: float


@dataclass(frozen=True, slots=True)
class Opening:
    """How long a kept conversation takes from the element being live, in milliseconds: until in sight, until whole."""

    seen: float
    whole: float
    task: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What is held, in MB: JavaScript's objects, the page's nodes, and Python's objects."""

    javascript: float
    nodes: float
    python: float

    @property
    def all(self) -> float:
        return self.javascript + self.nodes + self.python

    def __sub__(self, other: "Memory") -> "Memory":
        return Memory(self.javascript - other.javascript, self.nodes - other.nodes, self.python - other.python)


class Pages:
    """Pages of one browser that keeps its cache."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._context = context
        self._origin = origin

    def boot(self, name: str) -> Boot:
        with self._open(name) as page:
            return Boot(page.evaluate("ready"), page.evaluate("window.shell ?? 0"))

    def stay(self, name: str, streams: Sequence[Stream]) -> None:
        """A reader's visit, with a question now and then: what is compiled is kept only of a page that lasts."""
        with self._open(name) as page:
            for _ in range(QUESTIONS):
                for stream in streams:
                    _run(page, stream)
                page.wait_for_timeout(PAUSE_MILLISECONDS)

    def stream(self, name: str, stream: Stream) -> Run:
        with self._open(name) as page:
            return Run(**_run(page, stream))

    def work(self, name: str, stream: Stream) -> float:
        """Milliseconds of the page's main thread for one delta, of an answer that takes its time."""
        with self._open(name) as page:
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            _run(page, WARMING)
            before = _metric(session, "TaskDuration")
            _run(page, stream)
            return (_metric(session, "TaskDuration") - before) * 1000 / stream.deltas

    def opening(self) -> Opening:
        """What a page takes, from its element being live, that is loaded with a long conversation in its store."""
        with self._open("ours") as page:
            page.evaluate(FILL, [STORED_IN, THREAD, stored()])
            page.add_init_script(watch())
            page.reload()
            page.wait_for_function("window.ready || window.trouble", timeout=BOOT_MILLISECONDS)
            return Opening(**page.evaluate(OPENED))

    def catalog(self) -> Catalog:
        with self._open("ours") as page:
            return Catalog(**_in_python(page, "await measure()"))

    def events(self) -> Events:
        with self._open("ours") as page:
            return Events(**_in_python(page, "await measure()", "events"))

    def tools(self) -> Tools:
        with self._open("ours") as page:
            return Tools(**_in_python(page, "await measure()", "page"))

    def memory(self, name: str, stream: Stream) -> Memory:
        """What a conversation holds beyond what a short one does, which has loaded whatever is loaded late."""
        return self._held(name, stream) - self._held(name, replace(stream, deltas=10))

    def left(self, stream: Stream) -> tuple[Memory, Memory, int]:
        """What is held by an empty chat before a conversation and after it, and how many more proxies live then."""
        with self._open("ours") as page:
            # Whatever is loaded late, and kept, is there before.
            for _ in range(2):
                _begin_anew_after(page, replace(stream, deltas=10))
            before, proxies = _memory(page), _in_python(page, "live_proxies()")
            _begin_anew_after(page, stream)
            return before, _memory(page), _in_python(page, "live_proxies()") - proxies

    def _held(self, name: str, stream: Stream) -> Memory:
        with self._open(name) as page:
            _run(page, stream)
            return _memory(page)

    @contextmanager
    def _open(self, name: str) -> Iterator[Page]:
        page = self._context.new_page()
        try:
            page.goto(f"{self._origin}/pages/{name}.html")
            page.wait_for_function("window.ready || window.trouble", timeout=BOOT_MILLISECONDS)
            if trouble := page.evaluate("window.trouble"):
                raise RuntimeError(f"{name}.html: {trouble}")
            yield page
        finally:
            page.close()


def _run(page: Page, stream: Stream) -> dict[str, Any]:
    return page.evaluate("([query, lastWords]) => run(query, lastWords)", [stream.query, stream.last_words])


def _begin_anew_after(page: Page, stream: Stream) -> None:
    _run(page, stream)
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    page.evaluate("document.querySelector('ag-ui-chat').newChat()")
    page.wait_for_timeout(SETTLE_MILLISECONDS)


def _memory(page: Page) -> Memory:
    in_python = _in_python(page, "held()") if page.evaluate("!!globalThis[Symbol.for('agentic')]") else 0
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")
    session.detach()
    return Memory(used["usedSize"] / MB, used["embedderHeapUsedSize"] / MB, in_python / MB)


def _metric(session: CDPSession, name: str) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(each["value"] for each in metrics if each["name"] == name)


def _in_python(page: Page, expression: str, module: str = "catalog") -> Any:
    """What an expression of a module beside this one comes to, in the page's own interpreter."""
    source = (Path(__file__).parent / f"{module}.py").read_text("utf-8")
    return json.loads(page.evaluate(PYTHON, f"{source}\nimport json\njson.dumps({expression})"))


@contextmanager
def opened(origin: str) -> Iterator[Pages]:
    """A browser with a cache of its own on a disk, empty at first."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            Path(profile), executable_path=program, args=FLAGS, viewport={"width": 1280, "height": 800}
        )
        try:
            yield Pages(context, origin)
        finally:
            context.close()
