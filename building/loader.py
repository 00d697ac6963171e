"""agentic.js: the rooms of static/loader/ and the entry, in one function, with what a page must know before Python."""

import importlib
import json
import sys
from collections.abc import Mapping
from types import ModuleType

from building.paths import ROOT, STATIC

ROOMS = ("slot", "failure", "shell", "early", "files", "python", "pyscript", "scripts")


def compose_loader(facts: Mapping[str, object]) -> str:
    """The script of a page; `facts` are the names and sizes of the runtime's files."""
    assets = _assets()
    built = {
        **facts,
        "shell": assets.shell_html(),
        "css": assets.stylesheet(),
        "errorCss": _read("error.css"),
        "words": json.loads(_read("words.json")),
    }
    rooms = [_read(f"{room}.js") for room in ROOMS]
    entry = (STATIC / "agentic.js").read_text("utf-8")
    data = json.dumps(built, ensure_ascii=False, sort_keys=True)
    return "\n".join(['(() => {\n"use strict";', f"const built = {data};", *rooms, entry, "})();\n"])


def _assets() -> ModuleType:
    """agentic's own reader of static/, so that the shell is one and the same before Python and in it."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return importlib.import_module("agentic.core.assets")


def _read(name: str) -> str:
    return (STATIC / "loader" / name).read_text("utf-8")
