"""AnthropicAgent: the Messages API, straight from the page. The wire format is here."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import Any

from agentic.agents.attachments import data_url, not_sent, text_in
from agentic.agents.history import Answered, Entry, Said
from agentic.agents.http import Headers
from agentic.agents.key import Given
from agentic.agents.line import Line, base_of
from agentic.agents.local import ProviderAgent
from agentic.agents.provider import CallPiece, Finish, Piece, ResultPiece, TextPiece, ThoughtPiece, Turn
from agentic.errors import ConnectionLostError, ProviderError
from agentic.protocol.messages import Message, Part, Tool, ToolCall, Usage
from agentic.protocol.transport import Transport

Json = dict[str, Any]

VERSION = "2023-06-01"
MOST_TOKENS = 4096  # the API wants a bound
REASONS = MappingProxyType({"max_tokens": "length", "model_context_window_exceeded": "length", "refusal": "filtered"})

# Seals bear the name of who made them: another provider's mean nothing here.
SIGNED, REDACTED = "anthropic:", "anthropic-redacted:"


class AnthropicAgent(ProviderAgent):
    """Talks to `base_url`, such as `https://api.anthropic.com`, with `model`.

    `api_key` is a text, or a function that gives it at every request. `body` holds further members of the request,
    such as `{"thinking": {"type": "enabled", "budget_tokens": 2000}}`.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: Given = None,
        instructions: str = "",
        temperature: float | None = None,
        max_tokens: int = MOST_TOKENS,
        body: Mapping[str, Any] | None = None,
        headers: Headers | None = None,
        transport: Transport | None = None,
    ) -> None:
        base = base_of(base_url, "/messages", "/models", "/v1")
        line = Line(base, authorize, api_key, model=model, headers=headers, transport=transport)
        settings = {} if temperature is None else {"temperature": temperature}
        provider = Messages(line, model, {"max_tokens": max_tokens, **settings, **(body or {})})
        super().__init__(provider, instructions=instructions)
        self._line = line

    async def models(self) -> tuple[str, ...]:
        """The names of the models there are; `ProviderError` says why they are not told."""
        found = await self._line.get("/v1/models")
        listed = found.get("data") if isinstance(found, dict) else None
        return tuple(each["id"] for each in listed or () if isinstance(each, dict) and isinstance(each.get("id"), str))


def authorize(key: str) -> Mapping[str, str]:
    keyed = {"x-api-key": key} if key else {}
    return {**keyed, "anthropic-version": VERSION, "anthropic-dangerous-direct-browser-access": "true"}


