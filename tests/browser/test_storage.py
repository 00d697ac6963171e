"""What a tab keeps, also where the browser refuses to keep anything."""

from tests.browser.python import Python

KEEP = """
import js
from agentic.browser.storage import TabStore
store = TabStore()
store.set("a", "1")
store.set("b", "2")
store.remove("b")
result = [store.get("a"), store.get("b"), store.get("never")]
"""


def test_texts_are_kept_in_session_storage(python: Python) -> None:
    assert python(KEEP) == ["1", None, None]
    assert python.page.evaluate("sessionStorage.getItem('a')") == "1"


def test_a_refused_session_storage_still_keeps_texts_while_the_page_lives(python: Python) -> None:
    python.page.evaluate(
        "Object.defineProperty(window, 'sessionStorage',"
        " {configurable: true, get() { throw new DOMException('no', 'SecurityError') }})"
    )
    assert python(KEEP) == ["1", None, None]


def test_a_full_session_storage_still_keeps_texts_while_the_page_lives(python: Python) -> None:
    python.page.evaluate(
        "globalThis.kept = Storage.prototype.setItem;"
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }; null"
    )
    try:
        assert python(KEEP) == ["1", None, None]
    finally:
        python.page.evaluate("Storage.prototype.setItem = kept; null")
