"""Blocks of rows, and what changed among them."""

from agentic.element.blocks import Block, blocks_of, newest, same_at_both_ends
from agentic.element.outline import Item


def turn(name: str, *rows: str) -> list[Item]:
    return [Item(name, "user", name), *(Item(f"{name}.{row}", "assistant", name) for row in rows)]


def blocks(*turns: list[Item]) -> list[Block]:
    return blocks_of(item for each in turns for item in each)


def test_what_answers_one_message_is_one_block() -> None:
    made = blocks(turn("a", "1", "2"), turn("b"), turn("c", "1"))
    assert [(block.is_user, block.keys) for block in made] == [
        (True, ("a",)),
        (False, ("a.1", "a.2")),
        (True, ("b",)),
        (True, ("c",)),
        (False, ("c.1",)),
    ]


def test_what_changed_is_between_the_ends_that_are_the_same() -> None:
    before = blocks(turn("a", "1"), turn("b", "1"), turn("c", "1"))
    assert same_at_both_ends(before, before) == (6, 0)
    assert same_at_both_ends(before, blocks(turn("a", "1"), turn("b", "1", "2"), turn("c", "1"))) == (3, 2)
    assert same_at_both_ends(before, blocks(turn("z", "1"), turn("a", "1"), turn("b", "1"), turn("c", "1"))) == (0, 6)
    assert same_at_both_ends(before, []) == (0, 0)
    assert same_at_both_ends([], before) == (0, 0)


def test_of_many_new_rows_the_last_come_first() -> None:
    many = blocks(*(turn(str(n), "1") for n in range(20)))
    assert [block.group for block in newest(many, (), 4)] == ["18", "18", "19", "19"]
    assert newest(many, {key for block in many for key in block.keys}, 4) == many


def test_a_block_larger_than_the_measure_is_put_in_whole() -> None:
    large = blocks(turn("a", *map(str, range(50))))
    assert [len(block.keys) for block in newest(large, (), 4)] == [50]
