"""Small texts kept for this tab: in sessionStorage, and in memory where the browser refuses it."""

from contextlib import suppress

import js

from agentic.browser.ffi import JsException, JsObject, to_python

REFUSED = (JsException, AttributeError)
"""What a refusal looks like from here: a getter of the browser's that throws is an AttributeError in Python."""


class TabStore:
    """Keeps texts by key until the tab closes; where storage is refused or full, until the page does."""

    def __init__(self) -> None:
        self._memory: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The text under `key`, None when there is none."""
        if key in self._memory:
            return self._memory[key]
        try:
            return to_python(_session().getItem(key))
        except REFUSED:
            return None

    def set(self, key: str, value: str) -> bool:
        """Keep `value`; it never fails. False if it is kept only until the page closes."""
        try:
            _session().setItem(key, value)
        except REFUSED:
            self._memory[key] = value
            return False
        self._memory.pop(key, None)
        return True

    def remove(self, key: str) -> None:
        self._memory.pop(key, None)
        with suppress(REFUSED):  # Refused storage holds nothing that could be removed.
            _session().removeItem(key)

    def names(self) -> tuple[str, ...]:
        """The keys of every text there is, other scripts' too."""
        kept: set[str] = set()
        with suppress(REFUSED):
            kept.update(to_python(js.Object.keys(_session())))
        return tuple(kept | self._memory.keys())


def _session() -> JsObject:
    # Merely reading the property throws where the person blocked site data; a data: page has none at all.
    return js.window.sessionStorage
