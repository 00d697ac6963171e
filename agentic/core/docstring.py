"""What a docstring says of a function, and of each of its parameters."""

import inspect
import re
from collections.abc import Collection

_PARAMETER = re.compile(r"(\s*)\*{0,2}(\w+)(?:\s*\([^)]*\))?\s*:(?:\s+(.*))?$")
_PARAMETERS = frozenset({"args:", "arguments:", "parameters:"})
_OTHER_SECTION = re.compile(r"(Returns|Return|Raises|Yields|Examples?|Notes?|See Also):\s*$")


def read_docstring(text: str | None, parameters: Collection[str]) -> tuple[str, dict[str, str]]:
    """The description, and the description of each parameter that has one.

    Two styles are read: plain lines `name: text`, and Google's `Args:` section; deeper lines continue a parameter.
    """
    prose: list[str] = []
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    depth = 0
    for line in inspect.cleandoc(text or "").splitlines():
        indent = len(line) - len(line.lstrip())
        if current is not None and line.strip() and indent > depth:
            current.append(line.strip())
            continue
        match = _PARAMETER.match(line)
        if match and match[2] in parameters:
            current, depth = found.setdefault(match[2], [match[3] or ""]), indent
        elif _OTHER_SECTION.match(line):
            # What it returns or raises is for readers of the code; its lines go nowhere.
            current, depth = [], indent
        elif line.strip().lower() in _PARAMETERS:
            current = None
        elif line.strip() or current is None:
            current = None
            prose.append(line.rstrip())
    return "\n".join(prose).strip(), {name: " ".join(filter(None, lines)) for name, lines in found.items()}
