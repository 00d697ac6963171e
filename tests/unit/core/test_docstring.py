"""What a docstring says of parameters."""

from agentic.core.docstring import read_docstring

PLAIN = """Add an item to the list.

Only for the current list: others stay.

text: what to do,
    as the user would write it
priority: how urgent
"""

GOOGLE = """Add an item.

Args:
    text: what to do,
        in one line
    priority (str): how urgent

Returns:
    dict: the item
    as it was saved

Closing words.
"""


def test_plain_lines_describe_parameters() -> None:
    description, parameters = read_docstring(PLAIN, ("text", "priority"))
    assert description == "Add an item to the list.\n\nOnly for the current list: others stay."
    assert parameters == {"text": "what to do, as the user would write it", "priority": "how urgent"}


def test_googles_section_describes_parameters_and_what_it_returns_is_left_out() -> None:
    description, parameters = read_docstring(GOOGLE, ("text", "priority"))
    assert description == "Add an item.\n\nClosing words."
    assert parameters == {"text": "what to do, in one line", "priority": "how urgent"}


def test_a_word_that_is_no_parameter_stays_in_the_description() -> None:
    assert read_docstring("Note that\ntext: matters", ("priority",)) == ("Note that\ntext: matters", {})


def test_no_docstring_says_nothing() -> None:
    assert read_docstring(None, ("text",)) == ("", {})
