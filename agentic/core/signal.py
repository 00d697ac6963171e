"""A value and its listeners; no dependency tracking."""

import logging
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Listener = Callable[[T], object]

log = logging.getLogger("agentic")


class Signal(Generic[T]):
    """Holds a value and tells every listener each time it is set.

    What a listener sets is told when all have heard what came before it, so everybody hears the values in one order.
    """

    def __init__(self, value: T) -> None:
        self._value = value
        self._listeners: dict[object, Listener[T]] = {}
        self._due: deque[tuple[T, dict[object, Listener[T]]]] = deque()
        self._is_telling = False

    def get(self) -> T:
        return self._value

    def set(self, value: T) -> None:
        self._value = value
        self._due.append((value, dict(self._listeners)))
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._due:
                self._tell(*self._due.popleft())
        finally:
            self._is_telling = False

    def _tell(self, value: T, listeners: dict[object, Listener[T]]) -> None:
        for key, listener in listeners.items():
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
