"""Runs in Pyodide: import all that a page will need, and leave the memory as a page wants to find it."""

import gc
import importlib
import json
import linecache
import pkgutil
import sys

# Imported with agentic though it may use them only later: what a page's first second is likely to need.
ALSO = ("jsonschema", "rfc8785", "jsonpatch", "jsonpointer", "partial_json_parser")
# Codecs are imported when text is first encoded with them, which is too late: the archive may still be on its way.
CODECS = ("encodings.utf_8_sig", "encodings.utf_16_be", "encodings.utf_16_le")


def prepare(archive: str) -> str:
    """What the loader needs before there is any Python, as JSON: shell, chip, stylesheet, the element's methods."""
    sys.path.append(archive)
    package = importlib.import_module("agentic")
    for module in pkgutil.walk_packages(package.__path__, "agentic."):
        importlib.import_module(module.name)
    for name in (*ALSO, *CODECS):
        importlib.import_module(name)
    assets = importlib.import_module("agentic.core.assets")
    assets.preload()
    surface = importlib.import_module("agentic.element.surface")
    early = json.dumps(
        {
            "shell": assets.shell_html(),
            "chip": assets.markup("queued"),
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
