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


NUMPY = """Add an item.

Only to the current list.

Parameters
----------
text : str
    what to do,

    in one line
priority, colour : {"low", "high"}, optional
    how it looks
missing : int
    not a parameter

Other Parameters
----------------
*rest
    everything else

Returns
-------
text : dict
    the item as it was saved

Notes
-----
text: not for a model
"""


def test_numpys_sections_describe_parameters_and_the_others_are_left_out() -> None:
    description, parameters = read_docstring(NUMPY, ("text", "priority", "colour", "rest"))
    assert description == "Add an item.\n\nOnly to the current list."
    assert parameters == {
        "text": "what to do, in one line",
        "priority": "how it looks",
        "colour": "how it looks",
        "rest": "everything else",
    }


def test_an_underline_of_another_kind_is_prose() -> None:
    assert read_docstring("Title\n-----\nText.\n---", ())[0] == "Title\n-----\nText.\n---"
    assert read_docstring("Parameters\n----------", ("text",)) == ("", {})


def test_a_word_that_is_no_parameter_stays_in_the_description() -> None:
    assert read_docstring("Note that\ntext: matters", ("priority",)) == ("Note that\ntext: matters", {})


def test_no_docstring_says_nothing() -> None:
    assert read_docstring(None, ("text",)) == ("", {})
