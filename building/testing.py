"""The test command: lint, then unit tests, then the browser; all of them, whatever fails first."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from building.debian import install_on_debian
from building.environment import install_lock, make_environment
from building.paths import PYTHON, ROOT
from building.say import BuildError, say
from building.site import build

# Where fontconfig finds fonts on Linux: the machine's, and those of the person who runs the tests.
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
FONT = "LiberationSans-Regular"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOXES = ("firefox-esr", "firefox")
LINT = (("ruff", "check", "."), ("ruff", "format", "--check", "."))
# What pytest answers when -k leaves nothing of one of the two folders.
NO_TESTS = 5


def test(rest: Sequence[str]) -> int:
    """Zero only when everything passed and something was tested."""
    make_environment()
    install_lock("dev", "get the packages for the tests")
    build(with_tests=True)
    find_browser()
    find_font()
    find_firefox()
    failed_lint = [command for command in LINT if _run(*command)]
    units = _run("pytest", "tests/unit", *rest)
    browser = _run("pytest", "tests/browser", "--durations=15", *rest)
    tests = [units, browser]
    if failed_lint:
        say("\nThe lint failed. Again, since the tests have scrolled it away:")
    for command in failed_lint:
        _run(*command)
    nothing_ran = all(code == NO_TESTS for code in tests)
    return int(nothing_ran or any(code not in (0, NO_TESTS) for code in tests) or bool(failed_lint))


def find_browser() -> str:
    """The browser that the tests drive; where there is none, Debian's."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if install_on_debian("chromium") and (found := shutil.which("chromium")):
        return found
    raise BuildError("The tests need Chromium or Chrome: install one (on Debian and Ubuntu: apt install chromium).")


def find_font() -> bool:
    """Whether the font is here that the kept pictures are drawn in; where it is not, Debian's is installed.

    Without it the pictures are not compared, which is said; on a CI machine they must be.
    """
    folders = [Path(folder).expanduser() for folder in FONT_FOLDERS]
    if any(file for folder in folders for file in folder.rglob(f"{FONT}.*")):
        return True
    if install_on_debian("fonts-liberation"):
        return True
    say(f"There is no {FONT} here, so pictures are not compared (on Debian and Ubuntu: apt install fonts-liberation).")
    return False


def find_firefox() -> bool:
    """Whether there is a Firefox here for the one test that drives it; where there is none, Debian's is installed.

    Without it that test is skipped, which is said; on a CI machine it must run.
    """
    if any(map(shutil.which, FIREFOXES)) or install_on_debian(FIREFOXES[0]):
        return True
    say(f"There is no Firefox here, so it is not tried (on Debian and Ubuntu: apt install {FIREFOXES[0]}).")
    return False


def _run(tool: str, *arguments: str) -> int:
    say(f"\n$ {tool} {' '.join(arguments)}")
    # pytest writes its cache, not bytecode: the package's folders stay as they are in git.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([PYTHON, "-m", tool, *arguments], cwd=ROOT, env=env, check=False).returncode
