"""What a message may be made of when a page says it: a text, or parts, as records or as the protocol spells them."""

from collections.abc import Iterable, Mapping
from typing import Any

from agentic.errors import UsageError
from agentic.protocol.messages import Part
from agentic.protocol.shape import Malformed, Notes, Unknown
from agentic.protocol.wire import PART

Content = str | Iterable[Part | Mapping[str, Any]]


def read_content(content: Content) -> str | tuple[Part, ...]:
    """The content as a message holds it; `UsageError` names the part that is none, and what is wrong with it."""
    if isinstance(content, str):
        return content
    if not isinstance(content, (list, tuple)):
        raise UsageError(f"a message is a text or a list of parts, not {type(content).__name__}")
    return tuple(_read(part, number) for number, part in enumerate(content))


def _read(part: Part | Mapping[str, Any], number: int) -> Part:
    notes: Notes = []
    try:
        return PART.read(PART.write(part) if isinstance(part, Part) else part, notes)
    except KeyError as error:  # What the record calls itself is written nowhere.
        raise UsageError(f"part {number} of the message: the kind {error} is not known") from error
    except (Malformed, Unknown) as error:
        where = getattr(error, "path", "")
        raise UsageError(f"part {number}{where} of the message: {error}") from error
