"""OpenAIAgent: any Chat Completions endpoint, straight from the page. The wire format is here, with its dialects."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from agentic.agents.attachments import data_url, name_of, named, not_sent, text_in
from agentic.agents.history import Entry, Said
from agentic.agents.http import Headers
from agentic.agents.key import Given
from agentic.agents.line import Line, base_of
from agentic.agents.local import ProviderAgent
from agentic.agents.narrator import EXTRA
from agentic.agents.openai_calls import Calls
from agentic.agents.provider import Finish, Piece, TextPiece, ThoughtPiece, Turn
from agentic.errors import ConnectionLostError, ProviderError
from agentic.protocol.messages import Message, Part, Tool, ToolCall, Usage
from agentic.protocol.transport import Transport

Json = dict[str, Any]

DONE = "[DONE]"
REASONS = MappingProxyType({"length": "length", "max_tokens": "length", "content_filter": "filtered"})
REASONING = ("reasoning_content", "reasoning", "thinking")
AUDIO_FORMATS = MappingProxyType({"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"})
USAGE_OPTION = "stream_options"


class OpenAIAgent(ProviderAgent):
    """Talks to `base_url`, such as `http://localhost:11434/v1`, with `model`.

    `api_key` is a text, or a function that gives it at every request. `body` holds further members of the request,
    such as `{"max_tokens": 500}`. `returns_reasoning` sends a model's reasoning back with its calls, as some demand.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: Given = None,
        instructions: str = "",
        temperature: float | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Headers | None = None,
        returns_reasoning: bool = False,
        transport: Transport | None = None,
    ) -> None:
        base = base_of(base_url, "/chat/completions", "/models")
        line = Line(base, authorize, api_key, model=model, headers=headers, transport=transport)
        settings = {} if temperature is None else {"temperature": temperature}
        provider = ChatCompletions(line, model, {**settings, **(body or {})}, returns_reasoning=returns_reasoning)
        super().__init__(provider, instructions=instructions)
        self._line = line

    async def models(self) -> tuple[str, ...]:
        """The names of the models the endpoint has; `ProviderError` says why it does not tell."""
        found = await self._line.get("/models")
        listed = found.get("data", found.get("models")) if isinstance(found, dict) else found
        names = [each.get("id") or each.get("name") for each in listed or () if isinstance(each, dict)]
        return tuple(name for name in names if isinstance(name, str))


def authorize(key: str) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


