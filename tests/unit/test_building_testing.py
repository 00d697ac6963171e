"""What the test command runs, in which order, and what it says last."""

from pathlib import Path

import pytest

from building import testing


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the test command ran, first word of each command after its tool; nothing is really run."""
    commands: list[str] = []
    for step in ("make_environment", "install_lock", "build", "find_browser", "find_font", "find_firefox"):
        monkeypatch.setattr(testing, step, lambda *_, **__: None)
    return commands


@pytest.mark.parametrize(
    ("failing", "last"), [("ruff check", ["ruff check"]), ("ruff format", ["ruff format"]), ("pytest tests/unit", [])]
)
def test_a_lint_that_failed_is_told_again_below_the_tests(
    ran: list[str], monkeypatch: pytest.MonkeyPatch, failing: str, last: list[str]
) -> None:
    def run(tool: str, *arguments: str) -> int:
        ran.append(f"{tool} {arguments[0]}")
        return int(ran[-1] == failing)

    monkeypatch.setattr(testing, "_run", run)
    assert testing.test([]) == 1
    assert ran == ["ruff check", "ruff format", "pytest tests/unit", "pytest tests/browser", *last]


def test_nothing_is_told_again_when_all_is_well(ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "_run", lambda tool, *arguments: ran.append(tool) or 0)
    assert testing.test([]) == 0
    assert ran == ["ruff", "ruff", "pytest", "pytest"]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was asked of Debian, which has everything; the machine has no font but in `tmp_path`."""
    packages: list[str] = []
    monkeypatch.setattr(testing, "FONT_FOLDERS", (str(tmp_path), str(tmp_path / "none")))
    monkeypatch.setattr(testing, "install_on_debian", lambda package: not packages.append(package))
    return packages


def test_the_font_of_the_pictures_is_installed_where_it_is_missing(installed: list[str]) -> None:
    assert testing.find_font()
    assert installed == ["fonts-liberation"]


def test_the_font_of_the_pictures_is_not_installed_twice(installed: list[str], tmp_path: Path) -> None:
    (tmp_path / "truetype").mkdir()
    (tmp_path / "truetype" / "LiberationSans-Regular.ttf").touch()
    assert testing.find_font()
    assert installed == []


def test_pictures_that_cannot_be_compared_are_told_of(
    installed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(testing, "install_on_debian", lambda _: False)
    assert not testing.find_font()
    assert "apt install fonts-liberation" in capsys.readouterr().out


def test_firefox_is_installed_where_it_is_missing(installed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing.shutil, "which", lambda _: None)
    assert testing.find_firefox()
    assert installed == ["firefox-esr"]
    monkeypatch.setattr(testing.shutil, "which", {"firefox": "/usr/bin/firefox"}.get)
    assert testing.find_firefox()
    assert installed == ["firefox-esr"]


def test_a_firefox_that_is_not_tried_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(testing.shutil, "which", lambda _: None)
    monkeypatch.setattr(testing, "install_on_debian", lambda _: False)
    assert not testing.find_firefox()
    assert "apt install firefox-esr" in capsys.readouterr().out


def test_a_ci_machine_gets_the_font_and_firefox_and_may_not_do_without() -> None:
    script = (Path(__file__).parents[2] / ".ci" / "run").read_text("utf-8")
    assert "missing+=(fonts-liberation)" in script
    assert "missing+=(firefox-esr)" in script
    assert "export CI=1" in script
