"""References to uploaded files: they travel in a message's metadata, the bytes never."""

from collections.abc import Iterable, Mapping
from typing import Any

from agentic.errors import UsageError
from agentic.protocol.content import Content, read_content
from agentic.protocol.legacy import upgrade_stored

KEY = "attachments"


def message(name: str, value: Any) -> Content:
    """What a page says: a text, or parts as AG-UI spells them; `UsageError` for anything else."""
    if not isinstance(value, (str, list)):
        raise UsageError(f"{name}: it must be a text or a list of parts, not {value!r}")
    return read_content(value) or ""


def references(name: str, value: Any) -> tuple[Mapping[str, Any], ...]:
    """The references that a page gives; None is none, `UsageError` for what is no reference."""
    if not isinstance(value, (list, tuple, type(None))):
        raise UsageError(f"{name}: it must be a list, not {value!r}")
    for number, each in enumerate(value or ()):
        if not _is_reference(each):
            raise UsageError(
                f"{name}: entry {number} must be {{id, name, mime, size}} as an upload gave it, not {each!r}"
            )
    return tuple(value or ())


def refer(attachments: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The metadata of a message with these attachments."""
    attachments = [dict(each) for each in attachments]
    return {KEY: attachments} if attachments else None


def message_attachments(message: Any) -> list[Any]:
    """The references that a message carries, also one that an older client stored."""
    message = upgrade_stored(message)
    metadata = message.get("metadata") if isinstance(message, dict) else None
    found = metadata.get(KEY) if isinstance(metadata, dict) else None
    return [each for each in found if _is_reference(each)] if isinstance(found, list) else []


def _is_reference(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(value.get(each), str) and value[each] for each in ("id", "name")
    )
