"""What the test command runs, in which order, and what it says last."""

import pytest

from building import testing


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the test command ran, first word of each command after its tool; nothing is really run."""
    commands: list[str] = []
    for step in ("make_environment", "install_lock", "build", "find_browser"):
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