class ChatCompletions:
    """The provider: one request a turn."""

    def __init__(self, line: Line, model: str, settings: Mapping[str, Any], *, returns_reasoning: bool = False) -> None:
        self.model = model
        self._line = line
        self._settings = settings
        self._returns_reasoning = returns_reasoning
        self._asks_for_usage = True

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The answer to a turn, as it comes."""
        try:
            async for piece in self._ask(turn):
                yield piece
        except ProviderError as error:
            # Servers that refuse what they do not know say so before the first piece.
            if not self._asks_for_usage or USAGE_OPTION not in str(error):
                raise
            self._asks_for_usage = False
            async for piece in self._ask(turn):
                yield piece

    async def _ask(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        reader = Completion(self._line.broken)
        async with aclosing(self._line.stream("/chat/completions", self._body(turn))) as frames:
            async for frame in frames:
                if frame.strip() == DONE:
                    return
                for piece in reader.read(frame):
                    yield piece
        if not reader.is_over:
            raise ConnectionLostError("the answer has no end")

    def _body(self, turn: Turn) -> Json:
        messages = [{"role": "system", "content": turn.instructions}] if turn.instructions else []
        for entry in turn.history:
            messages += write_entry(entry, returns_reasoning=self._returns_reasoning)
        body: Json = {"model": self.model, "messages": messages, "stream": True}
        if self._asks_for_usage:
            body[USAGE_OPTION] = {"include_usage": True}
        if turn.tools:
            body["tools"] = [write_tool(tool) for tool in turn.tools]
        return {**body, **self._settings}


class Completion:
    """Reads the frames of one answer, streamed or whole."""

    def __init__(self, broken: Callable[[Any], ProviderError]) -> None:
        self.is_over = False
        self._broken = broken
        self._calls = Calls(lambda: f"call_{uuid4().hex[:24]}")

    def read(self, frame: str) -> Iterator[Piece]:
        """The pieces in a frame; an error in it is raised."""
        try:
            value = json.loads(frame)
        except (ValueError, RecursionError):
            raise self._broken(f"this cannot be read: {frame[:80]}") from None
        if not isinstance(value, dict):
            return
        if value.get("error"):
            raise self._broken(value["error"])
        if value.get("object") == "error":
            raise self._broken(value)
        choices = value.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], dict):
            yield from self._choice(choices[0])
        elif "choices" not in value and "usage" not in value and (said := value.get("message") or value.get("detail")):
            raise self._broken(said)
        if isinstance(usage := value.get("usage"), dict):
            yield read_usage(usage, value.get("model"))

    def _choice(self, choice: Json) -> Iterator[Piece]:
        whole = choice.get("message")
        delta = choice.get("delta") or whole
        if isinstance(delta, dict):
            thought = next((text for name in REASONING if isinstance(text := delta.get(name), str) and text), "")
            if thought:
                yield ThoughtPiece(thought)
            yield from read_content(delta.get("content"))
            if isinstance(refusal := delta.get("refusal"), str):
                yield TextPiece(refusal)
            older = delta.get("function_call")
            yield from self._calls.take(delta.get("tool_calls") or ([{"function": older}] if older else None))
        reason = choice.get("finish_reason")
        self.is_over = self.is_over or bool(reason or whole)
        if reason:
            yield Finish(REASONS.get(reason, "stop"))


def read_content(content: Any) -> Iterator[Piece]:
    """Text, or a list of parts of which some are thoughts."""
    if isinstance(content, str):
        yield TextPiece(content)
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") == "thinking":
            inner = part.get("thinking")
            texts = [each.get("text", "") for each in inner] if isinstance(inner, list) else [inner]
            yield ThoughtPiece("".join(text for text in texts if isinstance(text, str)))
        elif isinstance(part, dict) and isinstance(text := part.get("text"), str):
            yield TextPiece(text)


def read_usage(usage: Json, model: Any) -> Usage:
    """The tokens of the answer; counts that are not reported stay unknown."""
    details = usage.get("completion_tokens_details")
    cached = usage.get("prompt_tokens_details")
    return Usage(
        model=model if isinstance(model, str) else None,
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
        total_tokens=_count(usage.get("total_tokens")),
        reasoning_tokens=_count(details.get("reasoning_tokens")) if isinstance(details, dict) else None,
        cached_input_tokens=_count(cached.get("cached_tokens")) if isinstance(cached, dict) else None,
    )


def write_tool(tool: Tool) -> Json:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
    }


def write_entry(entry: Entry, *, returns_reasoning: bool = False) -> list[Json]:
    """An entry as messages."""
    if isinstance(entry, Said):
        return [{"role": "user", "content": write_parts(entry.parts)}]
    message: Json = {"role": "assistant", "content": entry.text or None}
    if entry.calls:
        message["tool_calls"] = [write_call(call) for call in entry.calls]
        thought = "\n\n".join(filter(None, (thought.text for thought in entry.thoughts)))
        if returns_reasoning and thought:
            message["reasoning_content"] = thought
    return [message, *map(write_result, entry.calls, entry.results)]


def write_call(call: ToolCall) -> Json:
    extra = (call.metadata or {}).get(EXTRA)
    function = {"name": call.name, "arguments": call.arguments}
    return {**(extra if isinstance(extra, dict) else {}), "id": call.id, "type": "function", "function": function}


def write_result(call: ToolCall, result: Message) -> Json:
    content = result.content
    text = result.text if isinstance(content, str) else "\n".join(map(_as_text, content or ()))
    return {"role": "tool", "tool_call_id": call.id, "content": text}


def write_parts(parts: tuple[Part, ...]) -> str | list[Json]:
    """Plain text where there is nothing else: some servers take no parts."""
    if all(part.kind == "text" for part in parts):
        return "\n".join(part.text or "" for part in parts)
    return [write_part(part) for part in parts]


def write_part(part: Part) -> Json:
    url = data_url(part)
    mime_type = (part.source and part.source.mime_type) or ""
    if part.kind == "image" and url:
        return {"type": "image_url", "image_url": {"url": url}}
    if part.kind == "audio" and part.source and part.source.kind == "data" and mime_type in AUDIO_FORMATS:
        return {"type": "input_audio", "input_audio": {"data": part.source.value, "format": AUDIO_FORMATS[mime_type]}}
    if part.kind == "document" and mime_type == "application/pdf" and url.startswith("data:"):
        return {"type": "file", "file": {"filename": name_of(part), "file_data": url}}
    return {"type": "text", "text": _as_text(part)}


def _as_text(part: Part) -> str:
    if part.kind == "text":
        return part.text or ""
    text = text_in(part)
    return not_sent(part) if text is None else named(part, text)


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None