class Messages:
    """The provider: one request a turn."""

    def __init__(self, line: Line, model: str, settings: Mapping[str, Any]) -> None:
        self.model = model
        self._line = line
        self._settings = settings

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The answer to a turn, as it comes."""
        reader = Answer(self._line.broken)
        async with aclosing(self._line.stream("/v1/messages", self._body(turn))) as frames:
            async for frame in frames:
                for piece in reader.read(frame):
                    yield piece
                if reader.is_over:
                    return
        raise ConnectionLostError("the answer has no end")

    def _body(self, turn: Turn) -> Json:
        body: Json = {"model": self.model, "messages": write_history(turn.history), "stream": True}
        if turn.instructions:
            body["system"] = turn.instructions
        if turn.tools:
            body["tools"] = [write_tool(tool) for tool in turn.tools]
        elif gone := names_in(turn.history):
            # The API wants every tool of the thread declared, also when none is there any more.
            body["tools"] = [write_tool(Tool(name, "Not there any more.", {"type": "object"})) for name in gone]
            body["tool_choice"] = {"type": "none"}
        return {**body, **self._settings}


class Answer:
    """Reads the frames of one answer, streamed or whole."""

    def __init__(self, broken: Callable[[Any], ProviderError]) -> None:
        self.is_over = False
        self._broken = broken
        self._blocks: dict[Any, Json] = {}
        self._usage: Json = {}
        self._model = ""

    def read(self, frame: str) -> Iterator[Piece]:
        """The pieces in a frame; an error in it is raised."""
        try:
            value = json.loads(frame)
        except (ValueError, RecursionError):
            raise self._broken(f"this cannot be read: {frame[:80]}") from None
        if not isinstance(value, dict):
            return
        if value.get("type") == "error" or value.get("error"):
            raise self._broken(value.get("error") or value)
        read = READERS.get(value.get("type", ""))
        if read:
            yield from read(self, value)

    def whole(self, message: Json) -> Iterator[Piece]:
        """An answer that was not streamed."""
        self.started({"message": message})
        for index, block in enumerate(message.get("content") or ()):
            yield from self.block_starts({"index": index, "content_block": block})
            yield from self.block_ends({"index": index})
        yield from self.changed({"delta": message})
        self.is_over = True

    def started(self, event: Json) -> Iterator[Piece]:
        message = event.get("message") or {}
        self._model = message.get("model") or ""
        self._usage.update(message.get("usage") or {})
        return iter(())

    def block_starts(self, event: Json) -> Iterator[Piece]:
        block = event.get("content_block") or {}
        kind, index = block.get("type"), event.get("index")
        self._blocks[index] = block
        if kind == "text":
            yield TextPiece(block.get("text") or "")
        elif kind == "thinking":
            yield ThoughtPiece(block.get("thinking") or "")
        elif kind in ("tool_use", "server_tool_use"):
            given = block.get("input")
            yield CallPiece(block.get("id", ""), block.get("name", ""), json.dumps(given) if given else "")
        elif str(kind).endswith("_tool_result"):
            content = block.get("content")
            failed = isinstance(content, dict) and str(content.get("type")).endswith("error")
            yield ResultPiece(block.get("tool_use_id", ""), content, failed)

    def block_grows(self, event: Json) -> Iterator[Piece]:
        delta, block = event.get("delta") or {}, self._blocks.get(event.get("index"), {})
        if text := delta.get("text"):
            yield TextPiece(text)
        elif thought := delta.get("thinking"):
            yield ThoughtPiece(thought)
        elif signature := delta.get("signature"):
            block["signature"] = block.get("signature", "") + signature
        elif arguments := delta.get("partial_json"):
            yield CallPiece(block.get("id", ""), "", arguments)

    def block_ends(self, event: Json) -> Iterator[Piece]:
        block = self._blocks.pop(event.get("index"), {})
        if block.get("type") == "thinking":
            yield ThoughtPiece(seal=SIGNED + block["signature"]) if block.get("signature") else ThoughtPiece()
        elif block.get("type") == "redacted_thinking":
            yield ThoughtPiece(seal=REDACTED + str(block.get("data", "")))

    def changed(self, event: Json) -> Iterator[Piece]:
        self._usage.update(event.get("usage") or {})
        yield self._read_usage()
        if reason := (event.get("delta") or {}).get("stop_reason"):
            yield Finish(REASONS.get(reason, "stop"))

    def ended(self, event: Json) -> Iterator[Piece]:
        self.is_over = True
        return iter(())

    def _read_usage(self) -> Usage:
        counts = {key: value for key, value in self._usage.items() if type(value) is int and value >= 0}
        return Usage(
            provider="anthropic",
            model=self._model or None,
            input_tokens=counts.get("input_tokens"),
            output_tokens=counts.get("output_tokens"),
            cached_input_tokens=counts.get("cache_read_input_tokens"),
            cache_write_input_tokens=counts.get("cache_creation_input_tokens"),
        )


READERS: Mapping[str, Callable[[Answer, Json], Iterator[Piece]]] = MappingProxyType(
    {
        "message": Answer.whole,
        "message_start": Answer.started,
        "content_block_start": Answer.block_starts,
        "content_block_delta": Answer.block_grows,
        "content_block_stop": Answer.block_ends,
        "message_delta": Answer.changed,
        "message_stop": Answer.ended,
    }
)


def names_in(history: tuple[Entry, ...]) -> list[str]:
    """The tools that were called in a thread."""
    return list(dict.fromkeys(call.name for entry in history if isinstance(entry, Answered) for call in entry.calls))


def write_tool(tool: Tool) -> Json:
    return {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}


def write_history(history: tuple[Entry, ...]) -> list[Json]:
    """The turns: results are the person's to give, in front of what they say next."""
    messages: list[Json] = []
    for entry in history:
        if isinstance(entry, Said):
            _add(messages, "user", [write_part(part) for part in entry.parts])
        else:
            _add(messages, "assistant", write_answer(entry))
            _add(messages, "user", list(map(write_result, entry.calls, entry.results)))
    return messages


def write_answer(entry: Answered) -> list[Json]:
    thoughts = [block for thought in entry.thoughts if (block := write_thought(thought))]
    text = [{"type": "text", "text": entry.text}] if entry.text.strip() else []
    return [*thoughts, *text, *map(write_call, entry.calls)]


def write_thought(thought: Message) -> Json | None:
    """A thought with its seal; without one of this provider's it is not sent."""
    seal = thought.encrypted_value or ""
    if seal.startswith(REDACTED):
        return {"type": "redacted_thinking", "data": seal.removeprefix(REDACTED)}
    if seal.startswith(SIGNED):
        return {"type": "thinking", "thinking": thought.text, "signature": seal.removeprefix(SIGNED)}
    return None


def write_call(call: ToolCall) -> Json:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.arguments)}


def write_result(call: ToolCall, result: Message) -> Json:
    content = result.content if isinstance(result.content, tuple) else (Part("text", result.text),)
    blocks = [write_part(part) for part in content if part.kind != "text" or part.text]
    failed = {"is_error": True} if result.outcome else {}
    return {"type": "tool_result", "tool_use_id": call.id, "content": blocks, **failed}


def write_part(part: Part) -> Json:
    source, mime_type = part.source, (part.source and part.source.mime_type) or ""
    text = text_in(part)
    if part.kind == "text":
        return {"type": "text", "text": part.text or ""}
    if text is not None:
        return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}
    if source and part.kind in ("image", "document") and source.kind == "url" and not source.value.startswith("data:"):
        return {"type": part.kind, "source": {"type": "url", "url": source.value}}
    is_known = part.kind == "image" or (part.kind == "document" and mime_type == "application/pdf")
    if source and is_known and (data := data_url(part).partition(";base64,")[2]):
        return {"type": part.kind, "source": {"type": "base64", "media_type": mime_type, "data": data}}
    return {"type": "text", "text": not_sent(part)}


def _add(messages: list[Json], role: str, blocks: list[Json]) -> None:
    """Add blocks to the last message of this role, or as a new one; nothing is no message."""
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"] += blocks
    elif blocks:
        messages.append({"role": role, "content": blocks})
