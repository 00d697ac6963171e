"""The rows of a transcript in blocks: what a person said, and all that answers it; and what changed among them."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from agentic.element.outline import Item


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that stand together: one of the person's, or those of one answer."""

    group: str
    is_user: bool
    keys: tuple[str, ...]
    items: tuple[Item, ...]

    def is_like(self, other: "Block") -> bool:
        """Whether the same rows are in it, whatever they show."""
        return self.keys == other.keys and self.group == other.group


def blocks_of(items: Iterable[Item]) -> list[Block]:
    """The rows in blocks; each of the person's is one of its own."""
    made = []
    for (group, own), run in groupby(items, key=lambda item: (item.group, item.key if item.kind == "user" else "")):
        rows = tuple(run)
        made.append(Block(group, bool(own), tuple(item.key for item in rows), rows))
    return made


def same_at_both_ends(before: Sequence[Block], after: Sequence[Block]) -> tuple[int, int]:
    """How many blocks at the beginning, and how many of the others at the end, are the same in both."""
    most = min(len(before), len(after))
    head = next((index for index in range(most) if not before[index].is_like(after[index])), most)
    rest = most - head
    tail = next((index for index in range(rest) if not before[-1 - index].is_like(after[-1 - index])), rest)
    return head, tail


def newest(blocks: Sequence[Block], known: Container[str], most: int) -> list[Block]:
    """The last of the blocks, with about so many rows in them that are not known yet; at least one block."""
    taken, new = 0, 0
    for block in reversed(blocks):
        new += sum(key not in known for key in block.keys)
        if taken and new > most:
            break
        taken += 1
    return list(blocks[len(blocks) - taken :])
