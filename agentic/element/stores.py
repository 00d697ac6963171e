"""Where conversations are kept: what a store is, and the one that keeps them for this tab."""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict
from inspect import isawaitable
from typing import Any, Protocol
from urllib.parse import quote

from agentic.core.clock import Clock
from agentic.protocol.stored import Thread

ROOT = "ag-ui-chat"
PLAIN = "!'()*"
"""What JavaScript's `encodeURIComponent` leaves as it is, and `quote` would not: the loader makes the same names."""

THREAD, THREADS = "thread", "threads"
MESSAGES, CHECKPOINT, QUESTIONS, DRAFT, DAMAGED = "messages", "checkpoint", "questions", "draft", "damaged"
NEW = "new"
"""Marks a thread in which nothing was said yet: nobody needs to be asked for it."""
RUNNING = "running"
"""Marks a thread with a run going on: one that is found so when it is read again was cut off."""
OF_A_THREAD = (MESSAGES, CHECKPOINT, QUESTIONS, DRAFT, NEW, RUNNING)
KINDS = (THREAD, THREADS, *OF_A_THREAD, DAMAGED)


class Store(Protocol):
    """Keeps conversations: one list of messages a thread, as a JSON text."""

    def thread_id(self) -> str:
        """The thread that is shown; made at the first call."""
        ...

    def set_active_thread(self, thread_id: str) -> None: ...
    def load_messages(self, thread_id: str) -> str | Awaitable[str | None] | None: ...
    def save_messages(self, thread: Thread, messages: str) -> None: ...
    def load_checkpoint(self, thread_id: str) -> Mapping[str, Any] | None: ...
    def save_checkpoint(self, thread_id: str, checkpoint: Mapping[str, Any] | None) -> None: ...

    def clear(self, thread_id: str) -> None:
        """Forget the thread."""
        ...

    def list_threads(self) -> "tuple[Thread, ...] | Awaitable[tuple[Thread, ...]]":
        """The threads, the newest first."""
        ...

    def rename_thread(self, thread_id: str, title: str) -> None: ...


class Texts(Protocol):
    """Small texts by key, for as long as the tab is open."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str) -> bool:
        """Keep it; False if only until the page closes."""
        ...

    def remove(self, key: str) -> None: ...
    def names(self) -> Iterable[str]: ...


async def resolved(value: Any) -> Any:
    """What a store answers, at once or later."""
    return await value if isawaitable(value) else value


def namespace_of(element: str, user: str) -> str:
    """The namespace of an element, of one user of it where the page says who that is."""
    return f"{element} {quote(user, safe=PLAIN)}" if user else element


class SessionStorageStore:
    """The conversations of one namespace, kept until the tab closes."""

    def __init__(self, texts: Texts, namespace: str, clock: Clock, warn: Callable[[str], object]) -> None:
        self._texts = texts
        self._clock = clock
        self._warn = warn
        self._prefix = prefix_of(namespace)

    def thread_id(self) -> str:
        known = self._texts.get(self._prefix + THREAD)
        if not known:
            known = self._clock.new_id()
            self.set_active_thread(known)
            self.put(NEW, known, NEW)
        return known

    def set_active_thread(self, thread_id: str) -> None:
        self._put(THREAD, thread_id)

    def load_messages(self, thread_id: str) -> str | None:
        return self.get(MESSAGES, thread_id)

    def save_messages(self, thread: Thread, messages: str) -> None:
        self.put(MESSAGES, thread.thread_id, messages)
        self.put(NEW, thread.thread_id, "")
        rows = self._rows()
        held = rows.get(thread.thread_id, {})
        title = held.get("title") if held.get("renamed") else thread.title
        rows[thread.thread_id] = {**held, **asdict(thread), "title": title}
        self._put_rows(rows)

    def load_checkpoint(self, thread_id: str) -> Mapping[str, Any] | None:
        found = _parsed(self.get(CHECKPOINT, thread_id))
        return found if isinstance(found, dict) else None

    def save_checkpoint(self, thread_id: str, checkpoint: Mapping[str, Any] | None) -> None:
        self.put(CHECKPOINT, thread_id, json.dumps(checkpoint) if checkpoint else "")

    def clear(self, thread_id: str) -> None:
        for kind in OF_A_THREAD:
            self.put(kind, thread_id, "")
        self._put_rows({key: row for key, row in self._rows().items() if key != thread_id})
        if self._texts.get(self._prefix + THREAD) == thread_id:
            self._texts.remove(self._prefix + THREAD)

    def list_threads(self) -> tuple[Thread, ...]:
        threads = (Thread(**{name: row.get(name) for name in Thread.__slots__}) for row in self._rows().values())
        return tuple(sorted(threads, key=lambda thread: thread.updated_at, reverse=True))

    def rename_thread(self, thread_id: str, title: str) -> None:
        rows = self._rows()
        if thread_id in rows:
            rows[thread_id] = {**rows[thread_id], "title": title, "renamed": True}
            self._put_rows(rows)

    # What is kept of a thread beside its messages, whoever keeps those.

    def get(self, kind: str, thread_id: str) -> str | None:
        return self._texts.get(f"{self._prefix}{kind}:{thread_id}")

    def put(self, kind: str, thread_id: str, text: str) -> None:
        """Keep a text of this kind; an empty one is none."""
        self._put(f"{kind}:{thread_id}", text)

    def move_to(self, namespace: str) -> None:
        """All of it under another namespace, beside what is there; which thread is shown there stays as it is."""
        there = SessionStorageStore(self._texts, namespace, self._clock, self._warn)
        there._put_rows({**self._rows(), **there._rows()})
        for key in own_keys(self._texts, self._prefix):
            kind = key.removeprefix(self._prefix)
            if not self._texts.get(there._prefix + kind):
                there._put(kind, self._texts.get(key) or "")
            self._texts.remove(key)

    def purge(self) -> None:
        """Forget every thread of this namespace."""
        for key in own_keys(self._texts, self._prefix):
            self._texts.remove(key)

    def _rows(self) -> dict[str, dict[str, Any]]:
        found = _parsed(self._texts.get(self._prefix + THREADS))
        rows = found if isinstance(found, list) else ()
        return {row["thread_id"]: row for row in rows if _is_row(row)}

    def _put_rows(self, rows: Mapping[str, Mapping[str, Any]]) -> None:
        self._put(THREADS, json.dumps(list(rows.values()), ensure_ascii=False) if rows else "")

    def _put(self, key: str, text: str) -> None:
        if not text:
            self._texts.remove(self._prefix + key)
        elif not self._texts.set(self._prefix + key, text):
            self._warn("the tab's storage is full or refused, so the conversation is kept only until the page is left")


def prefix_of(namespace: str) -> str:
    """How every key of a namespace begins; no other namespace's do."""
    return f"{ROOT}@{quote(namespace, safe=PLAIN)}:"


def own_keys(texts: Texts, prefix: str) -> tuple[str, ...]:
    return tuple(key for key in texts.names() if key.startswith(prefix))


def _parsed(text: str | None) -> Any:
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(name), str) for name in ("thread_id", "title", "preview"))
        and isinstance(row.get("updated_at"), (int, float))
    )
