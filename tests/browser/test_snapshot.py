"""Python starts from the memory snapshot, however large that has grown."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.site import Site

OWN_MEMORY = 31_457_280  # bytes that the WebAssembly brings with it


def test_a_snapshot_is_restored_without_a_word(
    visit: Callable[[str], Chat], page: Page, site: Site, dist: Path, trouble: Trouble
) -> None:
    visit("/plain.html")
    size = page.evaluate(
        "globalThis[Symbol.for('agentic')].loadPyodide({}).then((python) => python._module.HEAP8.length)"
    )
    assert site.paths("/dist/*snapshot*")
    assert size >= OWN_MEMORY
    assert [line for line in trouble.console if "snapshot" in line] == []
