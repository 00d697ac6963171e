"""The clipboard: both flavours of a text, or the plain one where the browser takes no other."""

import js

from agentic.browser.ffi import JsException, to_browser

REFUSED = (JsException, AttributeError)
"""A refusal; a page without a secure address has no clipboard at all."""


async def copy(plain: str, markup: str = "") -> bool:
    """Put a text on the clipboard, with HTML for whoever understands it; whether the browser did."""
    try:
        if markup and hasattr(js.window, "ClipboardItem"):
            flavours = {"text/plain": plain, "text/html": markup}
            blobs = {
                kind: js.Blob.new(to_browser([text]), to_browser({"type": kind})) for kind, text in flavours.items()
            }
            await js.navigator.clipboard.write(to_browser([js.ClipboardItem.new(to_browser(blobs))]))
        else:
            await js.navigator.clipboard.writeText(plain)
    except REFUSED:
        return False
    return True
