"""Which call a fragment of a Chat Completions stream belongs to. Servers number and name calls as they like.

An index decides where it can be believed; else the id, then the place in the chunk. Whole arguments followed by a name
with other arguments are another call, whatever the numbers say.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agentic.agents.provider import CallPiece
from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal

OURS = frozenset(("index", "id", "type", "function"))


@dataclass(frozen=True, slots=True)
class Fragment:
    """One element of a delta's `tool_calls`; what is absent is "" or None. `place` counts within the delta."""

    place: int
    index: int | None
    id: str
    name: str
    arguments: str
    extra: Mapping[str, Any]

    @classmethod
    def read(cls, place: int, value: Mapping[str, Any]) -> "Fragment":
        function = value.get("function")
        function = function if isinstance(function, Mapping) else {}
        index, arguments = value.get("index"), function.get("arguments")
        return cls(
            place,
            index if type(index) is int else None,
            _text(value.get("id")),
            _text(function.get("name")),
            # Some servers send the object itself.
            _text(arguments) if arguments is None or isinstance(arguments, str) else json.dumps(arguments),
            {key: item for key, item in value.items() if key not in OURS and item is not None},
        )


class Held:
    """A call as far as it has come. `id` is unique in the answer, which the server's, `given`, need not be."""

    def __init__(self, id: str, fragment: Fragment) -> None:
        self.id = id
        self.given = fragment.id
        self.index = fragment.index
        self.place = fragment.place
        self.name = ""
        self.arguments = ""

    @property
    def is_whole(self) -> bool:
        return bool(self.arguments.strip()) and not isinstance(parse_arguments(self.arguments), Refusal)

    def repeats(self, fragment: Fragment) -> bool:
        """Whether a fragment says again what is known, as a summary at the end."""
        said = (fragment.id, fragment.name, fragment.arguments)
        return bool(fragment.id and fragment.arguments) and said == (self.given, self.name, self.arguments)


class Calls:
    """The calls of one answer."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._newest_first: list[Held] = []
        self._last: Held | None = None

    def take(self, fragments: Any) -> Iterator[CallPiece]:
        """The pieces in the `tool_calls` of one delta."""
        found = [each for each in fragments if isinstance(each, Mapping)] if isinstance(fragments, list) else []
        touched: list[Held] = []
        for place, value in enumerate(found):
            fragment = Fragment.read(place, value)
            call = self._find(fragment, is_alone=len(found) == 1)
            if call and call.repeats(fragment):
                continue
            if call and fragment.name and (call in touched or self._is_another(call, fragment)):
                call = None
            call = call or self._begin(fragment)
            self._last = call
            touched.append(call)
            yield self._go_on(call, fragment)

    def _begin(self, fragment: Fragment) -> Held:
        is_free = fragment.id and all(call.id != fragment.id for call in self._newest_first)
        call = Held(fragment.id if is_free else self._new_id(), fragment)
        self._newest_first.insert(0, call)
        return call

    def _go_on(self, call: Held, fragment: Fragment) -> CallPiece:
        name = "" if call.name else fragment.name
        call.name = call.name or name
        call.arguments += fragment.arguments
        return CallPiece(call.id, name, fragment.arguments, fragment.extra or None)

    def _find(self, fragment: Fragment, *, is_alone: bool) -> Held | None:
        """The call that a fragment seems to go on with."""
        if fragment.index is not None:
            return self._first(lambda call: call.index == fragment.index)
        if fragment.id:
            call = self._first(lambda call: call.given == fragment.id)
            # A nameless fragment under a new id: that server makes up an id for each.
            return call or (None if fragment.name else self._last)
        return self._last if is_alone else self._first(lambda call: call.place == fragment.place)

    def _first(self, fits: Callable[[Held], bool]) -> Held | None:
        return next(filter(fits, self._newest_first), None)

    def _is_another(self, call: Held, fragment: Fragment) -> bool:
        """Whether a fragment with a name begins a call of its own, although it bears the number of this one."""
        if call.name and call.name != fragment.name:
            return True
        # Servers that always say index 0: a new id is a new call, unless this one is in the middle of its arguments.
        is_renamed = bool(call.name and call.given and fragment.id and fragment.id != call.given)
        if call.is_whole:
            return is_renamed or bool(fragment.arguments.strip())
        return is_renamed and not call.arguments


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
