"""The page that lives as long as the test session: Pyodide boots once, each test gets a fresh element."""

from collections.abc import Callable
from itertools import count

from playwright.sync_api import Browser, Page

from tests.browser.chat import Chat
from tests.servers.site import Site

BOOT_MILLISECONDS = 60_000

# A boot that fails says so on the console or throws; waiting any longer would only hide it.
HEAR_BOOT = """(() => {
  const note = text => { window.bootTrouble ??= String(text); };
  const say = console.error;
  console.error = (...words) => { note(words.join(" ")); say(...words); };
  addEventListener("error", event => note(event.error?.stack ?? event.message));
  addEventListener("unhandledrejection", event => note(event.reason?.stack ?? event.reason));
})()"""

# A test may take the tab's storage away: what the browser gave is put back.
HOLD = """() => {
  window.tabStorage = Object.getOwnPropertyDescriptor(window, "sessionStorage");
  window.atBoot = new Set([...Object.keys(window), "atBoot"]);
}"""

CLEAR = """() => {
  Object.defineProperty(window, "sessionStorage", tabStorage);
  for (const storage of [sessionStorage, localStorage]) storage.clear();
  document.body.replaceChildren();
  document.activeElement?.blur();
  for (const name of Object.keys(window)) if (!atBoot.has(name)) delete window[name];
}"""


class BootFailed(Exception):
    """The runtime did not come up; the message is what the page said."""


def wait_for_boot(page: Page) -> None:
    """Wait until the element is defined; fail at once with the page's own words if it can not be."""
    wait_for("customElements.get('ag-ui-chat')", page)


def wait_for_page(page: Page) -> None:
    """Wait until the page's own script says that it has done its part; fail at once if it said something else."""
    wait_for("'ready' in document.documentElement.dataset", page)


def wait_for(claim: str, page: Page) -> None:
    come_true = f"() => ({claim}) ? 'yes' : window.bootTrouble"
    outcome = page.wait_for_function(come_true, timeout=BOOT_MILLISECONDS).json_value()
    if outcome != "yes":
        raise BootFailed(outcome)


class Stage:
    """Opens its page when first needed, and a new one after a test that may have spoiled it."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self._site = site
        self._page: Page | None = None
        self._number = count(1)

    def page(self, watch: Callable[[Page], None]) -> Page:
        if self._page and not self._page.is_closed():
            watch(self._page)
            return self._page
        self._page = self._browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        watch(self._page)
        self._page.add_init_script(HEAR_BOOT)
        self._page.goto(self._site.url("/empty.html"))
        wait_for_boot(self._page)
        self._page.evaluate(HOLD)
        return self._page

    def mount(self, page: Page, **attributes: str) -> Chat:
        """A new element with an id of its own, so that no test meets another's stored conversation."""
        return Chat.mount(page, **{"id": f"chat-{next(self._number)}"} | attributes)

    def clear(self) -> None:
        """Leave nothing of this test behind."""
        if self._page and not self._page.is_closed():
            self._page.evaluate(CLEAR)

    def close(self) -> None:
        if self._page:
            self._page.context.close()
        self._page = None
