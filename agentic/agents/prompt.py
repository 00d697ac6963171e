"""PromptAgent: the browser's own model, where there is one. It calls tools by keeping to a schema for its answers."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from itertools import groupby
from typing import Any
from uuid import uuid4

from agentic.agents import catalog
from agentic.agents.attachments import not_sent, text_in
from agentic.agents.history import Answered, Entry, Said
from agentic.agents.local import ProviderAgent
from agentic.agents.own_model import OwnModel, Prompt
from agentic.agents.provider import CallPiece, Piece, TextPiece, ThoughtPiece, Turn
from agentic.core.partial import partial_object
from agentic.core.signal import Signal
from agentic.core.strict_json import strict_decoder
from agentic.errors import ProviderError
from agentic.protocol.messages import Part, Tool

MISSING = "This browser has no model of its own; Chrome on a desktop has one. Choose another model."
UNAVAILABLE = "This browser's own model cannot run on this device. Choose another model."
DOWNLOADING = "The browser downloads its model; that happens once and may take some minutes."
HOW_TO_CALL = """\
You answer with one JSON object. Its member "say" is what you tell the user, in plain words. Its member "calls" lists
the tools to run now, each {"name": …, "arguments": {…}}; it is empty when none is needed. Their results come in the
next message. Say nothing of the format. The tools are:
"""
STRICT = strict_decoder()
HALVES = "".join(map(chr, range(0xD800, 0xDC00)))


class PromptAgent(ProviderAgent):
    """Asks the model that came with the browser. `download` holds how much of it has come, from 0 to 1, else None."""

    def __init__(self, model: OwnModel | None = None, *, instructions: str = "") -> None:
        provider = OwnModelProvider(model)
        super().__init__(provider, instructions=instructions)
        self.download = provider.download

    async def availability(self) -> str:
        """`available`, `downloadable`, `downloading`, `unavailable`, or `missing` where the browser has none at all."""
        return await self.provider.model.availability()


class OwnModelProvider:
    """The provider: a conversation told anew for each turn."""

    def __init__(self, model: OwnModel | None) -> None:
        self.download: Signal[float | None] = Signal(None)
        self._model = model

    @property
    def model(self) -> OwnModel:
        return self._model or catalog.here.model

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        """The answer to a turn, as it comes; a download is told as it goes on."""
        availability = await self.model.availability()
        if availability == "missing":
            raise ProviderError(MISSING, availability)
        if availability == "unavailable":
            raise ProviderError(UNAVAILABLE, availability)
        if availability != "available":
            yield ThoughtPiece(DOWNLOADING)
        reader = Answer(has_tools=bool(turn.tools))
        try:
            async with aclosing(self.model.answer(prompt_of(turn))) as told:
                async for news in told:
                    for piece in reader.read(news) if isinstance(news, str) else self._downloaded(news):
                        yield piece
        finally:
            self.download.set(None)
        for piece in reader.finish():
            yield piece

    def _downloaded(self, part: float) -> list[Piece]:
        """Tell of a download at each tenth."""
        before = self.download.get() or 0.0
        self.download.set(part)
        return [ThoughtPiece(f" {part:.0%}")] if int(part * 10) > int(before * 10) else []


class Answer:
    """Reads one answer: plain text, or with tools the object it was told to keep to."""

    def __init__(self, *, has_tools: bool) -> None:
        self._has_tools = has_tools
        self._text = ""
        self._said = ""

    def read(self, text: str) -> list[Piece]:
        """What is new in `say`."""
        self._text += text
        if not self._has_tools:
            return [TextPiece(text)]
        said = partial_object(self._text).get("say")
        # Half of a character is not said before its other half is there.
        return self._say(said.rstrip(HALVES) if isinstance(said, str) else None)

    def finish(self) -> list[Piece]:
        """The rest, and the calls, which are run only if the answer is whole."""
        if not self._has_tools:
            return []
        try:
            value = STRICT.decode(self._text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            # A model that did not keep to the schema has at least said something.
            return [] if self._said else [TextPiece(self._text)]
        calls = value.get("calls")
        return [*self._say(value.get("say")), *map(_call, calls if isinstance(calls, list) else ())]

    def _say(self, said: Any) -> list[Piece]:
        if not isinstance(said, str) or not said.startswith(self._said):
            return []
        new, self._said = said[len(self._said) :], said
        return [TextPiece(new)] if new else []


def prompt_of(turn: Turn) -> Prompt:
    """A turn as the model is told it: results of calls are something the person says."""
    told = (message for entry in turn.history for message in _told(entry, has_tools=bool(turn.tools)))
    # Results and what the person says next are one turn: the model insists on taking turns.
    turns = groupby(told, key=lambda message: message[0])
    messages = tuple((role, "\n\n".join(text for _, text in group)) for role, group in turns)
    if not turn.tools:
        return Prompt(turn.instructions, messages)
    tools = "\n".join(json.dumps(_described(tool), ensure_ascii=False) for tool in turn.tools)
    system = "\n\n".join(filter(None, (turn.instructions, HOW_TO_CALL + tools)))
    return Prompt(system, messages, schema_of(turn.tools))


def schema_of(tools: tuple[Tool, ...]) -> Mapping[str, Any]:
    """What an answer may be: words, and calls of these tools with fitting arguments."""
    calls = [_object(name={"const": tool.name}, arguments=tool.parameters) for tool in tools]
    return _object(say={"type": "string"}, calls={"type": "array", "items": {"anyOf": calls}})


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _described(tool: Tool) -> Mapping[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": tool.parameters}


def _told(entry: Entry, *, has_tools: bool) -> list[tuple[str, str]]:
    if isinstance(entry, Said):
        return [("user", "\n".join(map(_as_text, entry.parts)))]
    if not has_tools and not entry.calls:
        return [("assistant", entry.text)]
    calls = [{"name": call.name, "arguments": json.loads(call.arguments)} for call in entry.calls]
    said = ("assistant", json.dumps({"say": entry.text, "calls": calls}, ensure_ascii=False))
    return [said, ("user", _results(entry))] if entry.calls else [said]


def _results(entry: Answered) -> str:
    told = (f"{call.name}: {result.text}" for call, result in zip(entry.calls, entry.results, strict=True))
    return "\n".join(["The results of your calls:", *told])


def _as_text(part: Part) -> str:
    return part.text or "" if part.kind == "text" else text_in(part) or not_sent(part)


def _call(value: Any) -> CallPiece:
    """A call; one that is no call at all is refused where calls are run, so that the model hears of it."""
    value = value if isinstance(value, dict) else {}
    name, arguments = value.get("name"), value.get("arguments", {})
    written = arguments if isinstance(arguments, dict) else json.dumps(arguments)
    return CallPiece(f"call_{uuid4().hex[:24]}", name if isinstance(name, str) else "", written)
