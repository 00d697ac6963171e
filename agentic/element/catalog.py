"""A JSON list at an address of the server's: read when the element connects, and again when the address is another."""

import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar

from agentic.core.fault import message_of

T = TypeVar("T")


class Catalog(Generic[T]):
    """`content` is what `parse` made of the list; `arrived` is called when that is another."""

    def __init__(
        self,
        attribute: str,
        parse: Callable[[Any], T],
        *,
        read: Callable[[str], Awaitable[str]],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        warn: Callable[[str], object],
        arrived: Callable[[], object],
    ) -> None:
        self.content = parse(None)
        self._attribute = attribute
        self._parse = parse
        self._read = read
        self._spawn = spawn
        self._warn = warn
        self._arrived = arrived
        self._address = ""

    def settle(self, address: str) -> None:
        """Have what is at this address; nothing for an empty one."""
        if address == self._address:
            return
        self._address = address
        if address:
            self._spawn(self._load(address))
        else:
            self._have(None)

    async def _load(self, address: str) -> None:
        """Without its catalog the chat works as well, only with barer names: a failure is the page author's affair."""
        try:
            found = json.loads(await self._read(address))
        except Exception as error:
            self._warn(f"{self._attribute}={address!r} cannot be read: {message_of(error)}")
            found = None
        if address == self._address:
            self._have(found)

    def _have(self, found: Any) -> None:
        self.content = self._parse(found)
        self._arrived()
