"""The README's lists are the public API's: each is compared with the code it speaks of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import agentic
from agentic.core.camel import camel
from agentic.core.request_tools import MOST_IN_FULL
from agentic.element import events, surface
from agentic.element.settings import Count, OneOf, Seconds, Setting, settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
MARKUP = "".join(path.read_text("utf-8") for path in sorted((ROOT / "static" / "html").glob("*.html")))


def named_after(opening: str) -> set[str]:
    """The names in backticks of the paragraph's list that begins with these words."""
    listed = re.split(r"\.\s|\n\n", README.partition(opening)[2])[0]
    return set(re.findall(r"`([\w-]+)`", listed))


def values_of(setting: Setting) -> str:
    """What the table prints of an attribute's values, the default first."""
    kind = setting.kind
    if isinstance(kind, Count | Seconds):
        return f"`{kind.default}`"
    return " ".join(f"`{value}`" for value in kind.values) if isinstance(kind, OneOf) else ""


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.attribute)
def test_every_attribute_has_its_row(setting: Setting) -> None:
    name = f"`{camel(setting.name)}`" if setting.exported else ""
    assert f"| `{setting.attribute}` | {name} | {values_of(setting)} | {setting.doc} |" in README


def test_no_row_names_an_attribute_that_is_not_there() -> None:
    table = README.partition("### Attributes")[2].partition("### Events")[0]
    assert set(re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE)) == {setting.attribute for setting in settings()}


def test_methods_and_properties_are_those_of_the_element() -> None:
    of_attributes = {camel(setting.name) for setting in settings() if setting.exported}
    assert named_after("Methods: ") == set(surface.methods())
    assert named_after("Further properties: ") == set(surface.properties()) - of_attributes


def test_events_are_those_the_element_sends() -> None:
    sent = {value for name, value in vars(events).items() if name.isupper()}
    table = README.partition("### Events")[2].partition("### Parts")[0]
    assert set(re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE)) == sent


def test_parts_are_those_of_the_markup() -> None:
    parts = {part for listed in re.findall(r'\spart="([^"]*)"', MARKUP) for part in listed.split()}
    assert named_after("`ag-ui-chat::part(NAME)`: ") == parts


def test_slots_are_those_of_the_markup() -> None:
    assert named_after("Slots: ") == set(re.findall(r'<slot name="([^"]*)"', MARKUP))


def test_both_commands_are_named() -> None:
    assert "python build.py serve" in README
    assert "python build.py test" in README


def test_the_picture_is_there_and_small() -> None:
    picture = ROOT / re.search(r"!\[.*?\]\((.*?)\)", README)[1]
    assert 10_000 < picture.stat().st_size < 300_000


def snippet(heading: str, pattern: str) -> str:
    """The first match of a pattern after a heading."""
    return re.search(pattern, README.partition(f"{heading}\n")[2], re.DOTALL)[1]


def test_capabilities_are_tested_with_plain_pytest_as_printed(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text(
        snippet("### A tool in five lines of Python", r"(from agentic import.*?)</script>")
    )
    (tmp_path / "test_cart.py").write_text(snippet("### Test your capabilities", r"```python\n(.*?)```"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path]
    path = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **path}, capture_output=True, text=True, check=False
    )
    assert "4 passed" in done.stdout, done.stdout


def test_one_line_gives_a_model_three_tools_as_printed() -> None:
    before = agentic.registry.tool_mode
    try:
        exec(snippet("### Many capabilities", r"```python\n(.*?)```"), {})
        assert agentic.registry.tool_mode == "auto"
        assert str(MOST_IN_FULL) in snippet("### Many capabilities", r"```python\n(.*?)```")
    finally:
        agentic.registry.tool_mode = before
