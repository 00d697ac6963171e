"""The runtime a page loads: Pyodide, its standard library and our packages compiled, and the memory snapshot."""

import gzip
import hashlib
from pathlib import Path

from building.archives import files_in, zip_of
from building.commands import run
from building.environment import node
from building.extents import without_gaps
from building.paths import INSIDE, NODE_MODULES, RUNTIME
from building.say import step
from building.stamps import digest, is_fresh, seal

PYODIDE = NODE_MODULES / "pyodide"
STDLIB = RUNTIME / "python_stdlib.zip"
PACKAGES = RUNTIME / "packages.zip"
MEMORY = RUNTIME / "memory.bin"
SNAPSHOT = RUNTIME / "snapshot.bin"
SHELL = RUNTIME / "shell.json"
SOURCES = RUNTIME / "sources.zip"
# Where the archives are in a page's file system.
STDLIB_PATH = "/lib/python314.zip"
PACKAGES_PATH = "/lib/packages.zip"


def build_runtime(wheels: list[Path]) -> None:
    RUNTIME.mkdir(parents=True, exist_ok=True)
    _compile_stdlib()
    _compile_packages(wheels)
    _take_snapshot()


def short_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _compile_stdlib() -> None:
    published = PYODIDE / "python_stdlib.zip"
    key = digest([published, *_scripts("compile_archive")])
    if is_fresh("stdlib", key, [STDLIB]):
        return
    with step("compile Python's standard library"):
        _node("compile_archive", published, published, STDLIB, STDLIB_PATH, what="compile the standard library")
    seal("stdlib", key)


def _compile_packages(wheels: list[Path]) -> None:
    key = digest([STDLIB, *wheels, *_scripts("compile_archive")])
    if is_fresh("packages", key, [PACKAGES]):
        return
    with step("compile the Python packages"):
        SOURCES.write_bytes(zip_of({name: data for wheel in wheels for name, data in files_in(wheel).items()}))
        _node("compile_archive", STDLIB, SOURCES, PACKAGES, PACKAGES_PATH, what="compile the Python packages")
    seal("packages", key)


def _take_snapshot() -> None:
    key = digest([STDLIB, PACKAGES, *_scripts("take_snapshot")])
    if is_fresh("snapshot", key, [SNAPSHOT, MEMORY, SHELL]):
        return
    with step("take the memory snapshot"):
        _node("take_snapshot", STDLIB, PACKAGES, MEMORY, SHELL, PACKAGES_PATH, what="take the memory snapshot")
        SNAPSHOT.write_bytes(gzip.compress(without_gaps(MEMORY.read_bytes()), 9, mtime=0))
    seal("snapshot", key)


def _scripts(name: str) -> list[Path]:
    return [INSIDE / f"{name}.mjs", INSIDE / f"{name}.py"]


def _node(script: str, *arguments: Path | str, what: str) -> None:
    run([node(), INSIDE / f"{script}.mjs", PYODIDE, *arguments], what)
