"""The wheels a page can have: those that were locked, a pure stand-in for rpds-py, and agentic itself."""

import tomllib
from pathlib import Path

from building.archives import wheel_of
from building.environment import pip
from building.paths import LOCKS, PACKAGE, ROOT, WHEELS
from building.say import step
from building.stamps import digest, files_under, is_fresh, seal

PAGE_PYTHON = "3.14"
RPDS_VERSION = "0.30.0"
RPDS = '''"""rpds in pure Python: what jsonschema and referencing use of it, on top of pyrsistent."""

from pyrsistent_as_rpds.pure import HashTrieMap, HashTrieSet, List, Queue

__all__ = ["HashTrieMap", "HashTrieSet", "List", "Queue"]
'''


def get_wheels() -> list[Path]:
    """Every wheel, in .build/wheels."""
    _download()
    rpds = _requires(["pyrsistent-as-rpds-py", "pyrsistent"])
    _put("rpds_py", RPDS_VERSION, {"rpds.py": RPDS.encode()}, rpds)
    project = _project()
    _put(project["name"], project["version"], agentic_files(), _requires(project["dependencies"]))
    return sorted(WHEELS.glob("*.whl"))


def agentic_files() -> dict[str, bytes]:
    """agentic as it is installed: the package, with the texts it reads inside it."""
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files_under(PACKAGE)}
    included = _pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for folder, inside in included.items():
        for path in files_under(ROOT / folder):
            files[f"{inside}/{path.relative_to(ROOT / folder).as_posix()}"] = path.read_bytes()
    return files


def version() -> str:
    return _project()["version"]


def _download() -> None:
    lock = LOCKS / "page.txt"
    key = digest([lock])
    if is_fresh("wheels", key, [WHEELS]):
        return
    WHEELS.mkdir(parents=True, exist_ok=True)
    for old in WHEELS.glob("*.whl"):
        old.unlink()
    platform = ["--platform", "any", "--python-version", PAGE_PYTHON, "--implementation", "py", "--abi", "none"]
    with step("get the Python packages of the page"):
        rest = ["--no-deps", "--require-hashes", *platform, "-r", lock, "-d", WHEELS]
        pip("download", *rest, what="get the Python packages of the page")
    seal("wheels", key)


def _put(name: str, version: str, files: dict[str, bytes], requires: str) -> None:
    """Make a wheel where it is not there as it is; one of another version goes, or both would be shipped."""
    path = WHEELS / f"{name}-{version}-py3-none-any.whl"
    for old in WHEELS.glob(f"{name}-*.whl"):
        if old != path:
            old.unlink()
    wheel = wheel_of(name, version, files, requires)
    if not path.exists() or path.read_bytes() != wheel:
        path.write_bytes(wheel)


def _project() -> dict:
    return _pyproject()["project"]


def _pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _requires(names: list[str]) -> str:
    return "".join(f"Requires-Dist: {name}\n" for name in names)
