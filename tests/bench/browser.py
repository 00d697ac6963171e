"""Opens the pages in Chromium, and reads what they measured."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

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
QUESTIONS, PAUSE_MILLISECONDS = 4, 7_000


@dataclass(frozen=True, slots=True)
class Boot:
    """Milliseconds from the start of the page's first script."""

    ready: float
    shell: float


@dataclass(frozen=True, slots=True)
class Run:
    """One streamed answer: milliseconds from send to finished, and how smooth the page stayed."""

    took: float
    worst: float
    longTasks: int


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
                    page.evaluate("query => run(query)", stream.query)
                page.wait_for_timeout(PAUSE_MILLISECONDS)

    def stream(self, name: str, stream: Stream) -> Run:
        with self._open(name) as page:
            return Run(**page.evaluate("query => run(query)", stream.query))

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
