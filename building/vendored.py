"""The licences of everything that dist/ brings along, beside it as they ask for."""

from collections.abc import Iterator
from pathlib import Path

from building.archives import files_in
from building.paths import NODE_MODULES, ROOT, STATIC

# Pyodide and CPython do not bring theirs in the package.
KEPT_HERE = ROOT / "building" / "licences"
NPM = ("@pyscript/core", "marked", "dompurify", "dom-accessibility-api", "@highlightjs/cdn-assets")


def licences(wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Path in dist/ and text, for each licence file there is."""
    yield "vendor/licences/agentic.txt", (ROOT / "LICENSE").read_bytes()
    yield "vendor/licences/icons.txt", (STATIC / "icons" / "LICENSE").read_bytes()
    for path in sorted(KEPT_HERE.iterdir()):
        yield f"vendor/licences/{path.name}", path.read_bytes()
    for name in NPM:
        text = next(path for path in sorted((NODE_MODULES / name).iterdir()) if path.name.upper().startswith("LICEN"))
        yield f"vendor/licences/{name.replace('/', '-').strip('@')}.txt", text.read_bytes()
    for wheel in wheels:
        for name, text in files_in(wheel).items():
            if ".dist-info/" in name and "LICEN" in name.upper():
                yield f"vendor/licences/{wheel.name.split('-')[0]}-{Path(name).stem}.txt", text
