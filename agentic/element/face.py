"""What the shim asks of an element's Python side: methods called, properties read and written, errors as values."""

from collections.abc import Mapping
from typing import Any

from agentic.browser.exports import bridged
from agentic.browser.ffi import JsObject, is_function, is_service, js_error, to_browser, to_python
from agentic.browser.keep import Held, Keeper


class Face:
    """`subject`, by the names that JavaScript has for its methods and properties; the shim throws what is an Error."""

    def __init__(
        self, subject: object, methods: Mapping[str, str], properties: Mapping[str, str], keeper: Keeper
    ) -> None:
        self._subject = subject
        self._methods = methods
        self._properties = properties
        self._keeper = keeper

    def invoke(self, name: str, given: JsObject) -> Any:
        """Call a method; an async one gives a promise."""
        method = getattr(self._subject, self._methods[name])
        return bridged(method, self._keeper.hold)(*given)

    def read(self, name: str) -> Any:
        """A property's value; a function is the one that was given."""
        try:
            value = getattr(self._subject, self._properties[name])
        except Exception as error:
            return js_error(error)
        return value.original() if isinstance(value, Held) else to_browser(value)

    def write(self, name: str, given: JsObject) -> Any:
        """Set a property."""
        try:
            value = self._keeper.hold(given) if is_function(given) or is_service(given) else to_python(given)
            setattr(self._subject, self._properties[name], value)
        except Exception as error:
            return js_error(error)
        return None
