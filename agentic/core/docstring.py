"""What a docstring says of a function, and of each of its parameters.

Our own, where libraries exist, because a plain `name: text` belongs to none of their styles, and because they drop
what is neither a parameter nor the first paragraph.
"""

import inspect
import re
from collections.abc import Collection

# The type in parentheses may have some of its own: `size (tuple(int, int)): …`.
_PARAMETER = re.compile(r"(\s*)\*{0,2}(\w+)(?:\s*\(.*?\))?\s*:(?:\s+(.*))?$")
_SENTENCE_END = (".", "!", "?", ":")
_PARAMETERS = frozenset(
    {"args:", "arguments:", "parameters:", "keyword args:", "keyword arguments:", "other parameters:"}
)
_OTHER_SECTION = re.compile(
    r"(Returns|Return|Raises|Yields|Warns|Attributes|Examples?|Notes?|References|See Also):\s*$"
)
_NUMPY_PARAMETERS = frozenset({"parameters", "other parameters"})
_NUMPY_SECTIONS = _NUMPY_PARAMETERS | {
    *("returns", "yields", "receives", "raises", "warns", "warnings", "attributes", "methods"),
    *("see also", "notes", "references", "examples"),
}
_NUMPY_NAMES = re.compile(r"(\*{0,2}\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::.*)?$")
_UNDERLINE = re.compile(r"-{3,}\s*$")

Found = dict[str, list[str]]


def read_docstring(text: str | None, parameters: Collection[str]) -> tuple[str, dict[str, str]]:
    """The description, and the description of each parameter that has one.

    Three styles are read: plain lines `name: text`, Google's `Args:` section, and NumPy's underlined `Parameters`.
    What it returns or raises is for readers of the code, and left out.
    """
    sections = _sections(inspect.cleandoc(text or "").splitlines())
    description, found = _plain(sections[0][1], parameters)
    for title, lines in sections[1:]:
        if title.lower() in _NUMPY_PARAMETERS:
            found.update(_numpy(lines, parameters))
    return description, {name: " ".join(filter(None, lines)) for name, lines in found.items()}


def _sections(lines: list[str]) -> list[tuple[str, list[str]]]:
    """The lines before NumPy's first underlined title, and those under each."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        if line.strip().lower() in _NUMPY_SECTIONS and _UNDERLINE.match(following):
            sections.append((line.strip(), []))
        elif not (_UNDERLINE.match(line) and len(sections) > 1 and not sections[-1][1]):
            sections[-1][1].append(line)
    return sections


def _plain(lines: list[str], parameters: Collection[str]) -> tuple[str, Found]:
    """Plain and Google's style; deeper lines continue a parameter, and so does the next line of an open sentence."""
    prose: list[str] = []
    found: Found = {}
    current: list[str] | None = None
    depth = 0
    for before, line in zip(["", *lines], lines, strict=False):
        indent = len(line) - len(line.lstrip())
        match = _PARAMETER.match(line)
        is_open = bool(current and before.strip() and not before.rstrip().endswith(_SENTENCE_END))
        if current is not None and line.strip() and (indent > depth or (is_open and not match and indent == depth)):
            current.append(line.strip())
            continue
        if match and match[2] in parameters:
            current, depth = found.setdefault(match[2], [match[3] or ""]), indent
        elif _OTHER_SECTION.match(line):
            current, depth = [], indent
        elif line.strip().lower() in _PARAMETERS:
            current = None
        elif line.strip() or current is None:
            current = None
            prose.append(line.rstrip())
    return "\n".join(prose).strip(), found


def _numpy(lines: list[str], parameters: Collection[str]) -> Found:
    """`name : type` and, deeper, what it means; several names may share one explanation."""
    found: Found = {}
    explained: list[str] = []
    for line in lines:
        if line[:1].strip():
            match = _NUMPY_NAMES.match(line)
            explained = []
            for name in re.findall(r"\w+", match[1]) if match else ():
                if name in parameters:
                    found[name] = explained
        else:
            explained.append(line.strip())
    return found
