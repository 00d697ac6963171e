"""Runs in Pyodide: import all that a page will need, and leave the memory as a page wants to find it."""

import gc
import importlib
import json
import linecache
import pkgutil
import sys
from types import ModuleType

# Imported with agentic though it may use them only later: what a page's first second is likely to need.
ALSO = ("jsonschema", "rfc8785", "jsonpatch", "jsonpointer", "partial_json_parser")
# What most pages never use: a page that does imports it then, from the archive.
LATER = ("agentic.inspector",)
# Codecs are imported when text is first encoded with them, which is too late: the archive may still be on its way.
CODECS = ("encodings.utf_8_sig", "encodings.utf_16_be", "encodings.utf_16_le")


def import_all(package: ModuleType) -> None:
    """Import every module of a package, those that are for later left out."""
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if found.name not in LATER:
            module = importlib.import_module(found.name)
            if found.ispkg:
                import_all(module)


def prepare(archive: str) -> str:
    """What the loader needs before there is any Python, as JSON: shell, chips, stylesheet, the element's methods."""
    sys.path.append(archive)
    package = importlib.import_module("agentic")
    import_all(package)
    for name in (*ALSO, *CODECS):
        importlib.import_module(name)
    assets = importlib.import_module("agentic.core.assets")
    assets.preload()
    surface = importlib.import_module("agentic.element.surface")
    early = json.dumps(
        {
            "shell": assets.shell_html(),
            "chip": assets.markup("queued"),
            "starter": assets.markup("suggestion"),
            "prompt": assets.markup("skill_chip"),
            "css": assets.stylesheet(),
            "methods": list(surface.methods()),
        }
    )
    # loadPyodide puts the current folder first again when the snapshot is restored.
    sys.path.remove("")
    linecache.clearcache()
    gc.collect()
    # What is here now stays: the page's collector need not look through it again.
    gc.freeze()
    return early
