"""The tools of the build: Python packages in .venv, and Node with npm from the machine or from the Python index."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from building.commands import run
from building.debian import install_on_debian
from building.paths import BIN, EXE, LOCKS, NODE_MODULES, PYTHON, ROOT, VENV
from building.say import BuildError, step
from building.stamps import digest, is_fresh, seal

OLDEST_NODE = 20
NEEDED_BYTES = 2_000_000_000


def make_environment() -> None:
    """A virtual environment of our own, so that nothing is asked of the machine's Python but its standard library."""
    if shutil.disk_usage(ROOT).free < NEEDED_BYTES and not VENV.exists():
        raise BuildError("There is too little room on this disk: the build needs 2 GB; free some and run this again.")
    key = f"{sys.version} {sys.base_prefix}"
    if is_fresh("environment", key, [PYTHON]):
        return
    if importlib.util.find_spec("ensurepip") is None and not install_on_debian("python3-venv"):
        raise BuildError("This Python has no venv module; install it (on Debian and Ubuntu: apt install python3-venv).")
    with step("make the environment .venv"):
        run([sys.executable, "-m", "venv", "--clear", VENV], "make the environment .venv")
    for name in ("dev", "node"):
        seal(name, "")
    seal("environment", key)


def install_lock(name: str, title: str) -> None:
    """The packages of building/locks/NAME.txt, each checked against its hash."""
    lock = LOCKS / f"{name}.txt"
    key = digest([lock])
    if is_fresh(name, key, [PYTHON]):
        return
    with step(title):
        pip("install", "--no-deps", "--require-hashes", "-r", lock, what=f"install {lock.name}")
    seal(name, key)


def pip(command: str, *rest: str | Path, what: str) -> None:
    quiet = ["--disable-pip-version-check", "--no-input", "--only-binary", ":all:"]
    run([PYTHON, "-m", "pip", command, *quiet, *rest], what)


def node() -> Path:
    """The machine's Node where it is new enough and has npm, else the one from the Python index."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _node_version(found) >= OLDEST_NODE:
        return Path(found)
    install_lock("node", "get Node from the Python index")
    return BIN / f"node{EXE}"


def install_npm_packages(*, with_tests: bool = False) -> None:
    """The packages that pages need; `with_tests` also the many that only the tests put on theirs."""
    lock = digest([ROOT / "package-lock.json"])
    enough = [f"{lock} all"] if with_tests else [f"{lock} all", f"{lock} pages"]
    if any(is_fresh("npm", key, [NODE_MODULES / "pyodide" / "pyodide.mjs"]) for key in enough):
        return
    # npm comes from the same place as node; npm's own configuration decides which registry it asks.
    npm = node().with_name("npm.cmd" if os.name == "nt" else "npm")
    if not npm.exists():
        npm = Path(shutil.which("npm") or npm)
    path = os.pathsep.join([str(npm.parent), os.environ.get("PATH", "")])
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--fetch-retry-mintimeout=2000"]
    left_out = [] if with_tests else ["--omit=dev"]
    with step("get the JavaScript packages"):
        run([npm, "ci", *quiet, *left_out], "get the JavaScript packages", env={"PATH": path})
    seal("npm", enough[-1])


def _node_version(program: str) -> int:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
        return int(said.strip().removeprefix("v").split(".")[0])
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0
