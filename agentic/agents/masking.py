"""Masking: what was heard of an agent as it may be written down, without what its calls hide, wherever it is quoted."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from agentic.agents.recording import DELTAS, Step, Told
from agentic.core.capability import Capability
from agentic.core.meta_tools import META_WIRE_NAMES
from agentic.core.registry import Registry
from agentic.core.scrubbing import scrubbed, scrubbed_json
from agentic.core.secrets import MASK, Scrub, hidden_in, mask_all, scrubber
from agentic.core.showing import EXECUTE, shown_of
from agentic.core.wire_names import to_wire_name
from agentic.errors import AgenticError
from agentic.protocol import events
from agentic.protocol.messages import Message, Tool, ToolCall

Shown = Callable[[str, str], str]
"""The arguments of a call as they may be shown, by the name that a model calls and the text it writes."""

_NAMES = frozenset({"role", "name", "tool_call_name", "activity_type", "kind", "code", "source", "subtype"})


class Masking:
    """What the calls of a recording hide. A secret may be said before its call, so all calls are heard first.

    What a call hides is asked when it is made: the catalog may be another when the recording is read.
    """

    def __init__(self) -> None:
        self._heard: dict[tuple[str, str], str] = {}

    def hear(self, name: str, text: str, shown: Shown) -> str:
        """The arguments of a call as they may be written down."""
        if (name, text) not in self._heard:
            seen = shown(name, text)
            self._heard[name, text] = json.dumps(MASK) if seen == MASK else seen
        return self._heard[name, text]

    def listen(self, steps: Iterable[Step], shown: Shown) -> None:
        """Hear every call in these steps, as far as it is made."""
        texts, names = _texts(steps)
        for (kind, owner), text in texts.items():
            if kind is events.ToolCallArgs:
                self.hear(names.get(owner, ""), text, shown)
        for snapshot in _told(steps, events.MessagesSnapshot):
            for call in calls_of(snapshot.messages):
                self.hear(call.name, call.arguments, shown)

    def scrub(self) -> Scrub:
        """A function that masks what all calls up to now hide."""
        hidden = (hidden_in(_value(text), _value(seen)) for (_, text), seen in self._heard.items() if text != seen)
        return scrubber(*(secret for several in hidden for secret in several))

    def masked(self, steps: list[Step], shown: Shown, scrub: Scrub) -> Iterator[Step]:
        """The steps of a run. Of a text that quotes a secret, which may be cut anywhere, the whole comes at once."""
        whole, names = _texts(steps)
        written = {key: self._written(key, text, names, shown, scrub) for key, text in whole.items()}
        for step in steps:
            if not isinstance(step, Told):
                yield step
            elif not isinstance(step.event, DELTAS):
                yield replace(step, event=_scrubbed(self._renamed(step.event, shown), scrub))
            elif (text := written.get(_key(step.event), "")) == whole[_key(step.event)]:
                yield step
            elif text:
                written[_key(step.event)] = ""
                yield replace(step, event=replace(step.event, delta=text))

    def _written(self, key: Any, text: str, names: Mapping[str, str], shown: Shown, scrub: Scrub) -> str:
        kind, owner = key
        if kind is not events.ToolCallArgs:
            return scrub(text)
        return scrubbed_json(self.hear(names.get(owner, ""), text, shown), scrub)

    def _renamed(self, event: events.Event, shown: Shown) -> events.Event:
        """The event with the arguments of the calls in it as they may be written down."""
        if not isinstance(event, events.MessagesSnapshot):
            return event
        return replace(event, messages=tuple(self._hidden(message, shown) for message in event.messages))

    def _hidden(self, message: Message, shown: Shown) -> Message:
        calls = [replace(call, arguments=self.hear(call.name, call.arguments, shown)) for call in message.tool_calls]
        return replace(message, tool_calls=tuple(calls))


def by_tools(tools: Iterable[Tool]) -> Shown:
    """What the tools of a request say of a call, where no catalog is at hand; of what one executes they say nothing."""
    registry = Registry()
    for tool in tools:
        if tool.name in META_WIRE_NAMES or not isinstance(tool.parameters, dict):
            continue
        try:
            registry.register(Capability(tool.name, "", tool.parameters, "read", dict))  # type: ignore[arg-type]
        except AgenticError:  # somebody else's; an agent may be given anything
            continue

    def shown(name: str, text: str) -> str:
        return json.dumps(mask_all(_value(text))) if name == to_wire_name(EXECUTE) else shown_of(registry, name, text)

    return shown


def calls_of(messages: Iterable[Message]) -> Iterator[ToolCall]:
    """The calls in a conversation."""
    for message in messages:
        yield from message.tool_calls


def _texts(steps: Iterable[Step]) -> tuple[dict[tuple[type, str], str], dict[str, str]]:
    """What was said piece by piece, each text as a whole; and the names of the calls whose arguments are among them."""
    pieces: dict[tuple[type, str], list[str]] = {}
    for event in _told(steps, DELTAS):
        pieces.setdefault(_key(event), []).append(event.delta)
    names = {event.tool_call_id: event.tool_call_name for event in _told(steps, events.ToolCallStart)}
    return {key: "".join(several) for key, several in pieces.items()}, names


def _told(steps: Iterable[Step], kinds: Any) -> Iterator[Any]:
    return (step.event for step in steps if isinstance(step, Told) and isinstance(step.event, kinds))


def _key(event: Any) -> tuple[type, str]:
    """What the deltas of one text have in common."""
    return type(event), event.tool_call_id if isinstance(event, events.ToolCallArgs) else event.message_id


def _value(text: str) -> Any:
    """What a JSON text says, also where it was encoded twice; None of any other."""
    try:
        value = json.loads(text)
        return json.loads(value) if isinstance(value, str) and value[:1] in "{[" else value
    except (ValueError, RecursionError):
        return None


def _scrubbed(value: Any, scrub: Scrub) -> Any:
    """What was told, scrubbed; ids and names are what holds a recording together."""
    if not is_dataclass(value):
        return scrubbed(value, scrub, lambda each: _scrubbed(each, scrub) if is_dataclass(each) else each)
    said = [field.name for field in fields(value) if not _is_name(field.name)]
    if isinstance(value, events.Custom):
        said.append("name")  # what an application calls its own event is anything
    return replace(value, **{name: _scrubbed(getattr(value, name), scrub) for name in said})


def _is_name(name: str) -> bool:
    return name in _NAMES or name == "id" or name.endswith(("_id", "_ids"))
