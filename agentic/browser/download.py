"""A text as a file that the person saves."""

import asyncio

import js

from agentic.browser.ffi import to_browser

KEPT = 60  # seconds


def download(name: str, text: str, media_type: str) -> None:
    """Have the browser save `text` under this name."""
    blob = js.Blob.new(to_browser([text]), to_browser({"type": media_type}))
    address = js.URL.createObjectURL(blob)
    link = js.document.createElement("a")
    link.href, link.download = address, name
    link.click()
    # Some browsers read the blob after the click; a minute is long enough, and then the text is let go.
    asyncio.get_event_loop().call_later(KEPT, js.URL.revokeObjectURL, address)
