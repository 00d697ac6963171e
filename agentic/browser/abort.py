"""Cancellation as the browser says it: an AbortSignal."""

import js

from agentic.browser.ffi import JsObject
from agentic.core.cancel import Cancellation


def abort_signal(stop: Cancellation) -> JsObject:
    """A signal that is aborted when somebody stops."""
    controller = js.AbortController.new()
    stop.on_cancel(lambda reason: controller.abort(js.DOMException.new(reason, "AbortError")))
    return controller.signal
