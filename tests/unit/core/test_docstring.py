"""What a docstring says of parameters."""

import pytest

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


@pytest.mark.parametrize(
    "kind", ["int", "tuple(int, int)", "dict(str, tuple(int, int)), optional", "Callable[[int], str]"]
)
def test_a_type_in_parentheses_may_have_some_of_its_own(kind: str) -> None:
    text = f"Do it.\n\nArgs:\n    size ({kind}): how large (in pixels): all of it\n    other ({kind}): the rest"
    assert read_docstring(text, ("size", "other")) == (
        "Do it.",
        {"size": "how large (in pixels): all of it", "other": "the rest"},
    )


def test_a_line_that_goes_on_at_the_same_indent_belongs_to_its_parameter() -> None:
    text = "Save it.\n\nnote: for people, who may\nread it later\ntext: what to do, as the\nuser would\nwrite it.\n{}"
    found = {"note": "for people, who may read it later", "text": "what to do, as the user would write it."}
    assert read_docstring(text.format("It is kept."), ("note", "text")) == ("Save it.\n\nIt is kept.", found)
    assert read_docstring(text.format("\nIt is kept"), ("note", "text")) == ("Save it.\n\nIt is kept", found)


def test_a_line_after_an_empty_one_or_with_a_title_of_its_own_does_not_go_on() -> None:
    told = {"text": "what to do"}
    assert read_docstring("Save it.\n\ntext: what to do\n\nas told", ("text",)) == ("Save it.\n\nas told", told)
    assert read_docstring("Save it.\n\ntext: what to do\nWarning: slow", ("text",)) == (
        "Save it.\n\nWarning: slow",
        told,
    )
