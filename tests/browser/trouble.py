"""What goes wrong on a page behind a test's back, and which of it the test asked for."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

OWN_HOSTS = ("127.0.0.1", "localhost")


@dataclass
class Trouble:
    """Page errors, console errors and requests to foreign hosts; any that was not expected fails the test."""

    # No slots: Playwright keeps its wrapper of a bound method on the object the method belongs to.

    seen: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    _expected: list[re.Pattern[str]] = field(default_factory=list)
    _pages: list[Page] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        self._pages.append(page)
        page.on("pageerror", self._page_error)
        page.on("console", self._console)
        page.on("request", self._request)

    def unwatch(self) -> None:
        """Stop listening to pages that live longer than the test."""
        for page in self._pages:
            if not page.is_closed():
                page.remove_listener("pageerror", self._page_error)
                page.remove_listener("console", self._console)
                page.remove_listener("request", self._request)

    def expect(self, pattern: str) -> None:
        """Trouble that matches is part of this test."""
        self._expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        for page in self._pages:
            if not page.is_closed():
                page.evaluate("null")  # whatever is still on its way arrives before the answer to this
        return [what for what in self.seen if not any(pattern.search(what) for pattern in self._expected)]

    def _page_error(self, error: Exception) -> None:
        self.seen.append(f"page error: {getattr(error, 'stack', '') or error}")

    def _console(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error":
            self.seen.append(f"console error: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in OWN_HOSTS:
            self.seen.append(f"request to a foreign host: {request.url}")
