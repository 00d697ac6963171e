"""dist/: every file a page needs, to be put on any static host."""

import json
from collections.abc import Iterator
from pathlib import Path

from building.archives import zip_of
from building.environment import install_npm_packages, make_environment
from building.extents import extents
from building.loader import compose_loader
from building.paths import DIST, NODE_MODULES, ROOT, STATIC
from building.pyodide_lock import pyodide_lock
from building.runtime import MEMORY, PACKAGES, PYODIDE, SNAPSHOT, STDLIB, build_runtime, short_hash
from building.say import say
from building.stamps import files_under
from building.turn import one_at_a_time
from building.vendored import licences
from building.wheels import get_wheels, version

Content = Path | bytes

# The installer is for the page's own packages: an interpreter that is not ours has its own.
INSTALLER = "micropip-"
SCRIPTS = ("ag-ui-chat.js", "agentic.mjs", "interpreter.mjs")
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm")
# A hint that Chromium reads: compile this megabyte ahead, off the page's thread, and not function by function on it.
COMPILE_AHEAD = b"//# allFunctionsCalledOnLoad\n"
VENDORED = {
    "vendor/marked.esm.js": "marked/lib/marked.esm.js",
    "vendor/purify.es.mjs": "dompurify/dist/purify.es.mjs",
    "vendor/highlight/core.min.js": "@highlightjs/cdn-assets/es/core.min.js",
}
LANGUAGES = NODE_MODULES / "@highlightjs" / "cdn-assets" / "es" / "languages"
# Modules that import each other, for pages whose chat has page tools.
ACCESSIBILITY = "dom-accessibility-api"


def build(*, with_tests: bool = False) -> None:
    """Bring dist/ up to date with what it is made of; `with_tests` also gets what the tests' own pages are made of."""
    make_environment()
    with one_at_a_time():
        install_npm_packages(with_tests=with_tests)
        wheels = get_wheels()
        build_runtime(wheels)
        changed = write_site(dict(_files(wheels)), DIST)
    say(f"dist/ is ready ({changed} files changed)." if changed else "dist/ is up to date.")


def write_site(files: dict[str, Content], target: Path) -> int:
    """Make `target` hold these files and no others; how many had to be touched."""
    changed = 0
    for name, content in files.items():
        data = content.read_bytes() if isinstance(content, Path) else content
        path = target / name
        if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        # A page that is being loaded gets the old file or the new one, never half of it.
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_bytes(data)
        fresh.replace(path)
        changed += 1
    for path in files_under(target):
        if path.relative_to(target).as_posix() not in files:
            path.unlink()
            changed += 1
    return changed


def _files(wheels: list[Path]) -> Iterator[tuple[str, Content]]:
    snapshot = f"runtime/snapshot-{short_hash(SNAPSHOT)}.bin"
    yield "agentic.js", compose_loader(_facts(wheels, snapshot)).encode()
    for name in SCRIPTS:
        yield name, STATIC / name
    for name in PYODIDE_FILES:
        yield f"runtime/{name}", PYODIDE / name
    yield "runtime/pyodide.asm.mjs", COMPILE_AHEAD + (PYODIDE / "pyodide.asm.mjs").read_bytes()
    yield snapshot, SNAPSHOT
    yield "runtime/python_stdlib.zip", STDLIB
    yield "runtime/packages.zip", PACKAGES
    yield "runtime/empty.zip", zip_of({})
    yield "runtime/inflate.mjs", STATIC / "loader" / "inflate.mjs"
    yield "runtime/pyodide-lock.json", _lock(wheels).encode()
    for wheel in wheels:
        yield f"runtime/{wheel.name}", wheel
    for name, source in VENDORED.items():
        yield name, NODE_MODULES / source
    for language in json.loads((STATIC / "code" / "languages.json").read_text("utf-8")):
        yield f"vendor/highlight/{language}.min.js", LANGUAGES / f"{language}.min.js"
    modules = NODE_MODULES / ACCESSIBILITY / "dist"
    for path in sorted(modules.rglob("*.mjs")):
        yield f"vendor/{ACCESSIBILITY}/{path.relative_to(modules).as_posix()}", path
    yield from licences(wheels)
    yield from _pages()


def _pages() -> Iterator[tuple[str, Content]]:
    """What index.html and pages with PyScript use."""
    core = NODE_MODULES / "@pyscript" / "core" / "dist"
    for path in files_under(core):
        if path.suffix != ".map":
            yield f"pyscript/{path.relative_to(core).as_posix()}", path
    for path in files_under(STATIC / "demo"):
        yield path.relative_to(STATIC).as_posix(), path
    for name in ("index.html", "pyscript.toml", "favicon.svg"):
        if (ROOT / name).is_file():
            yield name, ROOT / name


def _lock(wheels: list[Path]) -> str:
    return pyodide_lock((PYODIDE / "pyodide-lock.json").read_text("utf-8"), wheels)


def _facts(wheels: list[Path], snapshot: str) -> dict[str, object]:
    """What the loader knows of the runtime. A query makes a cache keep what belongs together together."""
    return {
        "version": version(),
        "lock": json.loads(_lock(wheels)),
        "pyodide": json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"],
        "snapshot": snapshot,
        "snapshotBytes": MEMORY.stat().st_size,
        "snapshotParts": extents(MEMORY.read_bytes()),
        "stdlib": f"runtime/python_stdlib.zip?{short_hash(STDLIB)}",
        "packages": f"runtime/packages.zip?{short_hash(PACKAGES)}",
        "wheels": [wheel.name for wheel in wheels if not wheel.name.startswith(INSTALLER)],
    }
