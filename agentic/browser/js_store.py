"""JsStore: a store of conversations that the page wrote in JavaScript, as one of ours."""

import json
from collections.abc import Mapping
from typing import Any

from agentic.browser.ffi import JsObject, call_at_once, callback
from agentic.browser.keep import Held
from agentic.core.camel import camel
from agentic.errors import StoredError, UsageError
from agentic.protocol.stored import Thread, milliseconds

NEEDED = ("thread_id", "load_messages", "save_messages", "load_checkpoint", "save_checkpoint", "clear")
"""What every store has; one that was written for a single thread has nothing about lists of threads."""


class JsStore:
    """Wraps the page's own store, `UsageError` for what is none. Its messages are lists, ours are their JSON text."""

    def __init__(self, given: Held | JsObject) -> None:
        self._original = given.original if isinstance(given, Held) else lambda: given
        for name in map(camel, NEEDED):
            if not callable(getattr(self._original(), name, None)):
                raise UsageError(f"conversationStore: it lacks the method {name}")

    def thread_id(self) -> str:
        found = self._call("thread_id")
        if not isinstance(found, str) or not found:
            raise StoredError(f"threadId() gave {found!r}, which is no id")
        return found

    def set_active_thread(self, thread_id: str) -> None:
        self._call("set_active_thread", thread_id)

    async def load_messages(self, thread_id: str) -> str | None:
        found = await callback(self._method("load_messages"))(thread_id)
        return None if found is None else json.dumps(found)

    def save_messages(self, thread: Thread, messages: str) -> None:
        self._call("save_messages", thread.thread_id, json.loads(messages))

    def load_checkpoint(self, thread_id: str) -> Mapping[str, Any] | None:
        return self._call("load_checkpoint", thread_id)

    def save_checkpoint(self, thread_id: str, checkpoint: Mapping[str, Any] | None) -> None:
        self._call("save_checkpoint", thread_id, checkpoint)

    def clear(self, thread_id: str) -> None:
        self._call("clear", thread_id)

    async def list_threads(self) -> tuple[Thread, ...]:
        if not (method := self._method("list_threads")):
            return ()
        return tuple(map(_thread, filter(_is_thread, await callback(method)() or ())))

    def rename_thread(self, thread_id: str, title: str) -> None:
        self._call("rename_thread", thread_id, title)

    def _call(self, name: str, *arguments: Any) -> Any:
        method = self._method(name)
        return call_at_once(method, *arguments) if method else None

    def _method(self, name: str) -> JsObject:
        store = self._original()
        method = getattr(store, camel(name), None)
        return method.bind(store) if method else None


def _is_thread(row: Any) -> bool:
    return isinstance(row, Mapping) and isinstance(row.get(camel("thread_id")), str)


def _thread(row: Mapping[str, Any]) -> Thread:
    thread_id, title, updated_at, preview = (row.get(camel(name)) for name in Thread.__slots__)
    return Thread(thread_id, str(title or ""), milliseconds(updated_at), str(preview or ""))
