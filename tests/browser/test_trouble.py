"""What watches every test sees what it is there to see."""

import re

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.trouble import Trouble

BLANK = "data:text/html,<title>blank</title>"
# An address reserved for documentation; the request is seen before it could leave.
FOREIGN = "http://192.0.2.1/pixel.png"


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("setTimeout(() => { throw new Error('lost the way') })", "page error: .*lost the way"),
        ("Promise.reject(new Error('lost the way'))", "page error: .*lost the way"),
        ("console.error('lost the way')", "console error: lost the way"),
        (f"await fetch('{FOREIGN}').catch(() => {{}})", "foreign host: " + re.escape(FOREIGN)),
    ],
)
def test_trouble_is_seen_unless_it_was_expected(context: BrowserContext, script: str, told: str) -> None:
    page, trouble = context.new_page(), Trouble()
    trouble.watch(page)
    page.route(FOREIGN, lambda route: route.fulfill(body=""))
    page.goto(BLANK)
    page.evaluate(f"async () => {{ {script} }}")
    page.evaluate("() => new Promise(done => setTimeout(done))")
    seen = trouble.unexpected()
    assert any(re.search(told, what) for what in seen)
    for what in seen:
        trouble.expect(re.escape(what))
    assert trouble.unexpected() == []
