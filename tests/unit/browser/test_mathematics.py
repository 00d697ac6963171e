"""Formulas keep their marks; sentences, prices and code keep theirs."""

import html

import pytest

from agentic.browser.mathematics import MARKS, protected, restored


@pytest.mark.parametrize(
    "formula",
    [
        "$a_1 * b_1$",
        "$$\\int_0^1 x\\,dx$$",
        "\\(x_1 + y_1\\)",
        "\\[a\n=\nb\\]",
        "$$\n\\begin{a} 1 & 2 \\\\ 3 & 4 \\end{a}\n$$",
        "$|x|$",
        "$x<y$",
    ],
)
def test_a_formula_has_no_marks_while_it_is_read_and_all_of_them_after(formula: str) -> None:
    text = f"Before {formula}, after"
    hidden = protected(text)
    inner = hidden.removeprefix("Before ").removesuffix(", after")
    assert len(hidden) == len(text) and not set(inner) & set(MARKS)
    assert restored(hidden) == f"Before {html.escape(formula)}, after"


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and *that* is more than $4.",
        "US$ 5 *or* US$ 6",
        "`$a_b$` and ``$c_d$``",
        "```sh\necho $A_B $C_D\n```\n",
        "~~~\n$a_b$",
        "a $ b *c* $ d",
        "*plain* and \\*escaped\\*",
        "$open *and* never closed",
    ],
)
def test_what_is_no_formula_is_left_alone(text: str) -> None:
    assert protected(text) == text
