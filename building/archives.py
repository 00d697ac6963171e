"""Zip archives that come out the same byte for byte whenever the same goes in."""

import hashlib
import io
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path

WHEN = (1980, 1, 1, 0, 0, 0)


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files: sorted, without dates, rights or owners."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, WHEN)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return target.getvalue()


def files_in(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as source:
        return {name: source.read(name) for name in source.namelist() if not name.endswith("/")}


def wheel_of(name: str, version: str, files: Mapping[str, bytes], metadata: str = "") -> bytes:
    """A pure Python wheel with a RECORD; `metadata` adds lines such as Requires-Dist."""
    info = f"{name}-{version}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n"
    tags = "Wheel-Version: 1.0\nGenerator: agentic\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    whole = {**files, f"{info}/METADATA": (head + metadata).encode(), f"{info}/WHEEL": tags.encode()}
    rows = [f"{path},sha256={_record_hash(data)},{len(data)}" for path, data in sorted(whole.items())]
    whole[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    return zip_of(whole)


def _record_hash(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
