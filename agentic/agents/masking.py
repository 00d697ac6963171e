"""Masking: events as they may be written down, without what is secret, also where that is quoted."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal
from agentic.core.entry import Entry
from agentic.core.meta_tools import EXECUTE
from agentic.core.registry import Registry
from agentic.core.secrets import MASK, Scrub, hidden, mask, scrubber_of, secret_paths
from agentic.protocol import events
from agentic.protocol.events import Event
from agentic.protocol.messages import Tool

Mask = Callable[[Mapping[str, Any]], Mapping[str, Any]]
SHORTEST = 3
"""Characters: what is shorter stands in every text by chance."""


def masker(registry: Registry, name: str) -> Mask | None:
    """How arguments for a capability of the page are written down; None where nothing in them is ever hidden."""
    if name == EXECUTE and any(entry.hides for entry in registry.list()):
        return lambda arguments: {**arguments, "input": _masked_for_another(registry, arguments)}
    entries = [entry for entry in registry.find(name) if entry.hides]
    return (lambda arguments: _masked_by(entries, arguments)) if entries else None


def _masked_for_another(registry: Registry, arguments: Mapping[str, Any]) -> Any:
    entries = registry.find(str(arguments.get("name")))
    return _masked_by(entries, arguments.get("input")) if entries else MASK


def _masked_by(entries: Iterable[Entry], arguments: Any) -> Any:
    for entry in entries:
        arguments = entry.masked(arguments)
    return arguments


class Masking:
    """The events of one run. Arguments with a secret in them are held back until they are whole."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._masks = {tool.name: found for tool in tools if (found := _mask_of(tool))}
        self._held: dict[str, tuple[Mask, list[str]]] = {}
        self._scrubs: list[Scrub] = []

    def pass_on(self, event: Event) -> Iterator[Event]:
        """What may be written down now."""
        if isinstance(event, events.ToolCallStart) and event.tool_call_name in self._masks:
            self._held[event.tool_call_id] = self._masks[event.tool_call_name], []
        elif isinstance(event, events.ToolCallArgs) and event.tool_call_id in self._held:
            self._held[event.tool_call_id][1].append(event.delta)
            return
        elif isinstance(event, events.ToolCallEnd) and event.tool_call_id in self._held:
            yield events.ToolCallArgs(event.tool_call_id, self._masked(*self._held.pop(event.tool_call_id)))
        yield self._scrubbed(event)

    def _masked(self, masked: Mask, pieces: list[str]) -> str:
        arguments = parse_arguments("".join(pieces))
        if isinstance(arguments, Refusal):
            return json.dumps(MASK)  # where in it the secret is nobody knows
        shown = masked(arguments)
        self._scrubs.append(scrubber_of(each for each in hidden(arguments, shown) if len(str(each)) >= SHORTEST))
        return json.dumps(shown, ensure_ascii=False)

    def _scrubbed(self, event: Event) -> Event:
        if isinstance(event, events.ToolCallResult) and isinstance(event.content, str):
            return replace(event, content=self._scrub(event.content))
        if isinstance(event, events.TextMessageContent | events.ReasoningMessageContent):
            return replace(event, delta=self._scrub(event.delta))
        return event

    def _scrub(self, text: str) -> str:
        for scrub in self._scrubs:
            text = scrub(text)
        return text


def _mask_of(tool: Tool) -> Mask | None:
    schema = tool.parameters
    if tool.masked or not isinstance(schema, dict) or not secret_paths(schema):
        return tool.masked
    return lambda arguments: mask(arguments, schema)
