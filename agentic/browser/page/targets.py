"""From what a model says, a reference or the name a person reads, to the one thing it means; or a refusal."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable

from agentic.browser.page.inside import one_line, visible_text
from agentic.browser.page.private import PrivateFields
from agentic.browser.page.refs import Found, Refs
from agentic.browser.page.roles import CONTROLS, SECTIONS
from agentic.browser.page.scan import Item, Reader, Scan
from agentic.browser.page.standing import Standing
from agentic.core.capability import Refusal

REFERENCE = re.compile(r"e\d+")
# Marks that a label carries beside its words.
DECORATION = re.compile(r"[\s*:?…✱]+$|^[\s*]+")
MOST_NAMED = 8


class Targets:
    """Finds things by reference or by name, each time on the page as it is."""

    def __init__(self, reader: Reader, refs: Refs, private: PrivateFields) -> None:
        self._reader = reader
        self._refs = refs
        self._private = private

    async def find(self, said: str, roles: frozenset[str], *, within: str = "") -> Found | Refusal:
        """The one thing of these roles that is meant."""
        (found,) = (await self.find_all([said], roles, within=within)).values()
        return found

    async def find_piece(self, said: str, *, within: str = "") -> Found | Refusal:
        """The same of what can be dragged, or dragged to: a piece of a list or table, too, by all that it says."""
        found = await self.find(said, CONTROLS | SECTIONS, within=within)
        if isinstance(found, Found) or found.status != "unavailable":
            return found
        pieces = [node for node in self._reader.pieces() if spoken(visible_text(node)) == spoken(said)]
        if len(pieces) == 1:
            return Found(pieces[0], "item", one_line(visible_text(pieces[0])), Standing(), "")
        return found if not pieces else Refusal("invalid", f"{len(pieces)} items of lists say {said!r}")

    async def find_all(
        self, said: Iterable[str], roles: frozenset[str], *, within: str = ""
    ) -> dict[str, Found | Refusal]:
        """The same for several, on one look at the page."""
        found: dict[str, Found | Refusal | None] = {each: self._still(each) for each in said}
        if unknown := [each for each, known in found.items() if known is None]:
            found |= self._look_up(unknown, roles, within, await self._reader.scan())
        for each, thing in found.items():
            if isinstance(thing, Found):
                self._private.meet(each, thing.node, thing.name)
        return {each: self._usable(each, thing, roles) for each, thing in found.items() if thing}

    def _still(self, said: str) -> Found | None:
        return self._refs.still(said) if self._refs.knows(said) else None

    def _look_up(self, said: list[str], roles: frozenset[str], within: str, scan: Scan) -> dict[str, Found | Refusal]:
        there = scan.within(scan.modal.node) if scan.modal else scan.items
        fitting = [item for item in there if item.role in roles]
        by_name: dict[str, list[Item]] = {}
        for item in fitting:
            by_name.setdefault(spoken(item.name), []).append(item)
        # All at once: what stands in one row or form is then read once for all that is in it.
        alike = {each: by_name.get(spoken(each), []) for each in said}
        given = self._refs.give([item for items in alike.values() for item in items], scan)
        of_node = {found.node.js_id: found for found in given}
        looked_up = {}
        for each, items in alike.items():
            if self._refs.knows(each):
                looked_up[each] = self._refs.find(each, scan)
            elif REFERENCE.fullmatch(each):
                looked_up[each] = Refusal("stale", f"there is no reference {each}; read the page first")
            else:
                meant = [of_node[item.node.js_id] for item in items]
                looked_up[each] = self._only(each, _within(meant, within) if within else meant) or Refusal(
                    "unavailable", self._missing(each, roles, within, fitting, scan)
                )
        return looked_up

    def _only(self, said: str, meant: list[Found]) -> Found | Refusal | None:
        if len(meant) > 1:
            return Refusal("invalid", f"{said!r} could be {_listed(meant)}; use a reference, or say within which row")
        return meant[0] if meant else None

    def _missing(self, said: str, roles: frozenset[str], within: str, fitting: list[Item], scan: Scan) -> str:
        """That it is not there, with what comes near it."""
        place = f" within {within!r}" if within else ""
        close = self._refs.give(_close(said, fitting), scan)
        instead = f"; there is {_listed(close)}" if close else ""
        return f"there is no {_kinds(roles)} {said!r}{place} on the page{instead}"

    def _usable(self, said: str, found: Found | Refusal, roles: frozenset[str]) -> Found | Refusal:
        if isinstance(found, Found) and found.role not in roles:
            return Refusal("invalid", f"{said} is {found}, which is no {_kinds(roles)}")
        return found


def spoken(name: str) -> str:
    """A name as it is compared: its words, without case and without the marks of a label."""
    return DECORATION.sub("", " ".join(name.split())).casefold()


def _within(meant: list[Found], within: str) -> list[Found]:
    """Those in the row that is called so; else in a row that says so; else in a form or section called so."""
    wanted = spoken(within)
    called = [found for found in meant if spoken(found.standing.title) == wanted]
    saying = [found for found in meant if wanted in spoken(found.standing.text)]
    return called or saying or [found for found in meant if wanted in spoken(found.standing.group)]


def _listed(found: Iterable[Found]) -> str:
    """What they are called and where they stand: in which part of the page, where that is all that tells them apart."""
    shown = list(found)[:MOST_NAMED]
    counted = Counter(each.where for each in shown)
    parts = (f" of {each.standing.group}" if counted[each.where] > 1 and each.standing.group else "" for each in shown)
    return ", ".join(f"{each.where}{part} [{each.ref}]" for each, part in zip(shown, parts, strict=True))


def _close(said: str, items: list[Item]) -> list[Item]:
    """Those whose names come near what was said, the nearest first."""
    wanted = spoken(said)
    by_name: dict[str, Item] = {}
    for item in items:
        if item.name:
            by_name.setdefault(spoken(item.name), item)
    containing = [name for name in by_name if wanted and (wanted in name or name in wanted)]
    near = difflib.get_close_matches(wanted, by_name, n=MOST_NAMED, cutoff=0.5)
    return [by_name[name] for name in dict.fromkeys([*containing, *near])][:MOST_NAMED]


def _kinds(roles: frozenset[str]) -> str:
    return "control" if len(roles) > 4 else " or ".join(sorted(roles))
