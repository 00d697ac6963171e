"""The test command: lint, then unit tests, then the browser; all of them, whatever fails first."""

import os
import shutil
import subprocess
from collections.abc import Sequence

from building.debian import install_on_debian
from building.environment import install_lock, make_environment
from building.paths import PYTHON, ROOT
from building.say import BuildError, say
from building.site import build

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# What pytest answers when -k leaves nothing of one of the two folders.
NO_TESTS = 5


def test(rest: Sequence[str]) -> int:
    """Zero only when everything passed and something was tested."""
    make_environment()
    install_lock("dev", "get the packages for the tests")
    build()
    find_browser()
    lint = [_run("ruff", "check", "."), _run("ruff", "format", "--check", ".")]
    units = _run("pytest", "tests/unit", *rest)
    browser = _run("pytest", "tests/browser", "--durations=15", *rest)
    tests = [units, browser]
    nothing_ran = all(code == NO_TESTS for code in tests)
    return int(nothing_ran or any(code not in (0, NO_TESTS) for code in tests) or any(lint))


def find_browser() -> str:
    """The browser that the tests drive; where there is none, Debian's."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if install_on_debian("chromium") and (found := shutil.which("chromium")):
        return found
    raise BuildError("The tests need Chromium or Chrome: install one (on Debian and Ubuntu: apt install chromium).")


def _run(tool: str, *arguments: str) -> int:
    say(f"\n$ {tool} {' '.join(arguments)}")
    # pytest writes its cache, not bytecode: the package's folders stay as they are in git.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([PYTHON, "-m", tool, *arguments], cwd=ROOT, env=env, check=False).returncode
