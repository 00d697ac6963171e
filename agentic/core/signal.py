"""A value and its listeners; no dependency tracking."""

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Listener = Callable[[T], object]

log = logging.getLogger("agentic")


class Signal(Generic[T]):
    """Holds a value and tells every listener each time it is set."""

    def __init__(self, value: T) -> None:
        self._value = value
        self._listeners: dict[object, Listener[T]] = {}

    def get(self) -> T:
        return self._value

    def set(self, value: T) -> None:
        self._value = value
        for key, listener in tuple(self._listeners.items()):
            if key not in self._listeners:  # an earlier listener unsubscribed this one
                continue
            try:
                listener(value)
            except Exception:
                # One listener's bug is not the others', nor the caller's who changed something.
                log.exception("a listener failed")

    def subscribe(self, listener: Listener[T]) -> Callable[[], None]:
        """Call `listener` with each new value; the function returned ends that."""
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None) and None
