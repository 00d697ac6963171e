"""How long a text a regular expression may be tried on: an expression goes back and tries again, and the page waits.

Where a text can be read in two ways by every turn of a loop, each character doubles the work: `(a+)+`, `(a|ab|b)*`.
Where loops follow each other that take the same characters, the work grows with a power of the length: `.*.*=`.
Without any loop, parts that may be left out double the ways as well: `a?a?a?`.
All are seen in the expression's automaton: a position for each of its characters, and what may follow each.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import factorial
from re import _compiler, _parser  # type: ignore[attr-defined]  # there is no other way to an expression's parts
from re import _constants as op  # type: ignore[attr-defined]
from string import printable
from typing import Any

STEPS = 10**7
"""What may be tried for one text: some tenths of a second."""
UNBOUNDED = 10**9
MOST_COPIES = 8
MOST_IN_LOOPS, MOST_POSITIONS, MOST_STEPS = 1_000, 20_000, 200_000
MOST_SAMPLES = 64
"""Characters of a range that stand for all of it."""

_SAMPLES = frozenset(printable + "éßя漢😀\u00a0\u2028")
_LEAVES = frozenset({op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN})
_REPEATS = frozenset({op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT})
_BEGINNINGS = ((op.AT, op.AT_BEGINNING), (op.AT, op.AT_BEGINNING_STRING))

Items = Iterable[tuple[Any, Any]]
Fragment = tuple[list[int], list[int], int]
"""The positions a part may begin with, those it may end with, and in how many ways it is empty: none, one or more."""


@lru_cache(maxsize=1000)
def longest_text(pattern: str) -> int:
    """How many characters the expression can be tried on at once; 0 where that doubles with every character."""
    try:
        return _longest(_parser.parse(pattern))
    except (_TooLarge, RecursionError):
        return 0


def _longest(parsed: Any) -> int:
    items = _without_end(list(parsed))
    is_searched = tuple(items[:1]) not in [(each,) for each in _BEGINNINGS]
    found, waiting = UNBOUNDED, [(items, is_searched)]
    samples = _SAMPLES.union(map(chr, _codes(parsed)))
    while waiting:
        part, is_searched = waiting.pop()
        automaton = _Automaton(parsed.state, samples)
        automaton.sequence(part)
        found = min(found, automaton.longest(is_searched=is_searched))
        waiting += [(aside, False) for aside in automaton.asides]
    return found


def _without_end(items: list[Any]) -> list[Any]:
    """The parts without the turns of a loop at the end that are not needed: what cannot fail is not tried again."""
    while items:
        kind, inner = items[-1]
        if kind is op.SUBPATTERN:
            items[-1:] = inner[3]
        elif kind in _REPEATS and _is_leaf(inner[2]):
            items[-1:] = list(inner[2]) * min(inner[0], 1)
            if inner[0]:
                break
        else:
            break
    return items


class _TooLarge(Exception):
    """An expression of more positions, or steps between them, than can be looked through."""


class _Automaton:
    """The positions of one expression. Lookarounds are `asides`, with an automaton of their own."""

    def __init__(self, state: Any, samples: frozenset[str]) -> None:
        self.asides: list[Items] = []
        self._state = state
        self._samples = samples
        self._taken: dict[str, frozenset[str]] = {}
        self._steps = 0
        self._chars: list[frozenset[str]] = []
        self._after: list[list[int]] = []
        self._has_loops = self._explodes = False

    def longest(self, *, is_searched: bool) -> int:
        """How many characters it can be tried on, from every one of them on if it `is_searched`."""
        if self._most_ways() > STEPS:
            return 0
        if not self._has_loops:
            return UNBOUNDED
        if self._explodes or len(self._chars) > MOST_IN_LOOPS:
            return 0
        reached = [self._reached(position) for position in range(len(self._after))]
        if any(self._is_ambiguous(position, reached) for position in range(len(reached))):
            return 0
        degree = 1 + is_searched + self._exits(reached)
        return UNBOUNDED if degree == 1 else int((STEPS * factorial(degree)) ** (1 / degree))

    def sequence(self, items: Items) -> Fragment:
        return self._joined(self._part(kind, inner) for kind, inner in items)

    def _joined(self, fragments: Iterable[Fragment]) -> Fragment:
        first, last, empty = [], [], 1
        for begins, ends, empty_here in fragments:
            self._link(last, begins)
            # What two ways lead past is reached in two ways.
            first, last = first + begins * empty, ends + last * empty_here
            empty = min(empty * empty_here, 2)
        return first, last, empty

    def _part(self, kind: Any, inner: Any) -> Fragment:
        if kind in _LEAVES:
            return self._position((kind, inner))
        if kind in _REPEATS:
            return self._repeat(*inner)
        if kind is op.BRANCH:
            return self._either(inner[1])
        if kind is op.GROUPREF_EXISTS:
            return self._either([inner[1], inner[2] or []])
        if kind is op.GROUPREF:
            return self._repeat(0, op.MAXREPEAT, [(op.ANY, None)])
        if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            return self.sequence(inner[3] if kind is op.SUBPATTERN else inner)
        if kind in (op.ASSERT, op.ASSERT_NOT):
            self.asides.append(inner[1])
        return [], [], 1

    def _position(self, item: tuple[Any, Any]) -> Fragment:
        position = len(self._chars)
        if position == MOST_POSITIONS:
            raise _TooLarge
        spelled = repr(item)
        if spelled not in self._taken:
            self._taken[spelled] = _taken(item, self._state, self._samples)
        self._chars.append(self._taken[spelled])
        self._after.append([])
        return [position], [position], 0

    def _repeat(self, least: int, most: int, body: Items) -> Fragment:
        if most > MOST_COPIES and not (_is_leaf(body) and least == most < MOST_IN_LOOPS):
            return self._loop(least, self.sequence(body))
        copies = [self.sequence(body) for _ in range(most)]
        if not copies:
            return [], [], 1
        if copies[0][2]:
            return self._joined((*copy[:2], copy[2] + (number >= least)) for number, copy in enumerate(copies))
        for (_, ends, _), (begins, _, _) in pairwise(copies):
            self._link(ends, begins)
        ends = [end for _, ends, _ in copies[max(least - 1, 0) :] for end in ends]
        return copies[0][0], ends, int(least == 0)

    def _loop(self, least: int, body: Fragment) -> Fragment:
        first, last, empty = body
        self._link(last, first)
        self._has_loops = True
        self._explodes |= empty > 0  # how many of its turns are empty can be tried over and over
        return first, last, int(least == 0)

    def _either(self, branches: Iterable[Items]) -> Fragment:
        found = [self.sequence(branch) for branch in branches]
        first, last = ([position for each in found for position in each[side]] for side in (0, 1))
        return first, last, min(sum(empty for _, _, empty in found), 2)

    def _link(self, ends: list[int], begins: list[int]) -> None:
        self._steps += len(ends) * len(begins)
        if self._steps > MOST_STEPS:
            raise _TooLarge
        for end in ends:
            self._after[end] += begins

    def _most_ways(self) -> int:
        """In how many ways positions can follow each other by one text, no loop turned; just over `STEPS` at most.

        What comes later has a higher number. A step is one way more only where another one takes its characters too.
        """
        ways = [1] * len(self._after)
        for position in reversed(range(len(ways))):
            ahead = [each for each in self._after[position] if each > position]
            ways[position] = min(1 + self._ways_of(ahead, ways), STEPS + 1)
        return max(ways, default=0)

    def _ways_of(self, ahead: list[int], ways: list[int]) -> int:
        """The most ways that one character opens."""
        by_char: dict[str, int] = {}
        for each in ahead:
            for char in self._chars[each]:
                by_char[char] = by_char.get(char, 0) + ways[each]
        return max(by_char.values(), default=0)

    def _reached(self, position: int) -> frozenset[int]:
        found: set[int] = set()
        waiting = [position]
        while waiting:
            new = set(self._after[waiting.pop()]) - found
            found |= new
            waiting += new
        return frozenset(found)

    def _is_ambiguous(self, position: int, reached: list[frozenset[int]]) -> bool:
        """Whether two ways lead from a position of a loop, by the same text, to one position of it."""
        within = [each for each in self._after[position] if position in reached[each]]
        if len(set(within)) < len(within):
            return True
        waiting = [(one, other) for one in within for other in within if one < other and self._meet(one, other)]
        seen = set(waiting)
        while waiting:
            one, other = waiting.pop()
            for pair in ((x, y) for x in self._after[one] for y in self._after[other] if self._meet(x, y)):
                if pair[0] == pair[1] and position in reached[pair[0]]:
                    return True
                if pair not in seen and all(position in reached[each] for each in pair):
                    seen.add(pair)
                    waiting.append(pair)
        return False

    def _exits(self, reached: list[frozenset[int]]) -> int:
        """The most loops, one after the other, of which each may be left where it may go on as well."""
        most: dict[int, int] = {}
        # Whatever comes after a position stands before it here.
        for position in sorted(range(len(reached)), key=lambda each: (len(reached[each]), each not in reached[each])):
            loop = {each for each in reached[position] if position in reached[each]}
            found = [
                most[after] + self._is_left_late(each, after, loop, reached)
                for each in loop or {position}
                for after in self._after[each]
                if after not in loop
            ]
            most[position] = max(found, default=0)
        return max(most.values(), default=0)

    def _is_left_late(self, position: int, after: int, loop: set[int], reached: list[frozenset[int]]) -> bool:
        """Whether what follows a loop, and leads to another one, is taken where the loop may go on as well."""
        if not any(later in reached[later] for later in (after, *reached[after])):
            return False
        return any(self._meet(after, each) for each in self._after[position] if each in loop)

    def _meet(self, one: int, other: int) -> bool:
        return not self._chars[one].isdisjoint(self._chars[other])


def _is_leaf(items: Items) -> bool:
    return [kind in _LEAVES for kind, _ in items] == [True]


def _taken(item: tuple[Any, Any], state: Any, samples: frozenset[str]) -> frozenset[str]:
    """Which characters a part takes, of those that tell the expression's parts apart."""
    if item[0] is op.LITERAL and not state.flags & re.IGNORECASE:
        return frozenset(chr(item[1]))
    takes = _compiler.compile(_parser.SubPattern(state, [item]), state.flags).match
    return frozenset(filter(takes, samples))


def _codes(item: Any) -> Iterable[int]:
    """Every character that a part names, and some from one end to the other of its ranges."""
    if isinstance(item, tuple) and item and item[0] is op.RANGE:
        least, most = item[1]
        yield from {most, *range(least, most + 1, max((most - least) // MOST_SAMPLES, 1))}
    elif isinstance(item, (tuple, list, _parser.SubPattern)):
        for each in item:
            yield from _codes(each)
    elif isinstance(item, int) and 0 <= item <= 0x10FFFF:
        yield item
