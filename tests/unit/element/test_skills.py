"""Skills as data: what is read, what is meant by a command, and what a prompt says."""

import asyncio
from typing import Any

import pytest

from agentic.element.skills import Skill, Skills, Written, parse_skills
from agentic.errors import UsageError


def skills(*rows: Any, **context: Any) -> Skills:
    made = Skills(tuple, lambda sentence: None)
    made.give(list(rows))
    made.get_context = lambda: context
    return made


def written(prompt: str, **context: Any) -> Written:
    row = {"name": "s", "title": "S", "prompt": prompt}
    made = skills(row, **context)
    return asyncio.run(made.written(made.all[0]))


@pytest.mark.parametrize(
    "row",
    [None, 7, "x", [], {}, {"name": "a"}, {"title": "A"}, {"name": "", "title": "A"}, {"name": "a b", "title": "A"}],
)
def test_what_is_no_skill_is_left_out(row: Any) -> None:
    assert parse_skills([row, {"name": "kept", "title": "Kept"}]) == (Skill("kept", "Kept"),)


@pytest.mark.parametrize("found", [None, 7, {}, "[]"])
def test_what_is_no_list_is_empty(found: Any) -> None:
    assert parse_skills(found) == ()


def test_code_that_gives_something_else_is_told() -> None:
    with pytest.raises(UsageError, match="setSkills"):
        skills().give("x")


def test_a_prompt_with_nothing_to_fill_in_is_sent_as_it_is() -> None:
    assert written("Say {} and {a-b}") == Written("Say {} and {a-b}")


def test_values_are_filled_in_once_and_the_missing_are_named_once() -> None:
    assert written("{a} {b} {a} {c}", a="{b}", b=None) == Written("{b} {b} {b} {c}", ("b", "c"))
    assert written("{n} {yes}", n=0, yes=False) == Written("0 false")


def test_names_that_begin_so_come_before_those_that_hold_it() -> None:
    made = skills({"name": "resume", "title": "Go on"}, {"name": "sum", "title": "Add"}, {"name": "x", "title": "Sum"})
    assert [skill.name for skill in made.matching("/sum")] == ["sum", "resume", "x"]
    assert made.matching("/SUM") == made.matching("/sum")
    assert [skill.name for skill in made.matching("/")] == ["resume", "sum", "x"]
    assert made.matching("sum") == made.matching("/sum now") == made.matching("") == ()
