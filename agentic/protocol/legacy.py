"""Retired shapes of older servers, translated before anything else looks at an event."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from agentic.core.camel import camel
from agentic.protocol.events import Remark
from agentic.protocol.frames import Json

MIME, ID = camel("mime_type"), camel("message_id")

SPANS: Mapping[str, str] = MappingProxyType({"THINKING_START": "REASONING_START", "THINKING_END": "REASONING_END"})
TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "THINKING_TEXT_MESSAGE_START": "REASONING_MESSAGE_START",
        "THINKING_TEXT_MESSAGE_CONTENT": "REASONING_MESSAGE_CONTENT",
        "THINKING_TEXT_MESSAGE_END": "REASONING_MESSAGE_END",
    }
)
MAY_BE_RETIRED = frozenset({*SPANS, *TEXTS, "MESSAGES_SNAPSHOT", "RUN_STARTED"})
"""The event types in which a retired shape can be; hardly any event is of one."""

BESIDE: Mapping[str, tuple[str, ...]] = MappingProxyType({"tool": ("outcome",), "user": ("attachments",)})
"""What older clients stored at the top level of a message of each role."""

MEDIA = ("image", "audio", "video")


class Legacy:
    """The translator of one request; it mints the ids that the old events did without."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._span = ""
        self._message = ""

    def translate(self, event: Json) -> tuple[Json, tuple[Remark, ...]]:
        """The event in today's shape, and what was done to it."""
        kind = event["type"]
        if kind in SPANS or kind in TEXTS:
            return self._thinking(event)
        if kind == "MESSAGES_SNAPSHOT":
            messages, count = upgrade_messages(event.get("messages"))
            return ({**event, "messages": messages}, _binary(kind, count)) if count else (event, ())
        if kind == "RUN_STARTED" and type(event.get("input")) is dict:
            messages, count = upgrade_messages(event["input"].get("messages"))
            return (
                ({**event, "input": {**event["input"], "messages": messages}}, _binary(kind, count))
                if count
                else (event, ())
            )
        return event, ()

    def _thinking(self, event: Json) -> tuple[Json, tuple[Remark, ...]]:
        old = event["type"]
        if old == "THINKING_START":
            self._span = self._new_id()
        elif old == "THINKING_TEXT_MESSAGE_START":
            self._message = self._new_id()
        # A continuation without its opener names an id that nothing opened, and is refused for that.
        changed = {**event, "type": SPANS.get(old) or TEXTS[old]}
        changed[ID] = (self._span if old in SPANS else self._message) or self._new_id()
        if old == "THINKING_TEXT_MESSAGE_START":
            changed["role"] = "reasoning"
        lost = ", its title dropped" if changed.pop("title", None) is not None else ""
        if old == "THINKING_END":
            self._span = ""
        elif old == "THINKING_TEXT_MESSAGE_END":
            self._message = ""
        return changed, (Remark(f"{old} is retired: read as {changed['type']}{lost}"),)


def upgrade_messages(messages: Any) -> tuple[Any, int]:
    """Messages with their retired `binary` parts in today's shape, and how many parts that were."""
    if type(messages) is not list:
        return messages, 0
    upgraded = [_upgrade_message(message) for message in messages]
    return [message for message, _ in upgraded], sum(count for _, count in upgraded)


def _upgrade_message(message: Any) -> tuple[Any, int]:
    parts = message.get("content") if type(message) is dict else None
    if type(parts) is not list:
        return message, 0
    modern = [part for part in parts if not _is_binary(part)]
    kept, count = [], 0
    for part in parts:
        made = _modern(part) if _is_binary(part) else part
        count += made is not part
        if made is part or made not in modern:
            kept.append(made)
    return ({**message, "content": kept}, count) if count else (message, 0)


def upgrade_stored(message: Any) -> Any:
    """A message that an older client stored, in today's shape: what it kept beside the protocol's members is metadata.

    Where the metadata has such a key already, that one is newer.
    """
    if type(message) is not dict:
        return message
    beside = {key: message[key] for key in BESIDE.get(str(message.get("role")), ()) if message.get(key) is not None}
    if beside:
        held, rest = message.get("metadata"), {key: value for key, value in message.items() if key not in beside}
        message = {**rest, "metadata": {**beside, **(held if type(held) is dict else {})}}
    return _upgrade_message(message)[0]


def _is_binary(part: Any) -> bool:
    return type(part) is dict and part.get("type") == "binary"


def _modern(part: Json) -> Json:
    """A `binary` part as image, audio, video or document. One that has only an id stays, and is then dropped."""
    mime = part.get(MIME)
    source = next((key for key in ("data", "url") if type(part.get(key)) is str), None)
    if source is None or type(mime) is not str:
        return part
    kind = mime.partition("/")[0]
    made: Json = {
        "type": kind if kind in MEDIA else "document",
        "source": {"type": source, "value": part[source], MIME: mime},
    }
    if type(part.get("filename")) is str:
        made["metadata"] = {"filename": part["filename"]}
    return made


def _binary(kind: str, count: int) -> tuple[Remark, ...]:
    return (Remark(f"{kind}: {count} retired binary part(s) read as media"),)
