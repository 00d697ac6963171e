"""Addresses: where the page is led, and which origin a request goes to: scheme, host and port."""

import js

from agentic.browser.ffi import JsException


def foreign_origin(address: str) -> str | None:
    """The origin a request to this address goes to, if it is another than the page's; None for what is no address."""
    try:
        origin = js.URL.new(address, js.document.baseURI).origin
    except JsException:
        return None
    return origin if origin != js.location.origin else None


def go(path: str) -> None:
    """Lead the page there, which loads it anew."""
    js.location.assign(path)
