"""The inspector's templates, words and attributes agree with each other and with the README."""

import re
from pathlib import Path

import pytest

from agentic.core import assets
from agentic.core.camel import camel
from agentic.core.words import load_words, parse_overrides
from agentic.element.settings import OneOf, Setting, settings
from agentic.element.surface import methods_of, properties_of
from agentic.inspector import events
from agentic.inspector.agentic_inspector import AgenticInspector
from agentic.inspector.inspection import inspector_words
from agentic.inspector.settings import Settings
from tests.unit.element.test_markup import read

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8").partition("## The inspector")[2]
CHAPTER = README.partition("\n## ")[0]
TEMPLATES = [f"inspector/{name.removesuffix('.html')}" for name in assets.names("html/inspector")]
OWN_WORDS = parse_overrides(assets.read("words/inspector/en.json"))


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_says_what_the_table_says(name: str) -> None:
    words = inspector_words().table
    assert [(key, text) for key, text in read(name).said if words[key] != text] == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_style_and_no_handler_in_it(name: str) -> None:
    assert [each for each in read(name).attributes if each == "style" or each.startswith("on")] == []


def test_no_word_of_the_chats_is_taken_for_another() -> None:
    assert OWN_WORDS.keys() & load_words().table.keys() == set()


def test_every_word_is_said_somewhere() -> None:
    package = Path(assets.__file__).parents[1] / "inspector"
    sources = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    sources += "".join(assets.read(f"html/{name}.html") for name in TEMPLATES)
    made = ("kind.", "status.", "approved.")
    named = [key.removesuffix(".one").removesuffix(".other") for key in OWN_WORDS if not key.startswith(made)]
    assert [key for key in named if f'"{key}"' not in sources] == []


@pytest.mark.parametrize("setting", settings(Settings), ids=lambda setting: setting.attribute)
def test_every_attribute_has_its_row_in_the_readme(setting: Setting) -> None:
    name = f"`{camel(setting.name)}`" if setting.exported else ""
    values = " ".join(f"`{value}`" for value in setting.kind.values) if isinstance(setting.kind, OneOf) else ""
    assert f"| `{setting.attribute}` | {name} | {values} | {setting.doc} |" in CHAPTER


def test_no_row_names_an_attribute_that_is_not_there() -> None:
    named = set(re.findall(r"^\| `([\w-]+)`", CHAPTER, re.MULTILINE))
    assert named == {setting.attribute for setting in settings(Settings)}


def test_the_names_that_javascript_sees() -> None:
    assert sorted(methods_of(AgenticInspector)) == ["close", "show", "toggle"]
    assert sorted(properties_of(AgenticInspector, Settings)) == ["dock", "htmlFor", "open", "view"]
    assert "methods `show`, `close`, `toggle`, and sends `agentic-inspector-toggle` with `{open}`" in CHAPTER
    assert events.TOGGLE == "agentic-inspector-toggle"


def test_the_chats_custom_properties_are_read_in_the_tokens_alone() -> None:
    sheets = [assets.read(f"css/inspector/{name}") for name in assets.names("css/inspector")]
    assert [sheet for sheet in sheets if "var(--ag-ui-" in sheet] == []


def test_the_chats_sheet_has_nothing_of_the_inspectors() -> None:
    assert "inspector" not in assets.stylesheet()
    assert assets.stylesheet("css/inspector").startswith(assets.read("css/tokens.css"))
