"""Stores of conversations as JavaScript has them: for a host that drives one of its own, or builds on it."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from agentic.core.camel import camel
from agentic.core.clock import Clock
from agentic.element.keeping import described
from agentic.element.stores import Store, resolved
from agentic.protocol.stored import Thread, read_thread


class PageStore:
    """A store whose messages are lists, as JavaScript has them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def thread_id(self) -> str:
        """The thread that is shown; made at the first call."""
        return self._store.thread_id()

    def set_active_thread(self, thread_id: str) -> None:
        self._store.set_active_thread(thread_id)

    async def load_messages(self, thread_id: str) -> list[Any] | None:
        """The messages of a thread, None where there are none, or what is there is no list."""
        return _list_of(await resolved(self._store.load_messages(thread_id)))

    def save_messages(self, thread_id: str, messages: list[Any]) -> None:
        text = json.dumps(messages)
        self._store.save_messages(described(thread_id, read_thread(text).messages, self._clock), text)

    def load_checkpoint(self, thread_id: str) -> Mapping[str, Any] | None:
        return self._store.load_checkpoint(thread_id)

    def save_checkpoint(self, thread_id: str, checkpoint: Mapping[str, Any] | None) -> None:
        self._store.save_checkpoint(thread_id, checkpoint)

    def clear(self, thread_id: str) -> None:
        """Forget a thread."""
        self._store.clear(thread_id)

    async def list_threads(self) -> list[dict[str, Any]]:
        """The threads, the newest first."""
        names = [field.name for field in fields(Thread)]
        found = await resolved(self._store.list_threads())
        return [{camel(name): getattr(each, name) for name in names} for each in found]

    def rename_thread(self, thread_id: str, title: str) -> None:
        self._store.rename_thread(thread_id, title)


def _list_of(text: str | None) -> list[Any] | None:
    try:
        found = json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None
