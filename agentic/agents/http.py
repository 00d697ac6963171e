"""What the agents that ask over HTTP share: the host's headers, the bytes of a request, the words of an answer."""

import json
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.agents.key import fresh
from agentic.core.fault import message_of
from agentic.core.result import plain
from agentic.errors import HeadersError, TransportError, UsageError
from agentic.protocol.transport import Response

JSON_BODY: Mapping[str, str] = MappingProxyType({"content-type": "application/json"})

HostHeaders = Mapping[str, str] | None
Headers = Mapping[str, str] | Callable[[], HostHeaders | Awaitable[HostHeaders]]


async def host_headers(given: Headers | None) -> dict[str, str]:
    """What the host wants to send now; `HeadersError` where its function fails, or gives something else."""
    try:
        return dict(await fresh(given) or {})
    except Exception as error:
        raise HeadersError(message_of(error)) from error


def merged(headers: Mapping[str, str], over: Mapping[str, str]) -> dict[str, str]:
    """`headers` with those of `over` in place of their own. Names have no case, and a second spelling would be sent
    as a second value."""
    replaced = {name.lower() for name in over}
    return {**{name: value for name, value in headers.items() if name.lower() not in replaced}, **over}


def encode(body: dict[str, Any]) -> bytes:
    """JSON as UTF-8. Half a character, which JavaScript strings may hold, is replaced."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"the conversation cannot be sent as JSON: {error}") from error
    return text.encode("utf-8", "replace")


async def words_of(response: Response) -> str:
    """What a failure says: its status is the answer, with or without its words."""
    try:
        return await response.text()
    except TransportError:
        return ""
