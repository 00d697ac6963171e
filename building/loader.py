"""agentic.js: the rooms of static/loader/ and the entry, in one function, with what a page must know before Python."""

import json
from collections.abc import Mapping

from building.paths import STATIC
from building.runtime import SHELL

ROOMS = (
    *("slot", "failure", "progress", "shell", "written", "early"),
    *("files", "python", "pyscript", "scripts", "inspector"),
)


def compose_loader(facts: Mapping[str, object]) -> str:
    """The script of a page; `facts` are the names and sizes of the runtime's files."""
    built = {
        **facts,
        **json.loads(SHELL.read_text("utf-8")),
        "errorCss": _read("error.css"),
        "words": json.loads(_read("words.json")),
    }
    rooms = [_read(f"{room}.js") for room in ROOMS]
    entry = (STATIC / "agentic.js").read_text("utf-8")
    data = json.dumps(built, ensure_ascii=False, sort_keys=True)
    return "\n".join(['(() => {\n"use strict";', f"const built = {data};", *rooms, entry, "})();\n"])


def _read(name: str) -> str:
    return (STATIC / "loader" / name).read_text("utf-8")
