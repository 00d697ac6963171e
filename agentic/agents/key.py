"""Key: what a person pays with. It is sent to its provider and written nowhere."""

from collections.abc import Awaitable, Callable, Iterable
from inspect import isawaitable
from typing import Any

HIDDEN = "•••"
SHORTEST = 8  # characters of a header's value that may be a secret

Told = str | None
Given = Told | Callable[[], Told | Awaitable[Told]]


class Key:
    """An API key, or a function (which may be async) that is asked for it at every request."""

    __slots__ = ("_given", "_hidden", "_seen")

    def __init__(self, given: Given = None) -> None:
        self._given = given
        self._seen: set[str] = set()
        self._hidden: set[str] = set()

    async def get(self) -> str:
        """The key as it is now; "" if there is none."""
        key = (await fresh(self._given) or "").strip()
        if key:
            self._seen.add(key)
        return key

    def hide_too(self, secrets: Iterable[str]) -> None:
        """Take these for keys as well, such as the values of a host's own headers."""
        self._hidden.update(secret for secret in secrets if len(secret) >= SHORTEST)

    @property
    def is_known(self) -> bool:
        """Whether a key was sent."""
        return bool(self._seen)

    def hide_in(self, text: str) -> str:
        """The text without any key that was used: a server may quote it in its errors."""
        for key in self._seen | self._hidden:
            text = text.replace(key, HIDDEN)
        return text

    def __repr__(self) -> str:
        return f"Key({HIDDEN})"


async def fresh(given: Any) -> Any:
    """A value, or what the function that gives it says now."""
    value = given() if callable(given) else given
    return await value if isawaitable(value) else value
