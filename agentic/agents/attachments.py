"""Attachments as providers take them: bytes inline, or an address."""

import base64
import binascii

from agentic.protocol.messages import Part

TEXT_TYPES = ("text/", "application/json", "application/xml", "application/yaml")


def data_url(part: Part) -> str:
    """The part's bytes or address as one address; "" where it has neither."""
    source = part.source
    if source is None or source.kind == "file":
        return ""
    if source.kind == "data" and not source.value.startswith("data:"):
        return f"data:{source.mime_type or 'application/octet-stream'};base64,{source.value}"
    return source.value


def text_in(part: Part) -> str | None:
    """What a document of text says, for models that read nothing else; None for any other part."""
    source = part.source
    if source is None or source.kind != "data" or not (source.mime_type or "").startswith(TEXT_TYPES):
        return None
    try:
        return base64.b64decode(source.value, validate=True).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def named(part: Part, text: str) -> str:
    """A document's text under its name."""
    return f"{name_of(part)}:\n{text}"


def name_of(part: Part) -> str:
    metadata = part.metadata if isinstance(part.metadata, dict) else {}
    name = metadata.get("filename") or metadata.get("name")
    return name if isinstance(name, str) and name else part.kind


def not_sent(part: Part) -> str:
    """What the model reads instead of an attachment that this provider does not take."""
    kind = (part.source and part.source.mime_type) or part.kind
    return f"[{name_of(part)}: an attachment ({kind}) that cannot be shown to this model]"
