"""Masking: events as they may be written down, without what a schema calls secret, also where that is quoted."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal
from agentic.core.secrets import MASK, Scrub, mask, scrubber, secret_paths
from agentic.protocol import events
from agentic.protocol.events import Event
from agentic.protocol.messages import Tool


class Masking:
    """The events of one run. Arguments with a secret in them are held back until they are whole."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._schemas = {
            tool.name: tool.parameters
            for tool in tools
            if isinstance(tool.parameters, dict) and secret_paths(tool.parameters)
        }
        self._held: dict[str, tuple[dict[str, Any], list[str]]] = {}
        self._scrubs: list[Scrub] = []

    def pass_on(self, event: Event) -> Iterator[Event]:
        """What may be written down now."""
        if isinstance(event, events.ToolCallStart) and event.tool_call_name in self._schemas:
            self._held[event.tool_call_id] = self._schemas[event.tool_call_name], []
        elif isinstance(event, events.ToolCallArgs) and event.tool_call_id in self._held:
            self._held[event.tool_call_id][1].append(event.delta)
            return
        elif isinstance(event, events.ToolCallEnd) and event.tool_call_id in self._held:
            yield events.ToolCallArgs(event.tool_call_id, self._masked(*self._held.pop(event.tool_call_id)))
        yield self._scrubbed(event)

    def _masked(self, schema: dict[str, Any], pieces: list[str]) -> str:
        arguments = parse_arguments("".join(pieces))
        if isinstance(arguments, Refusal):
            return json.dumps(MASK)  # where in it the secret is nobody knows
        self._scrubs.append(scrubber(arguments, schema))
        return json.dumps(mask(arguments, schema), ensure_ascii=False)

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
