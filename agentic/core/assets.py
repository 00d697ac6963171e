"""The text of a file under `static/`, by name."""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from agentic.errors import UsageError

FOLDERS = ("html", "css", "icons", "words", "code")
_FIRST_SHEETS = ("tokens.css", "base.css")
_DIRECTIVE = re.compile(r"<!-- (include|icon): ([\w/-]+) -->")


# The text of a file never changes while the program runs, so all of these are read once. In the page it must be so:
# a memory snapshot keeps what was read before it was taken, not the files.
@cache
def read(name: str) -> str:
    """The text of `static/<name>`, such as `html/shell.html`."""
    try:
        return (_root() / name).read_text("utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file static/{name}") from None


@cache
def names(folder: str) -> tuple[str, ...]:
    """The names of the files in `static/<folder>`, sorted."""
    return tuple(sorted(path.name for path in (_root() / folder).iterdir() if "." in path.name))


def preload() -> None:
    """Read every file now, before a snapshot is taken."""
    for folder in FOLDERS:
        for name in names(folder):
            read(f"{folder}/{name}")
    for name in names("html"):
        markup(name.removesuffix(".html"))
    stylesheet()
    shell_html()


@cache
def stylesheet(folder: str = "css") -> str:
    """All sheets of `static/<folder>` in one text: the tokens and the base of `static/css`, then the rest by name."""
    rest = [f"{folder}/{name}" for name in names(folder) if name not in _FIRST_SHEETS]
    return "\n".join(read(name) for name in (*(f"css/{name}" for name in _FIRST_SHEETS), *rest))


@cache
def markup(name: str) -> str:
    """`html/<name>.html`, with `<!-- include: x -->` and `<!-- icon: x -->` replaced by the files they name."""

    def put_in(directive: re.Match[str]) -> str:
        return markup(directive[2]) if directive[1] == "include" else read(f"icons/{directive[2]}.svg").strip()

    return _DIRECTIVE.sub(put_in, read(f"html/{name}.html").strip())


@cache
def shell_html() -> str:
    """The markup that is there before Python: `html/shell.html` with all that it includes."""
    return markup("shell")


def _root() -> Traversable:
    """Inside the package where the build copied the files (there the package may be a zip), beside it in a checkout.

    Never kept: in a zip it holds an open file, which a memory snapshot does not.
    """
    inside = files("agentic") / "static"
    return inside if inside.is_dir() else Path(__file__).resolve().parents[2] / "static"
