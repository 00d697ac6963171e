"""A step runs again only when what it reads has changed, or what it wrote is gone."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from building.paths import ROOT, STAMPS


def files_under(*roots: Path) -> list[Path]:
    """Every file below the roots (a file stands for itself), without what Python leaves behind, in a fixed order."""
    found: set[Path] = set()
    for root in roots:
        found.update([root] if root.is_file() else filter(Path.is_file, root.rglob("*")))
    return sorted(path for path in found if "__pycache__" not in path.parts)


def digest(inputs: Iterable[Path | str]) -> str:
    """One hash of names and contents; a string stands for itself."""
    total = hashlib.sha256()
    for item in inputs:
        content = item.encode() if isinstance(item, str) else item.read_bytes()
        name = "" if isinstance(item, str) else _name(item)
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def is_fresh(name: str, key: str, outputs: Iterable[Path] = (), stamps: Path = STAMPS) -> bool:
    stamp = stamps / name
    return stamp.is_file() and stamp.read_text() == key and all(path.exists() for path in outputs)


def seal(name: str, key: str, stamps: Path = STAMPS) -> None:
    stamps.mkdir(parents=True, exist_ok=True)
    (stamps / name).write_text(key)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
