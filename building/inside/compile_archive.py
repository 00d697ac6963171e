"""Runs in Pyodide: the archive again, each module compiled, so that a page never compiles it."""

import importlib.util
import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

WHEN = (1980, 1, 1, 0, 0, 0)


def compile_archive(archive: bytes, where: str) -> bytes:
    """Each `.py` becomes a `.pyc` that is never checked against it; `where` is the folder that a traceback shows."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(target, "w") as compiled:
        for name in sorted(name for name in source.namelist() if not name.endswith("/")):
            content = source.read(name)
            if name.endswith(".py"):
                code = compile(content, f"{where}/{name}", "exec", dont_inherit=True, optimize=0)
                content = bytes(_code_to_hash_pyc(code, importlib.util.source_hash(content), False))
                name += "c"
            compiled.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED, compresslevel=9)
    return target.getvalue()
