"""Our own pyodide-lock.json: what loadPackage, micropip and PyScript's `packages` can find, all beside it.

Pyodide's own lock holds the hashes of wheels that were built anew for it: those of the Python index fail its check.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from email.parser import HeaderParser
from pathlib import Path

from building.archives import files_in


def pyodide_lock(published: str, wheels: Iterable[Path]) -> str:
    """The lock of these wheels, for the Pyodide whose published lock is given."""
    info = json.loads(published)["info"]
    entries = [_entry(wheel) for wheel in wheels]
    known = {entry["name"] for entry in entries}
    for entry in entries:
        entry["depends"] = [name for name in entry["depends"] if name in known]
    packages = {entry["name"]: entry for entry in sorted(entries, key=lambda entry: entry["name"])}
    return json.dumps({"info": info, "packages": packages}, indent=1)


def normal_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _entry(wheel: Path) -> dict:
    files = files_in(wheel)
    metadata = next(text for name, text in files.items() if name.endswith(".dist-info/METADATA"))
    headers = HeaderParser().parsestr(metadata.decode())
    return {
        "name": normal_name(headers["Name"]),
        "version": headers["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": _imports(files),
        "depends": _depends(headers.get_all("Requires-Dist") or []),
        "unvendored_tests": False,
    }


def _imports(files: Iterable[str]) -> list[str]:
    modules = {name.split("/")[0].removesuffix(".py") for name in files if name.endswith(".py")}
    return sorted(name for name in modules if not name.endswith((".dist-info", ".data")))


def _depends(requirements: Iterable[str]) -> list[str]:
    """Names of what is needed always; extras and other Pythons' needs are left out."""
    plain = (re.split(r"[;]", text, maxsplit=1) for text in requirements)
    names = (part[0] for part in plain if len(part) == 1)
    return sorted({normal_name(re.match(r"[A-Za-z0-9._-]+", name.strip()).group()) for name in names})
