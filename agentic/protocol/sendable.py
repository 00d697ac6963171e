"""Sendable: a thread's messages in the order and number that every provider takes, whatever a server made of them.

A provider refuses a whole request for one call without its result right behind it, or with two; the talk would end.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from agentic.protocol.messages import Message


def sendable(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages, each call once and each result behind the message that made its call, under ids of their own.

    Of several results of a call the newest counts; that of a call which is not here is left out.
    """
    said, results = [], {}
    for message in messages:
        if message.role != "tool":
            said.append(message)
        elif message.tool_call_id:
            results[message.tool_call_id] = message
    return tuple(_under_own_ids(_with_results(list(_with_calls_once(said)), results)))


def _with_calls_once(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages without the calls that an earlier one made; one that consists of nothing else is left out."""
    made: set[str] = set()
    for message in messages:
        new = {call.id: call for call in message.tool_calls if call.id not in made}
        made.update(new)
        if len(new) == len(message.tool_calls):
            yield message
        elif new or message.content:
            yield replace(message, tool_calls=tuple(new.values()))


def _with_results(messages: list[Message], results: dict[str, Message]) -> Iterator[Message]:
    makers = {call.id: place for place, message in enumerate(messages) for call in message.tool_calls}
    answers: dict[int, list[Message]] = {}
    for call_id, result in results.items():
        if call_id in makers:
            answers.setdefault(makers[call_id], []).append(result)
    for place, message in enumerate(messages):
        yield message
        yield from answers.get(place, ())


def _under_own_ids(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages; one whose id an earlier one has gets another: some servers call a result by the id of its call."""
    messages = list(messages)
    theirs, taken = {message.id for message in messages}, set[str]()
    for message in messages:
        if message.id in taken:
            names = (f"{message.id}-{number}" for number in count(2))
            message = replace(message, id=next(name for name in names if name not in theirs and name not in taken))
        taken.add(message.id)
        yield message
