"""Which colours a code block has, by what its fence says."""

import json

import pytest

from agentic.core import assets
from agentic.core.languages import language_of


@pytest.mark.parametrize(
    ("name", "language"),
    [("python", "python"), ("py", "python"), ("JS", "javascript"), ("html", "xml"), ("c++", "cpp"), ("sh", "bash")],
)
def test_a_language_has_other_names(name: str, language: str) -> None:
    assert language_of(name) == language


@pytest.mark.parametrize("name", ["", "klingon", "../../evil", "__proto__"])
def test_what_has_no_colours_has_no_file_either(name: str) -> None:
    assert language_of(name) == ""


def test_no_name_stands_for_two_languages() -> None:
    languages = json.loads(assets.read("code/languages.json"))
    names = [name for language, others in languages.items() for name in (language, *others)]
    assert len(names) == len(set(names))
