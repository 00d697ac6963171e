"""What is shown of Markdown that is still being written."""

import pytest

from agentic.browser.half_written import completed


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Now **Delete", "Now **Delete**"),
        ("Now **Delete the", "Now **Delete the**"),
        ("Now **Delete ", "Now **Delete**"),
        ("Now **Delete*", "Now **Delete**"),
        ("Now **", "Now "),
        ("Now *", "Now "),
        ("Now *this", "Now *this*"),
        ("Now __this and _that", "Now __this and _that___"),
        ("Now ***both", "Now ***both***"),
        ("a ~~gone", "a ~~gone~~"),
        ("Run `git co", "Run `git co`"),
        ("Run ``a ` b", "Run ``a ` b``"),
        ("Run `", "Run "),
        ("**Run `git", "**Run `git`**"),
        ("**Run `", "**Run**"),
        ("See [the man", "See the man"),
        ("See [the manual]", "See the manual"),
        ("See [the manual](", "See the manual"),
        ("See [the manual](https://example.com/ma", "See the manual"),
        ("See **[the manual](https://ex", "See **the manual**"),
        ("See ![a picture](https://ex", "See a picture"),
        ("这是**重点", "这是**重点**"),
        ("# A **title", "# A **title**"),
        ("one\n\n- first\n- **second", "one\n\n- first\n- **second**"),
        ("```\ncode\n```\n**bold", "```\ncode\n```\n**bold**"),
        ("```code``` and\n**bold", "```code``` and\n**bold**"),
        ("**over two\nlines", "**over two\nlines**"),
        ("| a | b |\n|---|---|\n| 1 | **2", "| a | b |\n|---|---|\n| 1 | **2**"),
    ],
)
def test_what_is_open_at_the_end_is_closed_or_left_out(written: str, shown: str) -> None:
    assert completed(written) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain words.",
        "**Done** and `done` and [done](https://example.com) here",
        "*a **b** c* d",
        "***a** b* c",
        "2 * 3 and 2*3 and snake_case",
        "a \\*literal star",
        "`**` is bold",
        "[1] is a note",
        "- [ ] a task",
        "* an item",
        "```python\na = b ** c",
        "~~~\n**not bold",
        "````\n```\n**not bold",
        "```\n```python\n**not bold",
        "A **lost mark.\n\n",
        "A **lost mark\n\nand what follows",
        "# A **lost mark\nand what follows",
    ],
)
def test_what_is_whole_is_left_as_it_is(text: str) -> None:
    assert completed(text) == text
