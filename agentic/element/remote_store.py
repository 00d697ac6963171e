"""RemoteStore: conversations that the server keeps, by its index of threads; what is the tab's own stays there."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from agentic.core.fault import message_of
from agentic.element.stores import Store, resolved
from agentic.errors import HttpError, StoredError
from agentic.protocol.stored import Thread, milliseconds

Ask = Callable[[str, str, bytes], Awaitable[str]]
"""What is at an address, asked with a method and a body; `HttpError` where that is refused."""


class RemoteStore:
    """The threads of the index at `url`. The server writes them itself, run by run.

    `local` keeps which thread is shown and, where it `mirrors`, a copy of each for when the server cannot be reached.
    """

    def __init__(
        self,
        url: str,
        ask: Ask,
        local: Store,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        warn: Callable[[str], object],
        *,
        mirrors: bool = True,
    ) -> None:
        self._url = url
        self._ask = ask
        self._local = local
        self._spawn = spawn
        self._warn = warn
        self._mirrors = mirrors

    def thread_id(self) -> str:
        return self._local.thread_id()

    def set_active_thread(self, thread_id: str) -> None:
        self._local.set_active_thread(thread_id)

    async def load_messages(self, thread_id: str) -> str | None:
        """The thread as the server has it; the tab's copy where it cannot be reached, or has never heard of it."""
        # What the page sets right after its element is there, such as a token, counts.
        await asyncio.sleep(0)
        copy = await resolved(self._local.load_messages(thread_id))
        try:
            return messages_in(await self._ask(self._address(thread_id), "GET", b""))
        except Exception as error:  # nobody answered, or a page to log in, or the page had no headers to ask with
            is_unknown = isinstance(error, HttpError) and error.status == 404
            if not copy and not is_unknown:
                raise
            if not is_unknown:
                self._warn(f"the server's copy of {thread_id} is not read, and the tab's is shown: {message_of(error)}")
            return copy

    def save_messages(self, thread: Thread, messages: str) -> None:
        if self._mirrors:
            self._local.save_messages(thread, messages)
        else:
            self._local.save_messages(Thread(thread.thread_id, "", thread.updated_at), "")

    def load_checkpoint(self, thread_id: str) -> Mapping[str, Any] | None:
        return self._local.load_checkpoint(thread_id)

    def save_checkpoint(self, thread_id: str, checkpoint: Mapping[str, Any] | None) -> None:
        self._local.save_checkpoint(thread_id, checkpoint)

    def clear(self, thread_id: str) -> None:
        self._local.clear(thread_id)
        self._spawn(self._tell(thread_id, "DELETE", b""))

    async def list_threads(self) -> tuple[Thread, ...]:
        """The server's list; the tab's own where it cannot be reached."""
        try:
            return threads_in(await self._ask(self._url, "GET", b""))
        except Exception as error:
            self._warn(f"the list of conversations at {self._url} cannot be read: {message_of(error)}")
            return await resolved(self._local.list_threads())

    def rename_thread(self, thread_id: str, title: str) -> None:
        self._local.rename_thread(thread_id, title)
        self._spawn(self._tell(thread_id, "PATCH", json.dumps({"title": title}).encode()))

    async def _tell(self, thread_id: str, method: str, body: bytes) -> None:
        try:
            await self._ask(self._address(thread_id), method, body)
        except Exception as error:
            if not (isinstance(error, HttpError) and error.status == 404):
                self._warn(f"the server did not take the change of {thread_id}: {message_of(error)}")

    def _address(self, thread_id: str) -> str:
        """`…/threads/ID/`; what the index's query says goes along."""
        parts = urlsplit(self._url)
        path = f"{parts.path.rstrip('/')}/{quote(thread_id, safe='')}/"
        return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def messages_in(text: str) -> str:
    """The list of messages in what a server tells of a thread."""
    told = _json(text)
    messages = told.get("messages") if isinstance(told, dict) else told
    if not isinstance(messages, list):
        raise StoredError("the server's answer holds no list of messages")
    return json.dumps(messages, ensure_ascii=False)


def threads_in(text: str) -> tuple[Thread, ...]:
    """The threads of an index, in its order; what is none is left out."""
    told = _json(text)
    rows = told.get("threads") if isinstance(told, dict) else told
    return tuple(map(_thread, filter(_is_thread, rows if isinstance(rows, list) else ())))


def _is_thread(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("thread_id"), str) and bool(row["thread_id"])


def _thread(row: Mapping[str, Any]) -> Thread:
    title, preview = (row[name] if isinstance(row.get(name), str) else "" for name in ("title", "preview"))
    return Thread(row["thread_id"], title, milliseconds(row.get("updated_at")), preview)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StoredError(f"the server's answer is no JSON: {error}") from error
