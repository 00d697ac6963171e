"""Text of the files under static/."""

import pytest

from agentic import UsageError
from agentic.core import assets


def test_a_file_is_read_by_name() -> None:
    assert assets.read("html/shell.html").startswith("<section")
    assert "shell.html" in assets.names("html")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no file static/html/nothing"):
        assets.read("html/nothing.html")


def test_the_stylesheet_is_all_of_them_the_tokens_and_the_base_first() -> None:
    sheet = assets.stylesheet()
    places = [sheet.index(assets.read(f"css/{name}")) for name in assets.names("css")]
    assert sorted(places)[:2] == [sheet.index(assets.read("css/tokens.css")), sheet.index(assets.read("css/base.css"))]
    assert sheet.startswith(assets.read("css/tokens.css"))


def test_the_shell_has_all_that_it_includes_inside() -> None:
    shell = assets.shell_html()
    assert "<textarea" in shell and "<svg" in shell
    assert "<!-- include:" not in shell and "<!-- icon:" not in shell


def test_after_preloading_no_file_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assets.preload()
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_: pytest.fail("there are no files in a snapshot"))
    for folder in assets.FOLDERS:
        for name in assets.names(folder):
            assert assets.read(f"{folder}/{name}")
    for name in assets.names("html"):
        assert assets.markup(name.removesuffix(".html")) is not None
    assert assets.stylesheet() and assets.shell_html()
